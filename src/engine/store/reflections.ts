/** reflections.json and surfaced.json (reflections.md §1, §5). */
import type { Instant, Sql } from '../ports.ts'
import { createDocTable, createHotCodec, type DocRow, type DocTable } from './doc-table.ts'
import { idList } from './insert-rows.ts'

export type ReflectionHot = {
  readonly id: string | null
  readonly status: string
  readonly entity: string
  readonly createdInstant: Instant | null
  readonly nextEligibleInstant: Instant | null
  readonly suppressed: boolean
}

export type ReflectionRow = DocRow<ReflectionHot>

export type SurfacedHot = { readonly reflectionId: string | null; readonly feedback: string | null }

const columns = {
  id: { column: 'id' },
  status: { column: 'status' },
  entity: { column: 'entity' },
  createdInstant: { column: 'created_instant' },
  nextEligibleInstant: { column: 'next_eligible_instant' },
  suppressed: { column: 'suppressed', flag: true },
} as const
const codec = createHotCodec<ReflectionHot>(columns)
const SELECT = `SELECT seq, doc, ${codec.columns.join(', ')} FROM reflections`

export interface ReflectionsTable extends DocTable<ReflectionHot> {
  get(sql: Sql, id: string): Promise<ReflectionRow | undefined>
  byStatus(sql: Sql, status: string): Promise<ReflectionRow[]>
  /** Rows of any other status, those of unknown ones included. */
  exceptStatuses(sql: Sql, statuses: readonly string[]): Promise<ReflectionRow[]>
}

export const reflectionsTable: ReflectionsTable = {
  ...createDocTable<ReflectionHot>('reflections', columns),
  async get(sql, id) {
    return (await sql.all(`${SELECT} WHERE id = ?`, [id])).map(codec.toRow)[0]
  },
  async byStatus(sql, status) {
    return (await sql.all(`${SELECT} WHERE status = ? ORDER BY seq`, [status])).map(codec.toRow)
  },
  async exceptStatuses(sql, statuses) {
    const rows = await sql.all(
      `${SELECT} WHERE status NOT IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      [idList(statuses)],
    )
    return rows.map(codec.toRow)
  },
}

export interface SurfacedTable extends DocTable<SurfacedHot> {
  /** Rows without feedback, in file order. */
  open(sql: Sql): Promise<DocRow<SurfacedHot>[]>
  /** Rows of these reflections, in file order. */
  of(sql: Sql, reflectionIds: readonly string[]): Promise<DocRow<SurfacedHot>[]>
}

const surfacedColumns = {
  reflectionId: { column: 'reflection_id' },
  feedback: { column: 'feedback' },
} as const
const surfacedCodec = createHotCodec<SurfacedHot>(surfacedColumns)
const SELECT_SURFACED = `SELECT seq, doc, ${surfacedCodec.columns.join(', ')} FROM surfaced`

export const surfacedTable: SurfacedTable = {
  ...createDocTable<SurfacedHot>('surfaced', surfacedColumns),
  async open(sql) {
    return (await sql.all(`${SELECT_SURFACED} WHERE feedback IS NULL ORDER BY seq`)).map(surfacedCodec.toRow)
  },
  async of(sql, reflectionIds) {
    const rows = await sql.all(
      `${SELECT_SURFACED} WHERE reflection_id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
      [idList(reflectionIds)],
    )
    return rows.map(surfacedCodec.toRow)
  },
}
