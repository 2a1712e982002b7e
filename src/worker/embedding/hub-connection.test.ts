import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestClock, until } from '../../../tests/fixtures/clock.ts'
import { COMMIT, type ModelHub, startModelHub } from '../../../tests/fixtures/model-hub/server.ts'
import { HUB_SILENCE_MS } from '../limits.ts'
import { commitUrl, fileUrl } from './hub-api.ts'
import { createHubConnection, piecesOf } from './hub-connection.ts'

let hub: ModelHub
const content = new Uint8Array(10_000).fill(7)

beforeEach(async () => {
  hub = await startModelHub()
  hub.offer('made/small', new Map([['config.json', content]]))
})
afterEach(() => hub.close())

test('a hub that falls silent within a file has broken off, and may go on', async () => {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  hub.fail('config.json', { fault: 'stall', after: 100 })
  const response = await connection(clock).file(url(), 0)
  let bytes = 0
  const read = (async () => {
    for await (const piece of piecesOf(response, clock.timer)) bytes += piece.byteLength
  })()
  const outcome = expect(read).rejects.toMatchObject({ code: 'embedding_download_failed', passing: true })
  await until(() => bytes === 100 && clock.waiting === 1)
  await clock.advance(HUB_SILENCE_MS)
  await outcome
  expect(clock.waiting).toBe(0)
})

test('a hub that does not answer at all has broken off', async () => {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  hub.fail('config.json', { fault: 'stall', after: 0 })
  const asked = connection(clock).file(url(), 0)
  const outcome = expect(asked).rejects.toMatchObject({ code: 'embedding_download_failed', passing: true })
  await until(() => hub.requests.length === 1)
  await clock.advance(HUB_SILENCE_MS)
  await outcome
})

test('what is read leaves no timer, and a range is asked for where something is here', async () => {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  const { file, json } = connection(clock)
  expect(await json(commitUrl(hub.origin, 'made/small', 'main'))).toEqual({ sha: COMMIT })
  expect(await json(url())).toBeUndefined()
  const rest = await file(url(), 9_000)
  expect(rest.status).toBe(206)
  expect((await rest.arrayBuffer()).byteLength).toBe(1_000)
  expect(hub.requests.map(({ range }) => range)).toEqual([null, null, 'bytes=9000-'])
  expect(clock.waiting).toBe(0)
})

test('answers say whether another try may help', async () => {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  for (const [status, from, code, passing] of [
    [404, 0, 'embedding_download_failed', false],
    [429, 0, 'embedding_download_failed', true],
    [503, 0, 'embedding_download_failed', true],
    [416, 0, 'embedding_download_failed', false],
    [416, 5_000, 'embedding_checksum_wrong', false],
  ] as const) {
    hub.fail('config.json', { fault: 'status', status })
    await expect(connection(clock).file(url(), from)).rejects.toMatchObject({ code, passing })
  }
  const elsewhere = fileUrl('https://elsewhere.test', 'made/small', COMMIT, 'config.json')
  await expect(connection(clock).file(elsewhere, 0)).rejects.toMatchObject({ code: 'origin_not_approved' })
})

function connection({ timer }: ReturnType<typeof createTestClock>) {
  return createHubConnection([hub.origin], timer)
}

function url(): string {
  return fileUrl(hub.origin, 'made/small', COMMIT, 'config.json')
}
