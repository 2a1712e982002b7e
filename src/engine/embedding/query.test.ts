import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/fixtures/clock.ts'
import { testEmbedder, testProvider } from '../../../tests/fixtures/embedder.ts'
import { QUERY_EMBED_MS } from '../settings.ts'
import { embedQuery } from './query.ts'

const clock = createTestClock('2026-06-01T12:00:00Z', 'UTC')
const { timer } = clock

test('a transformer answers for fusion by rank, the table at once for fusion by score', async () => {
  const onnx = testEmbedder()
  const asked = await embedQuery({ embedders: testProvider(onnx), timer }, '  green tea ')
  expect(asked).toMatchObject({ fusion: 'rank', missing: null, vectors: { modelId: onnx.modelId } })
  expect(onnx.calls).toEqual([['green tea']])
  expect(clock.waiting).toBe(0)

  const table = testEmbedder({ kind: 'static' })
  const known = await embedQuery({ embedders: testProvider(table), timer }, 'green tea')
  expect(known.fusion).toBe('score')
  expect(known.vectors?.query).toEqual(table.embedNow?.('green tea'))
  expect(table.calls).toEqual([])
})

test('without an embedder, with one that is not ready, and with no words there is no vector, and why is said', async () => {
  expect(await embedQuery({ timer }, 'tea')).toEqual({ vectors: null, fusion: null, missing: 'off' })
  const waiting = testProvider({ state: 'waiting' })
  expect((await embedQuery({ embedders: waiting, timer }, 'tea')).missing).toBe('waiting')
  // What is missing is loaded once there is an answer (http/recall-routes.ts).
  expect(waiting.loads).toBe(0)
  const failed = testProvider({ state: 'failed', trouble: 'device_lost', retryAt: null })
  expect((await embedQuery({ embedders: failed, timer }, 'tea')).missing).toBe('failed')
  for (const kind of ['onnx', 'static'] as const) {
    const provider = testProvider(testEmbedder({ kind, vectorOf: () => null }))
    expect((await embedQuery({ embedders: provider, timer }, 'zzz')).missing).toBe('no_words')
    expect((await embedQuery({ embedders: provider, timer }, ' ')).missing).toBe('no_words')
  }
})

test('a model that is slow is given up, which is no failure; one that breaks is told of', async () => {
  const slow = testEmbedder()
  const release = slow.hold()
  const provider = testProvider(slow)
  const asked = embedQuery({ embedders: provider, timer }, 'tea')
  await clock.advance(QUERY_EMBED_MS)
  expect((await asked).missing).toBe('slow')
  release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(provider.failures).toEqual([])

  const broken = testEmbedder()
  broken.fail(1)
  const other = testProvider(broken)
  expect((await embedQuery({ embedders: other, timer }, 'tea')).missing).toBe('failed')
  expect(other.failures).toHaveLength(1)
  expect(clock.waiting).toBe(0)
})
