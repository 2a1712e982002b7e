/** Who answers memory routes, and what happens when it goes away. */
import type { Page } from '@playwright/test'
import {
  ask,
  controlled,
  crash,
  expect,
  historyBody,
  historyOf,
  isLeader,
  openTab,
  said,
  stopServiceWorkers,
  storedText,
  test,
} from './fixtures.ts'

const turn = [said('human', 'I like matcha.'), said('ai', 'Noted.')]

test('the first load answers routes without a reload', async ({ context, site }) => {
  const page = await openTab(context, site)
  const { status, body } = await ask(page, '/health')
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ app: 'N.E.K.O', service: 'memory', status: 'ok' })
})

test('before the page is controlled, a memory route says so instead of showing the app', async ({
  request,
  site,
}) => {
  for (const path of ['/health', '/cache/Mika', '/api/memory/recent_files', '/get_persona/%E7%BE%8E']) {
    const response = await request.post(site.url + path)
    expect(response.status(), path).toBe(503)
    expect(await response.json()).toMatchObject({ ok: false, error_code: 'no_open_tab' })
  }
})

test('a hard reload, which goes past the service worker, is controlled again', async ({ context, site }) => {
  const page = await openTab(context, site)
  const session = await context.newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await session.send('Page.reload', { ignoreCache: true })
  await loaded
  await controlled(page)
  expect(await ask(page, '/health')).toMatchObject({ status: 200 })
})

test('a second tab is served by the first one’s worker', async ({ context, site }) => {
  const [first, second] = [await openTab(context, site), await openTab(context, site, '/memory_browser')]
  expect([await isLeader(first), await isLeader(second)]).toEqual([true, false])
  expect(await instance(second)).toBe(await instance(first))
  await ask(first, '/cache/Mika', historyOf(turn))
  expect(await storedText(second, 'Mika')).toContain('matcha')
})

test('when the leading tab is closed, the other one takes over with everything that was stored', async ({
  context,
  site,
}) => {
  const [first, second] = [await openTab(context, site), await openTab(context, site)]
  await ask(first, '/cache/Mika', historyOf(turn))
  const before = await instance(second)
  await first.close()
  expect(await storedText(second, 'Mika')).toContain('matcha')
  expect(await instance(second)).not.toBe(before)
  expect(await isLeader(second)).toBe(true)
})

test('when the leading tab crashes, the other one takes over', async ({ context, site }) => {
  const [first, second] = [await openTab(context, site), await openTab(context, site)]
  await ask(first, '/cache/Mika', historyOf(turn))
  await crash(first)
  expect(await storedText(second, 'Mika')).toContain('matcha')
  expect(await isLeader(second)).toBe(true)
})

test('the first request after the service worker was stopped is answered', async ({ context, site }) => {
  const page = await openTab(context, site)
  await ask(page, '/health')
  await stopServiceWorkers(page)
  expect(await ask(page, '/cache/Mika', historyOf(turn))).toMatchObject({ status: 200 })
  expect(await storedText(page, 'Mika')).toContain('matcha')
})

test('requests under way when the leading tab crashes are answered, and applied once each', async ({
  context,
  site,
}) => {
  // Few enough that nothing is compressed into a memo.
  const turns = 18
  const [first, second] = [await openTab(context, site), await openTab(context, site)]
  const answers = second.evaluate(
    (bodies) =>
      Promise.all(
        bodies.map(async (body) => {
          const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
          const send = async () => {
            const signal = AbortSignal.timeout(8_000)
            const response = await fetch('/cache/Mika', { method: 'POST', headers, body, signal })
            return `${String(response.status)} ${await response.text()}`
          }
          // The browser may have put the service worker into the process that crashes: then the fetch fails as a
          // whole, or its body never comes, and a client sends it again under its key.
          return send().catch(send)
        }),
      ),
    Array.from({ length: turns }, (_, n) => historyBody([said('human', `line ${String(n)}.`)])),
  )
  // Some have been applied by now, some have not; nobody was answered that all is done.
  await expect.poll(() => storedText(second, 'Mika')).toContain('line')
  await crash(first)
  expect(new Set(await answers)).toEqual(new Set(['200 {"status":"cached","count":1}']))
  // Where the first tab had answered all, the second may be asked before it has the storage: it says so then.
  await expect.poll(() => storedText(second, 'Mika')).toContain('line')
  const body = await storedText(second, 'Mika')
  for (let n = 0; n < turns; n += 1)
    expect(body.split(`line ${String(n)}.`).length, `line ${String(n)} of ${body.slice(0, 300)}`).toBe(2)
})

