/**
 * The reference's JSON documents: what is exported, shown as raw JSON, edited and imported. The rows are
 * the state; a document is rendered from them and cut back into them, each element in its own spelling.
 */
import { parseObject } from '../document.ts'
import type { EntryKind } from '../browser-api.ts'
import { importedFilter } from '../forgetting/tombstones.ts'
import type { Instant, Sql, Transaction } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { archiveShardsTable, type ShardKind } from './archive-shards.ts'
import { documentsTable } from './documents.ts'
import { factsTable, type NewFact } from './facts.ts'
import {
  correctionHot,
  dedupHot,
  directiveHot,
  factHot,
  idOf,
  isDoc,
  personaEntryHot,
  reflectionHot,
  surfacedHot,
  type Doc,
  type InstantOf,
} from './hot.ts'
import { insertRows } from './insert-rows.ts'
import { memberText, replaceMember, sliceJson, type Element, type Member } from './json-slices.ts'
import { quarantineTable } from './logs.ts'
import { correctionsTable, personaTable } from './persona.ts'
import { dedupQueueTable, directivesTable } from './queues.ts'
import { recentTable } from './recent.ts'
import { reflectionsTable, surfacedTable } from './reflections.ts'
import { viewDefinitions } from './view-definitions.ts'

export interface ImportOptions {
  /** Reads naive stamps in the zone that the user confirmed; without it, instants stay empty. */
  readonly instantOf?: InstantOf
  /** Stamp of what is set aside. */
  readonly now?: Instant
}

interface Importing extends ImportOptions {
  /** Whether the user had an entry forgotten; null while nothing ever was. */
  readonly forgotten: Awaited<ReturnType<typeof importedFilter>>
}

export interface ImportReport {
  readonly rows: number
  /** Elements of the wrong shape, now in the quarantine, or log lines that cannot be read, kept in place. */
  readonly setAside: number
}

/** Documents that every character has, by file name; archive shards come from `listViews`. */
export const viewNames: readonly string[] = Object.keys(viewDefinitions).filter(
  (name) => name !== 'archive_documents',
)

/** The names of all documents that can be rendered now, archive shards included. */
export async function listViews(sql: Sql): Promise<string[]> {
  const names: string[] = []
  for (const name of viewNames) if ((await renderView(sql, name)) !== null) names.push(name)
  for (const kind of ['reflection', 'persona'] as const) {
    for (const { name } of await archiveShardsTable.all(sql, kind)) names.push(`${kind}_archive/${name}`)
  }
  return names
}

/** The document's text; null when it does not exist or the name is unknown. */
export async function renderView(sql: Sql, name: string): Promise<string | null> {
  const shard = shardOf(name)
  if (shard !== null) {
    const row = await sql.first<{ text: string }>(
      'SELECT text FROM archive_documents WHERE kind = ? AND shard = ?',
      [shard.kind, shard.shard],
    )
    return row?.text ?? archiveShardsTable.unreadable(sql, shard.kind, shard.shard)
  }
  if (!viewNames.includes(name)) return null
  return (await sql.first<{ text: string | null }>(`SELECT text FROM "${name}"`))?.text ?? null
}

/**
 * Replaces the rows of one document by those of `text`. A document that is malformed or of the wrong kind
 * changes nothing and gives `bad_request`. Facts that are new or changed are not in the full-text index
 * afterwards: what goes into it depends on the names of the character (facts.md §5).
 */
export async function importView(
  tx: Transaction,
  name: string,
  text: string,
  options: ImportOptions = {},
): Promise<Result<ImportReport>> {
  const shard = shardOf(name)
  const filtered = { ...options, forgotten: await importedFilter(tx) }
  if (shard !== null) return importArray(tx, text, shardImporter(shard.kind, shard.shard), name, filtered)
  const importer = importers[name]
  return importer === undefined
    ? fail('bad_request', 'There is no document of that name.')
    : importer(tx, text, name, filtered)
}

/** Deletes every document of the character, with index and sources of its facts; private tables stay. */
export async function wipeViews(tx: Transaction): Promise<void> {
  const tables = [
    'recent',
    'facts',
    'fact_sources',
    'facts_fts',
    'facts_fts_rows',
    'dedup_queue',
    'reflections',
    'surfaced',
    'persona_sections',
    'corrections',
    'archive_shards',
    'directives',
    'documents',
    'envelopes',
    'cursors',
    'events',
    'outbox',
  ]
  for (const table of tables) await tx.run(`DELETE FROM ${table}`)
}

