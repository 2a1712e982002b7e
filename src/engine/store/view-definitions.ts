/**
 * The JSON documents of the reference as SQL views (design.md §4): stored documents, concatenated in order.
 * SQL never rebuilds a document, because its JSON functions respell numbers. Each view has one column `text`.
 */

/** Name of the file → its SELECT. Archive shards have one view for all, with the columns kind, shard, text. */
export const viewDefinitions: Readonly<Record<string, string>> = {
  'recent.json': array('recent'),
  'recent_meta.json': document('recent_meta'),
  'facts.json': array('facts', 'WHERE archived = 0'),
  'facts_archive.json': array('facts', 'WHERE archived = 1'),
  'facts_archive.json.last_attempt': document('facts_archive.last_attempt'),
  'facts_pending_dedup.json': array('dedup_queue'),
  'reflections.json': array('reflections'),
  'surfaced.json': array('surfaced'),
  'synth_backoff.json': document('synth_backoff'),
  // Of an imported folder, until the one-shot migration has taken it over (maintenance.md §11.2).
  'reflections_archive.json': document('reflections_archive'),
  'reflection_archive/.migrated_from_flat': document('reflection_archive.migrated_from_flat'),
  'persona.json': `SELECT ${brackets(
    '{',
    '}',
    `s.key_doc || ': ' || coalesce(s.raw,
      '{' || CASE s.before WHEN '' THEN '' ELSE s.before || ', ' END || '"facts": ' ||
      (SELECT ${brackets('[', ']', 'e.doc', 'e.seq')} FROM persona_entries e WHERE e.section = s.seq) ||
      CASE s.after WHEN '' THEN '' ELSE ', ' || s.after END || '}')`,
    's.seq',
  )} AS text
    FROM persona_sections s`,
  'persona_corrections.json': array('corrections'),
  'user_directives.json': `SELECT '{' || CASE e.before WHEN '' THEN '' ELSE e.before || ', ' END ||
      '"directives": ' || (SELECT ${brackets('[', ']', 'doc', 'seq')} FROM directives) ||
      CASE e.after WHEN '' THEN '' ELSE ', ' || e.after END || '}' AS text
    FROM (SELECT coalesce((SELECT before FROM envelopes WHERE name = 'user_directives'), '"version": 1') AS before,
                 coalesce((SELECT after FROM envelopes WHERE name = 'user_directives'), '') AS after) e`,
  'cursors.json': `SELECT ${brackets('{', '}', `key_doc || ': ' || doc`, 'seq')} AS text FROM cursors`,
  'external_import_state.json': document('external_import_state'),
  'outbox.ndjson': lines('outbox'),
  'events.ndjson': lines('events'),
  'events_applied.json': document('events_applied'),
  // Omoide's own: which turn taught which fact, in which words. Sources that were taken back are among them.
  'lineage.ndjson': `SELECT coalesce(group_concat(line, char(10) ORDER BY seq) || char(10), '') AS text
    FROM (SELECT seq, json_object('fact_id', fact_id, 'turn_id', turn_id, 'quote', quote, 'instant', instant) AS line
      FROM fact_sources)`,
  archive_documents: `SELECT s.kind AS kind, s.shard AS shard,
      (SELECT ${brackets('[', ']', 'e.doc', 'e.seq')} FROM archive_entries e
       WHERE e.kind = s.kind AND e.shard = s.shard) AS text
    FROM archive_shards s`,
}

function array(table: string, where = ''): string {
  return `SELECT ${brackets('[', ']', 'doc', 'seq')} AS text FROM ${table} ${where}`
}

function document(name: string): string {
  return `SELECT doc AS text FROM documents WHERE name = '${name}'`
}

function lines(table: string): string {
  return `SELECT coalesce(group_concat(line, char(10) ORDER BY seq) || char(10), '') AS text FROM ${table}`
}

/** One element a line, and the short form when there is none. */
function brackets(open: string, close: string, element: string, order: string): string {
  return `CASE count(*) WHEN 0 THEN '${open}${close}' ELSE '${open}' || char(10) ||
    group_concat(${element}, ',' || char(10) ORDER BY ${order}) || char(10) || '${close}' END`
}
