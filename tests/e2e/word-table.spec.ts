/** Recall by meaning on the first run, with nothing but what the app brings: Chinese and English find each other. */
import type { BrowserContext, Page } from '@playwright/test'
import { ask, controlled, expect, type Site, test } from './fixtures.ts'
import { meet, say } from './ui.ts'

/** Texts of the rows that a question finds, best first. */
async function recalled(page: Page, name: string, query: string): Promise<string[]> {
  const { body } = await ask(page, `/query_memory/${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { results } = JSON.parse(body) as { results: { text: string }[] }
  return results.map(({ text }) => text)
}

/** Waits until the table is read and among the files that are kept for offline use. */
async function tableIsHere(page: Page): Promise<void> {
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('omoide-shell')
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    })
  await expect.poll(kept).toContain('/models/static/words-v3.bin')
}

async function reopenOffline(context: BrowserContext, site: Site): Promise<Page> {
  await site.stop()
  const page = await context.newPage()
  await page.goto(site.url)
  await controlled(page)
  return page
}

const tales = [
  {
    locale: 'zh-CN',
    name: '米卡',
    says: ['我周末喜欢去攀岩。', '我对花生过敏。', '我养了一只叫豆包的猫。'],
    questions: [
      ['Does anyone go rock climbing?', /攀岩/u],
      ['peanut allergy', /花生/u],
      ['What pets are there, a kitten perhaps?', /豆包/u],
    ],
  },
  {
    locale: 'en-US',
    name: 'Mika',
    says: ['I love rock climbing.', 'I am allergic to peanuts.', 'I have a cat called Juno.'],
    questions: [
      ['谁喜欢攀岩？', /climbing/u],
      ['对花生过敏吗', /peanuts/u],
      ['家里养的猫', /Juno/u],
    ],
  },
] as const

for (const { locale, name, says, questions } of tales) {
  test.describe(locale, () => {
    test.use({ locale, timezoneId: 'Asia/Shanghai' })

    test('what was said is found by what it means in another language, offline too', async ({
      context,
      site,
    }) => {
      const page = await meet(context, site, name)
      for (const text of says) await say(page, text)
      for (const [query, answer] of questions) {
        await expect.poll(async () => (await recalled(page, name, query))[0] ?? '').toMatch(answer)
      }
      await tableIsHere(page)
      await page.close()

      const again = await reopenOffline(context, site)
      for (const [query, answer] of questions) {
        await expect.poll(async () => (await recalled(again, name, query))[0] ?? '').toMatch(answer)
      }
    })
  })
}

test('a damaged table stops nothing: what was said is found by its words', async ({ context, site }) => {
  let served = 0
  site.alter(/^\/models\/static\/words-v3\.bin$/, () => {
    served += 1
    return 'not a table'
  })
  const page = await meet(context, site)
  await say(page, 'I love rock climbing.')
  await expect.poll(() => served).toBeGreaterThan(0)
  await expect.poll(async () => (await recalled(page, 'Mika', 'climbing'))[0] ?? '').toMatch(/climbing/u)
  expect(await recalled(page, 'Mika', '谁喜欢攀岩？')).toEqual([])
})
