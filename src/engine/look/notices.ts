/**
 * Tells the pages which kinds of entries were changed, whoever changed them: loops, routes, imports, another tab. What
 * is written is seen where every statement passes, so that no writer can forget to tell.
 */
import type { ChangedKind, MemoryEvent } from '../api.ts'
import type { Database, DatabaseProvider, Sql, SqlRow, SqlValue, Timer, Transaction } from '../ports.ts'
import { ENTRIES_NOTICE_MS } from '../settings.ts'

export interface ChangeNotices {
  /** The provider whose databases are watched. */
  readonly databases: DatabaseProvider
  /** From now on changes of the database `id` are told as those of `character`. */
  name(id: string, character: string): void
  /** Nothing is told any more. */
  stop(): void
}

/** Changes that follow each other within `ENTRIES_NOTICE_MS` are told together. */
export function createChangeNotices(
  databases: DatabaseProvider,
  timer: Timer,
  notify: (event: MemoryEvent) => void,
): ChangeNotices {
  const names = new Map<string, string>()
  const waiting = new Map<string, Set<ChangedKind>>()
  let cancel: (() => void) | null = null
  let stopped = false

  return {
    databases: {
      home: databases.home,
      open: async (id) => watched(id, await databases.open(id)),
      list: () => databases.list(),
      remove(id) {
        names.delete(id)
        return databases.remove(id)
      },
      size: (id) => databases.size(id),
    },
    name: (id, character) => void names.set(id, character),
    stop() {
      stopped = true
      cancel?.()
      cancel = null
    },
  }

  function watched(id: string, inner: Database): Database {
    return {
      ...observed(inner, (kinds) => committed(id, kinds)),
      home: inner.home,
      exec: (sql) => inner.exec(sql),
      async transaction(work) {
        const changed = new Set<ChangedKind>()
        const note = (kinds: readonly ChangedKind[]) => {
          for (const kind of kinds) changed.add(kind)
        }
        const result = await inner.transaction((tx) => {
          const observing: Transaction = { ...observed(tx, note), onCommit: (effect) => tx.onCommit(effect) }
          return work(observing)
        })
        committed(id, changed)
        return result
      },
      close: () => inner.close(),
    }
  }

  function committed(id: string, kinds: Iterable<ChangedKind>): void {
    const character = names.get(id)
    if (character === undefined || stopped) return
    const own = waiting.get(character) ?? new Set()
    for (const kind of kinds) own.add(kind)
    if (own.size === 0) return
    waiting.set(character, own)
    cancel ??= timer(ENTRIES_NOTICE_MS, tell)
  }

  function tell(): void {
    cancel = null
    for (const [character, kinds] of waiting) notify({ type: 'entries', character, kinds: [...kinds].sort() })
    waiting.clear()
  }
}

/** The same statements; `note` is told what those that may have written anything wrote. */
function observed(sql: Sql, note: (kinds: readonly ChangedKind[]) => void): Sql {
  return {
    async all<T extends SqlRow = SqlRow>(text: string, params?: readonly SqlValue[]): Promise<T[]> {
      const rows = await sql.all<T>(text, params)
      note(kindsWritten(text))
      return rows
    },
    async first<T extends SqlRow = SqlRow>(
      text: string,
      params?: readonly SqlValue[],
    ): Promise<T | undefined> {
      const row = await sql.first<T>(text, params)
      note(kindsWritten(text))
      return row
    },
    async run(text, params) {
      const changed = await sql.run(text, params)
      if (changed > 0) note(kindsWritten(text))
      return changed
    },
  }
}

const none: readonly ChangedKind[] = []

/** Statements are few and used over and over. */
const known = new Map<string, readonly ChangedKind[]>()
const KNOWN_LIMIT = 2_000

/** What a statement writes, by the table that it names. */
export function kindsWritten(text: string): readonly ChangedKind[] {
  let kinds = known.get(text)
  if (kinds === undefined) {
    const table = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+"?(\w+)/i.exec(text)?.[1]
    kinds = table === undefined ? none : (kindsOf[table.toLowerCase()] ?? none)
    if (known.size >= KNOWN_LIMIT) known.clear()
    known.set(text, kinds)
  }
  return kinds
}

const kindsOf: Readonly<Record<string, readonly ChangedKind[]>> = {
  facts: ['fact'],
  fact_sources: ['fact'],
  reflections: ['reflection'],
  surfaced: ['reflection'],
  persona_sections: ['persona'],
  persona_entries: ['persona'],
  corrections: ['correction'],
  archive_entries: ['persona', 'reflection'],
  archive_shards: ['persona', 'reflection'],
  time_indexed_original: ['turn'],
  events: ['activity'],
  outbox: ['activity'],
  journal: ['activity'],
  ledger: ['activity'],
  refusals: ['activity'],
}