// ------------------------------------------------------------------------- idle_maintenance_state.json

/** The one global document: each character keeps its own part, in its `documents`. */
export function renderIdleState(parts: readonly { readonly name: string; readonly doc: string }[]): string {
  return `{${parts.map((part) => `${JSON.stringify(part.name)}: ${part.doc}`).join(', ')}}`
}

/** The parts of an imported global document by character name; `bad_request` when it is no object. */
export function splitIdleState(text: string): Result<{ name: string; doc: string }[]> {
  const slices = sliceJson(text)
  if (!slices.ok) return slices
  if (slices.value.kind !== 'object') return wrongKind('idle_maintenance_state.json', 'an object')
  return ok(slices.value.members.map((member) => ({ name: member.key, doc: member.source })))
}

// ------------------------------------------------------------------------------------------- importers

type Importer = (
  tx: Transaction,
  text: string,
  name: string,
  options: Importing,
) => Promise<Result<ImportReport>>

interface ArrayImporter {
  readonly table: string
  /** Kind of the entries, where they are some that can be forgotten. */
  readonly kind?: EntryKind
  /** Replaces all rows by these; every value is an object. */
  replace(tx: Transaction, elements: readonly DocElement[], instantOf: InstantOf): Promise<void>
}

interface DocElement {
  readonly source: string
  readonly value: Doc
}

const importers: Readonly<Record<string, Importer>> = {
  'recent.json': array({
    table: 'recent',
    replace: (tx, elements) =>
      recentTable.replaceAll(
        tx,
        elements.map((element) => element.source),
      ),
  }),
  'facts.json': array({
    table: 'facts',
    kind: 'fact',
    replace: (tx, ...rest) => replaceFacts(tx, false, ...rest),
  }),
  'facts_archive.json': array({
    table: 'facts',
    kind: 'fact',
    replace: (tx, ...rest) => replaceFacts(tx, true, ...rest),
  }),
  'facts_pending_dedup.json': docTable('dedup_queue', dedupQueueTable, dedupHot),
  'reflections.json': array({
    table: 'reflections',
    kind: 'reflection',
    async replace(tx, elements, instantOf) {
      await reflectionsTable.clear(tx)
      const once = keepFirst()
      await reflectionsTable.insert(
        tx,
        elements.map(({ source, value }) => {
          const hot = reflectionHot(value, instantOf)
          return { ...hot, doc: source, id: once(hot.id) }
        }),
      )
    },
  }),
  'surfaced.json': docTable('surfaced', surfacedTable, surfacedHot),
  'persona.json': importPersona,
  'persona_corrections.json': docTable('corrections', correctionsTable, correctionHot),
  'user_directives.json': importDirectives,
  'cursors.json': importCursors,
  'recent_meta.json': objectDocument('recent_meta'),
  'synth_backoff.json': objectDocument('synth_backoff'),
  'external_import_state.json': objectDocument('external_import_state'),
  'events_applied.json': objectDocument('events_applied'),
  'reflection_archive/.migrated_from_flat': textDocument('reflection_archive.migrated_from_flat'),
  'reflections_archive.json': textDocument('reflections_archive'),
  'facts_archive.json.last_attempt': textDocument('facts_archive.last_attempt'),
  'outbox.ndjson': lines('outbox', ['op_id', 'status'], (doc) => [idOf(doc['op_id']), idOf(doc['status'])]),
  'lineage.ndjson': importLineage,
  'events.ndjson': lines('events', ['event_id', 'type', 'ts'], (doc) => [
    idOf(doc['event_id']),
    idOf(doc['type']),
    idOf(doc['ts']),
  ]),
}

function array(importer: ArrayImporter): Importer {
  return (tx, text, name, options) => importArray(tx, text, importer, name, options)
}

