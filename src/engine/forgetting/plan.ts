/**
 * What a forgetting takes with it: the entries that are asked for, their copies in other layers, what was built on them,
 * and the turns they came from. The same plan is shown before and carried out after.
 */
import type { EntryKey } from '../browser-api.ts'
import { parseObject, textField, type JsonObject } from '../document.ts'
import { TAKEN_BACK } from '../facts/correct.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Sql } from '../ports.ts'
import { idsIn } from '../reflection/record.ts'
import { ECHO_SHARE } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { placeOf, textsOf, turnText } from './entry-texts.ts'
import { citedAs, turnNameOf, type Finder, type TurnName } from './finder.ts'
import { Fragments } from './fragments.ts'

/** A turn that goes, or would go if it were asked for. */
export interface PlannedTurn {
  readonly name: TurnName
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
  finder: Finder,
): Promise<ForgetPlan> {
  const entries = await withCopies(sql, asked)
  const turnsAsked = entries.filter(({ kind }) => kind === 'turn')
  const { joined, texts: joinedTexts } = await joinedInto(sql, store, entries)
  const claims = [
    ...entries.filter(({ kind }) => kind !== 'turn').flatMap((entry) => textsOf(entry)),
    ...joinedTexts,
  ]
  const quotes = await quotesOf(sql, store, [...idsOfKind(entries, 'fact'), ...joined])
  const said = [...claims, ...quotes.map(({ quote }) => quote)]
  const turns = await turnsOf(finder, turnsAsked, quotes, said)
  const texts = [
    ...claims,
    ...(rawTurns ? quotes.map(({ quote }) => quote) : []),
    ...(rawTurns ? turns.map(({ text }) => text) : turnsAsked.map(turnText)),
  ]
  const derived = await derivedOf(sql, store, entries, finder)
  const sorted = await sortOut(sql, store, entries, derived)
  const reached = new Set([...entries, ...derived].map(placeOf))
  const literal = await literalOf(finder, sorted.flagged, texts, reached)
  return { entries, ...sorted, literal, turns, joined, texts }
}

/** Of `flagged`, what says something of the texts that nothing beyond the reach of the forgetting says. */
async function literalOf(
  finder: Finder,
  flagged: readonly StoredEntry[],
  texts: readonly string[],
  reached: ReadonlySet<string>,
): Promise<ReadonlySet<StoredEntry>> {
  if (flagged.length === 0) return new Set()
  const fragments = await finder.fragments(texts, { entries: reached, turns: null })
  return new Set(flagged.filter((entry) => textsOf(entry).some((text) => fragments.hit(text))))
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
  finder: Finder,
  asked: readonly StoredEntry[],
  quotes: readonly Quote[],
  said: readonly string[],
): Promise<PlannedTurn[]> {
  const names = new Set(asked.map(turnNameOf))
  const cited = new Map<string, string[]>()
  for (const { turnId, quote } of quotes) {
    cited.set(turnId, [...(cited.get(turnId) ?? []), ...(quote === '' ? [] : [quote])])
  }
  const statementTexts = said.filter((text) => text !== '')
  const statements = statementTexts.map((text) => new Fragments([text]))
  const turns: PlannedTurn[] = []
  for (const entry of await finder.turns(names, new Set(cited.keys()), statementTexts)) {
    const name = turnNameOf(entry)
    const text = turnText(entry)
    const known = cited.get(citedAs(name)) ?? (names.has(name) ? [] : undefined)
    const repeats = known === undefined && statements.some((one) => one.share(text) >= ECHO_SHARE)
    if (known !== undefined || repeats) turns.push({ name, text, quotes: known ?? [] })
  }
  return turns
}

/** What was built on the entries, nearest first; for turns the facts that cite them too. */
async function derivedOf(
  sql: Sql,
  store: CharacterStore,
  entries: readonly StoredEntry[],
  finder: Finder,
): Promise<StoredEntry[]> {
  const facts = new Map<string, StoredEntry>()
  for (const entry of entries) {
    if (entry.kind !== 'turn') continue
    for (const { factId } of await store.facts.sources.byTurn(sql, citedAs(turnNameOf(entry)))) {
      const found = await findEntry(sql, { kind: 'fact', id: factId })
      if (found !== null) facts.set(placeOf(found), found)
    }
  }
  const direct = [...facts.values()]
  const built = await finder.dependents([...entries, ...direct].map(keyOf))
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
  const going = new Set(entries.map(sourceKeyOf).map(nameOf))
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

/** What names the entry where something rests on it. */
function sourceKeyOf(entry: StoredEntry): EntryKey {
  return entry.kind === 'turn' ? { kind: 'turn', id: citedAs(turnNameOf(entry)) } : keyOf(entry)
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

export function idsOfKind(entries: readonly StoredEntry[], kind: StoredEntry['kind']): string[] {
  return entries.flatMap((entry) => (entry.kind === kind && entry.id !== null ? [entry.id] : []))
}

function nameOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`
}
