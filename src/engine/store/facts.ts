/** facts.json, facts_archive.json, the sources of facts, and their full-text index (facts.md §1, §6). */
import type { Instant, Sql } from '../ports.ts'
import { createHotCodec, type DocRow } from './doc-table.ts'
import { idList, insertRows } from './insert-rows.ts'

/** Copies of a fact's fields for queries; `doc` stays the truth. See `factHot` for deriving them. */
export type FactHot = {
  readonly entity: string
  readonly source: string
  readonly importance: number
  readonly absorbed: boolean
  readonly signalProcessed: boolean
  readonly createdInstant: Instant | null
  readonly eventStartInstant: Instant | null
  readonly eventEndInstant: Instant | null
  /** Since when the fact no longer holds; null while it does. */
  readonly supersededInstant: Instant | null
  /** The user asked not to bring it up. */
  readonly suppressed: boolean
  readonly confidence: string
}

export type FactKey = { readonly id: string | null; readonly hash: string | null }
export type NewFact = FactKey & FactHot & { readonly doc: string }
export type FactRow = DocRow<FactHot & FactKey> & { readonly archived: boolean }

export interface FactSourceRow {
  readonly factId: string
  readonly turnId: string
  /** Words of the turn, verbatim; null when the claim gave none. */
  readonly quote: string | null
  readonly instant: Instant | null
}

const codec = createHotCodec<FactKey & FactHot>({
  id: { column: 'id' },
  hash: { column: 'hash' },
  entity: { column: 'entity' },
  source: { column: 'source' },
  importance: { column: 'importance' },
  absorbed: { column: 'absorbed', flag: true },
  signalProcessed: { column: 'signal_processed', flag: true },
  createdInstant: { column: 'created_instant' },
  eventStartInstant: { column: 'event_start_instant' },
  eventEndInstant: { column: 'event_end_instant' },
  supersededInstant: { column: 'superseded_instant' },
  suppressed: { column: 'suppressed', flag: true },
  confidence: { column: 'confidence' },
})
const COLUMNS = codec.columns.join(', ')
const SELECT = `SELECT seq, doc, archived, ${COLUMNS} FROM facts`

