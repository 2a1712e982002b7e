/** The app without its server, and with a newer one. */
import { ask, expect, historyOf, isLeader, openTab, said, storedText, test } from './fixtures.ts'

test('after the first visit the app and its memory work without a server', async ({ context, site }) => {
  const visit = await openTab(context, site)
  await ask(visit, '/cache/Mika', historyOf([said('human', 'I like matcha.')]))
  await visit.close()
  await site.stop()
  for (const path of ['/', '/memory_browser']) {
    const page = await openTab(context, site, path)
    await expect(page).toHaveTitle(/Omoide/)
    expect(await storedText(page, 'Mika')).toContain('matcha')
    await page.close()
  }
})

test('large files are not part of the install, and come once the app runs', async ({ context, site }) => {
  const page = await openTab(context, site)
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('omoide-shell')
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(kept).toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/o200k-/)]))
  const script = await page.evaluate(async () => (await fetch('/sw.js')).text())
  const [small = '', large = ''] = script.split(/large:\s*\[/)
  expect(small).not.toContain('/assets/o200k-')
  expect(large).toContain('/assets/o200k-')
})

test('a newer version waits while a page of this one is open', async ({ context, site }) => {
  const page = await openTab(context, site)
  await ask(page, '/cache/Mika', historyOf([said('human', 'I like matcha.')]))
  site.alter(/^\/sw\.js$/, (built) => `${built}\n// newer`)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
  await expect.poll(isWaiting).toBe(true)
  expect(await ask(page, '/cache/Mika', historyOf([said('human', 'And sencha.')]))).toMatchObject({
    status: 200,
  })
  expect(await storedText(page, 'Mika')).toContain('sencha')
})

test('a page of an older protocol stops in order and never talks to the newer version', async ({
  context,
  site,
}) => {
  const page = await openTab(context, site)
  await ask(page, '/cache/Mika', historyOf([said('human', 'I like matcha.')]))
  // A build with another protocol has other files, hence other revisions.
  const nextProtocol = (built: string) =>
    built
      .replaceAll('omoide-protocol-1', 'omoide-protocol-2')
      .replaceAll(/(revision:\W)(?=[0-9a-f]{16}\W)/g, '$1next-')
  site.alter(/^\/(?:sw\.js|index\.html|assets\/.*\.js)$/, nextProtocol)
  // What happens when the user agrees to the update in another tab.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const changed = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    const { installing, waiting } = registration
    const worker = installing ?? waiting
    while (worker?.state !== 'installed') {
      await new Promise((resolve) => worker?.addEventListener('statechange', resolve, { once: true }))
    }
    worker.postMessage({ type: 'omoide:activate' })
    await changed
  })
  const newer = await context.newPage()
  await newer.goto(site.url)
  expect(await storedText(newer, 'Mika')).toContain('matcha')
  expect([await isLeader(page), await isLeader(newer)]).toEqual([false, true])
  await page.reload()
  expect(await storedText(page, 'Mika')).toContain('matcha')
})

test('where the browser gives no storage, the memory is temporary and says so', async ({ context, site }) => {
  site.alter(
    /^\/assets\/worker-.*\.js$/,
    (built) =>
      `navigator.storage.getDirectory = () => Promise.reject(new DOMException('not here', 'SecurityError'));${built}`,
  )
  const page = await openTab(context, site)
  await expect(page.getByText('Temporary mode')).toBeVisible()
  await ask(page, '/cache/Mika', historyOf([said('human', 'I like matcha.')]))
  expect(await storedText(page, 'Mika')).toContain('matcha')
})

test('the browser offers to install the app', async ({ context, site }) => {
  const page = await openTab(context, site)
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // The tests' browser contexts are like private windows, where nothing is installed; else it has no objection.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
})