async function importArray(
  tx: Transaction,
  text: string,
  importer: ArrayImporter,
  name: string,
  options: Importing,
): Promise<Result<ImportReport>> {
  const slices = sliceJson(text)
  if (!slices.ok) return slices
  if (slices.value.kind !== 'array') return wrongKind(name, 'an array')
  const { docs: all, others } = sortOut(slices.value.elements)
  const docs = all.filter(({ value }) => !isForgotten(importer.kind, value, options))
  await importer.replace(tx, docs, options.instantOf ?? noInstant)
  await setAside(tx, importer.table, others, options)
  return ok({ rows: docs.length, setAside: others.length })
}

function docTable<Hot>(
  table: string,
  repository: {
    clear(sql: Sql): Promise<void>
    insert(sql: Sql, rows: readonly ({ readonly doc: string } & Hot)[]): Promise<void>
  },
  hotOf: (doc: Doc) => Hot,
): Importer {
  return array({
    table,
    async replace(tx, elements) {
      await repository.clear(tx)
      await repository.insert(
        tx,
        elements.map(({ source, value }) => ({ doc: source, ...hotOf(value) })),
      )
    },
  })
}

function shardImporter(kind: ShardKind, shard: string): ArrayImporter {
  return {
    table: 'archive_entries',
    kind,
    async replace(tx, elements) {
      await archiveShardsTable.removeShard(tx, kind, shard)
      await archiveShardsTable.append(
        tx,
        kind,
        shard,
        elements.map(({ source, value }) => ({ id: idOf(value['id']), doc: source })),
      )
    },
  }
}

/** Old entity names are renamed on load (maintenance.md §11.3). */
const ENTITY_RENAMES: ReadonlyMap<unknown, string> = new Map([
  ['user', 'master'],
  ['ai', 'neko'],
])

async function replaceFacts(
  tx: Transaction,
  archived: boolean,
  elements: readonly DocElement[],
  instantOf: InstantOf,
): Promise<void> {
  const before = await (archived ? factsTable.listArchived(tx) : factsTable.list(tx))
  await tx.run('DELETE FROM facts WHERE archived = ?', [Number(archived)])
  const once = keepFirst()
  const facts = elements.map(({ source, value }): NewFact => {
    const entity = ENTITY_RENAMES.get(value['entity'])
    const doc = entity === undefined ? source : replaceMember(source, 'entity', JSON.stringify(entity))
    const hot = factHot(entity === undefined ? value : { ...value, entity }, instantOf)
    return { ...hot, doc, id: once(hot.id) }
  })
  await (archived ? factsTable.insertArchived(tx, facts) : factsTable.insert(tx, ...facts))
  // What is gone must not stay behind in the index; what has changed is for the caller to index again.
  const after = new Map(facts.map((fact) => [fact.id, fact.doc]))
  for (const { id, doc } of before)
    if (id !== null && after.get(id) !== doc) await factsTable.fts.delete(tx, id)
  // Sources of what was taken back belong to no fact, and keep it from being learned again.
  await tx.run(
    `DELETE FROM fact_sources WHERE fact_id NOT IN (SELECT id FROM facts WHERE id IS NOT NULL)
       AND fact_id NOT LIKE 'taken\\_back:%' ESCAPE '\\'`,
  )
}

async function importPersona(
  tx: Transaction,
  text: string,
  name: string,
  options: Importing,
): Promise<Result<ImportReport>> {
  const slices = sliceJson(text)
  if (!slices.ok) return slices
  if (slices.value.kind !== 'object') return wrongKind(name, 'an object')
  const members = renameSections(slices.value.members)
  const lastOf = new Map(members.map((member, index) => [member.key, index]))

  await tx.run('DELETE FROM persona_sections')
  let rows = 0
  let aside = 0
  for (const [index, member] of members.entries()) {
    const section = lastOf.get(member.key) === index ? sectionOf(member) : null
    if (section === null) {
      await tx.run('INSERT INTO persona_sections (name, key_doc, raw) VALUES (?, ?, ?)', [
        member.key,
        member.keySource,
        member.source,
      ])
      continue
    }
    await tx.run('INSERT INTO persona_sections (name, key_doc, before, after) VALUES (?, ?, ?, ?)', [
      member.key,
      member.keySource,
      section.before,
      section.after,
    ])
    const entries = section.entries.filter(
      ({ value }) =>
        (typeof value === 'string' || isDoc(value)) &&
        !isForgotten('persona', typeof value === 'string' ? { text: value } : value, options),
    )
    const others = section.entries.filter(({ value }) => typeof value !== 'string' && !isDoc(value))
    await personaTable.entries.insert(
      tx,
      member.key,
      entries.map(({ source, value }) => ({
        doc: source,
        ...personaEntryHot(typeof value === 'string' || isDoc(value) ? value : {}),
      })),
    )
    await setAside(tx, 'persona_entries', others, options)
    rows += entries.length
    aside += others.length
  }
  return ok({ rows, setAside: aside })
}

