/** How long a turn's transaction takes beside a bare durable one, in the same run. */
import { openCharacterStore } from '../../../src/engine/store/character-store.ts'
import { opfsProvider } from './homes.ts'
import type { Check } from './worker.ts'

const WARM_UP = 20
const ROUNDS = 400

export const speedChecks: Readonly<Record<string, Check>> = {
  'speed: a turn on opfs': async ({ name }) => {
    const databases = await opfsProvider(name)
    const store = await openCharacterStore(await databases.open('turns'))
    const bare = await databases.open('bare')
    await bare.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, text TEXT)')
    const turnTimes: number[] = []
    const bareTimes: number[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const bareStart = performance.now()
      await bare.run('INSERT INTO t (text) VALUES (?)', ['今天天气很好，我们去公园散步吧。'])
      const turnStart = performance.now()
      await keepTurn(round)
      const end = performance.now()
      if (round < WARM_UP) continue
      bareTimes.push(turnStart - bareStart)
      turnTimes.push(end - turnStart)
    }
    await databases.close()
    return { turn: percentiles(turnTimes), bare: percentiles(bareTimes) }

    async function keepTurn(round: number): Promise<void> {
      const doc = '{"type":"human","data":{"content":"今天天气很好，我们去公园散步吧。"}}'
      const rows = ['human', 'ai'].map((role) => ({
        sessionId: crypto.randomUUID(),
        message: doc,
        timestamp: '2026-03-01 09:00:00',
        instant: 1_772_326_800_000 + round * 60_000,
        zone: 'Asia/Shanghai',
        turnId: crypto.randomUUID(),
        role,
      }))
      const opId = crypto.randomUUID()
      await store.db.transaction(async (tx) => {
        await store.timeIndex.insert(tx, rows)
        await store.recent.append(
          tx,
          rows.map((row) => ({ doc: row.message, turnId: row.turnId })),
        )
        await store.outbox.append(tx, {
          opId,
          status: 'pending',
          line: JSON.stringify({
            op_id: opId,
            type: 'extract_facts',
            payload: { messages: [doc, doc] },
            status: 'pending',
          }),
        })
        await store.idempotency.put(tx, {
          key: opId,
          status: 200,
          headers: '{}',
          body: '{"status":"cached"}',
          instant: 1,
        })
      })
    }
  },
}

function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
