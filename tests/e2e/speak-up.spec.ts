/** She speaks up by herself when the user has been quiet, and the answer is her feedback (reflections.md §5). */
import type { BrowserContext, Page } from '@playwright/test'
import { SPEAK_UP_QUIET_MS, SURFACE_PAUSE_MS } from '../../src/engine/settings.ts'
import { startModelServer } from '../fixtures/model-server/server.ts'
import { ask, expect, type Site, test } from './fixtures.ts'
import { composerOf, expectSound, meet, say, tabTo } from './ui.ts'

const facts = [
  'I love matcha.',
  'I live in Kyoto.',
  'I work as a nurse.',
  'I am allergic to peanuts.',
  'My birthday is March 3.',
  'I have a dog called Mochi.',
]

test.describe('without a model', () => {
  test.use({ locale: 'en-US' })

  test('she asks about what she has been thinking, says why, and the answer settles it', async ({
    context,
    site,
  }) => {
    const page = await meetAndTell(context, site)
    const reflection = await reflect(page)
    await quietFor(page, SPEAK_UP_QUIET_MS + 60_000)
    const line = page.getByRole('article', { name: 'Mika' }).filter({ hasText: 'I have been thinking:' })
    await expect(line).toHaveCount(0)

    await passInWorker(page, SURFACE_PAUSE_MS + 60_000)
    await quietFor(page, 60_000)
    await expect(line).toHaveCount(1)
    await expect(line).toContainText('Is that so?')
    await expect(page.getByRole('log')).toHaveAttribute('aria-busy', 'false')
    await expectSound(page)
    await tabTo(page, line.locator('summary'))
    await page.keyboard.press('Enter')
    await expect(line.getByRole('listitem')).toContainText(reflection.text)
    await expectSound(page)
    // Shown is recorded: it rests now, also for other windows.
    await expect.poll(() => topicIds(page)).toEqual([])
    // Not kept alone.
    expect(await stored(page)).not.toContain('I have been thinking')
    await quietFor(page, SPEAK_UP_QUIET_MS * 2)
    await expect(line).toHaveCount(1)

    await say(page, 'Yes, that is right.')
    await expect.poll(() => stored(page)).toMatch(/I have been thinking[\s\S]*Yes, that is right\./)
    // Confirmed, it is no longer a guess to ask about, however long ago it was raised.
    await passInWorker(page, 2 * SURFACE_PAUSE_MS)
    await expect.poll(() => topicIds(page)).toEqual([])
  })

  test('she is quiet when the setting says so', async ({ context, site }) => {
    const page = await meetAndTell(context, site)
    await page.getByRole('link', { name: 'Settings' }).click()
    const setting = page.getByRole('switch', { name: 'She may speak up by herself' })
    await expect(setting).toHaveAttribute('aria-checked', 'true')
    await expect(page.getByText('quiet for 10 minutes', { exact: false })).toBeVisible()
    await setting.click()
    await expect(setting).toHaveAttribute('aria-checked', 'false')
    await page.keyboard.press('Escape')
    await reflect(page)
    await passInWorker(page, SURFACE_PAUSE_MS + 60_000)
    await expect.poll(async () => (await topicIds(page)).length).toBe(1)
    await quietFor(page, SPEAK_UP_QUIET_MS + 60_000)
    expect(await topicIds(page)).toHaveLength(1)
    await expect(page.getByText('I have been thinking', { exact: false })).toHaveCount(0)
    await page.reload()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(setting).toHaveAttribute('aria-checked', 'false')
  })
})

test.describe('on a phone', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  test('the line and its reason fit', async ({ context, site }) => {
    const page = await meetAndTell(context, site)
    await reflect(page)
    await passInWorker(page, SURFACE_PAUSE_MS + 60_000)
    await quietFor(page, SPEAK_UP_QUIET_MS + 60_000)
    await expect(page.getByText('我一直在想：', { exact: false })).toBeVisible()
    await page.getByText('为什么这么说').click()
    await expectSound(page)
  })
})

test.describe('with a model', () => {
  test.use({ locale: 'en-US' })

  test('it writes her line from the reflection', async ({ context, site, allowOrigin }) => {
    const server = await startModelServer()
    allowOrigin(server.origin)
    const page = await meetAndTell(context, site)
    const reflection = await reflect(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Set Chat' }).click()
    await page.getByLabel('Server address').fill(server.baseUrl)
    await page.getByLabel('Model name').fill('tiny')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Allow this address' }).click()
    const load = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await load
    await expect(page.getByText('listening')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    server.script('chat', { text: 'Still fond of matcha?', pieces: ['Still fond', ' of matcha?'] })
    await passInWorker(page, SURFACE_PAUSE_MS + 60_000)
    await composerOf(page).pressSequentially('I was')
    await quietFor(page, SPEAK_UP_QUIET_MS + 60_000)
    await expect(page.getByText('Still fond of matcha?')).toBeVisible()
    await expect(composerOf(page)).toHaveValue('I was')
    const [request] = server.requestsFor('chat')
    expect(request?.body.messages?.at(-1)?.content).toContain(`- ${reflection.text}`)
    await expect.poll(() => topicIds(page)).toEqual([])
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.locator('#section-privacy')).toContainText('speaking up by herself')
    await server.close()
  })
})

/** A page whose clock the test turns, in an app whose worker has one that the test turns as well. */
async function meetAndTell(context: BrowserContext, site: Site): Promise<Page> {
  await context.clock.install()
  site.alter(/worker.*\.js$/, (built) => {
    const turned =
      'let ahead=0;const real=Date.now;Date.now=()=>real()+ahead;' +
      "new BroadcastChannel('turn-clock').onmessage=({data})=>{ahead+=data};"
    return `{${turned}}${built}`
  })
  const page = await meet(context, site)
  for (const fact of facts) await say(page, fact)
  return page
}

/** Draws the reflection now instead of some minutes later. */
async function reflect(page: Page): Promise<{ readonly id: string; readonly text: string }> {
  const { body } = await ask(page, '/reflect/Mika', { method: 'POST' })
  const { reflection } = JSON.parse(body) as { reflection: { id: string; text: string } | null }
  if (reflection === null) throw new Error('nothing was drawn from the facts')
  return reflection
}

/** The page's own time passes; what falls due in it is done at its end. */
async function quietFor(page: Page, milliseconds: number): Promise<void> {
  await page.clock.fastForward(milliseconds)
}

async function passInWorker(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((ahead) => new BroadcastChannel('turn-clock').postMessage(ahead), milliseconds)
}

async function topicIds(page: Page): Promise<readonly string[]> {
  const { body } = await ask(page, '/followup_topics/Mika')
  const { topics } = JSON.parse(body) as { topics: readonly { id: string }[] }
  return topics.map(({ id }) => id)
}

async function stored(page: Page): Promise<string> {
  const { body } = await ask(page, '/api/memory/recent_file?filename=recent_Mika.json')
  return body
}
