/**
 * Version 3 of the schema: changes that can be taken back, and forgetting that leaves a mark without content.
 *
 * `journal_rows` holds what a row was before each write, by triggers; the writes of one transaction have one change
 * id, that of `change_clock` while it runs (change-log.ts moves it on). Rewriting what the machine keeps beside a
 * document, such as token counts and vectors, is no change.
 */
import { volatileFields } from '../changes/marks.ts'

export interface TrackedTable {
  readonly table: string
  /** Column of the row's place. */
  readonly seq: string
  /** SQL for what identifies the row `row`; `NULL` where only its place does. */
  readonly entry: (row: string) => string
  /** Column of the document; null where there is none. */
  readonly doc: string | null
  /** All other columns. */
  readonly columns: readonly string[]
  /** Columns whose change is one although the document stays. */
  readonly places: readonly string[]
  /** Whether its rows may move up to let one back in: they are known by an id, not by their place. */
  readonly movable: boolean
}

/** Frozen with version 3. */
export const trackedTables = [
  {
    ...{ table: 'facts', seq: 'seq', doc: 'doc', movable: true },
    entry: (row: string) => `${row}.id`,
    columns: [
      ...['id', 'archived', 'hash', 'entity', 'source', 'importance', 'absorbed', 'signal_processed'],
      ...['created_instant', 'event_start_instant', 'event_end_instant', 'superseded_instant'],
      ...['suppressed', 'confidence', 'archived_instant'],
    ],
    places: ['archived'],
  },
  {
    ...{ table: 'fact_sources', seq: 'seq', doc: null, movable: false },
    entry: (row: string) => `json_array(${row}.fact_id, ${row}.turn_id, ${row}.quote)`,
    columns: ['fact_id', 'turn_id', 'quote', 'instant'],
    places: [],
  },
  {
    ...{ table: 'reflections', seq: 'seq', doc: 'doc', movable: true },
    entry: (row: string) => `${row}.id`,
    columns: ['id', 'status', 'entity', 'created_instant', 'next_eligible_instant', 'suppressed'],
    places: [],
  },
  {
    ...{ table: 'surfaced', seq: 'seq', doc: 'doc', movable: false },
    entry: () => 'NULL',
    columns: ['reflection_id', 'feedback'],
    places: [],
  },
  {
    ...{ table: 'persona_sections', seq: 'seq', doc: null, movable: false },
    entry: () => 'NULL',
    columns: ['name', 'key_doc', 'raw', 'before', 'after'],
    places: [],
  },
  {
    ...{ table: 'persona_entries', seq: 'seq', doc: 'doc', movable: true },
    entry: (row: string) => `${row}.section || '/' || ${row}.id`,
    columns: ['section', 'id', 'source', 'protected', 'suppressed'],
    places: ['section'],
  },
  {
    ...{ table: 'corrections', seq: 'seq', doc: 'doc', movable: false },
    entry: () => 'NULL',
    columns: ['created_at'],
    places: [],
  },
  {
    ...{ table: 'dedup_queue', seq: 'seq', doc: 'doc', movable: false },
    entry: () => 'NULL',
    columns: ['candidate_id', 'existing_id'],
    places: [],
  },
  {
    ...{ table: 'directives', seq: 'seq', doc: 'doc', movable: false },
    entry: () => 'NULL',
    columns: ['kind', 'term', 'last_seen_at', 'expire_at'],
    places: [],
  },
  {
    ...{ table: 'archive_shards', seq: '0', doc: null, movable: false },
    entry: (row: string) => `${row}.kind || '/' || ${row}.shard`,
    columns: ['kind', 'shard'],
    places: [],
  },
  {
    ...{ table: 'archive_entries', seq: 'seq', doc: 'doc', movable: true },
    entry: (row: string) => `${row}.kind || '/' || ${row}.id`,
    columns: ['kind', 'shard', 'id'],
    places: ['shard'],
  },
  {
    ...{ table: 'events', seq: 'seq', doc: 'line', movable: true },
    entry: (row: string) => `${row}.event_id`,
    columns: ['event_id', 'type', 'ts'],
    places: [],
  },
] as const satisfies readonly TrackedTable[]

