/**
 * Makes docs/screens/*.png: every screen of the built app after some weeks with it, in Chinese and English, on a
 * desktop and a phone. Usage: npm run build && npm run screens
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { chinese, desktop, english, onScene, phone, type Scene, shoot, type Story, talk } from './visitor.ts'

const folder = new URL('../docs/screens/', import.meta.url)

interface Life {
  readonly story: Story
  readonly short: string
  /** What was said before, without a model: rules learn from it. */
  readonly said: readonly string[]
  readonly cue: string
}

const lives: readonly Life[] = [
  {
    story: english,
    short: 'en',
    said: [
      'I work as a bookbinder in a small shop.',
      'I like rainy mornings.',
      'My sister lives in Porto.',
      'I hate coriander.',
      'I live in Osaka.',
      'I play the cello on Thursdays.',
      'I moved to Nara.',
    ],
    cue: 'Where do I live?',
  },
  {
    story: chinese,
    short: 'zh-CN',
    said: [
      '我在一家小店做书籍装订。',
      '我喜欢下雨的早晨。',
      '我妹妹住在厦门。',
      '我讨厌香菜。',
      '我住在大阪。',
      '我每周四练大提琴。',
      '我搬到奈良了。',
    ],
    cue: '我住在哪里？',
  },
]

const looks = [
  { name: 'desktop', look: { viewport: desktop, colorScheme: 'light', deviceScaleFactor: 1 } },
  {
    name: 'phone',
    look: { viewport: phone, colorScheme: 'dark', deviceScaleFactor: 1, isMobile: true, hasTouch: true },
  },
] as const

const lists = ['facts', 'reflections', 'persona', 'corrections', 'archive', 'timeline', 'refusals'] as const
const tools = ['context', 'activity', 'health', 'documents'] as const

/** Places in the list of loops. */
const LOOP = { extraction: 1, synthesis: 6 }

mkdirSync(folder, { recursive: true })
await onScene(async (scene) => {
  for (const life of lives) {
    for (const { name, look } of looks) {
      const page = await talk(scene, life.story, look)
      await everyScreen(page, scene, life, (screen) => path(`${life.short}-${name}-${screen}`))
      await page.context().close()
    }
  }
})

async function everyScreen(
  page: Page,
  { url }: Scene,
  { said, cue }: Life,
  to: (screen: string) => string,
): Promise<void> {
  await shoot(page, to('companion'))
  await liveOn(page, url, said)
  await page.goto(`${url}/#settings`)
  await page.locator('dialog').first().waitFor()
  await shoot(page, to('settings'))

  const open = async (layer: string) => {
    await page.goto(`${url}/memory_browser?layer=${layer}`)
    await page.locator('a.layer .count').first().waitFor({ state: 'attached' })
    await settled(page)
  }
  await open('recent')
  await page.locator('ol li').last().waitFor()
  await shoot(page, to('recent'))
  for (const layer of lists) {
    await open(layer)
    await shoot(page, to(layer))
  }
  await open('facts')
  await page.locator('[role=option]').first().click()
  await page.locator('blockquote').first().waitFor()
  await shoot(page, to('entry'))
  await open('recall-lab')
  await page.locator('main form input').first().fill(cue)
  await page.locator('main form button[type=submit]').click()
  await page.locator('main pre').first().waitFor()
  await shoot(page, to('recall-lab'))
  for (const layer of tools) {
    await open(layer)
    await shoot(page, to(layer))
  }
}

/** Says it all through the routes, as a companion does, and lets the loops do their work. */
async function liveOn(page: Page, url: string, said: readonly string[]): Promise<void> {
  const answers = await page.evaluate(async (texts) => {
    const statuses: number[] = []
    for (const text of texts) {
      const turn = { type: 'human', data: { content: [{ type: 'text', text }] } }
      const body = JSON.stringify({ input_history: JSON.stringify([turn]) })
      const headers = { 'content-type': 'application/json' }
      statuses.push((await fetch('/cache/Mika', { method: 'POST', headers, body })).status)
    }
    return statuses
  }, said)
  if (answers.some((status) => status !== 200)) throw new Error(`a route answered ${answers.join(', ')}`)

  await page.goto(`${url}/memory_browser?layer=activity`)
  const runs = page.locator('main li button[aria-label]')
  await runs.first().waitFor()
  await runs.nth(LOOP.extraction).click()
  await counted(page, 'facts', said.length)
  await runs.nth(LOOP.synthesis).click()
  await counted(page, 'reflections', 1)
}

async function counted(page: Page, layer: string, least: number): Promise<void> {
  await page.waitForFunction(
    ([name, count]) => Number(document.querySelector(`a.layer.${name} .count`)?.textContent) >= count,
    [layer, least] as const,
  )
}

/** A list is busy until what it shows was read, and words stand where nothing is left to wait for. */
async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

function path(name: string): string {
  return fileURLToPath(new URL(`${name}.png`, folder))
}
