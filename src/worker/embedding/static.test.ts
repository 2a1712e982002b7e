import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/fixtures/clock.ts'
import { wordTableBytes } from '../../../tests/fixtures/word-table.ts'
import { TABLE_READ_LIMIT_MS, TABLE_RETRY_MS } from '../../engine/settings.ts'
import { createTableProvider, type TableFile } from './static.ts'

const table = wordTableBytes()

/** A file whose answers the test gives one by one. */
function scriptedFile(...answers: (Uint8Array | Error)[]): TableFile & { reads: number; forgotten: number } {
  const file = {
    reads: 0,
    forgotten: 0,
    async read() {
      const answer = answers[file.reads]
      file.reads += 1
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer left')
      return answer
    },
    async forget() {
      file.forgotten += 1
    },
  }
  return file
}

function setUp(file: TableFile) {
  const clock = createTestClock('2026-06-01T12:00:00Z', 'UTC')
  const logged: string[] = []
  const log = { write: (_: string, event: string) => void logged.push(event) }
  const provider = createTableProvider({ clock, timer: clock.timer, log, file })
  const states: string[] = []
  provider.onChange(() => {
    const state = provider.current()
    states.push(state.state === 'failed' ? state.trouble : state.state)
  })
  return { clock, provider, states, logged }
}

/** Lets promises that wait for nothing run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('nothing is read before it is wanted, and then once, however often it is asked for', async () => {
  const file = scriptedFile(table)
  const { provider, states } = setUp(file)
  expect([provider.current().state, file.reads]).toEqual(['waiting', 0])
  provider.requestLoad()
  provider.requestLoad()
  await settle()
  provider.requestLoad()
  expect([file.reads, states]).toEqual([1, ['ready']])
  const state = provider.current()
  expect(state.state === 'ready' && state.embedder.modelId).toBe('omoide-words-v3-64d-int8')
})

test('a file that cannot be read is tried again after a pause, until it is there', async () => {
  const file = scriptedFile(new Error('offline'), new Error('offline'), table)
  const { clock, provider, states } = setUp(file)
  provider.requestLoad()
  await settle()
  expect(provider.current()).toEqual({
    state: 'failed',
    trouble: 'file_missing',
    retryAt: clock.now() + (TABLE_RETRY_MS[0] ?? 0),
  })
  for (const pause of TABLE_RETRY_MS.slice(0, 2)) {
    await clock.advance(pause)
    await settle()
  }
  expect(states).toEqual(['file_missing', 'file_missing', 'ready'])
})

test('whoever asks again during a pause starts the next try at once', async () => {
  const file = scriptedFile(new Error('offline'), table)
  const { clock, provider, states } = setUp(file)
  provider.requestLoad()
  await settle()
  provider.requestLoad()
  await settle()
  expect(states).toEqual(['file_missing', 'ready'])
  await clock.advance(TABLE_RETRY_MS[0] ?? 0)
  expect([file.reads, clock.waiting]).toEqual([2, 0])
})

test('a damaged copy is dropped, so that the next try reads another one', async () => {
  const file = scriptedFile(table.subarray(0, 1000), table)
  const { clock, provider, states } = setUp(file)
  provider.requestLoad()
  await settle()
  expect([file.forgotten, states]).toEqual([1, ['checksum_wrong']])
  await clock.advance(TABLE_RETRY_MS[0] ?? 0)
  await settle()
  expect([file.forgotten, states]).toEqual([1, ['checksum_wrong', 'ready']])
})

test('a reader that never comes to an end is given up, and another one tried', async () => {
  const signals: AbortSignal[] = []
  const file: TableFile = {
    read(signal) {
      signals.push(signal)
      return signals.length === 1 ? new Promise(() => undefined) : Promise.resolve(table)
    },
    forget: () => Promise.resolve(),
  }
  const { clock, provider, states } = setUp(file)
  provider.requestLoad()
  await clock.advance(TABLE_READ_LIMIT_MS)
  await settle()
  expect([states, signals[0]?.aborted]).toEqual([['file_missing'], true])
  await clock.advance(TABLE_RETRY_MS[0] ?? 0)
  await settle()
  expect([states, signals[1]?.aborted, clock.waiting]).toEqual([['file_missing', 'ready'], false, 0])
})

test.each([
  ['short', table.subarray(0, 20)],
  ['empty', new Uint8Array(0)],
  ['longer', new Uint8Array([...table.subarray(0, 4096), ...table])],
  ['a page', new TextEncoder().encode(`<!doctype html>${' '.repeat(100)}`)],
  ['of another version', Uint8Array.from(table, (byte, at) => (at === 4 ? 9 : byte))],
  ['changed in one bit', Uint8Array.from(table, (byte, at) => (at === 5_000_000 ? byte ^ 1 : byte))],
])('one that is %s is damaged, also where its copy cannot be dropped', async (_, bytes) => {
  const { provider, states, logged } = setUp({
    read: () => Promise.resolve(bytes),
    forget: () => Promise.reject(new Error('no caches here')),
  })
  provider.requestLoad()
  await settle()
  expect(states).toEqual(['checksum_wrong'])
  expect(logged).toEqual(['table.copy_stays', 'table.unavailable'])
})
