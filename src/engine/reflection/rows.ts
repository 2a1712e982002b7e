/**
 * Reading and changing stored reflections inside one transaction. Every change keeps the document as it was spelt,
 * its columns in step, the journal (whole documents that came or went, otherwise the fields that changed), and
 * recall told at the commit.
 */
import { parseObject, patchObject, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { reflectionHot } from '../store/hot.ts'
import type { ReflectionRow } from '../store/reflections.ts'
import { parseStamp } from '../time/stamp.ts'
import type { ReflectionDeps } from './deps.ts'
import { normaliseReflection, terminalStatuses } from './record.ts'

/** A stored reflection that has an id. */
export interface Reflection {
  readonly id: string
  readonly row: ReflectionRow
  /** Parsed, with every field. */
  readonly document: JsonObject
}

/** Who changes what, and what led to it. */
export interface ChangeNote {
  readonly what: string
  readonly cause?: string | null
}

export interface ReflectionWrites {
  readonly tx: Transaction
  readonly store: CharacterStore
  readonly now: Moment
  get(id: string): Promise<Reflection | null>
  insert(document: JsonObject, note: ChangeNote): Promise<void>
  /** The reflection after the change. */
  patch(reflection: Reflection, changes: JsonObject, note: ChangeNote): Promise<Reflection>
  remove(reflection: Reflection, note: ChangeNote): Promise<void>
  /** Says that somebody else changed the row in this transaction, so that recall takes it over too. */
  touched(id: string): void
}

/** Runs `work` in one transaction of `memory` at the time it starts; `who` signs the journal. */
export async function changeReflections<T>(
  deps: Pick<ReflectionDeps, 'now' | 'onReflections'>,
  { store }: Pick<Memory, 'store'>,
  who: string,
  work: (writes: ReflectionWrites) => Promise<T>,
): Promise<T> {
  const [now, { onReflections }] = [deps.now(), deps]
  return store.db.transaction((tx) => writesIn({ tx, store, now, who, onReflections }, work))
}

/** The same inside a transaction of the caller's. */
export async function writesIn<T>(
  within: Pick<ReflectionWrites, 'tx' | 'store' | 'now'> &
    Pick<ReflectionDeps, 'onReflections'> & { readonly who: string },
  work: (writes: ReflectionWrites) => Promise<T>,
): Promise<T> {
  const { tx, store, now, who } = within
  const upserted = new Map<string, JsonObject>()
  const removed = new Set<string>()
  const touched = new Set<string>()
  const result = await work({
    tx,
    store,
    now,
    get: (id) => getReflection(tx, store, id),

    async insert(document, note) {
      const doc = JSON.stringify(document)
      const hot = reflectionHot(document, instantIn(now))
      await store.reflections.insert(tx, [{ doc, ...hot }])
      await journal(note, hot.id, null, doc)
      if (hot.id === null) return
      upserted.set(hot.id, document)
      removed.delete(hot.id)
    },

    async patch(reflection, changes, note) {
      const doc = patchObject(reflection.row.doc, changes)
      const stored = parseObject(doc) ?? {}
      const row = { ...reflection.row, doc, ...columnsAfter(reflection.row, stored, changes, now) }
      await store.reflections.update(tx, row.seq, doc, row)
      const before = Object.keys(changes).map((key) => [key, reflection.document[key]])
      await journal(note, row.id, JSON.stringify(Object.fromEntries(before)), JSON.stringify(changes))
      upserted.set(reflection.id, stored)
      return { ...reflection, row, document: normaliseReflection(stored) ?? stored }
    },

    async remove(reflection, note) {
      await store.reflections.remove(tx, [reflection.row.seq])
      await journal(note, reflection.id, reflection.row.doc, null)
      upserted.delete(reflection.id)
      removed.add(reflection.id)
    },

    touched: (id) => void touched.add(id),
  })
  for (const id of touched) {
    const reflection = await getReflection(tx, store, id)
    if (reflection !== null) upserted.set(id, reflection.document)
  }
  if (upserted.size > 0 || removed.size > 0) within.onReflections(tx, { upserted, removed })
  return result

  async function journal(
    { what, cause = null }: ChangeNote,
    target: string | null,
    before: string | null,
    after: string | null,
  ): Promise<void> {
    await store.journal.append(tx, { at: now.instant, who, what, target, before, after, cause })
  }
}

/** The reflection of that id, whatever its status. */
export async function getReflection(sql: Sql, store: CharacterStore, id: string): Promise<Reflection | null> {
  const row = await store.reflections.get(sql, id)
  return row === undefined ? null : (reflectionOf(row)[0] ?? null)
}

/** All that have an id, in file order. */
export async function allReflections(sql: Sql, store: CharacterStore): Promise<Reflection[]> {
  return (await store.reflections.list(sql)).flatMap(reflectionOf)
}

/** Those whose life has not ended, in file order. */
export async function activeReflections(sql: Sql, store: CharacterStore): Promise<Reflection[]> {
  return (await store.reflections.exceptStatuses(sql, terminalStatuses)).flatMap(reflectionOf)
}

export async function reflectionsOf(
  sql: Sql,
  store: CharacterStore,
  status: 'pending' | 'confirmed' | 'promoted' | 'denied',
): Promise<Reflection[]> {
  return (await store.reflections.byStatus(sql, status)).flatMap(reflectionOf)
}

/** One or none, for a row without an id or with a document that cannot be read. */
function reflectionOf(row: ReflectionRow): Reflection[] {
  const document = normaliseReflection(parseObject(row.doc))
  if (document === null || row.id === null) return []
  return [{ id: row.id, row, document }]
}

/** Instants were read in the zone of their writing, so only those that change are read again. */
function columnsAfter(
  row: ReflectionRow,
  stored: JsonObject,
  changes: JsonObject,
  now: Moment,
): Omit<ReflectionRow, 'seq' | 'doc'> {
  const hot = reflectionHot(stored, instantIn(now))
  return {
    ...hot,
    createdInstant: 'created_at' in changes ? hot.createdInstant : row.createdInstant,
    nextEligibleInstant: 'next_eligible_at' in changes ? hot.nextEligibleInstant : row.nextEligibleInstant,
  }
}

function instantIn({ zone }: Moment): (stamp: string) => number | null {
  return (stamp) => parseStamp(stamp, zone)
}
