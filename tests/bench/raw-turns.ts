/**
 * `node scripts/run.mjs tests/bench/raw-turns.ts [TURNS]`: how long recall takes when memories say nothing and it looks
 * through what was said, over a time index of that many turns of mixed text. Prints the first question, which makes the
 * index, apart from the others.
 */
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { timeIndexTable } from '../../src/engine/store/time-index.ts'
import { testEngine, user } from '../fixtures/engine.ts'

const turns = Number(process.argv[2] ?? 100_000)
const START = Date.parse('2025-01-01T00:00:00Z')
const words =
  'river garden winter letter train music window coffee summer market bicycle photo dinner cloud'.split(' ')
const clauses = '今天 下雨 我在公园 遇到 老朋友 一起吃饭 聊到 旅行 周末 电影 工作 很忙 晚上 散步'.split(' ')

const first = await testEngine()
await first.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
await first.say('/cache/Mika', [user('Hello', 'hello')])
await first.settled()
await first.stop()
const [id = ''] = await first.databases.list()
const store = await openCharacterStore(await first.databases.open(id))
const rows = Array.from({ length: turns }, (_, n) => {
  const role = n % 2 === 0 ? 'human' : 'ai'
  const pick = (list: readonly string[], step: number) => list[(n * step + (n >> 3)) % list.length] ?? ''
  const text =
    n % 4 < 2
      ? `We went to the ${pick(words, 3)} ${String(n)} and saw a ${pick(words, 5)} near the ${pick(words, 7)}`
      : `${pick(clauses, 3)}${pick(clauses, 5)}${String(n)}号${pick(clauses, 7)}`
  return {
    ...{ sessionId: 's', message: JSON.stringify({ type: role, data: { content: text } }) },
    ...{
      timestamp: '2025-01-01 00:00:00',
      instant: START + n * 60_000,
      zone: 'UTC',
      turnId: `t${String(n)}`,
      role,
    },
  }
})
await store.db.transaction(async (tx) => {
  for (let start = 0; start < rows.length; start += 1000)
    await timeIndexTable.insert(tx, rows.slice(start, start + 1000))
})
await store.db.close()

const engine = await first.restart()
const times: number[] = []
/** Milliseconds of processor time: what a quiet machine would take at most. */
const busy: number[] = []
for (let n = 0; n < 200; n += 1) {
  const query = n % 2 === 0 ? `bicycle ${String(turns - 4 * n)}` : `公园 散步 ${String(turns - 4 * n + 2)}号`
  const before = process.cpuUsage()
  const started = performance.now()
  await engine.json('POST', '/query_memory/Mika', { query })
  times.push(performance.now() - started)
  const { user: own, system } = process.cpuUsage(before)
  busy.push((own + system) / 1000)
}
console.log(JSON.stringify({ turns, wall: summary(times), processor: summary(busy) }))
await engine.stop()

function summary([first = 0, ...rest]: readonly number[]) {
  const later = rest.toSorted((a, b) => a - b)
  const at = (share: number) => round(later[Math.floor(share * (later.length - 1))] ?? 0)
  return { first_ms: round(first), p50_ms: at(0.5), p95_ms: at(0.95) }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
