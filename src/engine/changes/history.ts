/** Changes as the browser shows them: who did what to which entries, and how their texts read before and after. */
import type { ChangeView, EntryKey } from '../browser-api.ts'
import { isObject, parseJson } from '../document.ts'
import { textOf } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Sql } from '../ports.ts'
import { HISTORY_KEYS_MAX, HISTORY_PAGE_MAX } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { JournalRow } from '../store/logs.ts'
import { changedFields, trackedAs } from './field-names.ts'
import { isRecentChange } from './recent-undo.ts'
import { entryKeyOf, rowChangesOf, type RowChange } from './row-changes.ts'
import { keysOf } from './undo.ts'

/** The newest changes first; with `key`, those that wrote this entry. `before`: only older than that change. */
export async function historyOf(
  sql: Sql,
  store: CharacterStore,
  key: EntryKey | null,
  page: { readonly before: string | null; readonly limit: number },
): Promise<ChangeView[]> {
  const limit = Math.min(Math.max(0, Math.trunc(page.limit)), HISTORY_PAGE_MAX)
  let before = page.before === null ? null : Number(page.before)
  if (before !== null && !Number.isSafeInteger(before)) return []
  const views: ChangeView[] = []
  const ids = key === null ? null : await changesOfEntry(sql, store, key)
  while (views.length < limit) {
    const older: number[] =
      ids === null
        ? await store.changes.list(sql, before, limit)
        : ids.filter((id) => id < (before ?? Number.MAX_SAFE_INTEGER)).slice(0, limit)
    const last = older.at(-1)
    if (last === undefined) return views
    for (const change of older) {
      const view = await viewOf(sql, store, change, key)
      if (view !== null && views.length < limit) views.push(view)
    }
    before = last
  }
  return views
}

async function changesOfEntry(sql: Sql, store: CharacterStore, key: EntryKey): Promise<number[]> {
  const ids = new Set<number>()
  const add = async (
    table: 'facts' | 'reflections' | 'persona_entries' | 'archive_entries',
    entry: string,
  ) => {
    for (const id of await store.journalRows.changesOf(sql, table, entry)) ids.add(id)
  }
  // Wherever it was kept: also an entry that is in the archive by now, or gone.
  if (key.kind === 'fact') await add('facts', key.id)
  if (key.kind === 'reflection') await add('reflections', key.id)
  if (key.kind === 'reflection' || key.kind === 'persona')
    await add('archive_entries', `${key.kind}/${key.id}`)
  if (key.kind === 'persona') {
    for (const { seq } of await store.persona.sections.list(sql)) {
      await add('persona_entries', `${String(seq)}/${key.id}`)
    }
  }
  const stored = await findEntry(sql, key)
  const name = stored === null ? null : await trackedAs(sql, store, stored)
  if (name !== null)
    for (const id of await store.journalRows.changesOf(sql, name.table, name.entry)) ids.add(id)
  return [...ids].sort((a, b) => b - a)
}

/** Null for a change that left no trace in any entry and says nothing of itself. */
async function viewOf(
  sql: Sql,
  store: CharacterStore,
  change: number,
  key: EntryKey | null,
): Promise<ChangeView | null> {
  const journal = await store.journal.ofChange(sql, change)
  const rows = (await rowChangesOf(sql, store, change)).filter(changedAnything)
  const keys = keysOf(rows)
  if (key !== null && !keys.some((own) => own.kind === key.kind && own.id === key.id)) return null
  if (journal.length === 0 && keys.length === 0) return null
  const shown = key ?? keys[0] ?? null
  const about = shown === null ? [] : rows.filter((row) => isOf(row, shown))
  const line = lineOf(journal, shown)
  const text = (doc: string | null | undefined): string | null => {
    const value = typeof doc === 'string' ? parseJson(doc) : null
    if (typeof value === 'string') return value
    return isObject(value) && shown !== null ? textOf(shown.kind, value) : null
  }
  const before = text(about.find((row) => row.before !== null)?.before?.doc)
  const after = text(about.find((row) => row.after !== null)?.after?.doc)
  const end = await store.changes.end(sql, change)
  return {
    changeId: String(change),
    at: line?.at ?? journal[0]?.at ?? 0,
    who: line?.who ?? 'machine',
    what: line?.what ?? (shown === null ? 'entry.changed' : `${shown.kind}.changed`),
    keys: keys.slice(0, HISTORY_KEYS_MAX),
    before: before === after ? null : before,
    after: before === after ? null : after,
    fields: [
      ...new Set(about.flatMap((row) => changedFields(row.before?.doc ?? null, row.after?.doc ?? null))),
    ],
    undoable: !end.sealed && end.undoneBy === null && (keys.length > 0 || journal.some(isRecentChange)),
    undoneBy: end.undoneBy === null ? null : String(end.undoneBy),
  }
}

/** The line that speaks of the entry: the first about it, or the first of all. */
function lineOf(journal: readonly JournalRow[], key: EntryKey | null): JournalRow | undefined {
  const own = journal.find(
    ({ target }) => key !== null && (target === key.id || target?.endsWith(`/${key.id}`) === true),
  )
  return own ?? journal[0]
}

function isOf(row: RowChange, key: EntryKey): boolean {
  const own = entryKeyOf(row)
  return own?.kind === key.kind && own.id === key.id
}

function changedAnything({ before, after }: RowChange): boolean {
  return (
    before === null ||
    after === null ||
    changedFields(before.doc, after.doc).length > 0 ||
    before.place['archived'] !== after.place['archived'] ||
    before.place['section'] !== after.place['section']
  )
}
