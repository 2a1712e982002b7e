/** The vectors that rows keep, of all three tables alike (embeddings.md §5–6). The archive is never given any. */
import type { Sql, SqlValue } from '../ports.ts'
import { VECTOR_MODEL } from './schema-v5.ts'

export type VectorTable = 'persona' | 'reflections' | 'facts'

export interface VectorRow {
  readonly seq: number
  readonly doc: string
}

/** Tables and which of their rows; names in SQL, so none from outside. The conditions are those of the indexes. */
const rowsOf: Readonly<Record<VectorTable, { readonly table: string; readonly where: string }>> = {
  persona: { table: 'persona_entries', where: '' },
  reflections: { table: 'reflections', where: '' },
  facts: { table: 'facts', where: 'archived = 0 AND ' },
}

export const vectorRowsTable = {
  /** Rows with a vector by another model than `modelId`, at most `limit`, in no order that means anything. */
  async byOthers(sql: Sql, source: VectorTable, modelId: string, limit: number): Promise<VectorRow[]> {
    const before = await select(sql, source, `(${VECTOR_MODEL}) < ? LIMIT ?`, [modelId, limit])
    if (before.length >= limit) return before
    const behind = await select(sql, source, `(${VECTOR_MODEL}) > ? LIMIT ?`, [
      modelId,
      limit - before.length,
    ])
    return [...before, ...behind]
  },

  /** The first `limit` rows without a vector behind the place `after`, in order. */
  async without(sql: Sql, source: VectorTable, after: number, limit: number): Promise<VectorRow[]> {
    return select(sql, source, `(${VECTOR_MODEL}) IS NULL AND seq > ? ORDER BY seq LIMIT ?`, [after, limit])
  },

  /** The first `limit` rows with a vector by `modelId` behind the place `after`, in order. */
  async by(
    sql: Sql,
    source: VectorTable,
    modelId: string,
    after: number,
    limit: number,
  ): Promise<VectorRow[]> {
    const condition = `(${VECTOR_MODEL}) = ? AND seq > ? ORDER BY seq LIMIT ?`
    return select(sql, source, condition, [modelId, after, limit])
  },

  /** Rows with a vector, by whatever model, or with a count of tokens. */
  async made(sql: Sql, source: VectorTable): Promise<VectorRow[]> {
    const either = `json_extract(doc, '$.token_count_text_sha256') IS NOT NULL
      OR json_extract(doc, '$.embedding_text_sha256') IS NOT NULL`
    return select(sql, source, `CASE WHEN json_valid(doc) THEN ${either} END`, [])
  },

  /** How many have a vector by `modelId`, and how many have another one or none. */
  async count(sql: Sql, source: VectorTable, modelId: string): Promise<{ done: number; left: number }> {
    const { table, where } = rowsOf[source]
    const count = `(SELECT count(*) FROM ${table} WHERE ${where}(${VECTOR_MODEL})`
    const row = await sql.first<{ done: number; left: number }>(
      `SELECT ${count} = ?1) AS done, ${count} IS NULL) + ${count} < ?1) + ${count} > ?1) AS "left"`,
      [modelId],
    )
    return row ?? { done: 0, left: 0 }
  },

  /** The documents at these places that are there, by place. */
  async at(sql: Sql, source: VectorTable, seqs: readonly number[]): Promise<Map<number, string>> {
    const rows = await select(sql, source, 'seq IN (SELECT value FROM json_each(?))', [JSON.stringify(seqs)])
    return new Map(rows.map(({ seq, doc }) => [seq, doc]))
  },

  /** Puts a document in its place whose vector alone is another: no column depends on that. */
  async rewrite(sql: Sql, source: VectorTable, { seq, doc }: VectorRow): Promise<void> {
    await sql.run(`UPDATE ${rowsOf[source].table} SET doc = ? WHERE seq = ?`, [doc, seq])
  },
}

function select(sql: Sql, source: VectorTable, condition: string, values: SqlValue[]): Promise<VectorRow[]> {
  const { table, where } = rowsOf[source]
  return sql.all<{ seq: number; doc: string }>(
    `SELECT seq, doc FROM ${table} WHERE ${where}${condition}`,
    values,
  )
}
