/** The memory browser over entries: found, read, edited, corrected, kept quiet, undone and forgotten, by all means. */
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { ask, expect, openTab, test, type Site } from './fixtures.ts'
import { expectSound, meet, say, tabTo } from './ui.ts'

test.use({ locale: 'en-US' })

/** A character who has learned three facts, in a browser that shows them. */
async function openFacts(context: BrowserContext, site: Site): Promise<Page> {
  const page = await meet(context, site)
  await say(page, 'I like kites. I have a dog called Bo.')
  await say(page, 'I work as a nurse.')
  await expect(page.getByText('remembered:', { exact: false })).toHaveCount(2)
  await page.goto(`${site.url}/memory_browser?layer=facts`)
  await expect(cards(page)).toHaveCount(3)
  return page
}

function cards(page: Page): Locator {
  return page.getByRole('listbox').getByRole('option')
}

function entry(page: Page): Locator {
  return page.getByRole('region', { name: 'Entry', exact: true })
}

function title(page: Page): Locator {
  return entry(page).getByRole('heading', { level: 2 })
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog')
}

function can(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'What to do with it' }).getByRole('button', { name, exact: true })
}

/** Reaches a control with the Tab key and presses it. */
async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press(key)
}

/** Puts a text into a field as one does it with the keyboard alone. */
async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test('one memory is edited, undone, corrected and forgotten with the keyboard alone', async ({
  context,
  site,
}) => {
  // A whole life of a memory, Tab by Tab, with five looks of axe.
  test.slow()
  const page = await openFacts(context, site)
  await tabTo(page, page.getByLabel('Search', { exact: true }))
  await page.keyboard.type('KITE')
  await expect(cards(page)).toHaveCount(1)
  await tabTo(page, page.getByRole('listbox'))
  await page.keyboard.press('Enter')
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toContainText('likes kites')
  await expect(entry(page).getByRole('blockquote')).toContainText('I like kites.')
  await expectSound(page)

  await press(page, can(page, 'Edit'))
  await typeOver(page, dialog(page).getByLabel('Text', { exact: true }), 'Likes red kites')
  await expectSound(page)
  await press(page, dialog(page).getByRole('button', { name: 'Save the changes' }))
  await expect(title(page)).toHaveText('Likes red kites')
  await expect(entry(page).getByText('you, by hand')).toBeVisible()
  await press(page, entry(page).getByRole('button', { name: 'Undo this' }).first())
  await expect(title(page)).toContainText('likes kites')

  await press(page, can(page, 'Correct'))
  await typeOver(page, dialog(page).getByLabel('What is true now'), 'Likes balloons')
  await expectSound(page)
  await press(page, dialog(page).getByRole('button', { name: 'Correct', exact: true }))
  await expect(entry(page).getByText('No longer true; kept as the past.', { exact: false })).toBeVisible()
  await press(page, entry(page).getByRole('link', { name: 'What holds now' }))
  await expect(title(page)).toHaveText('Likes balloons')

  await press(page, can(page, 'Forget'))
  await expect(dialog(page).getByText('1 entry is deleted.')).toBeVisible()
  await expectSound(page)
  await press(page, dialog(page).getByRole('button', { name: 'Forget, without undo' }))
  await expect(dialog(page).getByText('nothing of it was found', { exact: false })).toBeVisible()
  await expectSound(page)
  await press(page, dialog(page).getByRole('button', { name: 'Close' }).last())
  await expect(entry(page).getByText('This memory is no longer here.')).toBeVisible()
  await expect(cards(page).filter({ hasText: 'balloons' })).toHaveCount(0)
  const { body } = await ask(page, '/query_memory/Mika', queryOf('balloons'))
  expect(JSON.parse(body)).toMatchObject({ results: [] })
})

function queryOf(query: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  }
}

test('forgetting takes the words of the turn along when that is asked for', async ({ context, site }) => {
  const page = await openFacts(context, site)
  await cards(page).filter({ hasText: 'nurse' }).click()
  await can(page, 'Forget').click()
  await dialog(page).getByLabel('Also forget the words themselves (1 turn)').check()
  await dialog(page).getByRole('button', { name: 'Forget, without undo' }).click()
  await expect(dialog(page).getByText('Deleted: 1 asked for', { exact: false })).toContainText('1 turns')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`${site.url}/memory_browser?layer=timeline`)
  await expect(cards(page).filter({ hasText: 'kites' })).toHaveCount(1)
  await expect(cards(page).filter({ hasText: 'nurse' })).toHaveCount(0)
})

