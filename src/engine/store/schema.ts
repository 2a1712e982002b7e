/**
 * The tables of one character's database: every per-character file of maintenance.md §1, the user's
 * directives, and what only Omoide keeps (sources, journal, ledger, refusals, idempotency, quarantine).
 *
 * A document is kept verbatim in `doc` (design.md §4): unknown fields and the spelling of numbers survive.
 * The columns beside it are copies for queries. The order of a file is the order of `seq`.
 */

/** Version 1 of the schema, statement by statement. */
export const schemaV1: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`,

  // recent.json
  `CREATE TABLE recent (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, turn_id TEXT)`,

  // time_indexed.db, recent.md §9.1. The first four columns are the reference's, in its order and types.
  `CREATE TABLE time_indexed_original (
     id INTEGER NOT NULL PRIMARY KEY, session_id VARCHAR, message TEXT, timestamp DATETIME,
     instant INTEGER, zone TEXT, turn_id TEXT, role TEXT)`,
  `CREATE INDEX idx_time_indexed_original_timestamp ON time_indexed_original (timestamp)`,
  `CREATE INDEX idx_time_indexed_original_instant ON time_indexed_original (instant, id)`,
  // Identity is per message: a retry with the same turn id inserts nothing (design.md rule 7).
  `CREATE UNIQUE INDEX idx_time_indexed_original_turn ON time_indexed_original (turn_id)`,
  `CREATE TABLE time_indexed_compressed (
     id INTEGER NOT NULL PRIMARY KEY, session_id VARCHAR, message TEXT, timestamp DATETIME)`,
  `CREATE INDEX idx_time_indexed_compressed_timestamp ON time_indexed_compressed (timestamp)`,

  // facts.json and facts_archive.json
  `CREATE TABLE facts (
     seq INTEGER PRIMARY KEY, id TEXT, archived INTEGER NOT NULL DEFAULT 0, doc TEXT NOT NULL, hash TEXT,
     entity TEXT NOT NULL, source TEXT NOT NULL, importance REAL NOT NULL,
     absorbed INTEGER NOT NULL, signal_processed INTEGER NOT NULL,
     created_instant INTEGER, event_start_instant INTEGER, event_end_instant INTEGER,
     superseded_instant INTEGER, suppressed INTEGER NOT NULL, confidence TEXT NOT NULL,
     archived_instant INTEGER)`,
  // The reference can hold one id in both files after a crash between the two writes, so not on id alone.
  `CREATE UNIQUE INDEX facts_id ON facts (id, archived)`,
  `CREATE INDEX facts_hash ON facts (hash) WHERE archived = 0`,
  `CREATE INDEX facts_created ON facts (archived, created_instant)`,
  `CREATE INDEX facts_unprocessed ON facts (seq) WHERE archived = 0 AND signal_processed = 0`,
  `CREATE TABLE fact_sources (
     seq INTEGER PRIMARY KEY, fact_id TEXT NOT NULL, turn_id TEXT NOT NULL, quote TEXT NOT NULL,
     instant INTEGER, UNIQUE (fact_id, turn_id, quote))`,
  `CREATE INDEX fact_sources_turn ON fact_sources (turn_id)`,

  // The full-text index of recent.md §9.5. FTS5 has no index on fact_id, so a side table finds the row.
  `CREATE VIRTUAL TABLE facts_fts USING fts5(fact_id, content, tokenize='unicode61')`,
  // Without this FTS5 keeps deleted terms in its segments (design.md §8a).
  `INSERT INTO facts_fts (facts_fts, rank) VALUES ('secure-delete', 1)`,
  `CREATE TABLE facts_fts_rows (docid INTEGER PRIMARY KEY, fact_id TEXT NOT NULL UNIQUE)`,

  // facts_pending_dedup.json
  `CREATE TABLE dedup_queue (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, candidate_id TEXT, existing_id TEXT)`,

  // reflections.json, surfaced.json
  `CREATE TABLE reflections (
     seq INTEGER PRIMARY KEY, id TEXT UNIQUE, doc TEXT NOT NULL, status TEXT NOT NULL, entity TEXT NOT NULL,
     created_instant INTEGER, next_eligible_instant INTEGER, suppressed INTEGER NOT NULL)`,
  `CREATE INDEX reflections_status ON reflections (status)`,
  `CREATE TABLE surfaced (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, reflection_id TEXT, feedback TEXT)`,
  `CREATE INDEX surfaced_reflection ON surfaced (reflection_id)`,

  // persona.json: sections in key order. `raw` holds a section that is no object with entries, as it came;
  // such a row, and one shadowed by a later duplicate key, is shown but never looked up.
  `CREATE TABLE persona_sections (
     seq INTEGER PRIMARY KEY, name TEXT NOT NULL, key_doc TEXT NOT NULL, raw TEXT,
     before TEXT NOT NULL DEFAULT '', after TEXT NOT NULL DEFAULT '')`,
  `CREATE UNIQUE INDEX persona_sections_name ON persona_sections (name) WHERE raw IS NULL`,
  `CREATE TABLE persona_entries (
     seq INTEGER PRIMARY KEY, section INTEGER NOT NULL REFERENCES persona_sections (seq) ON DELETE CASCADE,
     id TEXT, doc TEXT NOT NULL, source TEXT, protected INTEGER NOT NULL, suppressed INTEGER NOT NULL)`,
  `CREATE INDEX persona_entries_section ON persona_entries (section, seq)`,
  `CREATE INDEX persona_entries_id ON persona_entries (id)`,
  `CREATE TABLE corrections (seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, created_at TEXT)`,

  // reflection_archive/ and persona_archive/
  `CREATE TABLE archive_shards (
     kind TEXT NOT NULL CHECK (kind IN ('reflection', 'persona')), shard TEXT NOT NULL,
     PRIMARY KEY (kind, shard)) WITHOUT ROWID`,
  `CREATE TABLE archive_entries (
     seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, shard TEXT NOT NULL, id TEXT, doc TEXT NOT NULL,
     FOREIGN KEY (kind, shard) REFERENCES archive_shards (kind, shard) ON DELETE CASCADE)`,
  `CREATE INDEX archive_entries_shard ON archive_entries (kind, shard, seq)`,
  `CREATE INDEX archive_entries_id ON archive_entries (kind, id)`,

  // user_directives.json; epoch seconds, as the file has them
  `CREATE TABLE directives (
     seq INTEGER PRIMARY KEY, doc TEXT NOT NULL, kind TEXT, term TEXT, last_seen_at REAL, expire_at REAL)`,

  // Documents that are one object each (recent_meta.json, synth_backoff.json, …), and the members that stand
  // around the list of an object that is mostly a list.
  `CREATE TABLE documents (name TEXT PRIMARY KEY, doc TEXT NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE envelopes (
     name TEXT PRIMARY KEY, before TEXT NOT NULL, after TEXT NOT NULL) WITHOUT ROWID`,

  // cursors.json, events.ndjson, outbox.ndjson
  `CREATE TABLE cursors (
     seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, key_doc TEXT NOT NULL, doc TEXT NOT NULL)`,
  `CREATE TABLE events (
     seq INTEGER PRIMARY KEY, line TEXT NOT NULL, event_id TEXT, type TEXT, ts TEXT)`,
  `CREATE INDEX events_id ON events (event_id)`,
  `CREATE TABLE outbox (seq INTEGER PRIMARY KEY, line TEXT NOT NULL, op_id TEXT, status TEXT)`,
  `CREATE INDEX outbox_op ON outbox (op_id)`,

  // Private: in no export of the reference's files.
  `CREATE TABLE journal (
     seq INTEGER PRIMARY KEY, instant INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL,
     target TEXT, before TEXT, after TEXT, cause TEXT)`,
  `CREATE INDEX journal_target ON journal (target)`,
  `CREATE TABLE ledger (
     seq INTEGER PRIMARY KEY, instant INTEGER NOT NULL, purpose TEXT NOT NULL, tier TEXT, origin TEXT,
     model TEXT, tokens_in INTEGER, tokens_out INTEGER, ms REAL, outcome TEXT NOT NULL, text TEXT)`,
  `CREATE TABLE refusals (
     seq INTEGER PRIMARY KEY, instant INTEGER NOT NULL, claim TEXT NOT NULL, reason TEXT NOT NULL,
     turn_ids TEXT NOT NULL)`,
  // One B-tree instead of two: this row is written in every turn's transaction.
  `CREATE TABLE idempotency (
     key TEXT PRIMARY KEY, status INTEGER NOT NULL, headers TEXT NOT NULL, body TEXT NOT NULL,
     instant INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE quarantine (
     seq INTEGER PRIMARY KEY, instant INTEGER, table_name TEXT NOT NULL, row_seq INTEGER, doc TEXT NOT NULL,
     reason TEXT NOT NULL)`,
]
