/**
 * Taking a change back, whoever made it: documents, their order, the archive, sources, what was raised, and the events
 * that it wrote are as before, and what follows from them is made anew. An undo is a change itself, so that it can be
 * undone too. It is refused as a whole when something that the change touched was changed since.
 */
import type { EntryKey } from '../browser-api.ts'
import type { parseObject } from '../document.ts'
import { isObject, parseJson, patchObject } from '../document.ts'
import { keepTakenBack } from '../facts/correct.ts'
import { entryRow } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { FactSourceRow } from '../store/facts.ts'
import { deleteRow, insertRow, writeRow, type RowState, type TrackedName } from '../store/tracked-rows.ts'
import { changedFields, changedKeys, sameValue } from './field-names.ts'
import { refusal, refuse, Refused, type Making, type Refusal } from './make-change.ts'
import { volatileFields, withoutVolatile } from './marks.ts'
import { isRecentChange, undoRecent } from './recent-undo.ts'
import { entryKeyOf, rowChangesOf, type RowChange } from './row-changes.ts'

/** Keys of what is as before now. Throws `Refused`. */
export async function undoChange(making: Making, changeId: string): Promise<readonly EntryKey[]> {
  const { tx, store } = making
  const change = /^\d{1,15}$/.test(changeId) ? Number(changeId) : NaN
  if (!Number.isSafeInteger(change)) refuse('bad_request', 'there is no such change')
  const end = await store.changes.end(tx, change)
  if (end.sealed) refuse('undo_conflict', 'something of it was forgotten, and stays so')
  if (end.undoneBy !== null) refuse('undo_conflict', 'it was undone already')
  const changes = await rowChangesOf(tx, store, change)
  const journal = await store.journal.ofChange(tx, change)
  const recent = journal.filter(isRecentChange)
  if (changes.length === 0 && recent.length === 0) refuse('undo_conflict', 'it changed no entry')
  await checkConflicts(making, changes)
  for (const line of [...recent].reverse()) await undoRecent(making, line)

  const who = journal[0]?.who ?? 'machine'
  const sources = new Map<string, FactSourceRow[]>()
  for (const { table, entry, before } of changes) {
    if (table !== 'facts' || before !== null || entry === null) continue
    sources.set(entry, await store.facts.sources.of(tx, entry))
  }
  // First what is to go or stays where it is, then what comes back, each into its place from the front.
  const back: { readonly row: RowChange; readonly state: RowState }[] = []
  for (const row of changes.filter(({ table }) => !isContainer(table))) {
    const state = await takeBack(making, row)
    if (state !== null) back.push({ row, state })
  }
  for (const row of changes.filter(({ table }) => isContainer(table))) await restoreContainer(making, row)
  for (const { row, state } of back.sort((a, b) => a.row.rowSeq - b.row.rowSeq)) {
    await insertRow(tx, row.table, row.rowSeq, state)
  }
  await followEvents(making, changes)
  for (const [id, cited] of sources) await noteRemoved(making, changes, id, cited, who)

  await store.changes.setUndone(tx, change, making.changeId)
  // Undoing an undo makes the first change hold again.
  const first = await store.changes.undoneBy(tx, change)
  if (first !== null) await store.changes.setUndone(tx, first, null)
  const keys = keysOf(changes)
  await store.journal.append(tx, {
    at: making.now.instant,
    who: 'user',
    what: 'change.undone',
    target: keys[0]?.id ?? null,
    before: null,
    after: JSON.stringify({ change }),
    cause: making.operationId,
  })
  return keys
}

/** Entries that the change touched, each once. */
export function keysOf(changes: readonly RowChange[]): EntryKey[] {
  const keys = new Map<string, EntryKey>()
  for (const change of changes) {
    const key = entryKeyOf(change)
    if (key !== null) keys.set(`${key.kind} ${key.id}`, key)
  }
  return [...keys.values()]
}

/** Rows that are what somebody may have changed since; others only follow them. */
const entries: ReadonlySet<TrackedName> = new Set([
  'facts',
  'reflections',
  'persona_entries',
  'corrections',
  'directives',
  'archive_entries',
])

function isContainer(table: TrackedName): boolean {
  return table === 'persona_sections' || table === 'archive_shards'
}

async function checkConflicts(making: Making, changes: readonly RowChange[]): Promise<void> {
  const { tx, now } = making
  const stale: Refusal['stale'][number][] = []
  for (const change of changes) {
    if (!entries.has(change.table) || !(await isChangedSince(making, change))) continue
    const key = entryKeyOf(change)
    if (key === null) refuse('undo_conflict', `a row of ${change.table} was changed since`)
    const stored = await findEntry(tx, key)
    const changed = changedFields(change.after?.doc ?? null, change.now?.doc ?? null)
    stale.push({ key, now: stored === null ? null : entryRow(stored, now), changed })
  }
  if (stale.length === 0) return
  throw new Refused(refusal('undo_conflict', `${String(stale.length)} entries were changed since`, stale))
}

/** Whether one of the fields or places that the change wrote is not as it left it. */
async function isChangedSince(
  { tx, store }: Making,
  { table, entry, before, after, now }: RowChange,
): Promise<boolean> {
  if (after === null) {
    if (now !== null) return true
    // A fact that went to the archive, and the like: it is there once more by another way.
    return table === 'facts' && entry !== null && (await store.facts.get(tx, entry)) !== undefined
  }
  if (now === null) return true
  if (before === null) return !saysSame(after.doc, now.doc) || movedBetween(table, after, now)
  const [was, is, current] = [objectOf(before.doc), objectOf(after.doc), objectOf(now.doc)]
  if (was === null || is === null || current === null) return after.doc !== now.doc
  if (changedKeys(was, is).some((key) => !sameValue(is[key], current[key]))) return true
  return movedBetween(table, before, after) && movedBetween(table, after, now)
}