test('the same operation sent twice is applied once', async ({ context, site }) => {
  const page = await openTab(context, site)
  const request = historyOf([said('human', 'only once.')], { 'Idempotency-Key': crypto.randomUUID() })
  const [one, two] = await Promise.all([ask(page, '/cache/Mika', request), ask(page, '/cache/Mika', request)])
  await stopServiceWorkers(page)
  const three = await ask(page, '/cache/Mika', request)
  expect([one, two, three].map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'cached', count: 1 })),
  )
  expect((await storedText(page, 'Mika')).split('only once.')).toHaveLength(2)
})

test('with no tab of the app open, a request is told so', async ({ context, site }) => {
  const app = await openTab(context, site)
  const other = await context.newPage()
  await other.goto(`${site.url}/icons/icon.svg`)
  await controlled(other)
  expect(await ask(other, '/health')).toMatchObject({ status: 200 })
  await app.close()
  const { status, body } = await ask(other, '/health')
  expect(status).toBe(503)
  expect(JSON.parse(body)).toMatchObject({ ok: false, error_code: 'no_open_tab' })
})

test('a page that is put away and taken out again has its memory', async ({ context, site }) => {
  const page = await openTab(context, site)
  await ask(page, '/cache/Mika', historyOf(turn))
  await page.goto(`${site.url}/icons/icon.svg`)
  await page.goBack()
  await controlled(page)
  expect(await storedText(page, 'Mika')).toContain('matcha')
  expect(await isLeader(page)).toBe(true)
})

test('a turn whose page gave up on the answer is stored all the same', async ({ context, site }) => {
  const page = await openTab(context, site)
  await ask(page, '/health')
  await page.evaluate(async (body) => {
    const giveUp = new AbortController()
    const sent = fetch('/cache/Mika', { method: 'POST', body, signal: giveUp.signal })
    // The service worker answers in order: what it answers after has found the turn on its way.
    await fetch('/health')
    giveUp.abort()
    await sent.catch(() => undefined)
  }, historyBody(turn))
  await expect.poll(() => storedText(page, 'Mika')).toContain('matcha')
})

test('while the storage does not open, routes say so and /health answers', async ({ context, site }) => {
  site.alter(
    /^\/assets\/worker-.*\.js$/,
    (built) => `navigator.storage.getDirectory = () => new Promise(() => undefined);${built}`,
  )
  const page = await openTab(context, site)
  const { status, body } = await ask(page, '/cache/Mika', historyOf(turn))
  expect(status).toBe(409)
  expect(JSON.parse(body)).toMatchObject({
    ok: false,
    error_code: 'storage_startup_blocked',
    blocking_reason: 'runtime_initializing',
    limited_mode: true,
  })
  expect(await ask(page, '/health')).toMatchObject({ status: 200 })
})

test('code of the engine that broke off once is read by another worker', async ({ context, site }) => {
  site.alter(
    /^\/assets\/open-memory-.*\.js$/,
    (built) => `if (!(await caches.has('broke off'))) {
      await caches.open('broke off')
      throw new Error('broke off')
    }
    ${built}`,
  )
  const page = await openTab(context, site)
  await expect.poll(async () => (await ask(page, '/cache/Mika', historyOf(turn))).status).toBe(200)
  expect(await storedText(page, 'Mika')).toContain('matcha')
  expect(await page.evaluate(() => caches.has('broke off'))).toBe(true)
})

async function instance(page: Page): Promise<string> {
  const { instance_id } = JSON.parse((await ask(page, '/health')).body) as { instance_id: string }
  return instance_id
}
