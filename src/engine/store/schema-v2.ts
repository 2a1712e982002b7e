/**
 * Version 2 of the schema: what lets recall start without analysing every row again. `recall_changes` says which rows
 * of facts and reflections were written since, in the order of writing; it holds places of rows and no words.
 * `recall_snapshot` holds the index as it stood at one of these changes, in parts; what is wrong with it costs time
 * and nothing else. Both are filled in the transactions of the rows, so that no writer can forget to.
 */

/** How `recall_changes` names the tables it watches. */
export const RECALL_FACTS = 0
export const RECALL_REFLECTIONS = 1

/** A row that was rewritten with the same words is not told of; one that moves is told of at both places. */
function triggers(table: string, source: number, placed: string): string[] {
  const note = (row: string) => `INSERT INTO recall_changes (source, seq) VALUES (${source}, ${row}.seq);`
  const moved = `INSERT INTO recall_changes (source, seq) SELECT ${source}, old.seq WHERE old.seq <> new.seq;`
  return [
    `CREATE TRIGGER ${table}_recall_insert AFTER INSERT ON ${table} BEGIN ${note('new')} END`,
    `CREATE TRIGGER ${table}_recall_update AFTER UPDATE ON ${table}
       WHEN old.doc IS NOT new.doc OR old.seq <> new.seq${placed}
     BEGIN ${moved} ${note('new')} END`,
    `CREATE TRIGGER ${table}_recall_delete AFTER DELETE ON ${table} BEGIN ${note('old')} END`,
  ]
}

/** Version 2 of the schema, statement by statement. */
export const schemaV2: readonly string[] = [
  `CREATE TABLE recall_changes (change INTEGER PRIMARY KEY, source INTEGER NOT NULL, seq INTEGER NOT NULL)`,
  `CREATE TABLE recall_snapshot (
     generation INTEGER NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (generation, part))`,
  ...triggers('facts', RECALL_FACTS, ' OR old.archived <> new.archived'),
  ...triggers('reflections', RECALL_REFLECTIONS, ''),
]