/** Undoes what needs no new row; the row to put back, or null. */
async function takeBack(
  { tx }: Making,
  { table, rowSeq, before, after, now, images }: RowChange,
): Promise<RowState | null> {
  const soft = !entries.has(table)
  if (before === null) {
    // What follows others may be another's by now, under the same place.
    if (now !== null && (!soft || saysSame(after?.doc ?? null, now.doc))) await deleteRow(tx, table, now.seq)
    return null
  }
  if (after === null) return now === null ? before : null
  if (now === null || (soft && !saysSame(after.doc, now.doc))) return null
  const state = merged(before, after, now)
  const replaced = images.some(({ op }) => op === 'delete') || movedBetween(table, before, after)
  if (!replaced || now.seq === rowSeq) {
    await writeRow(tx, table, now.seq, state)
    return null
  }
  await deleteRow(tx, table, now.seq)
  return state
}

/** Sections and shards that the change made go when nothing else is in them. */
async function restoreContainer({ tx, store }: Making, row: RowChange): Promise<void> {
  const { table, rowSeq, before, after, now } = row
  if (before !== null) {
    if (now === null && after === null) await insertRow(tx, table, rowSeq, before)
    return
  }
  if (now === null) return
  const { name, kind, shard } = now.place
  if (table === 'persona_sections') {
    const rest = await store.persona.entries.inSection(tx, String(name))
    if (rest.length === 0) await deleteRow(tx, table, now.seq)
    return
  }
  const shardKind = kind === 'persona' ? 'persona' : 'reflection'
  const rest = await store.archiveShards.entries(tx, shardKind, String(shard))
  if (rest.length === 0) await store.archiveShards.removeShard(tx, shardKind, String(shard))
}

/** The row as it is now with what the change wrote taken back; exactly as it was when nothing else came since. */
function merged(before: RowState, after: RowState, now: RowState): RowState {
  const untouched = saysSame(after.doc, now.doc)
  const doc = untouched ? before.doc : mergedDoc(before.doc, after.doc, now.doc)
  const place = Object.fromEntries(
    Object.entries(now.place).map(([column, value]) => {
      const was = before.place[column] ?? null
      return [column, was === (after.place[column] ?? null) ? value : was]
    }),
  )
  return { doc, place }
}

function mergedDoc(before: string | null, after: string | null, now: string | null): string | null {
  const [was, is, current] = [objectOf(before), objectOf(after), objectOf(now)]
  if (was === null || is === null || current === null || now === null) return before
  const keys = changedKeys(was, is)
  const fields: Record<string, unknown> = Object.fromEntries(keys.map((key) => [key, was[key]]))
  if (keys.includes('text')) {
    for (const field of volatileFields) if (madeOfText(field) && field in current) fields[field] = null
  }
  return patchObject(now, fields)
}

function madeOfText(field: string): boolean {
  return field.startsWith('token_count') || field.startsWith('embedding')
}

/**
 * The events of the change went or came with its rows. The sentinel stays on the newest applied one, so that no event
 * of before is replayed.
 */
async function followEvents({ tx, store }: Making, changes: readonly RowChange[]): Promise<void> {
  if (!changes.some(({ table }) => table === 'events')) return
  const sentinel = await store.events.sentinel.get(tx)
  const newest = (await store.events.list(tx)).findLast(({ eventId }) => eventId !== null)
  if (newest === undefined) {
    await store.events.sentinel.set(tx, null, '')
    return
  }
  const removed = new Set(
    changes.flatMap(({ table, entry, before }) => (table === 'events' && before === null ? [entry] : [])),
  )
  const added = changes.some(({ table, before }) => table === 'events' && before !== null)
  if (removed.has(sentinel) || added) await store.events.sentinel.set(tx, newest.eventId, newest.ts ?? '')
}

/** What extraction had learned is taken back for good: its turns do not teach it once more (facts/correct.ts). */
async function noteRemoved(
  making: Making,
  changes: readonly RowChange[],
  id: string,
  sources: readonly FactSourceRow[],
  who: string,
): Promise<void> {
  const { tx, store, now, operationId } = making
  const doc = changes.find(({ table, entry }) => table === 'facts' && entry === id)?.after?.doc ?? null
  if (doc === null || (await store.facts.get(tx, id)) !== undefined) return
  if (who.startsWith('extract')) await keepTakenBack(tx, store, id, sources)
  const entry = { who: 'user', what: 'fact.undone', target: id, before: doc, after: null, cause: operationId }
  await store.journal.append(tx, { at: now.instant, ...entry })
}

function movedBetween(table: TrackedName, a: RowState, b: RowState): boolean {
  return (placesOf[table] ?? []).some((column) => (a.place[column] ?? null) !== (b.place[column] ?? null))
}

const placesOf: Partial<Record<TrackedName, readonly string[]>> = {
  facts: ['archived'],
  persona_entries: ['section'],
  archive_entries: ['shard'],
}

/** The same, whatever the machine keeps beside it. */
function saysSame(a: string | null, b: string | null): boolean {
  if (a === b) return true
  const [first, second] = [objectOf(a), objectOf(b)]
  return first !== null && second !== null && sameValue(withoutVolatile(first), withoutVolatile(second))
}

function objectOf(doc: string | null): ReturnType<typeof parseObject> {
  const value = doc === null ? null : parseJson(doc)
  return isObject(value) ? value : null
}
