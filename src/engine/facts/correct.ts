/**
 * Facts that are no longer true, never were, or were wrongly learned. What is outdated stays, with the time up to
 * which it held; what never was true, and what the user undoes, leaves the active list, keeps its document in
 * the journal, and is not learned again from the same turns.
 */
import { flagDependents } from '../changes/dependents.ts'
import { parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import type { ConversationTurn } from '../model/memory-model.ts'
import type { Moment, Transaction } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { RELEARN_SHARE } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactRow, FactSourceRow } from '../store/facts.ts'
import { stripNames } from '../text/stop-names.ts'
import { toNaive } from '../time/stamp.ts'
import type { Terms } from './ground.ts'
import { factColumns } from './hot.ts'
import { changeFact, indexedText } from './persist.ts'
import { foldedText } from './quote.ts'

export interface CorrectionCause {
  readonly now: Moment
  readonly who: string
  /** The turn in which the user corrects. */
  readonly turn: ConversationTurn
  /** The fact that takes its place, if one does. */
  readonly by: string | null
  /** Naive stamp up to which the old fact held, when the correction tells; otherwise the turn's time. */
  readonly validTo: string | null
}

/** Changed documents by id; empty when there was nothing to outdate. */
export async function outdateFact(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  cause: CorrectionCause,
): Promise<Map<string, JsonObject>> {
  const row = await correctable(tx, store, id, cause)
  if (row === null || row.supersededInstant !== null) return new Map()
  const at = toNaive(cause.turn.at)
  const changes = { superseded_at: at, superseded_by: cause.by, valid_to: cause.validTo ?? at }
  const entry = { ...cause, what: 'fact.outdated', cause: cause.by ?? cause.turn.turnId }
  const changed = new Map([[id, await changeFact(tx, store, row, changes, entry)]])
  await flagDependents(tx, store, { kind: 'fact', id }, cause.now)
  await noteOnSuccessor(tx, store, 'supersedes', id, cause, changed)
  return changed
}

/** Takes the fact out of the active list; changed documents of others by id, or null when it was not there. */
export async function retractFact(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  cause: CorrectionCause,
): Promise<Map<string, JsonObject> | null> {
  const row = await correctable(tx, store, id, cause)
  if (row === null) return null
  await takeOut(tx, store, row, { ...cause, what: 'fact.retracted', cause: cause.by ?? cause.turn.turnId })
  const changed = new Map<string, JsonObject>()
  await noteOnSuccessor(tx, store, 'retracts', id, cause, changed)
  return changed
}

export interface Undone {
  readonly upserted: ReadonlyMap<string, JsonObject>
  readonly removed: ReadonlySet<string>
}

/**
 * Takes back what was learned, for good: the fact goes, what it had corrected holds again, and its turns do not
 * teach it once more. The result says what recall has to take over. Fails with `unknown_fact`.
 */
export async function undoFact(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  by: { readonly now: Moment; readonly who: string; readonly names: readonly string[] },
): Promise<Result<Undone>> {
  const row = await store.facts.get(tx, id)
  if (row === undefined) {
    // Asked again by a page whose first answer was lost: that it is undone is what it wants to hear.
    const undone = (await store.journal.ofTarget(tx, id)).at(-1)?.what === UNDONE
    return undone ? ok({ upserted: new Map(), removed: new Set() }) : fail('unknown_fact', `no fact ${id}`)
  }
  const document = parseObject(row.doc) ?? {}
  const upserted = new Map<string, JsonObject>()
  for (const old of idsOf(document['supersedes'])) {
    const target = await store.facts.get(tx, old)
    if (target === undefined || parseObject(target.doc)?.['superseded_by'] !== id) continue
    const changes = { superseded_at: undefined, superseded_by: undefined, valid_to: undefined }
    const entry = { ...by, what: 'fact.restored', cause: id }
    upserted.set(old, await changeFact(tx, store, target, changes, entry))
  }
  for (const old of idsOf(document['retracts'])) {
    const restored = await putBack(tx, store, old, { ...by, cause: id })
    if (restored !== null) upserted.set(old, restored)
  }
  await takeOut(tx, store, row, { ...by, what: UNDONE, cause: null })
  return ok({ upserted, removed: new Set([id]) })
}

/** True when the turn taught the same before, and it was undone, retracted or outdated since. */
export async function wasTakenBack(
  tx: Transaction,
  store: CharacterStore,
  claim: {
    readonly text: string
    readonly turn: ConversationTurn
    readonly quote: string
    readonly terms: Terms
    readonly names: readonly string[]
  },
): Promise<boolean> {
  for (const source of await store.facts.sources.byTurn(tx, claim.turn.turnId)) {
    const gone = source.factId.startsWith(TAKEN_BACK)
    const before = gone ? await removedDocument(tx, store, source.factId.slice(TAKEN_BACK.length)) : null
    const row = gone ? undefined : await store.facts.get(tx, source.factId)
    const document = gone
      ? before
      : row === undefined || row.supersededInstant === null
        ? null
        : parseObject(row.doc)
    const text = document === null ? null : textField(document, 'text')
    if (text === null) continue
    // Outdated by a later turn: the very same words are the same fact, which admission finds by itself. One that
    // was outdated when it was said may be said again.
    if (!gone && (text === claim.text || textField(document ?? {}, 'superseded_by') === null)) continue
    if (sayTheSame(text, claim.text, claim.terms, claim.names)) return true
    if (gone && source.quote !== null && foldedText(source.quote) === foldedText(claim.quote)) return true
  }
  return false
}

