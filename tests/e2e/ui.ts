/** What the tests of the pages share: a character, words to her, and checks that hold on every screen. */
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, openTab, type Site } from './fixtures.ts'

/** Opens the companion page of an app nobody has used, and creates a character there. */
export async function meet(context: BrowserContext, site: Site, name = 'Mika'): Promise<Page> {
  const page = await openTab(context, site)
  listen(page)
  await page.locator('form input').first().fill(name)
  await page.locator('form button[type=submit]').click()
  await expect(composerOf(page)).toBeVisible()
  return page
}

export function composerOf(page: Page): Locator {
  return page.locator('textarea[enterkeyhint=send]')
}

/** Says it and waits until the turn has ended: only then the next can be sent. */
export async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text)
  await composerOf(page).press('Enter')
  await expect(page.locator('[role=log]')).toHaveAttribute('aria-busy', 'false')
}

const complaints = new WeakMap<Page, string[]>()

/** Takes down what the security policy refused on the page. */
function listen(page: Page): void {
  const heard: string[] = []
  complaints.set(page, heard)
  page.on('console', (message) => {
    if (/security policy|trusted type/i.test(message.text())) heard.push(message.text())
  })
}

/** Ends when nothing fades or moves any more but what does so for ever: words half faded in have half their contrast. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    while (passing().length > 0) await Promise.allSettled(passing().map(({ finished }) => finished))
  })
}

/** No finding of axe, nothing that has to be scrolled sideways, and nothing that the security policy refused. */
export async function expectSound(page: Page): Promise<void> {
  expect(complaints.get(page) ?? []).toEqual([])
  await settled(page)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(overflow, 'pixels to scroll sideways').toBe(0)
}

/** Presses Tab until `target` has the focus; fails when it never does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const MOST_STOPS = 80
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${target.toString()} by keyboard`)
}
