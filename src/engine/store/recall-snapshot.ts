/**
 * The index of recall on disk (`recall_snapshot`, see schema-v2.ts): numbered parts of one generation. Part 0 is put
 * down empty before anything is gathered and filled in last: while it is empty the generation is not there yet, and once
 * it was taken away no other part of it is kept.
 */
import type { Database, Sql, Transaction } from '../ports.ts'

export const recallSnapshotTable = {
  /** Begins a generation; resolves to its number. */
  async begin(sql: Sql): Promise<number> {
    const row = await sql.first<{ generation: number }>(
      `INSERT INTO recall_snapshot (generation, part, data)
       SELECT coalesce(max(generation), 0) + 1, 0, x'' FROM recall_snapshot RETURNING generation`,
    )
    return row?.generation ?? 0
  },

  /** Keeps a part, numbered from 1; false when the generation was forgotten meanwhile. */
  async add(sql: Sql, generation: number, part: number, data: Uint8Array): Promise<boolean> {
    const added = await sql.run(
      `INSERT INTO recall_snapshot (generation, part, data) SELECT ?1, ?2, ?3
       WHERE EXISTS (SELECT 1 FROM recall_snapshot WHERE generation = ?1 AND part = 0)`,
      [generation, part, data],
    )
    return added > 0
  },

  /** Makes the generation the one that is read, and lets go of all others and of the log before `position`. */
  async complete(db: Database, generation: number, header: string, position: number): Promise<boolean> {
    return db.transaction(async (tx) => {
      const filled = await tx.run('UPDATE recall_snapshot SET data = ? WHERE generation = ? AND part = 0', [
        new TextEncoder().encode(header),
        generation,
      ])
      if (filled === 0) return false
      await tx.run('DELETE FROM recall_snapshot WHERE generation <> ?', [generation])
      await recallSnapshotTable.prune(tx, position)
      return true
    })
  },

  /** The last generation that is whole, with its header. */
  async header(sql: Sql): Promise<{ readonly generation: number; readonly header: string } | null> {
    const row = await sql.first<{ generation: number; data: Uint8Array }>(
      `SELECT generation, data FROM recall_snapshot WHERE part = 0 AND length(data) > 0
       ORDER BY generation DESC LIMIT 1`,
    )
    return row === undefined
      ? null
      : { generation: row.generation, header: new TextDecoder().decode(row.data) }
  },

  /** Whether there is a whole generation. */
  async isKept(sql: Sql): Promise<boolean> {
    const row = await sql.first('SELECT 1 FROM recall_snapshot WHERE part = 0 AND length(data) > 0 LIMIT 1')
    return row !== undefined
  },

  /** Parts of a generation from number `from` on, at most `limit`, in order. */
  async parts(sql: Sql, generation: number, from: number, limit: number): Promise<Uint8Array[]> {
    const rows = await sql.all<{ data: Uint8Array }>(
      'SELECT data FROM recall_snapshot WHERE generation = ? AND part BETWEEN ? AND ? ORDER BY part',
      [generation, from, from + limit - 1],
    )
    return rows.map(({ data }) => data)
  },

  /** Whether the log still has what came after the change `position`; the change itself is kept for that. */
  async isReached(sql: Sql, position: number): Promise<boolean> {
    if (position > 0) {
      return (await sql.first('SELECT 1 FROM recall_changes WHERE change = ?', [position])) !== undefined
    }
    const first = await sql.first<{ first: number | null }>('SELECT min(change) AS first FROM recall_changes')
    return (first?.first ?? 1) === 1
  },

  /** Lets go of the log before `position`, which itself stays so that numbers go on from it. */
  async prune(sql: Sql, position: number): Promise<void> {
    await sql.run('DELETE FROM recall_changes WHERE change < ?', [position])
  },
}

/**
 * Takes the index off the disk, with every word that it holds, in the transaction that forgets; one that is being
 * written is given up. The log stays: it has places of rows and no words, and tells whoever has the index in memory.
 */
export async function forgetSnapshot(tx: Transaction): Promise<void> {
  await tx.run('DELETE FROM recall_snapshot')
}

/**
 * The same ahead of such a transaction, which then has little left to do: the index is given up at once, and its bytes go
 * part by part.
 */
export async function dropSnapshot(sql: Sql, pause: () => Promise<void>): Promise<void> {
  await sql.run('DELETE FROM recall_snapshot WHERE part = 0')
  const one = '(SELECT generation, part FROM recall_snapshot LIMIT 1)'
  while ((await sql.run(`DELETE FROM recall_snapshot WHERE (generation, part) IN ${one}`)) > 0) await pause()
}