/** `user` → master and `ai` → neko, unless the new key is there already (persona.md §3). */
function renameSections(members: readonly Member[]): Member[] {
  const keys = new Set(members.map((member) => member.key))
  return members.map((member) => {
    const renamed = ENTITY_RENAMES.get(member.key)
    if (renamed === undefined || keys.has(renamed)) return member
    return { ...member, key: renamed, keySource: JSON.stringify(renamed) }
  })
}

/** The entries of a section and the text of the members around them; null when there is no list of entries. */
function sectionOf(
  member: Member,
): { readonly before: string; readonly after: string; readonly entries: readonly Element[] } | null {
  const slices = sliceJson(member.source)
  if (!slices.ok || slices.value.kind !== 'object') return null
  return around(slices.value.members, 'facts') ?? around(slices.value.members, 'dynamics')
}

/** Splits an object at its list `key`. An object without it is one with an empty list at the end. */
function around(
  members: readonly Member[],
  key: string,
): { readonly before: string; readonly after: string; readonly entries: readonly Element[] } | null {
  const at = members.map((member) => member.key).lastIndexOf(key)
  const join = (part: readonly Member[]): string => part.map(memberText).join(', ')
  if (at < 0) {
    const legacy = key === 'facts' && members.some((member) => member.key === 'dynamics')
    return legacy ? null : { before: join(members), after: '', entries: [] }
  }
  const list = sliceJson(members[at]?.source ?? '')
  if (!list.ok || list.value.kind !== 'array') return null
  return {
    before: join(members.slice(0, at)),
    after: join(members.slice(at + 1)),
    entries: list.value.elements,
  }
}

async function importDirectives(
  tx: Transaction,
  text: string,
  name: string,
  options: Importing,
): Promise<Result<ImportReport>> {
  const slices = sliceJson(text)
  if (!slices.ok) return slices
  if (slices.value.kind !== 'object') return wrongKind(name, 'an object')
  const parts = around(slices.value.members, 'directives')
  if (parts === null) return wrongKind(name, 'an object with a list of directives')
  await tx.run(
    `INSERT INTO envelopes (name, before, after) VALUES ('user_directives', ?, ?)
     ON CONFLICT (name) DO UPDATE SET before = excluded.before, after = excluded.after`,
    [parts.before, parts.after],
  )
  const { docs, others } = sortOut(parts.entries)
  await directivesTable.clear(tx)
  await directivesTable.insert(
    tx,
    docs.map(({ source, value }) => ({ doc: source, ...directiveHot(value) })),
  )
  await setAside(tx, 'directives', others, options)
  return ok({ rows: docs.length, setAside: others.length })
}

async function importCursors(tx: Transaction, text: string, name: string): Promise<Result<ImportReport>> {
  const slices = sliceJson(text)
  if (!slices.ok) return slices
  if (slices.value.kind !== 'object') return wrongKind(name, 'an object')
  await tx.run('DELETE FROM cursors')
  await insertRows(
    tx,
    'INSERT INTO cursors (key, key_doc, doc)',
    slices.value.members.map((member) => [member.key, member.keySource, member.source]),
    // A repeated key means its last value, at the place of the first, as JSON readers have it.
    'ON CONFLICT (key) DO UPDATE SET doc = excluded.doc',
  )
  return ok({ rows: slices.value.members.length, setAside: 0 })
}

