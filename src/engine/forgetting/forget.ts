/** Forgetting as the memory browser asks for it: what would go, that it goes, and the proof (issue 5 §1). */
import type { EntryKey, ForgetPreview, ForgetProof, ForgetRequest, ForgetResult } from '../browser-api.ts'
import { badOperation, Refused, refusal, refuse, seenEntries, tellOf } from '../changes/make-change.ts'
import { isCard } from '../changes/edit-rules.ts'
import { type Core, nowOf, stopNamesOf } from '../core.ts'
import { isObject } from '../document.ts'
import { documentOf, entryRow, type StoredEntry } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Transaction } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { CHANGE_ENTRIES_MAX } from '../settings.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { carryOutForgetting, type Cascade } from './cascade.ts'
import { planForgetting, textsOf, type ForgetPlan } from './plan.ts'
import { overwriteFreed, searchEverywhere } from './proof.ts'
import { bury, type Forgotten } from './tombstones.ts'

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
      const plan = await planForgetting(store.db, store, found, true)
      const instants = await store.timeIndex.byTurnIds(
        store.db,
        plan.turns.map(({ turnId }) => turnId),
      )
      const at = new Map(instants.map((row) => [row.turnId, row]))
      const rows = (entries: readonly StoredEntry[]) => entries.flatMap((entry) => entryRow(entry, now) ?? [])
      return ok({
        entries: plan.entries.length,
        rebuilt: rows(plan.rebuilt),
        flagged: rows(plan.flagged),
        turns: plan.turns.map(({ turnId, text, quotes }) => {
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
    (memory) => forgetIn(core, memory, operationId, request),
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
  /** Null when it was done before, by the same operation. */
  readonly cascade: Cascade | null
}

async function forgetIn(
  core: Core,
  memory: Memory,
  operationId: string,
  request: ForgetRequest,
): Promise<ForgetResult> {
  const { store } = memory
  const names = await stopNamesOf(core, memory.name)
  const now = nowOf(core)
  let done: Done
  try {
    done = await store.db.transaction(async (tx): Promise<Done> => {
      const earlier = await store.changes.operations.get(tx, operationId)
      if (earlier !== null) return { proofId: earlier.proofId ?? '', cascade: null }
      return forgetWithin(core, memory, tx, { operationId, request, names, now })
    })
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.result
    throw thrown
  }
  if (done.cascade !== null) {
    const { fragments } = done.cascade.gone
    const { searched, found } = await searchEverywhere(store.db, fragments, { turnsToo: request.rawTurns })
    await store.proofs.searched(store.db, done.proofId, searched, found)
  }
  await overwriteFreed(store.db)
  const proof = await store.proofs.get(store.db, done.proofId)
  if (proof === null) return refusal('bad_request', 'the operation was another one')
  return { ok: true, proof: proofView(proof) }
}

async function forgetWithin(
  core: Core,
  memory: Memory,
  tx: Transaction,
  by: {
    readonly operationId: string
    readonly request: ForgetRequest
    readonly names: readonly string[]
    readonly now: Moment
  },
): Promise<Done> {
  const { store } = memory
  const { operationId, request, names, now } = by
  const { rawTurns, removeDerived } = request
  const { terms } = createAnalyzer()
  const changeId = await store.changes.current(tx)
  const making = { tx, store, memory, now, operationId, changeId, names }
  const found = await seenEntries(making, request.entries)
  for (const entry of found) {
    // Card sync would bring it back at the next load.
    if (entry.kind === 'persona' && isCard(documentOf(entry) ?? {}))
      refuse('card_entry', 'it comes from a card')
  }
  const plan = await planForgetting(tx, store, found, rawTurns)
  const options = { rawTurns, removeDerived, now, terms, names, changeId }
  const cascade = await carryOutForgetting(tx, store, plan, options)

  const proofId = core.deps.ids.uuid()
  const newKey = (): string => `${core.deps.ids.uuid()}${core.deps.ids.uuid()}`
  const marks = { instant: now.instant, terms, names, newKey }
  await bury(tx, proofId, forgottenOf(plan, cascade), { ...marks, turnsGone: rawTurns })
  if (!rawTurns) {
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
  return { kind: 'turn', id: entry.id, text, turnIds: entry.id === null ? [] : [entry.id] }
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
