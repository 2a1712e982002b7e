/**
 * The story of Omoide: someone opens the page, talks, closes the tab, is offline, opens it again, and the companion
 * remembers. In Chinese and in English, with rules alone and with a scripted model server.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { type ModelServer, startModelServer } from '../fixtures/model-server/server.ts'
import { ask, expect, openTab, type Site, test } from './fixtures.ts'
import { en } from '../../src/ui/i18n/en.ts'
import { zhCN } from '../../src/ui/i18n/zh-cn.ts'
import { meet, say } from './ui.ts'

interface Tale {
  readonly locale: string
  readonly name: string
  readonly says: readonly string[]
  readonly asks: string
  /** What must be among the recalled rows, and what in the next context. */
  readonly recalled: RegExp
  readonly told: string
  readonly remembered: RegExp
  /** Answers of the scripted model: replies of the chat, and a fact per task. */
  readonly replies: readonly string[]
  readonly fact: { readonly text: string; readonly quote: string }
  readonly words: Pick<typeof en, 'settings' | 'common' | 'app'>
  readonly banner: string
  /** Whether the model draws the facts too, in the quiet after the talk; otherwise rules do. */
  readonly modelLearns: boolean
}

const tales: readonly Tale[] = [
  {
    locale: 'en-US',
    name: 'Mika',
    says: ['I have a cat called Juno.', 'I moved to Lisbon last year.'],
    asks: 'What is my cat called?',
    recalled: /Juno/u,
    told: 'I have a cat called Juno.',
    remembered: /remembered: .*Juno/u,
    replies: ['Juno! A fine name for a cat.', 'By the river, then.'],
    fact: { text: 'The user has a cat called Juno', quote: 'I have a cat called Juno' },
    words: en,
    banner: "Mika's long-term memory",
    modelLearns: true,
  },
  {
    locale: 'zh-CN',
    name: '米卡',
    says: ['我养了一只叫豆包的猫。', '我去年搬到了厦门。'],
    asks: '我的猫叫什么？',
    recalled: /豆包/u,
    told: '我养了一只叫豆包的猫。',
    remembered: /记住了.*豆包/u,
    replies: ['豆包！好名字。', '海边呀。'],
    fact: { text: '主人养了一只叫豆包的猫', quote: '我养了一只叫豆包的猫' },
    words: zhCN,
    banner: '米卡',
    modelLearns: false,
  },
]

/** What the scripted model begins with when it passes on what the tool gave. */
const TOLD = '→'

for (const tale of tales) {
  test.describe(tale.locale, () => {
    test.use({ locale: tale.locale, timezoneId: 'Asia/Shanghai' })

    test('with rules alone: said, closed, offline, remembered', async ({ context, site }) => {
      const page = await meet(context, site, tale.name)
      for (const text of tale.says) await say(page, text)
      await expect(page.getByText(tale.remembered).first()).toBeVisible()
      await page.close()

      const again = await reopenOffline(context, site)
      await expect(again.getByText(tale.told)).toBeVisible()
      await expectRecall(again, tale)
      await say(again, tale.asks)
      await expect(again.getByText(tale.recalled).last()).toBeVisible()
    })

    test('with a model: it replies, learns, recalls by its tool, and is remembered offline', async ({
      context,
      site,
      allowOrigin,
    }) => {
      if (tale.modelLearns) test.slow()
      const server = await startModelServer()
      try {
        allowOrigin(server.origin)
        await scriptModel(server, tale)
        const page = await meet(context, site, tale.name)
        await connectModel(page, server, tale)
        await say(page, tale.says[0] ?? '')
        await expect(page.getByText(tale.replies[0] ?? '')).toBeVisible()
        await say(page, tale.says[1] ?? '')
        // With rules the fact is there at once; the model's own task runs in the quiet after the talk.
        await expect
          .poll(() => recalledTexts(page, tale), { timeout: 110_000 })
          .toEqual(tale.modelLearns ? [tale.fact.text] : expect.arrayContaining([tale.fact.text]))
        // Asked about the cat the model calls the tool, and answers with what it was given.
        await say(page, tale.asks)
        await expect(page.getByText(TOLD)).toContainText(tale.fact.text)
        await page.close()
      } finally {
        await server.close()
      }
      const again = await reopenOffline(context, site)
      await expect(again.getByText(tale.told)).toBeVisible()
      await expectRecall(again, tale)
    })
  })
}

async function reopenOffline(context: BrowserContext, site: Site): Promise<Page> {
  await site.stop()
  await context.setOffline(true)
  return openTab(context, site)
}

/** What `/query_memory` and `/new_dialog` return now. */
async function expectRecall(page: Page, tale: Tale): Promise<void> {
  expect((await recalledTexts(page, tale)).some((text) => tale.recalled.test(text))).toBe(true)
  const context = await ask(page, `/new_dialog/${encodeURIComponent(tale.name)}`)
  expect(context.status).toBe(200)
  expect(context.body).toContain(` | ${tale.told}\n`)
  expect(context.body).toContain(tale.banner)
}

async function recalledTexts(page: Page, tale: Tale): Promise<string[]> {
  const reply = await ask(page, `/query_memory/${encodeURIComponent(tale.name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: tale.asks }),
  })
  expect(reply.status).toBe(200)
  const { results } = JSON.parse(reply.body) as { results: { text: string; tier: string }[] }
  return results.filter((row) => row.tier === 'fact').map((row) => row.text)
}

/** Replies in order; asked about the cat it calls the tool and says what it was given. */
async function scriptModel(server: ModelServer, tale: Tale): Promise<void> {
  server.when(
    () => true,
    (request) => {
      if (request.purpose === 'extract_facts') {
        const { text, quote } = tale.fact
        return JSON.stringify([{ text, importance: 8, entity: 'master', event_when: null, turn: 1, quote }])
      }
      if (request.purpose !== 'chat') return '[]'
      const last = request.body.messages?.at(-1)
      if (last?.role === 'tool') return `${TOLD} ${last.content ?? ''}`
      const asked = tale.says.findIndex((said) => last?.content?.includes(said) === true)
      const reply = tale.replies[asked]
      return reply ?? { toolCalls: [{ name: 'recall_memory', arguments: { query: tale.asks } }] }
    },
  )
}

/** Enters the address in the settings, says yes to it, and reloads as asked. */
async function connectModel(page: Page, server: ModelServer, tale: Tale): Promise<void> {
  const { models } = tale.words.settings
  const tiers = tale.modelLearns ? (['chat', 'summary'] as const) : (['chat'] as const)
  for (const tier of tiers) {
    await page.getByRole('link', { name: tale.words.settings.title }).click()
    await page.getByRole('button', { name: `${models.set} ${models.tiers[tier].name}` }).click()
    await page.getByLabel(models.baseUrl).fill(server.baseUrl)
    await page.getByLabel(models.model, { exact: true }).fill('tiny')
    await page.getByRole('button', { name: tale.words.common.save }).first().click()
    if (tier === 'chat') {
      await page.getByRole('button', { name: models.approve }).click()
      const load = page.waitForEvent('load')
      await page.getByRole('button', { name: tale.words.app.reload }).click()
      await load
    }
    const change = `${models.edit} ${models.tiers[tier].name}`
    await expect(page.getByRole('button', { name: change })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}
