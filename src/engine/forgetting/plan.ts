/**
 * What a forgetting takes with it: the entries that are asked for, their copies in other layers, what was built on them,
 * and the turns they came from. The same plan is shown before and carried out after.
 */
import type { EntryKey } from '../browser-api.ts'
import { dependentsOf } from '../changes/dependents.ts'
import { parseJson, parseObject, textField, isObject, type JsonObject } from '../document.ts'
import { TAKEN_BACK } from '../facts/correct.ts'
import { documentOf, keyOf, textOf, type StoredEntry } from '../look/entry-row.ts'
import { findEntry, readEntries } from '../look/find-entry.ts'
import type { Sql } from '../ports.ts'
import { decodeMessage, historyText } from '../recent/message.ts'
import { idsIn } from '../reflection/record.ts'
import { ECHO_SHARE } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { TURNS_LEFT } from '../store/time-index.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { Fragments } from './fragments.ts'

/** A turn that goes, or would go if it were asked for. */
export interface PlannedTurn {
  readonly turnId: string
  readonly text: string
  /** The words that it was cited with; empty where it only repeats them. */
  readonly quotes: readonly string[]
}

export interface ForgetPlan {
  /** Asked for, and their copies in other layers. */
  readonly entries: readonly StoredEntry[]
  /** Built on other things too: taken away, to be made anew out of those. */
  readonly rebuilt: readonly StoredEntry[]
  /** Built on nothing else, or out of reach of the machine: stays with a flag, unless it goes too. */
  readonly flagged: readonly StoredEntry[]
  /** Of `flagged`, those that say it word for word: these go in any case. */
  readonly literal: ReadonlySet<StoredEntry>
  /** Facts that stand on other sources too and stay, without the turns that go. */
  readonly turns: readonly PlannedTurn[]
  /** Ids of former entries that were joined into one of these. */
  readonly joined: readonly string[]
  /** Texts that must not be left: of entries and what they once said; with `rawTurns`, of turns. */
  readonly texts: readonly string[]
}

export async function planForgetting(
  sql: Sql,
  store: CharacterStore,
  asked: readonly StoredEntry[],
  rawTurns: boolean,
): Promise<ForgetPlan> {
  const entries = await withCopies(sql, asked)
  const turnsAsked = entries.filter(({ kind }) => kind === 'turn')
  const { joined, texts: joinedTexts } = await joinedInto(sql, store, entries)
  const claims = [
    ...entries.filter(({ kind }) => kind !== 'turn').flatMap((entry) => textsOf(entry)),
    ...joinedTexts,
  ]
  const quotes = await quotesOf(sql, store, [...idsOfKind(entries, 'fact'), ...joined])
  const turns = await turnsOf(sql, turnsAsked, quotes, [...claims, ...quotes.map(({ quote }) => quote)])
  const texts = [
    ...claims,
    ...(rawTurns ? quotes.map(({ quote }) => quote) : []),
    ...(rawTurns ? turns.map(({ text }) => text) : turnsAsked.map(turnText)),
  ]
  const derived = await derivedOf(sql, store, entries)
  const sorted = await sortOut(sql, store, entries, derived)
  const fragments = new Fragments(texts)
  const staying = new Set([...entries, ...derived].map(placeOf))
  await dismissEntries(sql, fragments, (entry) => !staying.has(placeOf(entry)))
  const literal = new Set(
    sorted.flagged.filter((entry) => textsOf(entry).some((text) => fragments.hit(text))),
  )
  return { entries, ...sorted, literal, turns, joined, texts }
}

/** Drops from `fragments` what entries that stay say too. Queued contradictions only repeat what others say. */
export async function dismissEntries(
  sql: Sql,
  fragments: Fragments,
  stays: (entry: StoredEntry) => boolean,
): Promise<void> {
  for (const table of ['facts', 'reflections', 'persona', 'shards'] as const) {
    for (const entry of await allOf(sql, table)) {
      const document = stays(entry) ? documentOf(entry) : null
      if (document !== null) fragments.dismiss(textOf(entry.kind, document))
    }
  }
}

