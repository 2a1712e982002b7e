/** Proofs of forgetting, and the marks without content that stay behind (schema-v3.ts). */
import { parseJson } from '../document.ts'
import type { Database, Instant, Sql } from '../ports.ts'
import { insertRows } from './insert-rows.ts'

export interface TombstoneRow {
  readonly proofId: string
  readonly instant: Instant
  readonly idHash: string | null
  readonly claimHash: string | null
  /** First digits of the keyed hashes of its terms. */
  readonly terms: readonly string[]
  readonly turnIds: readonly string[]
  readonly turnsGone: boolean
}

export interface ProofRow {
  readonly id: string
  readonly instant: Instant
  readonly entries: number
  readonly derived: number
  readonly turns: number
  readonly searched: number
  readonly found: number
  readonly overwritten: boolean
}

const KEY = 'tombstone_key'

export const tombstonesTable = {
  /** The secret that all hashes of this database are made with; null while nothing was ever forgotten. */
  async key(sql: Sql): Promise<string | null> {
    return (await sql.first<{ value: string }>('SELECT value FROM meta WHERE key = ?', [KEY]))?.value ?? null
  },
  async ensureKey(sql: Sql, newKey: () => string): Promise<string> {
    const known = await tombstonesTable.key(sql)
    if (known !== null) return known
    const key = newKey()
    await sql.run('INSERT INTO meta (key, value) VALUES (?, ?)', [KEY, key])
    return key
  },
  async add(sql: Sql, ...rows: readonly TombstoneRow[]): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO tombstones (proof_id, instant, id_hash, claim_hash, terms, turn_ids, turns_gone)',
      rows.map((row) => [
        row.proofId,
        row.instant,
        row.idHash,
        row.claimHash,
        JSON.stringify(row.terms),
        JSON.stringify(row.turnIds),
        Number(row.turnsGone),
      ]),
    )
  },
  async list(sql: Sql): Promise<TombstoneRow[]> {
    const rows = await sql.all<{
      proof_id: string
      instant: number
      id_hash: string | null
      claim_hash: string | null
      terms: string
      turn_ids: string
      turns_gone: number
    }>(
      'SELECT proof_id, instant, id_hash, claim_hash, terms, turn_ids, turns_gone FROM tombstones ORDER BY seq',
    )
    return rows.map((row) => ({
      proofId: row.proof_id,
      instant: row.instant,
      idHash: row.id_hash,
      claimHash: row.claim_hash,
      terms: textsIn(row.terms),
      turnIds: textsIn(row.turn_ids),
      turnsGone: row.turns_gone === 1,
    }))
  },
}

const SELECT = 'SELECT id, instant, entries, derived, turns, searched, found, overwritten FROM forget_proofs'
type StoredProof = Omit<ProofRow, 'overwritten'> & { readonly overwritten: number } & Record<string, never>

export const proofsTable = {
  async add(
    sql: Sql,
    proof: Pick<ProofRow, 'id' | 'instant' | 'entries' | 'derived' | 'turns'>,
  ): Promise<void> {
    await sql.run('INSERT INTO forget_proofs (id, instant, entries, derived, turns) VALUES (?, ?, ?, ?, ?)', [
      proof.id,
      proof.instant,
      proof.entries,
      proof.derived,
      proof.turns,
    ])
  },
  /** Newest first. */
  async list(sql: Sql): Promise<ProofRow[]> {
    return (await sql.all<StoredProof>(`${SELECT} ORDER BY seq DESC`)).map(proofOf)
  },
  async get(sql: Sql, id: string): Promise<ProofRow | null> {
    const row = await sql.first<StoredProof>(`${SELECT} WHERE id = ?`, [id])
    return row === undefined ? null : proofOf(row)
  },
  /** Keeps what is to be searched for once the forgetting is stored, until it was. */
  async addUnproved(sql: Sql, id: string, search: string): Promise<void> {
    await sql.run('INSERT INTO forget_unproved (proof_id, search) VALUES (?, ?)', [id, search])
  },
  /** The proofs that are still to be made, with what to search for. */
  async unproved(sql: Sql): Promise<{ readonly id: string; readonly search: string }[]> {
    return sql.all<{ id: string; search: string }>(
      'SELECT proof_id AS id, search FROM forget_unproved ORDER BY proof_id',
    )
  },
  async searched(
    db: Database,
    id: string,
    { searched, found }: Pick<ProofRow, 'searched' | 'found'>,
  ): Promise<void> {
    await db.transaction(async (tx) => {
      await tx.run('UPDATE forget_proofs SET searched = ?, found = ? WHERE id = ?', [searched, found, id])
      await tx.run('DELETE FROM forget_unproved WHERE proof_id = ?', [id])
    })
  },
  /** Whether freed pages of some forgetting may still hold what was in them. */
  async pending(sql: Sql): Promise<boolean> {
    return (await sql.first('SELECT 1 FROM forget_proofs WHERE overwritten = 0 LIMIT 1')) !== undefined
  },
  async allOverwritten(sql: Sql): Promise<void> {
    await sql.run('UPDATE forget_proofs SET overwritten = 1 WHERE overwritten = 0')
  },
  /** When something was forgotten last; null for never. */
  async last(sql: Sql): Promise<Instant | null> {
    return (
      (await sql.first<{ last: number | null }>('SELECT max(instant) AS last FROM forget_proofs'))?.last ??
      null
    )
  },
}

function proofOf(row: StoredProof): ProofRow {
  const { id, instant, entries, derived, turns, searched, found, overwritten } = row
  return { id, instant, entries, derived, turns, searched, found, overwritten: overwritten === 1 }
}

function textsIn(json: string): string[] {
  const value = parseJson(json)
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
}
