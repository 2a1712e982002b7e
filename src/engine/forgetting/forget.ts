/** Forgetting as the memory browser asks for it: what would go, that it goes, and the proof (issue 5 §1). */
import type { EntryKey, ForgetPreview, ForgetProof, ForgetRequest, ForgetResult } from '../browser-api.ts'
import { badOperation, Refused, refusal, refuse, seenEntries, tellOf } from '../changes/make-change.ts'
import { isCard } from '../changes/edit-rules.ts'
import { type Core, nowOf, stopNamesOf } from '../core.ts'
import { isObject } from '../document.ts'
import { documentOf, entryRow, PLACE, type StoredEntry } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { CHANGE_ENTRIES_MAX, FORGET_SEARCHES_MAX } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { dropSnapshot } from '../store/recall-snapshot.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { carryOutForgetting, decideForgetting, type Cascade, type DecisionOptions } from './cascade.ts'
import { textsOf } from './entry-texts.ts'
import { citedAs, findAgain, findInAll, OutOfDate, type Finder, type Notes, turnNameOf } from './finder.ts'
import { planForgetting, type ForgetPlan } from './plan.ts'
import { overwriteFreed, searchEverywhere } from './proof.ts'
import { scrubsFor } from './scrubs.ts'
import { stretches } from './stretches.ts'
import { bury, type Forgotten } from './tombstones.ts'
import { keepUnproved, proveLeft } from './unproved.ts'
import { endWatch, forgetWritten, watchRows, writtenRows } from './watch.ts'

/** What would go with these entries. Fails with `unknown_entry` for one that is not there. */
export async function previewForgetting(
  core: Core,
  character: string,
  keys: readonly EntryKey[],
): Promise<Result<ForgetPreview>> {
  if (keys.length === 0 || keys.length > CHANGE_ENTRIES_MAX) return fail('bad_request', 'no entry is named')
  const now = nowOf(core)
  return core.memories.read(
    character,
    async ({ store }): Promise<Result<ForgetPreview>> => {
      const found: StoredEntry[] = []
      for (const key of keys) {
        const stored = await findEntry(store.db, key)
        if (stored === null) return fail('unknown_entry', `there is no ${key.kind} ${key.id}`)
        found.push(stored)
      }
      const plan = await planForgetting(store.db, store, found, true, findInAll(store.db, stretches(core)))
      const instants = await store.timeIndex.byTurnIds(
        store.db,
        plan.turns.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
      )
      const at = new Map(instants.map((row) => [row.turnId, row]))
      const rows = (entries: readonly StoredEntry[]) => entries.flatMap((entry) => entryRow(entry, now) ?? [])
      return ok({
        entries: plan.entries.length,
        rebuilt: rows(plan.rebuilt),
        flagged: rows(plan.flagged),
        turns: plan.turns.map(({ name, text, quotes }) => {
          const turnId = typeof name === 'string' ? name : `${PLACE}${String(name)}`
          const row = at.get(turnId)
          const role = row?.role === 'ai' ? ('ai' as const) : ('human' as const)
          return { turnId, quote: quotes[0] ?? '', at: row?.instant ?? null, turn: { role, text } }
        }),
      })
    },
    () => fail('unknown_entry', `nothing is stored for ${character}`),
  )
}

export async function forgetEntries(
  core: Core,
  character: string,
  operationId: string,
  request: ForgetRequest,
): Promise<ForgetResult> {
  const bad = badOperation(operationId) ?? badRequest(request)
  if (bad !== null) return refusal('bad_request', bad)
  return core.memories.read(
    character,
    (memory) => memory.forgettingLock.run(() => forgetIn(core, memory, operationId, request)),
    () => refusal('unknown_entry', `nothing is stored for ${character}`),
  )
}

/** Proofs of the character, newest first. */
export async function proofsOf(core: Core, character: string): Promise<Result<readonly ForgetProof[]>> {
  return core.memories.read(
    character,
    async ({ store }) => ok((await store.proofs.list(store.db)).map(proofView)),
    () => ok([]),
  )
}

interface Done {
  readonly proofId: string
  readonly cascade: Cascade
}

interface Forgetting {
  readonly operationId: string
  readonly request: ForgetRequest
  readonly names: readonly string[]
}

async function forgetIn(
  core: Core,
  memory: Memory,
  operationId: string,
  request: ForgetRequest,
): Promise<ForgetResult> {
  const { store } = memory
  const names = await stopNamesOf(core, memory.name)
  let proofId: string | null
  try {
    proofId = await searchAndForget(core, memory, { operationId, request, names })
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.result
    throw thrown
  }
  await overwriteFreed(store.db)
  const proof = proofId === null ? null : await store.proofs.get(store.db, proofId)
  if (proof === null) return refusal('bad_request', 'the operation was another one')
  return { ok: true, proof: proofView(proof) }
}

/** Resolves to the proof's id; null where the operation was no forgetting. Throws `Refused`. */
async function searchAndForget(core: Core, memory: Memory, by: Forgetting): Promise<string | null> {
  const { db, changes, proofs } = memory.store
  const pause = stretches(core)
  // Whoever asks again after a kill is given the proof that it prevented.
  await proveLeft(core, memory, pause)
  const earlier = await changes.operations.get(db, by.operationId)
  if (earlier !== null) return earlier.proofId
  for (let round = 1; ; round += 1) {
    await watchRows(db)
    try {
      const notes = round > FORGET_SEARCHES_MAX ? null : await searchMemory(core, memory, by, pause)
      await dropSnapshot(db, pause)
      await core.deps.letRepliesOut?.()
      const { proofId, cascade } = await db.transaction((tx) => forgetWithin(core, memory, tx, by, notes))
      await core.deps.letRepliesOut?.()
      const search = await searchEverywhere(db, cascade.gone.fragments, {
        turnsToo: by.request.rawTurns,
        pause,
        written: () => writtenRows(db),
      })
      await proofs.searched(db, proofId, search)
      return proofId
    } catch (thrown) {
      if (!(thrown instanceof OutOfDate)) throw thrown
    } finally {
      await endWatch(db)
    }
  }
}

