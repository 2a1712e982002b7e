/** A visitor of the built app who creates a character and talks with her, for pictures of it. */
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { type ModelServer, startModelServer } from '../tests/fixtures/model-server/server.ts'
import { findChromium } from './browsers.mjs'
import { serve } from './serve.mjs'

export interface Scene {
  readonly browser: Browser
  /** Origin of the built app. */
  readonly url: string
  readonly server: ModelServer
}

export type Look = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'deviceScaleFactor'
>

export const desktop = { width: 1200, height: 760 }
export const phone = { width: 390, height: 844 }

export interface Story {
  readonly language: string
  readonly form: { name: string; you: string; card: readonly [string, string][]; submit: string }
  readonly turns: readonly { say: string; reply: string; recalls?: string }[]
}

export const english: Story = {
  language: 'en-US',
  form: {
    name: 'Mika',
    you: 'Ada',
    card: [
      ['Temper', 'quiet, exact, remembers small things'],
      ['Way of speaking', 'short sentences, now and then a question'],
    ],
    submit: 'Start talking',
  },
  turns: [
    {
      say: 'My name is Ada. I love matcha, and I have a dog called Bo.',
      reply: 'Ada and Bo, then. Does Bo get the foam?',
    },
    { say: 'I moved to Osaka last year. I miss the kites on the beach.', reply: 'Which colour was yours?' },
    {
      say: 'What should we do on Sunday?',
      reply: 'A kite, the river, and a matcha to go. Bo holds the string.',
      recalls: 'matcha kites dog',
    },
  ],
}

export const chinese: Story = {
  language: 'zh-CN',
  form: {
    name: 'Mika',
    you: '阿澄',
    card: [
      ['性格', '安静，爱较真，记得住小事'],
      ['说话方式', '短句，偶尔反问'],
    ],
    submit: '开始对话',
  },
  turns: [
    { say: '我叫阿澄，喜欢抹茶，养了一只叫阿布的狗。', reply: '阿澄，还有阿布。它也分得到奶泡吗？' },
    { say: '我去年搬到了大阪，很想念海边的风筝。', reply: '你那只是什么颜色的？' },
    {
      say: '周日我们做点什么好？',
      reply: '带上风筝去河边，再买一杯抹茶。线让阿布牵着。',
      recalls: '抹茶 风筝 狗',
    },
  ],
}

/** Serves the built app beside a scripted model, with a real browser in front, for as long as `work` takes. */
export async function onScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  const dist = process.env['OMOIDE_DIST'] ?? fileURLToPath(new URL('../dist', import.meta.url))
  const site = await serve({ folder: dist, port: 0 })
  const executablePath = findChromium()
  const asRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: asRoot ? ['--no-sandbox'] : [],
  })
  const server = await startModelServer()
  try {
    await work({ browser, url: `http://localhost:${String(site.port)}`, server })
  } finally {
    await browser.close()
    await server.close()
    await site.close()
  }
}

/** A new visitor creates her, connects the model and says everything of the story. */
export async function talk({ browser, url, server }: Scene, story: Story, look: Look): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor: 2, ...look, locale: story.language })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const inputs = page.locator('form > div input')
  await inputs.nth(0).fill(story.form.name)
  await inputs.nth(2).fill(story.form.you)
  for (const [key, value] of story.form.card) await page.getByRole('textbox', { name: key }).fill(value)
  await page.getByRole('button', { name: story.form.submit }).click()
  await connect(page, url, server)
  const composer = page.locator('textarea[enterkeyhint=send]')
  for (const { say, reply, recalls } of story.turns) {
    server.reset()
    if (recalls === undefined) server.script('chat', reply)
    else
      server.script('chat', { toolCalls: [{ name: 'recall_memory', arguments: { query: recalls } }] }, reply)
    await composer.fill(say)
    await composer.press('Enter')
    await page.getByText(reply).waitFor()
    await page.locator('[role=log][aria-busy=false]').waitFor()
  }
  // The last words taught nothing; those before did.
  await page.locator('article [role=status]').first().waitFor()
  return page
}

async function connect(page: Page, url: string, server: ModelServer): Promise<void> {
  await page.locator('a[href="#settings"]').click()
  const models = page.locator('#section-models')
  await models.locator('li button').first().click()
  await models.locator('form input').nth(0).fill(server.baseUrl)
  await models.locator('form input').nth(1).fill('demo')
  await models.locator('form button[type=submit]').click()
  await page.locator('dialog').last().locator('footer button').last().click()
  // The form closes when the settings are stored; the permission counts for the next page.
  await models.locator('form').waitFor({ state: 'detached' })
  await page.goto(url)
  await page.locator('textarea[enterkeyhint=send]').waitFor()
}

/** Writes what the page shows to `path`. */
export async function shoot(page: Page, path: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  console.log(path)
}