/** What identifies the row of an entry. */
export function placeOf({ table, seq }: Pick<StoredEntry, 'table' | 'seq'>): string {
  return `${table} ${String(seq)}`
}

/** All that an entry says or once said. */
export function textsOf(entry: StoredEntry): string[] {
  if (entry.kind === 'turn') return [turnText(entry)]
  const document = documentOf(entry)
  if (document === null) return []
  if (entry.kind === 'correction') {
    return ['old_text', 'new_text'].flatMap((key) => textField(document, key) ?? [])
  }
  const versions = listIn(document['version_history']).flatMap((version) => textField(version, 'text') ?? [])
  const edits = listIn(document['modification_history']).flatMap((edit) => textField(edit, 'old_text') ?? [])
  return [textOf(entry.kind, document), ...versions, ...edits]
}

export function turnText({ doc }: Pick<StoredEntry, 'doc'>): string {
  const value = parseJson(doc)
  const message = value === undefined ? null : decodeMessage(value as JsonValue) // what JSON.parse gives is JSON
  return message === null ? '' : historyText(message)
}

/** A reflection that was promoted stands in the persona with its words, and the other way round: one memory. */
async function withCopies(sql: Sql, asked: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const entries = [...asked]
  const known = new Set(asked.map(placeOf))
  for (const entry of asked) {
    if (entry.kind !== 'persona') continue
    const document = documentOf(entry) ?? {}
    const ids = [textField(document, 'source_id'), ...idsIn(document['merged_from_ids'])]
    for (const id of ids) {
      const found = id === null ? null : await findEntry(sql, { kind: 'reflection', id })
      if (found === null || known.has(placeOf(found))) continue
      if (textField(documentOf(found) ?? {}, 'text') !== textField(document, 'text')) continue
      known.add(placeOf(found))
      entries.push(found)
    }
  }
  return entries
}

/** Facts that were joined into one of these as duplicates: gone as rows, but known to journal and sources. */
async function joinedInto(
  sql: Sql,
  store: CharacterStore,
  entries: readonly StoredEntry[],
): Promise<{ readonly joined: string[]; readonly texts: string[] }> {
  const joined = entries.flatMap((entry) =>
    entry.kind === 'fact' ? idsIn((documentOf(entry) ?? {})['merged_from_ids']) : [],
  )
  const texts: string[] = []
  for (const id of joined) {
    const removal = (await store.journal.ofTarget(sql, id)).findLast(({ after }) => after === null)
    const text = textField(parseObject(removal?.before ?? '') ?? {}, 'text')
    if (text !== null) texts.push(text)
  }
  return { joined, texts }
}

interface Quote {
  readonly turnId: string
  readonly quote: string
}

async function quotesOf(sql: Sql, store: CharacterStore, factIds: readonly string[]): Promise<Quote[]> {
  const ids = factIds.flatMap((id) => [id, TAKEN_BACK + id])
  const sources = await store.facts.sources.ofMany(sql, ids)
  return sources.map(({ turnId, quote }) => ({ turnId, quote: quote ?? '' }))
}

/** The cited turns, and those that repeat what is forgotten. */
async function turnsOf(
  sql: Sql,
  asked: readonly StoredEntry[],
  quotes: readonly Quote[],
  said: readonly string[],
): Promise<PlannedTurn[]> {
  const cited = new Map<string, string[]>()
  for (const { id } of asked) if (id !== null) cited.set(id, [])
  for (const { turnId, quote } of quotes) {
    cited.set(turnId, [...(cited.get(turnId) ?? []), ...(quote === '' ? [] : [quote])])
  }
  const statements = said.filter((text) => text !== '').map((text) => new Fragments([text]))
  const turns: PlannedTurn[] = []
  for (const entry of await allOf(sql, 'turns')) {
    const turnId = entry.id ?? `row:${String(entry.seq)}`
    const text = turnText(entry)
    const known = cited.get(turnId)
    const repeats = known === undefined && statements.some((one) => one.share(text) >= ECHO_SHARE)
    if (known !== undefined || repeats) turns.push({ turnId, text, quotes: known ?? [] })
  }
  return turns
}

