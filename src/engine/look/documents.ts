/** The documents of a memory as text: what there is, and saving one that the user edited (design.md §4). */
import type { DocumentInfo, SaveDocumentResult } from '../browser-api.ts'
import { badOperation } from '../changes/make-change.ts'
import { nowOf, stopNamesOf, type Core } from '../core.ts'
import { parseObject, textField } from '../document.ts'
import { clearStale } from '../embedding/clear-stale.ts'
import type { Memory } from '../memories.ts'
import type { Instant, Sql, Transaction } from '../ports.ts'
import type { ErrorCode } from '../errors.ts'
import { DOCUMENT_EDIT_MAX_BYTES } from '../settings.ts'
import { archiveShardsTable } from '../store/archive-shards.ts'
import { importView, renderView, viewNames } from '../store/views.ts'
import { sha256Hex } from '../text/hash.ts'
import { parseStamp } from '../time/stamp.ts'
import { checkDocument, type Finding } from './document-schema.ts'
import { indexMissing } from './rebuild.ts'

/** All documents that exist, in the order of the contract. Large ones are measured and never put together. */
export async function documentsOf({ store }: Memory): Promise<DocumentInfo[]> {
  const { db } = store
  const infos: DocumentInfo[] = []
  for (const name of [...viewNames, ...(await shardNames(db))]) {
    const bytes = await rowBytes(db, name)
    if (bytes > DOCUMENT_EDIT_MAX_BYTES) {
      infos.push({ name, bytes, editable: false, revision: String(bytes) })
      continue
    }
    const text = await renderView(db, name)
    if (text !== null) infos.push(infoOf(name, text))
  }
  return infos
}

async function shardNames(sql: Sql): Promise<string[]> {
  const names: string[] = []
  for (const kind of ['reflection', 'persona'] as const) {
    for (const { name } of await archiveShardsTable.all(sql, kind)) names.push(`${kind}_archive/${name}`)
  }
  return names
}

/** Bytes of the rows of a document that may have very many; 0 for the others. */
async function rowBytes(sql: Sql, name: string): Promise<number> {
  const from = manyRows[name]
  if (from === undefined) return 0
  const row = await sql.first<{ bytes: number | null; rows: number }>(
    `SELECT sum(octet_length(${from.column})) AS bytes, count(*) AS rows FROM ${from.table}`,
  )
  return (row?.bytes ?? 0) + (row?.rows ?? 0) * SEPARATOR_BYTES
}

/** Between two rows of a document stand a comma and a line feed (store/view-definitions.ts). */
const SEPARATOR_BYTES = 2

const manyRows: Readonly<Record<string, { readonly table: string; readonly column: string }>> = {
  'facts.json': { table: 'facts WHERE archived = 0', column: 'doc' },
  'facts_archive.json': { table: 'facts WHERE archived = 1', column: 'doc' },
  'reflections.json': { table: 'reflections', column: 'doc' },
  'events.ndjson': { table: 'events', column: 'line' },
  'outbox.ndjson': { table: 'outbox', column: 'line' },
}

/** What identifies a document's text. */
export function documentRevision(text: string): string {
  return sha256Hex(text)
}

/** Replaces a document as one change, which can be undone like any other. */
export async function saveDocument(
  core: Core,
  memory: Memory,
  operationId: string,
  edit: { readonly name: string; readonly revision: string; readonly text: string },
): Promise<SaveDocumentResult> {
  const bad = badOperation(operationId)
  if (bad !== null) return refused('bad_request', bad)
  const names = await stopNamesOf(core, memory.name)
  const save = () => memory.store.db.transaction((tx) => saveIn(tx, core, memory, operationId, edit, names))
  try {
    // Recent memory is appended to by turns, which this orders it with.
    return await (edit.name === 'recent.json' ? memory.settleLock.run(save) : save())
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.result
    throw thrown
  }
}

/** Thrown to roll back; never leaves this module. */
class Refused extends Error {
  readonly result: Refusal
  constructor(result: Refusal) {
    super(result.error.message)
    this.result = result
  }
}

type Refusal = Extract<SaveDocumentResult, { readonly ok: false }>

