/** Writing until the browser is killed, and looking at what is left. */
import type { SqliteProvider } from '../../../src/worker/storage/sqlite-provider.ts'
import { equal } from '../check.ts'
import { indexedDbProvider, opfsProvider } from './homes.ts'
import type { Check } from './worker.ts'

/** Rows of each transaction; with their size they are more than the small page cache below. */
const BATCH = 30
const TEXT = 'x'.repeat(2_000)

export const crashChecks: Readonly<Record<string, Check>> = {
  'crash: write on opfs': (order, tell) => write(opfsProvider(order.name), order.argument, tell),
  'crash: read on opfs': (order) => read(opfsProvider(order.name)),
  'crash: write on indexeddb': (order, tell) => write(indexedDbProvider(order.name), order.argument, tell),
  'crash: read on indexeddb': (order) => read(indexedDbProvider(order.name)),
}

/**
 * Commits batch after batch and tells each number once it is acknowledged. From batch `hold` on it stays
 * in the middle of the transaction and tells `holding`, to be killed there.
 */
async function write(
  opening: Promise<SqliteProvider>,
  hold: string | number | undefined,
  tell: (message: string) => void,
): Promise<never> {
  const db = await (await opening).open('crash')
  await db.exec('PRAGMA cache_size = 8; CREATE TABLE IF NOT EXISTS t (batch INTEGER, text TEXT)')
  for (let batch = 0; ; batch++) {
    await db.transaction(async (tx) => {
      for (let row = 0; row < BATCH; row++) {
        await tx.run('INSERT INTO t VALUES (?, ?)', [batch, TEXT])
        if (batch === hold && row === BATCH / 2) {
          tell('holding')
          await new Promise(() => undefined)
        }
      }
    })
    tell(String(batch))
  }
}

/** The numbers of the batches that are there; each must be whole. */
async function read(opening: Promise<SqliteProvider>): Promise<number[]> {
  const databases = await opening
  const db = await databases.open('crash')
  equal(await db.first('PRAGMA integrity_check'), { integrity_check: 'ok' })
  const rows = await db.all<{ batch: number; n: number }>(
    'SELECT batch, count(*) AS n FROM t GROUP BY batch ORDER BY batch',
  )
  for (const row of rows) equal(row.n, BATCH, `rows of batch ${row.batch}`)
  await databases.close()
  return rows.map((row) => row.batch)
}
