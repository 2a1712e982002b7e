/** The state of a memory: what it holds by layer, what could not be read, and how its indexes stand. */
import type { HealthView } from '../browser-api.ts'
import type { Core } from '../core.ts'
import { vectorProgress } from '../embedding/backfill-marks.ts'
import type { EmbedderState } from '../embedding/embedder.ts'
import type { Memory } from '../memories.ts'
import type { Sql } from '../ports.ts'
import type { RecallPool } from '../recall/pool.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { schemaVersion } from '../store/migrations.ts'

export async function healthOf(core: Core, memory: Memory): Promise<HealthView> {
  const { store, name } = memory
  const id = await core.registry.memoryId(name)
  const pool = await core.pools.of(memory)
  const quarantined = await store.quarantine.list(store.db)
  return {
    layers: await layersOf(store.db),
    databaseBytes: id === undefined ? null : ((await core.deps.databases.size(id)) ?? null),
    schemaVersion: await schemaVersion(store.db),
    unreadable: quarantined.map(({ table, reason, instant }) => ({ table, reason, at: instant })),
    index: { rows: pool.size, terms: await wordsOf(store.db), bytes: pool.bytes, ready: true },
    vectors: await vectorsOf(store, core.deps.embedders?.current() ?? { state: 'off' }, pool),
  }
}

/** Tables of a layer, and what of a row counts as its size. */
const layers: readonly (readonly [name: string, from: string, document: string])[] = [
  ['recent', 'recent', 'doc'],
  ['timeline', 'time_indexed_original', 'message'],
  ['facts', 'facts WHERE archived = 0', 'doc'],
  ['reflections', 'reflections', 'doc'],
  ['persona', 'persona_entries', 'doc'],
  ['corrections', 'corrections', 'doc'],
  ['archive', '(SELECT doc FROM facts WHERE archived = 1 UNION ALL SELECT doc FROM archive_entries)', 'doc'],
  ['events', '(SELECT line FROM events UNION ALL SELECT line FROM outbox)', 'line'],
  [
    'history',
    `(SELECT coalesce(before, '') || coalesce(after, '') AS doc FROM journal
      UNION ALL SELECT coalesce(before, '') FROM journal_rows)`,
    'doc',
  ],
  ['calls', `(SELECT coalesce(text, '') AS doc FROM ledger UNION ALL SELECT claim FROM refusals)`, 'doc'],
  ['index', 'recall_snapshot', 'data'],
]

async function layersOf(sql: Sql): Promise<HealthView['layers']> {
  const sizes = []
  // One by one: each is a scan, and other work has its turn in between.
  for (const [name, from, document] of layers) {
    const row = await sql.first<{ rows: number; bytes: number | null }>(
      `SELECT count(*) AS rows, sum(octet_length(${document})) AS bytes FROM ${from}`,
    )
    sizes.push({ name, rows: row?.rows ?? 0, bytes: row?.bytes ?? 0 })
  }
  return sizes
}

/** Words of the full-text index. */
async function wordsOf(sql: Sql): Promise<number> {
  await sql.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.facts_words USING fts5vocab('main', 'facts_fts', 'row')`,
  )
  return (await sql.first<{ n: number }>('SELECT count(*) AS n FROM temp.facts_words'))?.n ?? 0
}

async function vectorsOf(
  store: CharacterStore,
  state: EmbedderState,
  pool: RecallPool,
): Promise<HealthView['vectors']> {
  const none = { modelId: null, trouble: null, done: 0, total: 0 }
  if (state.state !== 'ready') {
    return { ...none, state: state.state, trouble: state.state === 'failed' ? state.trouble : null }
  }
  const { kind, modelId } = state.embedder
  // The built-in table needs no more than a look at each row.
  if (kind === 'static') {
    return {
      ...none,
      modelId,
      state: 'ready',
      done: pool.vectors?.modelId === modelId ? pool.size : 0,
      total: pool.size,
    }
  }
  return { ...none, modelId, state: 'ready', ...(await vectorProgress(store, modelId)) }
}
