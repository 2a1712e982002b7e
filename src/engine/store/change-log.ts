/**
 * The ids of changes: everything that one transaction writes is one change, whoever writes it. The clock moves on at
 * the end of a transaction that wrote anything of it, so that reading costs nothing.
 */
import type { Database, Sql } from '../ports.ts'
import { idList } from './insert-rows.ts'

/** The database whose transactions are changes. */
export function withChanges(db: Database): Database {
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        await tx.run(
          `UPDATE change_clock SET change = change + 1
           WHERE EXISTS (SELECT 1 FROM journal_rows WHERE change_id = change)
              OR EXISTS (SELECT 1 FROM journal WHERE change_id = change)`,
        )
        return result
      }),
  }
}

export interface KeptOperation {
  readonly changeId: number | null
  readonly proofId: string | null
  /** JSON of the keys that it was about. */
  readonly keys: string
}

export const changesTable = {
  /** The id of the change that is being made. */
  async current(sql: Sql): Promise<number> {
    return (await sql.first<{ change: number }>('SELECT change FROM change_clock'))?.change ?? 0
  },

  operations: {
    async get(sql: Sql, operationId: string): Promise<KeptOperation | null> {
      const row = await sql.first<{ change_id: number | null; proof_id: string | null; keys: string }>(
        'SELECT change_id, proof_id, keys FROM change_operations WHERE operation_id = ?',
        [operationId],
      )
      return row === undefined ? null : { changeId: row.change_id, proofId: row.proof_id, keys: row.keys }
    },
    async put(
      sql: Sql,
      operationId: string,
      operation: KeptOperation & { readonly instant: number },
    ): Promise<void> {
      const { changeId, proofId, keys, instant } = operation
      await sql.run(
        'INSERT INTO change_operations (operation_id, change_id, proof_id, keys, instant) VALUES (?, ?, ?, ?, ?)',
        [operationId, changeId, proofId, keys, instant],
      )
    },
    /** Forgets operations older than `before`: no page asks again after that long. */
    async prune(sql: Sql, before: number): Promise<void> {
      await sql.run('DELETE FROM change_operations WHERE instant < ?', [before])
    },
  },

  /** Ids of changes, newest first, older than `before`. */
  async list(sql: Sql, before: number | null, limit: number): Promise<number[]> {
    const rows = await sql.all<{ change_id: number }>(
      `SELECT DISTINCT change_id FROM (
         SELECT change_id FROM journal WHERE change_id IS NOT NULL AND change_id < ?1
         UNION SELECT change_id FROM journal_rows WHERE change_id < ?1)
       ORDER BY change_id DESC LIMIT ?2`,
      [before ?? Number.MAX_SAFE_INTEGER, limit],
    )
    return rows.map((row) => row.change_id)
  },

  async end(
    sql: Sql,
    change: number,
  ): Promise<{ readonly undoneBy: number | null; readonly sealed: boolean }> {
    const row = await sql.first<{ undone_by: number | null; sealed: number }>(
      'SELECT undone_by, sealed FROM change_ends WHERE change_id = ?',
      [change],
    )
    return { undoneBy: row?.undone_by ?? null, sealed: row?.sealed === 1 }
  },

  async setUndone(sql: Sql, change: number, by: number | null): Promise<void> {
    await sql.run(
      `INSERT INTO change_ends (change_id, undone_by) VALUES (?, ?)
       ON CONFLICT (change_id) DO UPDATE SET undone_by = excluded.undone_by`,
      [change, by],
    )
  },

  /** The change that was undone by `change`; null when it undid nothing. */
  async undoneBy(sql: Sql, change: number): Promise<number | null> {
    const row = await sql.first<{ change_id: number }>(
      'SELECT change_id FROM change_ends WHERE undone_by = ?',
      [change],
    )
    return row?.change_id ?? null
  },

  /** Puts changes out of reach: something of them was forgotten. */
  async seal(sql: Sql, changes: readonly number[]): Promise<void> {
    if (changes.length === 0) return
    await sql.run(
      `INSERT INTO change_ends (change_id, sealed) SELECT value, 1 FROM json_each(?) WHERE true
       ON CONFLICT (change_id) DO UPDATE SET sealed = 1`,
      [idList(changes)],
    )
  },
}
