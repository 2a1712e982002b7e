/** The core path, in every engine that the tests can drive. */
import { ask, expect, historyOf, isLeader, openTab, said, storedText, test } from './fixtures.ts'

test('what is said is stored, outlives its tab, and is there offline', async ({ context, site }) => {
  const first = await openTab(context, site)
  expect(await ask(first, '/cache/Mika', historyOf([said('human', '我喜欢抹茶。')]))).toMatchObject({
    status: 200,
  })
  const second = await openTab(context, site, '/memory_browser')
  await first.close()
  expect(await storedText(second, 'Mika')).toContain('我喜欢抹茶。')
  expect(await isLeader(second)).toBe(true)

  await site.stop()
  await second.reload()
  expect(await storedText(second, 'Mika')).toContain('我喜欢抹茶。')
})

test('a body over the limit is refused', async ({ context, site }) => {
  const page = await openTab(context, site)
  const status = await page.evaluate(
    async () => (await fetch('/cache/Mika', { method: 'POST', body: 'x'.repeat(17 * 1024 * 1024) })).status,
  )
  expect(status).toBe(413)
})
