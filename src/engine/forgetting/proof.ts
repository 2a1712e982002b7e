/**
 * The proof that something is forgotten: every text of every table is searched for its fragments, the shadow tables of
 * the full-text index too, and the pages and the log that held it are overwritten (design.md §8a).
 */
import type { Database, Sql, SqlValue } from '../ports.ts'
import { FORGET_SLICE_ROWS } from '../settings.ts'
import { textRows } from '../store/scrub.ts'
import { proofsTable } from '../store/tombstones.ts'
import type { Fragments } from './fragments.ts'
import type { Written } from './watch.ts'

export interface Search {
  /** Columns that were searched. */
  readonly searched: number
  /** Values in which a fragment was found. */
  readonly found: number
}

export interface SearchOptions {
  /** Whether what was said is searched too. */
  readonly turnsToo: boolean
  /** Lets other work in between two slices. */
  readonly pause?: () => Promise<void>
  /** Rows written since the forgetting: words that they say were said anew, and are not found. Asked at the end. */
  readonly written?: () => Promise<Written>
}

/** Columns that hold what was said; they are left out where the turns were to stay. */
const said: ReadonlySet<string> = new Set([
  'time_indexed_original.message',
  'recent.doc',
  'fact_sources.quote',
  'outbox.line',
  'refusals.claim',
])

export async function searchEverywhere(
  sql: Sql,
  fragments: Fragments,
  { turnsToo, pause = () => Promise.resolve(), written }: SearchOptions,
): Promise<Search> {
  const tables = await sql.all<{ name: string; sql: string | null }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  )
  let searched = 0
  const found: ReadonlySet<string>[] = []
  for (const { name, sql: definition } of tables) {
    const columns = (await sql.all<{ name: string }>(`PRAGMA table_info("${name}")`)).map(
      (column) => column.name,
    )
    const looked = columns.filter((column) => turnsToo || !said.has(`${name}.${column}`))
    searched += looked.length
    if (looked.length === 0) continue
    const keys = looked.map((_, index) => `c${String(index)}`)
    const placed = !/WITHOUT\s+ROWID/iu.test(definition ?? '')
    for await (const rows of slicesOf(sql, name, looked, placed)) {
      for (const row of rows) {
        for (const key of keys) {
          const text = textOf(row[key])
          if (text !== '' && fragments.hit(text)) found.push(fragments.held(text))
        }
      }
      await pause()
    }
  }
  const anew =
    found.length === 0 || written === undefined ? null : await saidIn(sql, fragments, await written())
  const left = found.filter((held) => anew === null || [...held].some((fragment) => !anew.has(fragment)))
  return { searched, found: left.length }
}

/** Fragments that rows hold, in any column. */
async function saidIn(sql: Sql, fragments: Fragments, rows: Written): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  for (const [table, keys] of rows) {
    for (const { texts } of await textRows(sql, table, ['*'], [...keys])) {
      for (const text of Object.values(texts)) for (const each of fragments.held(text ?? '')) held.add(each)
    }
  }
  return held
}

/**
 * Overwrites what freed pages and the log still hold, and says so on the proofs. Pages are overwritten as they are freed;
 * a database from before they were is rebuilt once. Not part of any transaction: SQLite cannot do it inside one.
 */
export async function overwriteFreed(db: Database): Promise<void> {
  if (!(await proofsTable.pending(db))) return
  const always = await db.first(`SELECT 1 FROM meta WHERE key = 'deletes_overwritten'`)
  if (always === undefined) {
    await db.exec('VACUUM')
    await db.run(`INSERT OR IGNORE INTO meta (key, value) VALUES ('deletes_overwritten', '1')`)
  }
  // Nothing to do where there is no such log.
  await db.all('PRAGMA wal_checkpoint(TRUNCATE)')
  await proofsTable.allOverwritten(db)
}

async function* slicesOf(
  sql: Sql,
  table: string,
  columns: readonly string[],
  placed: boolean,
): AsyncGenerator<readonly Readonly<Record<string, SqlValue>>[]> {
  const list = columns.map((column, index) => `"${column}" AS c${String(index)}`).join(', ')
  if (!placed) {
    const rows = await sql.all(`SELECT ${list} FROM "${table}"`)
    for (let from = 0; from < rows.length; from += FORGET_SLICE_ROWS) {
      yield rows.slice(from, from + FORGET_SLICE_ROWS)
    }
    return
  }
  for (let from = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await sql.all<Record<string, SqlValue>>(
      `SELECT rowid AS place, ${list} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      [from, FORGET_SLICE_ROWS],
    )
    yield rows
    if (rows.length < FORGET_SLICE_ROWS) return
    from = Number(rows.at(-1)?.['place'])
  }
}

const decoder = new TextDecoder()

function textOf(value: SqlValue | undefined): string {
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? decoder.decode(value) : ''
}