async function saveIn(
  tx: Transaction,
  core: Core,
  memory: Memory,
  operationId: string,
  { name, revision, text }: { readonly name: string; readonly revision: string; readonly text: string },
  names: readonly string[],
): Promise<SaveDocumentResult> {
  const { store } = memory
  const before = await renderView(tx, name)
  if (before === null) throw new Refused(refused('bad_request', `there is no document ${name}`))
  const earlier = await store.changes.operations.get(tx, operationId)
  if (earlier !== null) {
    return { ok: true, revision: documentRevision(before), changeId: String(earlier.changeId) }
  }
  if (!infoOf(name, before).editable) throw new Refused(refused('not_editable', `${name} is not edited`))
  if (documentRevision(before) !== revision) {
    throw new Refused(refused('stale_revision', `${name} was changed since it was read`))
  }
  if (bytesOf(text) > DOCUMENT_EDIT_MAX_BYTES) throw new Refused(refused('payload_too_large', name))
  const findings = checkDocument(name, text, before)
  if (findings.length > 0) throw new Refused(refused('bad_document', `${name} breaks its schema`, findings))

  const now = nowOf(core)
  const changeId = await store.changes.current(tx)
  const known = await knownInstants(tx, name)
  const imported = await importView(tx, name, text, {
    now: now.instant,
    // What did not change keeps the instant that it was read as, in whatever zone that was.
    instantOf: (stamp) => known.get(stamp) ?? parseStamp(stamp, now.zone),
  })
  if (!imported.ok) throw new Refused(refused('bad_document', imported.error.message))
  if (name === 'facts.json') await indexMissing(tx, store, names)
  await clearStale(tx, store, name)
  const isRow = tracked.has(name) || name.includes('_archive/')
  await store.journal.append(tx, {
    at: now.instant,
    who: 'user',
    what: 'document.saved',
    target: name,
    // Rows are kept one by one, by the database itself; of other documents this is all there is.
    before: isRow ? null : before,
    after: isRow ? null : text,
    cause: operationId,
  })
  await store.changes.operations.put(tx, operationId, {
    changeId,
    proofId: null,
    keys: '[]',
    instant: now.instant,
  })
  tx.onCommit(() => {
    core.pools.changed(memory)
    core.deps.notify({ type: 'facts', character: memory.name, turnIds: [] })
    if (name === 'recent.json') core.deps.notify({ type: 'recent', character: memory.name })
  })
  const after = (await renderView(tx, name)) ?? ''
  return { ok: true, revision: documentRevision(after), changeId: String(changeId) }
}

function infoOf(name: string, text: string): DocumentInfo {
  const bytes = bytesOf(text)
  const small = bytes <= DOCUMENT_EDIT_MAX_BYTES
  return {
    name,
    bytes,
    editable: small && (editable.has(name) || /^(?:reflection|persona)_archive\/.+\.json$/.test(name)),
    // A large one is only shown, and hashing it would take longer than showing it.
    revision: small ? documentRevision(text) : String(bytes),
  }
}

/** Logs and what they were applied to are written by the engine alone (maintenance.md §3, §4). */
const editable: ReadonlySet<string> = new Set([
  'recent.json',
  'recent_meta.json',
  'facts.json',
  'facts_archive.json',
  'facts_pending_dedup.json',
  'reflections.json',
  'surfaced.json',
  'synth_backoff.json',
  'persona.json',
  'persona_corrections.json',
  'user_directives.json',
  'cursors.json',
  'external_import_state.json',
])

/** Documents whose rows the change log keeps (store/schema-v3.ts). */
const tracked: ReadonlySet<string> = new Set([
  'facts.json',
  'facts_archive.json',
  'facts_pending_dedup.json',
  'reflections.json',
  'surfaced.json',
  'persona.json',
  'persona_corrections.json',
  'user_directives.json',
])

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

async function knownInstants(sql: Sql, name: string): Promise<ReadonlyMap<string, Instant>> {
  const known = new Map<string, Instant>()
  const select =
    name === 'reflections.json'
      ? 'SELECT doc, created_instant AS created_at, next_eligible_instant AS next_eligible_at FROM reflections'
      : name === 'facts.json' || name === 'facts_archive.json'
        ? `SELECT doc, created_instant AS created_at, event_start_instant AS event_start_at,
             event_end_instant AS event_end_at, superseded_instant AS superseded_at
           FROM facts WHERE archived = ${name === 'facts.json' ? '0' : '1'}`
        : null
  if (select === null) return known
  for (const { doc, ...instants } of await sql.all(select)) {
    const document = parseObject(String(doc)) ?? {}
    for (const [field, instant] of Object.entries(instants)) {
      const stamp = textField(document, field)
      if (stamp !== null && typeof instant === 'number') known.set(stamp, instant)
    }
  }
  return known
}

function refused(code: ErrorCode, message: string, findings: readonly Finding[] = []): Refusal {
  return { ok: false, error: { code, message }, findings }
}