test('a memory is walked back to the words it came from, with the arrow keys', async ({ context, site }) => {
  const page = await openFacts(context, site)
  await cards(page).filter({ hasText: 'kites' }).click()
  const card = (text: string) => entry(page).getByRole('link', { name: text })
  await tabTo(page, card('fact The user likes kites'))
  await page.keyboard.press('ArrowLeft')
  await expect(card('turn I like kites. I have a dog')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(card('fact The user likes kites')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('I like kites. I have a dog called Bo.')
  await expect(page).toHaveURL(/layer=timeline/)
  // From here on the two facts that it taught.
  await tabTo(page, card('turn I like kites. I have a dog'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/layer=facts/)
  await expect(title(page)).toContainText('The user')
  await expectSound(page)
})

test('two tabs edit one entry: the second is shown what changed and puts its own on top', async ({
  context,
  site,
}) => {
  const left = await openFacts(context, site)
  await cards(left).filter({ hasText: 'dog' }).click()
  await expect(title(left)).toContainText('Bo')
  const right = await openTab(context, site, new URL(left.url()).pathname + new URL(left.url()).search)
  await expect(title(right)).toContainText('Bo')

  await can(right, 'Edit').click()
  await dialog(right).getByLabel('Importance').selectOption('9')
  await can(left, 'Edit').click()
  await dialog(left).getByLabel('Text', { exact: true }).fill('Has a dog called Bo, and a cat')
  await dialog(left).getByRole('button', { name: 'Save the changes' }).click()
  await expect(title(left)).toHaveText('Has a dog called Bo, and a cat')
  // The other tab reads it without a reload, and what is being written there stays.
  await expect(title(right)).toHaveText('Has a dog called Bo, and a cat')
  await expect(dialog(right).getByLabel('Importance')).toHaveValue('9')

  await dialog(right).getByRole('button', { name: 'Save the changes' }).click()
  await expect(dialog(right).getByText('It changed while you were editing')).toBeVisible()
  await expect(dialog(right).getByRole('cell', { name: 'Has a dog called Bo, and a cat' })).toBeVisible()
  await expectSound(right)
  await dialog(right).getByRole('button', { name: 'Put my changes on top' }).click()
  await expect(dialog(right)).toBeHidden()
  await expect(title(left)).toHaveText('Has a dog called Bo, and a cat')
  await expect(entry(left).getByText('9 of 10')).toBeVisible()
})

test('texts that cannot be kept are told, and an edit is not dropped silently', async ({ context, site }) => {
  const page = await openFacts(context, site)
  await cards(page).first().click()
  await can(page, 'Edit').click()
  const text = dialog(page).getByLabel('Text', { exact: true })
  const save = dialog(page).getByRole('button', { name: 'Save the changes' })
  await text.fill('  ')
  await expect(dialog(page).getByText('The text can’t be empty.', { exact: false })).toBeVisible()
  await expect(save).toBeDisabled()
  await text.fill('x'.repeat(100_000))
  await expect(dialog(page).getByText('Too long: 100,000 characters', { exact: false })).toBeVisible()
  await expect(save).toBeDisabled()
  await text.fill('Something else')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(text).toHaveValue('Something else')
})

test('several are selected by keyboard, kept quiet, and brought back with one undo', async ({
  context,
  site,
}) => {
  const page = await openFacts(context, site)
  await tabTo(page, page.getByRole('listbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('region', { name: '3 selected' })
  await expect(bar).toBeVisible()
  await expectSound(page)
  await press(page, bar.getByRole('button', { name: 'Don’t bring up' }))
  await press(page, dialog(page).getByRole('button', { name: 'Do that' }))
  await expect(cards(page).filter({ hasText: 'Don’t bring up' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cards(page).filter({ hasText: 'Don’t bring up' })).toHaveCount(0)

  await bar.getByRole('button', { name: 'Edit together' }).click()
  await dialog(page).getByLabel('Importance').selectOption('3')
  await dialog(page).getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('3 entries are changed.')).toBeVisible()
  await page.goto(`${page.url()}&importance=3-3`)
  await expect(cards(page)).toHaveCount(3)
})

test('a link names character, layer, entry, search and filters', async ({ context, site }) => {
  const page = await openFacts(context, site)
  await page.getByLabel('Search', { exact: true }).fill('dog')
  await expect(cards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('group', { name: 'Written by' }).getByLabel('rules').check()
  await cards(page).first().click()
  await expect(title(page)).toContainText('Bo')
  const { pathname, search } = new URL(page.url())
  expect(new URLSearchParams(search).get('q')).toBe('dog')

  const other = await openTab(context, site, pathname + search)
  await expect(title(other)).toContainText('Bo')
  await expect(cards(other)).toHaveCount(1)
  await expect(other.getByLabel('Search', { exact: true })).toHaveValue('dog')
  await other.getByRole('button', { name: 'Remove “rules”' }).click()
  await other.getByRole('button', { name: 'Clear the search' }).click()
  await expect(cards(other)).toHaveCount(3)
  await expect(title(other)).toContainText('Bo')
})

test('what is learned elsewhere appears without a reload, and what is read stays', async ({
  context,
  site,
}) => {
  const page = await openFacts(context, site)
  await cards(page).filter({ hasText: 'kites' }).click()
  await expect(title(page)).toContainText('kites')
  const other = await openTab(context, site)
  await say(other, 'I love matcha.')
  await expect(cards(page).filter({ hasText: 'matcha' })).toBeVisible()
  await expect(title(page)).toContainText('kites')
  await expect(page.getByRole('link', { name: /^Facts/ })).toContainText('4')
})

test('beside the conversation, one memory and what she is told are at hand', async ({ context, site }) => {
  const page = await meet(context, site)
  await say(page, 'I like kites.')
  const drawer = page.getByRole('complementary')
  await page.getByRole('link', { name: /likes kites/ }).click()
  await expect(drawer.getByRole('heading', { level: 2 }).last()).toContainText('likes kites')
  await expectSound(page)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog(page).getByLabel('Text', { exact: true }).fill('Likes red kites')
  await dialog(page).getByRole('button', { name: 'Save the changes' }).click()
  await expect(drawer.getByRole('heading', { name: 'Likes red kites' })).toBeVisible()
  await page.getByRole('link', { name: 'Context', exact: true }).click()
  await expect(drawer.getByText('I like kites.', { exact: false }).first()).toBeVisible()
  await expectSound(page)
  await drawer.getByRole('link', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: /kites/ }).first().click()
  await expect(page).toHaveURL(/\/memory_browser\?.*layer=facts/)
  await expect(title(page)).toHaveText('Likes red kites')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    for (const layers of [
      ['facts', 'timeline'],
      ['persona', 'reflections', 'corrections', 'archive'],
    ]) {
      test(`${layers.join(', ')} and an entry of each are sound`, async ({ context, site }) => {
        const page = await openFacts(context, site)
        for (const layer of layers) {
          await page.goto(`${site.url}/memory_browser?layer=${layer}`)
          await expect(page.getByRole('status').filter({ hasText: /entr(y|ies)$/ })).toBeVisible()
          await expectSound(page)
          if ((await cards(page).count()) === 0) continue
          await cards(page).first().click()
          await expect(title(page)).toBeVisible()
          await entry(page).getByText('Raw JSON').click()
          await expectSound(page)
        }
      })
    }
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'dark' })

  test('three screens deep, and back to where the list was', async ({ context, site }) => {
    const page = await meet(context, site)
    await say(page, '我喜欢抹茶。')
    await expect(page.getByText('记住了', { exact: false }).first()).toBeVisible()
    await page.getByRole('link', { name: '记忆' }).click()
    await expectSound(page)
    await page.getByRole('link', { name: /^事实/ }).click()
    await expectSound(page)
    await cards(page).first().click()
    await expect(page.getByRole('heading', { name: /抹茶/ })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: '修改' }).click()
    await expectSound(page)
    await page.getByRole('button', { name: '取消' }).click()
    await page.getByRole('link', { name: '返回' }).click()
    await expect(cards(page).first()).toBeVisible()
    await page.getByRole('link', { name: '返回' }).click()
    await expect(page.getByRole('link', { name: /^近期记忆/ })).toBeVisible()
  })
})
