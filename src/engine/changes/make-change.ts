/**
 * The frame of every change by the user: one transaction, refused as a whole when an entry is not as it was seen,
 * answered the same when asked again, and followed by what is kept in step with the rows (issue 5 §1, §4).
 */
import type { ChangeResult, EntryAt, EntryKey, EntryRow } from '../browser-api.ts'
import { type Core, nowOf, stopNamesOf } from '../core.ts'
import { parseJson, parseObject, textField } from '../document.ts'
import { indexedText } from '../facts/persist.ts'
import { entryRow, type StoredEntry } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { fail, type Failure } from '../result.ts'
import type { ErrorCode } from '../errors.ts'
import { CHANGE_ENTRIES_MAX } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { changedSince } from './field-names.ts'
import { revisionOf } from './marks.ts'

/** A change while it is made. */
export interface Making {
  readonly tx: Transaction
  readonly store: CharacterStore
  readonly memory: Memory
  readonly now: Moment
  readonly operationId: string
  readonly changeId: number
  /** Stop names, which are left out of the full-text index. */
  readonly names: readonly string[]
}

export type Refusal = Extract<ChangeResult, { readonly ok: false }>

/**
 * Runs `work` as one change. It resolves to the keys of what was changed and throws `Refused` to leave everything as
 * it was. The same `operationId` again gives the first answer, with the rows as they are now.
 */
export async function makeChange(
  core: Core,
  character: string,
  operationId: string,
  work: (making: Making) => Promise<readonly EntryKey[]>,
): Promise<ChangeResult> {
  const bad = badOperation(operationId)
  if (bad !== null) return refusal('bad_request', bad)
  return core.memories.read(
    character,
    (memory) => within(core, memory, operationId, work),
    () => refusal('unknown_entry', `nothing is stored for ${character}`),
  )
}

async function within(
  core: Core,
  memory: Memory,
  operationId: string,
  work: (making: Making) => Promise<readonly EntryKey[]>,
): Promise<ChangeResult> {
  const { store } = memory
  const names = await stopNamesOf(core, memory.name)
  const now = nowOf(core)
  try {
    return await store.db.transaction(async (tx): Promise<ChangeResult> => {
      const earlier = await store.changes.operations.get(tx, operationId)
      if (earlier !== null) {
        return {
          ok: true,
          changeId: String(earlier.changeId),
          rows: await rowsOf(tx, keysIn(earlier.keys), now),
        }
      }
      const changeId = await store.changes.current(tx)
      const keys = await work({ tx, store, memory, now, operationId, changeId, names })
      await store.changes.operations.put(tx, operationId, {
        changeId,
        proofId: null,
        keys: JSON.stringify(keys),
        instant: now.instant,
      })
      await indexAgain(tx, store, changeId, names)
      tx.onCommit(() => tellOf(core, memory))
      return { ok: true, changeId: String(changeId), rows: await rowsOf(tx, keys, now) }
    })
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.result
    throw thrown
  }
}

/** Leaves a change undone: the transaction is rolled back, and this is the answer. */
export class Refused extends Error {
  readonly result: Refusal
  constructor(result: Refusal) {
    super(result.error.message)
    this.result = result
  }
}

export function refusal(code: ErrorCode, message: string, stale: Refusal['stale'] = []): Refusal {
  const { error } = fail(code, message)
  return { ok: false, error, stale }
}

export function refuse(code: ErrorCode, message: string): never {
  throw new Refused(refusal(code, message))
}

/** The entries as they are stored, in order. Throws `Refused` when one of them is not as the caller saw it. */
export async function seenEntries(
  making: Pick<Making, 'store' | 'now'> & { readonly tx: Sql },
  entries: readonly EntryAt[],
): Promise<StoredEntry[]> {
  const { tx, store, now } = making
  const bad = badEntries(entries)
  if (bad !== null) refuse('bad_request', bad)
  const found: StoredEntry[] = []
  const stale: Refusal['stale'][number][] = []
  for (const { key, revision } of entries) {
    const stored = await findEntry(tx, key)
    if (stored !== null && revisionOf(stored.doc, stored.archived) === revision) {
      found.push(stored)
      continue
    }
    const changed = stored === null ? [] : await changedSince(tx, store, stored, revision)
    stale.push({ key, now: stored === null ? null : entryRow(stored, now), changed })
  }
  if (stale.length > 0) {
    const message = `${String(stale.length)} of ${String(entries.length)} were changed or are gone`
    throw new Refused(refusal('stale_revision', message, stale))
  }
  return found
}

/** The rows of `keys` as they are now; those that are gone are left out. */
export async function rowsOf(sql: Sql, keys: readonly EntryKey[], now: Moment): Promise<EntryRow[]> {
  const rows: EntryRow[] = []
  for (const key of keys) {
    const stored = await findEntry(sql, key)
    const row = stored === null ? null : entryRow(stored, now)
    if (row !== null) rows.push(row)
  }
  return rows
}

/** After the commit: recall takes the rows over, and every page looks again. */
export function tellOf(core: Core, memory: Memory): void {
  core.pools.changed(memory)
  core.deps.notify({ type: 'entries', character: memory.name })
  core.deps.notify({ type: 'facts', character: memory.name, turnIds: [] })
}

/** Brings the full-text index in step with every fact that the change wrote: only active ones are in it. */
export async function indexAgain(
  tx: Transaction,
  store: CharacterStore,
  changeId: number,
  names: readonly string[],
): Promise<void> {
  const images = await store.journalRows.ofChange(tx, changeId)
  const ids = new Set(
    images.flatMap(({ table, entry }) => (table === 'facts' && entry !== null ? [entry] : [])),
  )
  for (const id of ids) {
    await store.facts.fts.delete(tx, id)
    const row = await store.facts.get(tx, id)
    if (row === undefined || row.archived) continue
    const text = textField(parseObject(row.doc) ?? {}, 'text') ?? ''
    await store.facts.fts.index(tx, id, indexedText(text, names))
  }
}

/** Failures without the exception behind them, which cannot cross a port. */
export function plainFailure({ code, message }: Failure): Failure {
  return { code, message }
}

/** Null for an operation id that can be kept. */
export function badOperation(operationId: unknown): string | null {
  const good = typeof operationId === 'string' && operationId !== '' && operationId.length <= OPERATION_ID_MAX
  return good ? null : 'the operation has no usable id'
}

const OPERATION_ID_MAX = 200

function badEntries(entries: readonly EntryAt[]): string | null {
  if (entries.length === 0) return 'no entry is named'
  if (entries.length > CHANGE_ENTRIES_MAX) return `more than ${String(CHANGE_ENTRIES_MAX)} entries are named`
  const names = new Set(entries.map(({ key }) => `${key.kind} ${key.id}`))
  return names.size < entries.length ? 'an entry is named twice' : null
}

/** Written by `makeChange`. */
function keysIn(json: string): EntryKey[] {
  const value = parseJson(json)
  return Array.isArray(value) ? (value as EntryKey[]) : []
}