/** Sources of facts that are there; to be imported after them. */
async function importLineage(tx: Transaction, text: string, name: string): Promise<Result<ImportReport>> {
  const rows = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseObject(line))
  const sources = rows.flatMap((row) => {
    const [factId, turnId] = [row?.['fact_id'], row?.['turn_id']]
    if (row === null || typeof factId !== 'string' || typeof turnId !== 'string') return []
    const { quote, instant } = row
    return [
      {
        ...{ factId, turnId, quote: typeof quote === 'string' ? quote : null },
        instant: typeof instant === 'number' ? instant : null,
      },
    ]
  })
  if (rows.length > 0 && sources.length === 0) return wrongKind(name, 'lines of JSON objects')
  await tx.run('DELETE FROM fact_sources')
  const missing = new Set(
    await factsTable.missing(
      tx,
      sources.map(({ factId }) => factId),
    ),
  )
  const known = sources.filter(({ factId }) => !missing.has(factId) || factId.startsWith('taken_back:'))
  await factsTable.sources.add(tx, ...known)
  return ok({ rows: known.length, setAside: rows.length - known.length })
}

function objectDocument(document: string): Importer {
  return async (tx, text, name) => {
    const slices = sliceJson(text)
    if (!slices.ok) return slices
    if (slices.value.kind !== 'object') return wrongKind(name, 'an object')
    await documentsTable.put(tx, document, text)
    return ok({ rows: 1, setAside: 0 })
  }
}

function textDocument(document: string): Importer {
  return async (tx, text) => {
    await documentsTable.put(tx, document, text)
    return ok({ rows: 1, setAside: 0 })
  }
}

/** Logs are read by line: one that cannot be read is kept where it is and skipped (maintenance.md §3.3, §4.4). */
function lines(
  table: string,
  columns: readonly string[],
  hotOf: (doc: Doc) => readonly (string | null)[],
): Importer {
  return async (tx, text, name) => {
    const rows = text
      .split('\n')
      .map((line) => line.replace(/\r$/, ''))
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const slices = sliceJson(line)
        const doc: Doc | null =
          slices.ok && slices.value.kind === 'object'
            ? Object.fromEntries(slices.value.members.map((member) => [member.key, member.value]))
            : null
        return { line, doc }
      })
    const unreadable = rows.filter((row) => row.doc === null).length
    if (unreadable > 0 && unreadable === rows.length) return wrongKind(name, 'lines of JSON objects')
    await tx.run(`DELETE FROM ${table}`)
    await insertRows(
      tx,
      `INSERT INTO ${table} (line, ${columns.join(', ')})`,
      rows.map((row) => [row.line, ...(row.doc === null ? columns.map(() => null) : hotOf(row.doc))]),
    )
    return ok({ rows: rows.length - unreadable, setAside: unreadable })
  }
}

// --------------------------------------------------------------------------------------------- helpers

function shardOf(name: string): { kind: ShardKind; shard: string } | null {
  const match = /^(reflection|persona)_archive\/([A-Za-z0-9_-][A-Za-z0-9_.-]*\.json)$/.exec(name)
  const shard = match?.[2]
  if (match === null || shard === undefined) return null
  return { kind: match[1] === 'persona' ? 'persona' : 'reflection', shard }
}

/** What the user had forgotten stays so, whatever an old export still holds (issue 5 §1). */
function isForgotten(kind: EntryKind | undefined, value: Doc, { forgotten }: Importing): boolean {
  if (kind === undefined || forgotten === null) return false
  return forgotten({ kind, id: value['id'], text: value['text'] })
}

function sortOut(elements: readonly Element[]): { docs: DocElement[]; others: Element[] } {
  const docs: DocElement[] = []
  const others: Element[] = []
  for (const { source, value } of elements) {
    if (isDoc(value)) docs.push({ source, value })
    else others.push({ source, value })
  }
  return { docs, others }
}

async function setAside(
  tx: Transaction,
  table: string,
  elements: readonly Element[],
  options: Importing,
): Promise<void> {
  await quarantineTable.add(
    tx,
    ...elements.map(({ source }) => ({
      instant: options.now ?? null,
      table,
      rowSeq: null,
      doc: source,
      reason: 'An element of an imported list is not an object.',
    })),
  )
}

/** An id addresses the first row that has it; a later one with the same id is kept without. */
function keepFirst(): (id: string | null) => string | null {
  const seen = new Set<string>()
  return (id) => {
    if (id === null || seen.has(id)) return null
    seen.add(id)
    return id
  }
}

function noInstant(): null {
  return null
}

function wrongKind<T>(name: string, expected: string): Result<T> {
  return fail('bad_request', `${name} must hold ${expected}.`)
}