/** Version 3 of the schema, statement by statement. */
export const schemaV3: readonly string[] = [
  `CREATE TABLE change_clock (id INTEGER PRIMARY KEY CHECK (id = 1), change INTEGER NOT NULL)`,
  `INSERT INTO change_clock VALUES (1, 1)`,
  `ALTER TABLE journal ADD COLUMN change_id INTEGER`,
  `CREATE INDEX journal_change ON journal (change_id)`,
  `CREATE TABLE journal_rows (
     seq INTEGER PRIMARY KEY, change_id INTEGER NOT NULL, source TEXT NOT NULL, op TEXT NOT NULL, entry TEXT,
     row_seq INTEGER NOT NULL, before TEXT, place TEXT)`,
  `CREATE INDEX journal_rows_change ON journal_rows (change_id)`,
  `CREATE INDEX journal_rows_entry ON journal_rows (source, entry, change_id)`,
  `CREATE INDEX journal_rows_place ON journal_rows (source, row_seq, change_id) WHERE entry IS NULL`,

  // What became of changes: undone by another, or out of reach because something of it was forgotten.
  `CREATE TABLE change_ends (change_id INTEGER PRIMARY KEY, undone_by INTEGER, sealed INTEGER NOT NULL DEFAULT 0)`,
  // What the caller's operations did, so that one that is asked again is answered and not repeated.
  `CREATE TABLE change_operations (
     operation_id TEXT PRIMARY KEY, change_id INTEGER, proof_id TEXT, keys TEXT NOT NULL, instant INTEGER NOT NULL)
   WITHOUT ROWID`,

  // Proofs and tombstones hold counts, ids of turns and keyed hashes, and no word of what was forgotten.
  `CREATE TABLE forget_proofs (
     seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, instant INTEGER NOT NULL, entries INTEGER NOT NULL,
     derived INTEGER NOT NULL, turns INTEGER NOT NULL, searched INTEGER NOT NULL DEFAULT 0,
     found INTEGER NOT NULL DEFAULT 0, overwritten INTEGER NOT NULL DEFAULT 0)`,
  `CREATE TABLE tombstones (
     seq INTEGER PRIMARY KEY, proof_id TEXT NOT NULL, instant INTEGER NOT NULL, id_hash TEXT, claim_hash TEXT,
     terms TEXT NOT NULL, turn_ids TEXT NOT NULL, turns_gone INTEGER NOT NULL)`,
  `CREATE INDEX tombstones_claim ON tombstones (claim_hash)`,
  `CREATE INDEX tombstones_id ON tombstones (id_hash)`,
  // From here on freed pages are overwritten as they are freed; a database that is older is rebuilt once (overwrite.ts).
  `INSERT INTO meta (key, value) SELECT 'deletes_overwritten', '1'
     WHERE NOT EXISTS (SELECT 1 FROM time_indexed_original) AND NOT EXISTS (SELECT 1 FROM recent)
       AND NOT EXISTS (SELECT 1 FROM facts) AND NOT EXISTS (SELECT 1 FROM journal)`,
  ...trackedTables.flatMap(triggersOf),
]

function triggersOf({ table, seq, entry, doc, columns, places }: TrackedTable): string[] {
  const placeOf = (row: string): string => (seq === '0' ? '0' : `${row}.${seq}`)
  const columnsOf = (row: string): string =>
    `json_object(${columns.map((column) => `'${column}', ${row}.${column}`).join(', ')})`
  const note = (op: string, row: string): string => {
    const before =
      op === 'insert' ? 'NULL, NULL' : `${doc === null ? 'NULL' : `old.${doc}`}, ${columnsOf('old')}`
    return `INSERT INTO journal_rows (change_id, source, op, entry, row_seq, before, place)
      SELECT change, '${table}', '${op}', ${entry(row)}, ${placeOf(row)}, ${before} FROM change_clock;`
  }
  const fields = volatileFields.map((field) => `'$.${field}'`).join(', ')
  const said = (row: string): string => `json_remove(${row}.doc, ${fields})`
  const moved = places.map((column) => ` OR old.${column} IS NOT new.${column}`).join('')
  const changed =
    doc === null
      ? columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')
      : doc === 'doc'
        ? `old.doc IS NOT new.doc AND CASE WHEN json_valid(old.doc) AND json_valid(new.doc)
             THEN ${said('old')} IS NOT ${said('new')} ELSE 1 END${moved}`
        : `old.${doc} IS NOT new.${doc}${moved}`
  return [
    `CREATE TRIGGER ${table}_journal_insert AFTER INSERT ON ${table} BEGIN ${note('insert', 'new')} END`,
    `CREATE TRIGGER ${table}_journal_update AFTER UPDATE ON ${table} WHEN ${changed}
     BEGIN ${note('update', 'old')} END`,
    `CREATE TRIGGER ${table}_journal_delete AFTER DELETE ON ${table} BEGIN ${note('delete', 'old')} END`,
  ]
}
