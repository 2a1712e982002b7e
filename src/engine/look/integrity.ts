/** Whether the database is whole: by SQLite's own word, and by comparing documents with what is kept beside them. */
import type { IntegrityReport } from '../browser-api.ts'
import { parseJson } from '../document.ts'
import type { Clock, Sql, SqlValue } from '../ports.ts'
import { messageOf } from '../result.ts'
import { FINDINGS_MAX, INTEGRITY_SLICE_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { factHot, idOf, isDoc, personaEntryHot, reflectionHot, type Doc } from '../store/hot.ts'

/** `pause` lets other work in between two slices. At most `FINDINGS_MAX` findings, without any memory text. */
export async function checkIntegrity(
  store: CharacterStore,
  clock: Pick<Clock, 'monotonic'>,
  pause: () => Promise<void>,
): Promise<IntegrityReport> {
  const started = clock.monotonic()
  const findings: string[] = [...(await ofSqlite(store.db)), ...(await ofFullText(store.db))]
  for (const check of checks) findings.push(...(await ofTable(store.db, check, pause)))
  const milliseconds = Math.round(clock.monotonic() - started)
  return { ok: findings.length === 0, findings: findings.slice(0, FINDINGS_MAX), milliseconds }
}

async function ofSqlite(sql: Sql): Promise<string[]> {
  const rows = await sql.all<{ integrity_check: string }>(`PRAGMA integrity_check(${String(FINDINGS_MAX)})`)
  const foreign = await sql.all<{ table: string }>('PRAGMA foreign_key_check')
  return [
    ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...foreign.map((row) => `${row.table}: a row refers to one that is gone.`),
  ]
}

/** Its own structure, and its rows against the facts. */
async function ofFullText(sql: Sql): Promise<string[]> {
  const findings: string[] = []
  try {
    await sql.run(`INSERT INTO facts_fts (facts_fts) VALUES ('integrity-check')`)
  } catch (error) {
    findings.push(`facts_fts: ${messageOf(error)}`)
  }
  const row = await sql.first<{ orphans: number; missing: number; lost: number }>(
    `SELECT
       (SELECT count(*) FROM facts_fts_rows WHERE fact_id NOT IN (SELECT id FROM facts WHERE id IS NOT NULL))
         AS orphans,
       (SELECT count(*) FROM facts WHERE archived = 0 AND id IS NOT NULL AND superseded_instant IS NULL
          AND id NOT IN (SELECT fact_id FROM facts_fts_rows)) AS missing,
       (SELECT count(*) FROM facts_fts_rows WHERE docid NOT IN (SELECT rowid FROM facts_fts)) AS lost`,
  )
  if ((row?.orphans ?? 0) > 0)
    findings.push(`facts_fts: ${String(row?.orphans)} rows of facts that are gone.`)
  if ((row?.missing ?? 0) > 0) findings.push(`facts_fts: ${String(row?.missing)} facts are not indexed.`)
  if ((row?.lost ?? 0) > 0) findings.push(`facts_fts: ${String(row?.lost)} entries have lost their words.`)
  return findings
}

interface Check {
  readonly table: string
  /** Columns as the document says them; a date says only whether there is one, because of its zone. */
  readonly columns: (doc: Doc) => Readonly<Record<string, SqlValue | boolean>>
  /** Columns of which only presence is compared. */
  readonly dates: readonly string[]
  /** Documents that are a bare text are good here. */
  readonly texts: boolean
}

/** Any readable stamp will do where only its presence counts; the unreadable ones have no instant either. */
const present = (stamp: string): number | null => (/^\d{4}-\d{2}-\d{2}/.test(stamp) ? 1 : null)

const checks: readonly Check[] = [
  {
    table: 'facts',
    columns(doc) {
      const hot = factHot(doc, present)
      return {
        hash: hot.hash,
        entity: hot.entity,
        source: hot.source,
        importance: hot.importance,
        absorbed: hot.absorbed,
        signal_processed: hot.signalProcessed,
        suppressed: hot.suppressed,
        confidence: hot.confidence,
        created_instant: hot.createdInstant,
        superseded_instant: hot.supersededInstant,
      }
    },
    dates: ['created_instant', 'superseded_instant'],
    texts: false,
  },
  {
    table: 'reflections',
    columns(doc) {
      const hot = reflectionHot(doc, present)
      return { status: hot.status, entity: hot.entity, suppressed: hot.suppressed }
    },
    dates: [],
    texts: false,
  },
  {
    table: 'persona_entries',
    columns(doc) {
      const hot = personaEntryHot(doc)
      return { source: hot.source, protected: hot.protected, suppressed: hot.suppressed }
    },
    dates: [],
    texts: true,
  },
  { table: 'archive_entries', columns: (doc) => ({ id: idOf(doc['id']) }), dates: [], texts: false },
]

async function ofTable(sql: Sql, check: Check, pause: () => Promise<void>): Promise<string[]> {
  const findings: string[] = []
  for (let after = Number.MIN_SAFE_INTEGER; findings.length < FINDINGS_MAX;) {
    const rows = await sql.all(`SELECT * FROM ${check.table} WHERE seq > ? ORDER BY seq LIMIT ?`, [
      after,
      INTEGRITY_SLICE_ROWS,
    ])
    for (const row of rows) {
      const at = `${check.table} ${String(row['seq'])}`
      const document = parseJson(String(row['doc']))
      if (check.texts && typeof document === 'string') continue
      if (!isDoc(document)) {
        findings.push(`${at}: the document cannot be read.`)
        continue
      }
      const wrong = Object.entries(check.columns(document)).filter(([name, value]) =>
        differs(row[name] ?? null, value, check.dates.includes(name)),
      )
      if (wrong.length > 0) findings.push(`${at}: ${wrong.map(([name]) => name).join(', ')}`)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < INTEGRITY_SLICE_ROWS) break
    after = Number(last['seq'])
    await pause()
  }
  return findings
}

function differs(stored: SqlValue, said: SqlValue | boolean, isDate: boolean): boolean {
  if (isDate) return (stored === null) !== (said === null)
  return stored !== (typeof said === 'boolean' ? Number(said) : said)
}