export const factsTable = {
  /** Active facts in file order. */
  async list(sql: Sql): Promise<FactRow[]> {
    return (await sql.all(`${SELECT} WHERE archived = 0 ORDER BY seq`)).map(factRow)
  },

  /** Archived facts in file order. */
  async listArchived(sql: Sql): Promise<FactRow[]> {
    return (await sql.all(`${SELECT} WHERE archived = 1 ORDER BY seq`)).map(factRow)
  },

  /** Those at these places, active or archived, in file order. */
  async bySeqs(sql: Sql, seqs: readonly number[]): Promise<FactRow[]> {
    const some = `${SELECT} WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`
    return (await sql.all(some, [idList(seqs)])).map(factRow)
  },

  /** By id; the active one when an id is in both files. */
  async get(sql: Sql, id: string): Promise<FactRow | undefined> {
    return (await sql.all(`${SELECT} WHERE id = ? ORDER BY archived LIMIT 1`, [id])).map(factRow)[0]
  },

  /**
   * The active fact with this hash: one that was said in `turnIds` before others, one that holds before outdated ones;
   * archived ones are not consulted (facts.md §6.1).
   */
  async byHash(sql: Sql, hash: string, turnIds: readonly string[] = []): Promise<FactRow | undefined> {
    const said = `EXISTS (SELECT 1 FROM fact_sources WHERE fact_id = facts.id
      AND turn_id IN (SELECT value FROM json_each(?)))`
    const rows = await sql.all(
      `${SELECT} WHERE hash = ? AND archived = 0 ORDER BY ${said} DESC, superseded_instant IS NOT NULL, seq LIMIT 1`,
      [hash, idList(turnIds)],
    )
    return rows.map(factRow)[0]
  },

  /** Active facts created at or after `from` (path B's known pool, maintenance.md §9.3). */
  async createdSince(sql: Sql, from: Instant): Promise<FactRow[]> {
    return (await sql.all(`${SELECT} WHERE archived = 0 AND created_instant >= ? ORDER BY seq`, [from])).map(
      factRow,
    )
  },

  /** The newest `limit` active facts, outdated ones among them, oldest first. */
  async newest(sql: Sql, limit: number): Promise<FactRow[]> {
    const rows = await sql.all(`${SELECT} WHERE archived = 0 ORDER BY seq DESC LIMIT ?`, [limit])
    return rows.map(factRow).reverse()
  },

  /** Active facts that the signal stage has not seen. */
  async unprocessed(sql: Sql): Promise<FactRow[]> {
    return (await sql.all(`${SELECT} WHERE archived = 0 AND signal_processed = 0 ORDER BY seq`)).map(factRow)
  },

  /** Those of `ids` that no fact has, active or archived. */
  async missing(sql: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await sql.all<{ id: string }>(
      'SELECT DISTINCT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM facts WHERE id IS NOT NULL)',
      [idList(ids)],
    )
    return rows.map(({ id }) => id)
  },

  /** Active facts without a `schema_version` of at least `version` (facts.md §10). */
  async ofOlderSchema(sql: Sql, version: number): Promise<FactRow[]> {
    const rows = await sql.all(
      `${SELECT} WHERE archived = 0 AND coalesce(json_extract(doc, '$.schema_version') + 0, 1) < ? ORDER BY seq`,
      [version],
    )
    return rows.map(factRow)
  },

  async count(sql: Sql): Promise<number> {
    return (await sql.first<{ n: number }>('SELECT count(*) AS n FROM facts WHERE archived = 0'))?.n ?? 0
  },

  async insert(sql: Sql, ...facts: readonly NewFact[]): Promise<void> {
    await insertFacts(sql, facts, false)
  },

  async insertArchived(sql: Sql, facts: readonly NewFact[]): Promise<void> {
    await insertFacts(sql, facts, true)
  },

  /** Replaces document and hot columns of the active fact; resolves to whether there was one. */
  async update(
    sql: Sql,
    id: string,
    doc: string,
    hot: FactHot & { readonly hash: string | null },
  ): Promise<boolean> {
    const set = codec.columns.map((column) => `${column} = ?`).join(', ')
    const values = codec.toValues({ ...hot, id })
    const changed = await sql.run(`UPDATE facts SET doc = ?, ${set} WHERE id = ? AND archived = 0`, [
      doc,
      ...values,
      id,
    ])
    return changed > 0
  },

  /** Removes the fact wherever it is, with its sources and its index row. */
  async remove(sql: Sql, id: string): Promise<void> {
    await sql.run('DELETE FROM facts WHERE id = ?', [id])
    await sql.run('DELETE FROM fact_sources WHERE fact_id = ?', [id])
    await factsTable.fts.delete(sql, id)
  },

  /** Moves active facts to the end of the archive, in the order of `ids` (facts.md §9). */
  async archive(sql: Sql, ids: readonly string[], at: Instant): Promise<void> {
    for (const id of ids) {
      await sql.run(
        `UPDATE facts SET archived = 1, archived_instant = ?, seq = (SELECT max(seq) + 1 FROM facts)
         WHERE id = ? AND archived = 0`,
        [at, id],
      )
    }
  },

  sources: {
    /** Adds sources; one that is there already is left alone. */
    async add(sql: Sql, ...sources: readonly FactSourceRow[]): Promise<void> {
      await insertRows(
        sql,
        'INSERT INTO fact_sources (fact_id, turn_id, quote, instant)',
        sources.map((source) => [source.factId, source.turnId, source.quote ?? '', source.instant]),
        'ON CONFLICT DO NOTHING',
      )
    },
    async of(sql: Sql, factId: string): Promise<FactSourceRow[]> {
      return selectSources(sql, 'WHERE fact_id = ?', [factId])
    },
    async ofMany(sql: Sql, factIds: readonly string[]): Promise<FactSourceRow[]> {
      return selectSources(sql, 'WHERE fact_id IN (SELECT value FROM json_each(?))', [idList(factIds)])
    },
    async byTurn(sql: Sql, turnId: string): Promise<FactSourceRow[]> {
      return selectSources(sql, 'WHERE turn_id = ?', [turnId])
    },
    async list(sql: Sql): Promise<FactSourceRow[]> {
      return selectSources(sql, '', [])
    },
  },

  fts: {
    /** Indexes the text under the fact's id, unless the id is indexed already (recent.md §9.5). */
    async index(sql: Sql, factId: string, text: string): Promise<void> {
      const row = await sql.first<{ docid: number }>(
        'INSERT INTO facts_fts_rows (fact_id) VALUES (?) ON CONFLICT DO NOTHING RETURNING docid',
        [factId],
      )
      if (row === undefined) return
      await sql.run('INSERT INTO facts_fts (rowid, fact_id, content) VALUES (?, ?, ?)', [
        row.docid,
        factId,
        text,
      ])
    },
    /** Best first: FTS5's bm25, more negative is better. Throws `storage_failed` on a bad MATCH expression. */
    async search(
      sql: Sql,
      matchExpression: string,
      limit: number,
    ): Promise<{ factId: string; bm25: number }[]> {
      const rows = await sql.all<{ fact_id: string; bm25: number }>(
        `SELECT fact_id, bm25(facts_fts) AS bm25 FROM facts_fts WHERE facts_fts MATCH ?
         ORDER BY bm25(facts_fts) LIMIT ?`,
        [matchExpression, limit],
      )
      return rows.map((row) => ({ factId: row.fact_id, bm25: row.bm25 }))
    },
    async delete(sql: Sql, factId: string): Promise<void> {
      const row = await sql.first<{ docid: number }>(
        'DELETE FROM facts_fts_rows WHERE fact_id = ? RETURNING docid',
        [factId],
      )
      if (row !== undefined) await sql.run('DELETE FROM facts_fts WHERE rowid = ?', [row.docid])
    },
  },
}

async function insertFacts(sql: Sql, facts: readonly NewFact[], archived: boolean): Promise<void> {
  await insertRows(
    sql,
    `INSERT INTO facts (doc, archived, ${COLUMNS})`,
    facts.map((fact) => [fact.doc, Number(archived), ...codec.toValues(fact)]),
  )
}

function factRow(row: Parameters<typeof codec.toRow>[0]): FactRow {
  return { ...codec.toRow(row), archived: row['archived'] === 1 }
}

async function selectSources(sql: Sql, where: string, params: string[]): Promise<FactSourceRow[]> {
  const rows = await sql.all<{ fact_id: string; turn_id: string; quote: string; instant: number | null }>(
    `SELECT fact_id, turn_id, quote, instant FROM fact_sources ${where} ORDER BY seq`,
    params,
  )
  return rows.map((row) => ({
    factId: row.fact_id,
    turnId: row.turn_id,
    quote: row.quote === '' ? null : row.quote,
    instant: row.instant,
  }))
}