/** Keeps where a fact was said after it is gone, so that the same turns do not teach it again. */
export async function keepTakenBack(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  sources: readonly FactSourceRow[],
): Promise<void> {
  await store.facts.sources.add(tx, ...sources.map((source) => ({ ...source, factId: TAKEN_BACK + id })))
}

/** What the journal calls a fact that the user took back. */
const UNDONE = 'fact.undone'

/** Marks a source row as that of a fact that is gone; the row keeps turn and quote. */
export const TAKEN_BACK = 'taken_back:'

/** The active fact, unless it was said after the correcting turn: an old log read late corrects nothing newer. */
async function correctable(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  cause: CorrectionCause,
): Promise<FactRow | null> {
  const row = await store.facts.get(tx, id)
  if (row === undefined || row.archived) return null
  const sources = await store.facts.sources.of(tx, id)
  const { turnId, at } = cause.turn
  if (sources.some(({ instant }) => instant !== null && instant > at.instant)) return null
  const beside = sources.filter((source) => source.instant === at.instant && source.turnId !== turnId)
  if (beside.length === 0) return row
  // The turns of one request share its instant.
  const turnIds = [turnId, ...beside.map((source) => source.turnId)]
  const order = (await store.timeIndex.byTurnIds(tx, turnIds)).map((turn) => turn.turnId)
  return order.includes(turnId) && order.at(-1) !== turnId ? null : row
}

async function noteOnSuccessor(
  tx: Transaction,
  store: CharacterStore,
  field: 'supersedes' | 'retracts',
  id: string,
  cause: CorrectionCause,
  changed: Map<string, JsonObject>,
): Promise<void> {
  const successor = cause.by === null ? undefined : await store.facts.get(tx, cause.by)
  if (successor === undefined || successor.id === null) return
  const document = parseObject(successor.doc) ?? {}
  const doc = patchObject(successor.doc, { [field]: [...idsOf(document[field]), id] })
  const patched = parseObject(doc) ?? {}
  await store.facts.update(tx, successor.id, doc, factColumns(patched, cause.now.zone))
  changed.set(successor.id, patched)
}

async function takeOut(
  tx: Transaction,
  store: CharacterStore,
  row: FactRow,
  entry: { readonly now: Moment; readonly who: string; readonly what: string; readonly cause: string | null },
): Promise<void> {
  const id = row.id ?? ''
  const sources = await store.facts.sources.of(tx, id)
  await flagDependents(tx, store, { kind: 'fact', id }, entry.now)
  await store.facts.remove(tx, id)
  await keepTakenBack(tx, store, id, sources)
  await store.journal.append(tx, {
    at: entry.now.instant,
    who: entry.who,
    what: entry.what,
    target: id,
    before: row.doc,
    after: null,
    cause: entry.cause,
  })
}

/** Undoes `takeOut`: document, sources and index are as before. */
async function putBack(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  entry: {
    readonly now: Moment
    readonly who: string
    readonly names: readonly string[]
    readonly cause: string
  },
): Promise<JsonObject | null> {
  const removal = (await store.journal.ofTarget(tx, id)).findLast(
    (change) => change.what === 'fact.retracted',
  )
  const doc = removal?.before ?? null
  const document = doc === null ? null : parseObject(doc)
  if (doc === null || document === null || (await store.facts.get(tx, id)) !== undefined) return null
  const sources: readonly FactSourceRow[] = await store.facts.sources.of(tx, TAKEN_BACK + id)
  await store.facts.remove(tx, TAKEN_BACK + id)
  await store.facts.insert(tx, { ...factColumns(document, entry.now.zone), doc })
  await store.facts.sources.add(tx, ...sources.map((source) => ({ ...source, factId: id })))
  await store.facts.fts.index(tx, id, indexedText(textField(document, 'text') ?? '', entry.names))
  await store.journal.append(tx, {
    at: entry.now.instant,
    who: entry.who,
    what: 'fact.restored',
    target: id,
    before: null,
    after: doc,
    cause: entry.cause,
  })
  return document
}

async function removedDocument(
  tx: Transaction,
  store: CharacterStore,
  id: string,
): Promise<JsonObject | null> {
  const removal = (await store.journal.ofTarget(tx, id)).findLast((change) => change.after === null)
  return parseObject(removal?.before ?? '')
}

/** Enough words in common, names aside, to be one statement in other words. */
function sayTheSame(first: string, second: string, terms: Terms, names: readonly string[]): boolean {
  const a = new Set(terms(stripNames(first, names)))
  const b = new Set(terms(stripNames(second, names)))
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return foldedText(first) === foldedText(second)
  let shared = 0
  for (const term of a) if (b.has(term)) shared += 1
  return shared / smaller >= RELEARN_SHARE
}

function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