/** Goes over the whole memory as the transaction would, writes nothing, and gives what it found. */
async function searchMemory(
  core: Core,
  { store }: Memory,
  { request, names }: Forgetting,
  pause: () => Promise<void>,
): Promise<Notes> {
  const finder = findInAll(store.db, pause)
  const now = nowOf(core)
  const options = { ...optionsOf(request, names), now }
  const plan = await planFor(store.db, store, request, now, finder)
  const decision = await decideForgetting(plan, finder, options)
  for (const scrub of scrubsFor(store, decision, options).all) {
    await scrub.find(finder)
    await pause()
  }
  return finder.notes
}

function optionsOf({ rawTurns, removeDerived }: ForgetRequest, names: readonly string[]): DecisionOptions {
  return { rawTurns, removeDerived, names, terms: createAnalyzer().terms }
}

/** Throws `Refused` where an entry is not as it was seen, or comes from a card. */
async function planFor(
  sql: Sql,
  store: CharacterStore,
  request: ForgetRequest,
  now: Moment,
  finder: Finder,
): Promise<ForgetPlan> {
  const found = await seenEntries({ tx: sql, store, now }, request.entries)
  for (const entry of found) {
    // Card sync would bring it back at the next load.
    if (entry.kind === 'persona' && isCard(documentOf(entry) ?? {}))
      refuse('card_entry', 'it comes from a card')
  }
  return planForgetting(sql, store, found, request.rawTurns, finder)
}

/** Throws `Refused`, and `OutOfDate` where the notes do not tell enough any more; without notes it goes over everything. */
async function forgetWithin(
  core: Core,
  memory: Memory,
  tx: Transaction,
  { operationId, request, names }: Forgetting,
  notes: Notes | null,
): Promise<Done> {
  const { store } = memory
  const now = nowOf(core)
  const changeId = await store.changes.current(tx)
  const options = { ...optionsOf(request, names), now, changeId }
  const finder =
    notes === null ? findInAll(tx, () => Promise.resolve()) : findAgain(tx, notes, await writtenRows(tx))
  const plan = await planFor(tx, store, request, now, finder)
  const cascade = await carryOutForgetting(tx, store, plan, finder, options)

  const proofId = core.deps.ids.uuid()
  const newKey = (): string => `${core.deps.ids.uuid()}${core.deps.ids.uuid()}`
  const marks = { instant: now.instant, terms: options.terms, names, newKey }
  await bury(tx, proofId, forgottenOf(plan, cascade), { ...marks, turnsGone: request.rawTurns })
  if (!request.rawTurns) {
    const asked = plan.entries.filter(({ kind }) => kind === 'turn').map(turnOf)
    await bury(tx, proofId, asked, { ...marks, turnsGone: true })
  }
  await store.proofs.add(tx, {
    id: proofId,
    instant: now.instant,
    entries: plan.entries.length,
    derived: cascade.derived,
    turns: cascade.turns,
  })
  const operation = { changeId: null, proofId, keys: '[]', instant: now.instant }
  await store.changes.operations.put(tx, operationId, operation)
  const entry = {
    who: 'user',
    what: 'memory.forgotten',
    target: proofId,
    before: null,
    after: null,
    cause: null,
  }
  await store.journal.append(tx, { at: now.instant, ...entry })
  await keepUnproved(tx, proofId, cascade.gone.fragments, request.rawTurns)
  // What is written from here on is not what was forgotten.
  await forgetWritten(tx)
  tx.onCommit(() => {
    core.forgettings.happened(memory.name)
    tellOf(core, memory)
    core.deps.notify({ type: 'recent', character: memory.name })
  })
  return { proofId, cascade }
}

/** What tombstones are made of: everything that went, each with the turns that may not teach it again. */
function forgottenOf(plan: ForgetPlan, { removed, turnIds }: Cascade): Forgotten[] {
  return removed.map((entry) => {
    const [text = ''] = textsOf(entry)
    return { kind: entry.kind, id: entry.id, text, turnIds: plan.turns.length === 0 ? [] : turnIds }
  })
}

function turnOf(entry: StoredEntry): Forgotten {
  const [text = ''] = textsOf(entry)
  return { kind: 'turn', id: entry.id, text, turnIds: [citedAs(turnNameOf(entry))] }
}

function proofView({
  id,
  instant,
  entries,
  derived,
  turns,
  searched,
  found,
  overwritten,
}: {
  readonly id: string
  readonly instant: number
  readonly entries: number
  readonly derived: number
  readonly turns: number
  readonly searched: number
  readonly found: number
  readonly overwritten: boolean
}): ForgetProof {
  return { id, at: instant, entries, derived, turns, searched, found, overwritten }
}

function badRequest(request: unknown): string | null {
  if (!isObject(request) || !Array.isArray(request['entries'])) return 'there is no request'
  const { rawTurns, removeDerived } = request
  return typeof rawTurns === 'boolean' && typeof removeDerived === 'boolean'
    ? null
    : 'the request lacks its answers'
}
