/**
 * Finding what a forgetting reaches, among all rows of all tables. That takes seconds in a large memory, so it is done
 * before the transaction, a stretch at a time and with other work in between, and noted down. The transaction then looks
 * only at what the notes name and at what was written since; where that is not enough it says so, and is done again.
 */
import type { EntryKey } from '../browser-api.ts'
import { dependentsOf, type BuiltTable } from '../changes/dependents.ts'
import { sourceOfRow } from '../facts/turns.ts'
import { documentOf, textOf, type EntryTable, type StoredEntry } from '../look/entry-row.ts'
import { readEntries, readSlice } from '../look/find-entry.ts'
import type { Sql } from '../ports.ts'
import { FORGET_SLICE_ROWS } from '../settings.ts'
import type { KeyedTable, RowKey } from '../store/scrub.ts'
import { Fragments } from './fragments.ts'
import { placeOf, turnText } from './entry-texts.ts'
import type { Written } from './watch.ts'

/** What goes: everything else that says the same stays, and so do the words. */
export interface Going {
  /** Places of entries (`placeOf`). */
  readonly entries: ReadonlySet<string>
  /** Null where it does not matter what turns say. */
  readonly turns: ReadonlySet<TurnName> | null
}

/** Rows of a table that are to be cleaned or deleted. */
export interface RowRule<Row> {
  readonly table: KeyedTable
  /** What the rule is, and what it was made for. */
  readonly asked: string
  /** Rows behind `after`, in the order of their keys; from the first one where it is null. */
  slice(sql: Sql, after: RowKey | null, limit: number): Promise<readonly Row[]>
  keyOf(row: Row): RowKey
  /** Whether there is anything to do about the row. */
  concerns(row: Row): boolean
}

export interface Finder {
  /** Turns that are asked for or cited, or hold a fragment of what was said. */
  turns(
    asked: ReadonlySet<TurnName>,
    cited: ReadonlySet<string>,
    said: readonly string[],
  ): Promise<StoredEntry[]>
  /** What was built on the entries, nearest first. */
  dependents(keys: readonly EntryKey[]): Promise<StoredEntry[]>
  /** Fragments of the texts that nothing says which stays. */
  fragments(texts: readonly string[], going: Going): Promise<Fragments>
  /** Keys of the rows that a rule concerns, and perhaps of others. */
  rows<Row>(rule: RowRule<Row>): Promise<RowKey[]>
}

/** What was found, by what was asked. */
export interface Notes {
  readonly turns: Map<string, readonly number[]>
  readonly dependents: Map<string, readonly Pick<StoredEntry, 'table' | 'seq'>[]>
  /** Where each fragment was found that something says which stays. */
  readonly spoken: Map<string, ReadonlyMap<string, string>>
  readonly rows: Map<string, readonly RowKey[]>
}

/** Thrown where notes do not tell enough any more. */
export class OutOfDate extends Error {}

/** Where words may stand that are not forgotten. Queued contradictions only repeat what others say. */
const speaking = ['facts', 'reflections', 'persona', 'shards'] as const satisfies readonly EntryTable[]

/** The table of the database that holds the entries. */
export function tableOf(table: EntryTable): KeyedTable {
  return tables[table]
}

const tables: Readonly<Record<EntryTable, KeyedTable>> = {
  facts: 'facts',
  reflections: 'reflections',
  persona: 'persona_entries',
  corrections: 'corrections',
  shards: 'archive_entries',
  turns: 'time_indexed_original',
}

/** Looks at every row, and notes what it found. `pause` may let other work in between two slices. */
export function findInAll(sql: Sql, pause: () => Promise<void>): Finder & { readonly notes: Notes } {
  const notes: Notes = { turns: new Map(), dependents: new Map(), spoken: new Map(), rows: new Map() }
  return {
    notes,
    async turns(asked, cited, said) {
      const named = (name: TurnName): boolean => asked.has(name) || cited.has(citedAs(name))
      const fragments = new Fragments(said)
      const found: StoredEntry[] = []
      for await (const slice of entriesOf('turns')) {
        found.push(...slice.filter((entry) => named(turnNameOf(entry)) || fragments.hit(entry.doc)))
      }
      notes.turns.set(
        turnsAsked(asked, cited, said),
        found.map(({ seq }) => seq),
      )
      return found
    },
    async dependents(keys) {
      const found = await dependentsOf(sql, keys, seqsOf)
      notes.dependents.set(
        keysAsked(keys),
        found.map(({ table, seq }) => ({ table, seq })),
      )
      return found
    },
    async fragments(texts, going) {
      const fragments = new Fragments(texts)
      const spoken = new Map<string, string>()
      for (const table of going.turns === null ? speaking : ([...speaking, 'turns'] as const)) {
        for await (const slice of entriesOf(table)) {
          for (const entry of slice) {
            if (goes(entry, going) || !fragments.hit(entry.doc)) continue
            for (const fragment of fragments.dismiss(saidBy(entry))) spoken.set(fragment, placeOf(entry))
          }
        }
      }
      notes.spoken.set(fragmentsAsked(texts, going), spoken)
      return fragments
    },
    async rows(rule) {
      const found: RowKey[] = []
      for (let after: RowKey | null = null; ;) {
        const slice = await rule.slice(sql, after, FORGET_SLICE_ROWS)
        for (const row of slice) if (rule.concerns(row)) found.push(rule.keyOf(row))
        const last = slice.at(-1)
        if (last === undefined || slice.length < FORGET_SLICE_ROWS) break
        after = rule.keyOf(last)
        await pause()
      }
      notes.rows.set(rule.asked, found)
      return found
    },
  }

  async function* entriesOf(table: EntryTable): AsyncGenerator<readonly StoredEntry[]> {
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const slice = await readSlice(sql, table, after, FORGET_SLICE_ROWS)
      yield slice
      if (slice.length < FORGET_SLICE_ROWS) return
      after = slice.at(-1)?.seq ?? after
      await pause()
    }
  }

  async function* seqsOf(table: BuiltTable): AsyncGenerator<readonly number[]> {
    for (let after = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await sql.all<{ seq: number }>(
        `SELECT seq FROM ${tables[table]} WHERE seq > ? ORDER BY seq LIMIT ?`,
        [after, FORGET_SLICE_ROWS],
      )
      yield rows.map(({ seq }) => seq)
      if (rows.length < FORGET_SLICE_ROWS) return
      after = rows.at(-1)?.seq ?? after
      await pause()
    }
  }
}