/** What was built on the entries, nearest first; for turns the facts that cite them too. */
async function derivedOf(
  sql: Sql,
  store: CharacterStore,
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const facts = new Map<string, StoredEntry>()
  for (const { kind, id } of entries) {
    if (kind !== 'turn' || id === null) continue
    for (const { factId } of await store.facts.sources.byTurn(sql, id)) {
      const found = await findEntry(sql, { kind: 'fact', id: factId })
      if (found !== null) facts.set(placeOf(found), found)
    }
  }
  const direct = [...facts.values()]
  const built = await dependentsOf(sql, [...entries, ...direct].map(keyOf))
  const own = new Set(entries.map(placeOf))
  return [...direct, ...built].filter((entry) => !own.has(placeOf(entry)))
}

/** Which of them can be made anew out of what stays. */
async function sortOut(
  sql: Sql,
  store: CharacterStore,
  entries: readonly StoredEntry[],
  derived: readonly StoredEntry[],
): Promise<{ readonly rebuilt: StoredEntry[]; readonly flagged: StoredEntry[] }> {
  const going = new Set(entries.map((entry) => nameOf(keyOf(entry))))
  const [rebuilt, flagged]: [StoredEntry[], StoredEntry[]] = [[], []]
  for (const entry of derived) {
    const document = documentOf(entry) ?? {}
    const parents = await parentsOf(sql, store, entry, document)
    const left = parents.filter((parent) => !going.has(nameOf(parent)))
    if (entry.kind === 'fact') {
      // Said in another turn too: nothing of the fact itself changes.
      if (left.length === 0) flagged.push(entry)
      continue
    }
    const anew =
      entry.kind === 'reflection'
        ? left.length > 0
        : parents.every((parent) => rebuilt.some((other) => nameOf(keyOf(other)) === nameOf(parent)))
    if (anew && !entry.archived) {
      rebuilt.push(entry)
      going.add(nameOf(keyOf(entry)))
    } else {
      flagged.push(entry)
    }
  }
  return { rebuilt, flagged }
}

/** What an entry directly rests on and is still there. */
async function parentsOf(
  sql: Sql,
  store: CharacterStore,
  entry: StoredEntry,
  document: JsonObject,
): Promise<EntryKey[]> {
  if (entry.kind === 'fact') {
    const sources = entry.id === null ? [] : await store.facts.sources.of(sql, entry.id)
    return sources.map(({ turnId }) => ({ kind: 'turn', id: turnId }))
  }
  const [kind, ids] =
    entry.kind === 'reflection'
      ? (['fact', idsIn(document['source_fact_ids'])] as const)
      : ([
          'reflection',
          [textField(document, 'source_id') ?? '', ...idsIn(document['merged_from_ids'])],
        ] as const)
  const keys: EntryKey[] = []
  for (const id of new Set(ids)) {
    if (id !== '' && (await findEntry(sql, { kind, id })) !== null) keys.push({ kind, id })
  }
  return keys
}

export async function allOf(
  sql: Sql,
  table: 'facts' | 'reflections' | 'persona' | 'corrections' | 'shards' | 'turns',
): Promise<StoredEntry[]> {
  const rows = await sql.all<{ seq: number }>(
    table === 'turns'
      ? `SELECT id AS seq FROM ${TURNS_LEFT} ORDER BY id`
      : `SELECT seq FROM ${tableNames[table]} ORDER BY seq`,
  )
  return readEntries(
    sql,
    table,
    rows.map(({ seq }) => seq),
  )
}

const tableNames = {
  facts: 'facts',
  reflections: 'reflections',
  persona: 'persona_entries',
  corrections: 'corrections',
  shards: 'archive_entries',
} as const

export function idsOfKind(entries: readonly StoredEntry[], kind: StoredEntry['kind']): string[] {
  return entries.flatMap((entry) => (entry.kind === kind && entry.id !== null ? [entry.id] : []))
}

function nameOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`
}

function listIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : []
}
