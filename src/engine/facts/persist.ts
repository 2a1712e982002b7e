/**
 * Keeping one item that was said: the same again, nearly the same, or new (facts.md §6). Everything here runs in
 * the caller's transaction: row, sources, full-text index and journal commit together.
 */
import { parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import type { Moment, Transaction } from '../ports.ts'
import { NEAR_DUPLICATE_BM25, NEAR_DUPLICATE_HITS, NEAR_DUPLICATE_WORDS, SECOND_MS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactRow } from '../store/facts.ts'
import { stripNames } from '../text/stop-names.ts'
import { SPACE_CLASS } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'
import { factColumns } from './hot.ts'
import { factDocument, factHash, factId, reinforcement, sourceUpgrade, type FactTimes } from './record.ts'
import type { FactItem } from './validate.ts'

export interface SaidFact {
  readonly item: FactItem
  readonly confidence: 'normal' | 'low'
  readonly times: FactTimes
  /** Turns that say it, with their words; empty for imports. */
  readonly sources: readonly { readonly turnId: string; readonly quote: string; readonly instant: number }[]
  /** True when the item itself speaks of what no longer holds. */
  readonly outdated: boolean
}

export interface PersistOptions {
  readonly now: Moment
  /** Who writes, for the journal. */
  readonly who: string
  /** Stop names, which are left out of the full-text index and its queries (facts.md §5). */
  readonly names: readonly string[]
  readonly nearDuplicates: boolean
}

export type Persisted =
  | { readonly kind: 'added'; readonly id: string; readonly document: JsonObject }
  | {
      readonly kind: 'same'
      readonly id: string
      /** The document after what changed in it; null when nothing did. */
      readonly document: JsonObject | null
      readonly upgraded: boolean
      /** Further turns that say it, beyond those that were known. */
      readonly reinforced: number
    }

export async function persistFact(
  tx: Transaction,
  store: CharacterStore,
  said: SaidFact,
  options: PersistOptions,
): Promise<Persisted> {
  const hash = factHash(said.item.text, said.item.imported)
  const turnIds = said.sources.map((source) => source.turnId)
  const exact = await store.facts.byHash(tx, hash, turnIds)
  if (exact !== undefined && (await stillCounts(tx, store, exact, said)))
    return sayAgain(tx, store, exact, said, options, true)
  if (options.nearDuplicates) {
    const near = await nearDuplicate(tx, store, said, options)
    if (near !== undefined) return sayAgain(tx, store, near, said, options, false)
  }
  return add(tx, store, said, hash, options)
}

/** Writes a changed document with its columns and journals it. Returns the parsed document. */
export async function changeFact(
  tx: Transaction,
  store: CharacterStore,
  row: Pick<FactRow, 'id' | 'doc'>,
  changes: JsonObject,
  entry: { readonly now: Moment; readonly who: string; readonly what: string; readonly cause: string | null },
): Promise<JsonObject> {
  const doc = patchObject(row.doc, changes)
  const document = parseObject(doc) ?? {}
  const id = row.id ?? ''
  await store.facts.update(tx, id, doc, factColumns(document, entry.now.zone))
  await store.journal.append(tx, {
    at: entry.now.instant,
    who: entry.who,
    what: entry.what,
    target: id,
    before: row.doc,
    after: doc,
    cause: entry.cause,
  })
  return document
}

/** What the full-text index holds of a text (recent.md §9.5). */
export function indexedText(text: string, names: readonly string[]): string {
  return stripNames(text, names)
}

/** The MATCH expression that asks for all words of `text`; null when there are none, or too many to be one fact. */
export function matchExpression(text: string, names: readonly string[]): string | null {
  const words = stripNames(text, names)
    .replace(/["*():-]/gu, ' ')
    .split(separators)
    .filter((word) => word !== '')
  if (words.length === 0 || words.length > NEAR_DUPLICATE_WORDS) return null
  return words.map((word) => `"${word}"`).join(' ')
}

const separators = new RegExp(`[${SPACE_CLASS}\\0]+`, 'u')

/**
 * False for a fact that was outdated before this was said: what is said again later ("back in Tokyo") is true
 * anew, and its earlier period stays as it was. Of the turns of one instant, only those that are known to have said it
 * came before what outdated it.
 */
async function stillCounts(
  tx: Transaction,
  store: CharacterStore,
  row: FactRow,
  said: SaidFact,
): Promise<boolean> {
  if (row.supersededInstant === null || said.outdated) return true
  const { instant } = said.times.said
  if (instant !== row.supersededInstant) return instant < row.supersededInstant
  const sources = await store.facts.sources.of(tx, row.id ?? '')
  const known = new Set(sources.map(({ turnId }) => turnId))
  return said.sources.every(({ turnId }) => known.has(turnId))
}

async function sayAgain(
  tx: Transaction,
  store: CharacterStore,
  row: FactRow,
  said: SaidFact,
  options: PersistOptions,
  exact: boolean,
): Promise<Persisted> {
  const id = row.id ?? ''
  const existing = parseObject(row.doc) ?? {}
  const known = new Set((await store.facts.sources.of(tx, id)).map((source) => source.turnId))
  const fresh = said.sources.filter((source) => !known.has(source.turnId))
  await store.facts.sources.add(tx, ...fresh.map((source) => ({ factId: id, ...source })))

  const upgrade = exact ? sourceUpgrade(existing, said.item) : null
  const turns = new Set(fresh.map((source) => source.turnId)).size
  const changes = {
    ...upgrade,
    ...(turns === 0 ? {} : reinforcement(existing, turns, said.times.said, said.item)),
  }
  if (Object.keys(changes).length === 0) {
    return { kind: 'same', id, document: null, upgraded: false, reinforced: 0 }
  }
  const document = await changeFact(tx, store, row, changes, {
    ...options,
    what: upgrade === null ? 'fact.reinforced' : 'fact.upgraded',
    cause: said.sources[0]?.turnId ?? null,
  })
  return { kind: 'same', id, document, upgraded: upgrade !== null, reinforced: turns }
}

/** An active fact about the same one, holding or outdated like this one, that has all the words of this one. */
async function nearDuplicate(
  tx: Transaction,
  store: CharacterStore,
  said: SaidFact,
  options: PersistOptions,
): Promise<FactRow | undefined> {
  const expression = matchExpression(said.item.text, options.names)
  if (expression === null) return undefined
  for (const hit of await store.facts.fts.search(tx, expression, NEAR_DUPLICATE_HITS)) {
    if (hit.bm25 >= NEAR_DUPLICATE_BM25) continue
    const row = await store.facts.get(tx, hit.factId)
    if (row === undefined || row.archived || row.entity !== said.item.entity) continue
    if ((row.supersededInstant !== null) !== said.outdated) continue
    if (importDay(parseObject(row.doc)?.['external_import']) !== importDay(said.item.imported)) continue
    return row
  }
  return undefined
}

/** The day of a journal import: the same words of another day are another fact (facts.md §6.2). */
function importDay(imported: unknown): string | null {
  if (typeof imported !== 'object' || imported === null || Array.isArray(imported)) return null
  const fields: JsonObject = { ...imported }
  return fields['section'] === 'daily' ? textField(fields, 'event_date') : null
}

async function add(
  tx: Transaction,
  store: CharacterStore,
  said: SaidFact,
  hash: string,
  options: PersistOptions,
): Promise<Persisted> {
  const id = await freeId(tx, store, said.times.created, hash)
  const plain = factDocument(said.item, id, hash, said.times, said.confidence)
  // What was over when it was said is over since then at the latest.
  const over = said.outdated ? { superseded_at: plain['event_end_at'] ?? toNaive(said.times.said) } : {}
  const document = { ...plain, ...over }
  const doc = JSON.stringify(document)
  await store.facts.insert(tx, { ...factColumns(document, options.now.zone), doc })
  await store.facts.sources.add(tx, ...said.sources.map((source) => ({ factId: id, ...source })))
  await store.facts.fts.index(tx, id, indexedText(said.item.text, options.names))
  await store.journal.append(tx, {
    at: options.now.instant,
    who: options.who,
    what: 'fact.added',
    target: id,
    before: null,
    after: doc,
    cause: said.sources[0]?.turnId ?? null,
  })
  return { kind: 'added', id, document }
}

/** The reference's id, at the next free second when the same text was learned twice within one. */
async function freeId(
  tx: Transaction,
  store: CharacterStore,
  created: Moment,
  hash: string,
): Promise<string> {
  for (let second = 0; ; second += 1) {
    const id = factId({ ...created, instant: created.instant + second * SECOND_MS }, hash)
    if ((await store.facts.get(tx, id)) === undefined) return id
  }
}