/** Looks at what the notes name and at what was written since they were begun. */
export function findAgain(sql: Sql, notes: Notes, written: Written): Finder {
  // Which lines of the persona are shown at all hangs on their sections.
  if ((written.get('persona_sections')?.size ?? 0) > 0) throw new OutOfDate('sections were written')
  return {
    turns(asked, cited, said) {
      const seqs = known(notes.turns, turnsAsked(asked, cited, said))
      return readEntries(sql, 'turns', inOrder([...seqs, ...writtenSeqs('turns')]))
    },
    async dependents(keys) {
      const noted = known(notes.dependents, keysAsked(keys))
      const found = await dependentsOf(sql, keys, (table) => {
        const own = noted.filter((place) => place.table === table).map(({ seq }) => seq)
        return [inOrder([...own, ...writtenSeqs(table)])]
      })
      const places = new Set(noted.map(placeOf))
      // Nobody looked for what was built on it in turn.
      if (found.some((entry) => !places.has(placeOf(entry)))) throw new OutOfDate('more was built on it')
      return found
    },
    async fragments(texts, going) {
      const spoken = known(notes.spoken, fragmentsAsked(texts, going))
      const fragments = new Fragments(texts)
      const now = new Set<string>()
      const places = new Set<string>()
      for (const table of [...speaking, 'turns'] as const) {
        const seqs = writtenSeqs(table)
        for (const seq of seqs) places.add(placeOf({ table, seq }))
        if (table === 'turns' && going.turns === null) continue
        for (const entry of await readEntries(sql, table, seqs)) {
          if (goes(entry, going)) continue
          for (const fragment of fragments.held(saidBy(entry))) now.add(fragment)
        }
      }
      for (const [fragment, place] of spoken) {
        // Others may say it too, but nobody looked for them.
        if (places.has(place) && !now.has(fragment)) throw new OutOfDate('what said it too is gone')
      }
      fragments.drop([...spoken.keys(), ...now])
      return fragments
    },
    rows(rule) {
      const keys = known(notes.rows, rule.asked)
      return Promise.resolve([...new Set([...keys, ...(written.get(rule.table) ?? [])])])
    },
  }

  function writtenSeqs(table: EntryTable): number[] {
    return [...(written.get(tables[table]) ?? [])].map(Number)
  }
}

function known<T>(notes: ReadonlyMap<string, T>, asked: string): T {
  const found = notes.get(asked)
  if (found === undefined) throw new OutOfDate('something else is asked')
  return found
}

/** A turn by its id, which clients choose, or by its place where it has none. */
export type TurnName = string | number

export function turnNameOf({ id, seq }: Pick<StoredEntry, 'id' | 'seq'>): TurnName {
  return id ?? seq
}

/** What facts cite the turn as. */
export function citedAs(name: TurnName): string {
  return typeof name === 'number' ? sourceOfRow(name) : name
}

function goes(entry: StoredEntry, { entries, turns }: Going): boolean {
  return entry.kind === 'turn' ? turns?.has(turnNameOf(entry)) === true : entries.has(placeOf(entry))
}

function saidBy(entry: StoredEntry): string {
  if (entry.kind === 'turn') return turnText(entry)
  const document = documentOf(entry)
  return document === null ? '' : textOf(entry.kind, document)
}

function inOrder(seqs: readonly number[]): number[] {
  return [...new Set(seqs)].sort((one, other) => one - other)
}

function turnsAsked(
  asked: ReadonlySet<TurnName>,
  cited: ReadonlySet<string>,
  said: readonly string[],
): string {
  return JSON.stringify([[...asked], [...cited].sort(), said])
}

function keysAsked(keys: readonly EntryKey[]): string {
  return JSON.stringify(keys.map(({ kind, id }) => [kind, id]))
}

function fragmentsAsked(texts: readonly string[], { entries, turns }: Going): string {
  return JSON.stringify([texts, [...entries].sort(), turns === null ? null : [...turns].sort()])
}
