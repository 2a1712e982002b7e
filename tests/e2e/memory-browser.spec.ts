/** The memory browser: the editing flow of recent memory, and what was refused (entries: memory-entries.spec.ts). */
import type { Page } from '@playwright/test'
import { ask, expect, historyOf, openTab, said, storedText, test, type Site } from './fixtures.ts'
import { expectSound, meet, say } from './ui.ts'

test.use({ locale: 'en-US' })

/** What a character remembers before the page is opened: a memo in two parts, talk, and something unknown. */
async function remember(page: Page, name: string): Promise<void> {
  await ask(
    page,
    `/cache/${name}`,
    historyOf([said('human', 'hello'), said('ai', '[20260302 Mon 09:00] hi there')]),
  )
  const chat = [
    { role: 'system', text: '先前对话的备忘录: likes tea\n\n---\n\nlived in Tokyo' },
    { role: 'human', text: 'hello' },
    { role: 'ai', text: '[20260302 Mon 09:00] hi there' },
    { role: 'tool', text: 'something else' },
  ]
  const body = JSON.stringify({ filename: `recent_${name}.json`, chat })
  await ask(page, '/api/memory/recent_file/save', { method: 'POST', body })
}

async function openBrowser(page: Page, site: Site, query = ''): Promise<void> {
  await page.goto(`${site.url}/memory_browser${query}`)
  await expect(page.getByRole('heading', { name: 'Memory', exact: true })).toBeVisible()
}

async function stored(page: Page, name = 'Mika'): Promise<{ type: string; data: { content: string } }[]> {
  const { content } = JSON.parse(await storedText(page, name)) as { content: string }
  return JSON.parse(content) as { type: string; data: { content: string } }[]
}

test('memo and talk are edited, saved and told to the other pages', async ({ context, site }) => {
  const page = await meet(context, site)
  await remember(page, 'Mika')
  const other = await openTab(context, site)
  const heard = other.evaluate(
    () =>
      new Promise((resolve) => {
        new BroadcastChannel('neko_page_channel').onmessage = ({ data }) => resolve(data)
      }),
  )
  await openBrowser(page, site)
  await expect(page.getByLabel('Main part')).toHaveValue('likes tea')
  await expect(page.getByLabel('Earlier')).toHaveValue('lived in Tokyo')
  await expect(page.getByText('hi there')).toBeVisible()
  await expect(page.getByText('Not recognised; kept as it is')).toBeVisible()
  await expectSound(page)

  await page.getByLabel('Main part').fill('likes coffee')
  await page.getByRole('button', { name: 'Delete “hello” by Me' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible()
  expect(await heard).toEqual({ action: 'memory_edited', catgirl_name: 'Mika' })
  expect((await stored(page)).map(({ type, data }) => [type, data.content])).toEqual([
    ['system', 'Memo from prior conversations: likes coffee\n\n---\n\nlived in Tokyo'],
    ['ai', '[20260302 Mon 09:00] hi there'],
    ['tool', 'something else'],
  ])

  await page.getByRole('button', { name: 'Clear the talk, keep the memo' }).click()
  await page.getByLabel('Main part').fill('')
  await page.getByLabel('Earlier').fill('')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect((await stored(page)).map(({ data }) => data.content)).toEqual([
    'Memo from prior conversations: none',
    'something else',
  ])
})

test('the conversation shows what was edited, and starts from it', async ({ context, site }) => {
  const companion = await meet(context, site)
  await say(companion, 'I have a parrot.')
  await say(companion, 'Never mind.')
  const page = await openTab(context, site)
  await openBrowser(page, site)
  await page.getByRole('button', { name: 'Delete “Never mind.” by Me' }).click()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(companion.getByText('Never mind.')).toBeHidden()
  await expect(companion.getByText('I have a parrot.')).toBeVisible()
  expect((await ask(companion, '/new_dialog/Mika')).body).not.toContain('Never mind.')
})

test('what was said meanwhile is not overwritten', async ({ context, site }) => {
  const page = await meet(context, site)
  await remember(page, 'Mika')
  await openBrowser(page, site)
  await page.getByRole('button', { name: 'Delete “hello” by Me' }).click()
  await ask(page, '/cache/Mika', historyOf([said('human', 'said meanwhile')]))
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('One entry is new or different.', { exact: false })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Keep what is new and add my changes' }).click()
  await expect(page.getByText('said meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  const texts = (await stored(page)).map(({ data }) => JSON.stringify(data.content))
  expect(texts.join()).toContain('said meanwhile')
  expect(texts.join()).not.toContain('hello')
})

test('unsaved edits are asked about, and survive a look at another layer', async ({ context, site }) => {
  const page = await meet(context, site)
  await remember(page, 'Mika')
  await remember(page, 'Ren')
  await page.getByRole('link', { name: 'Memory' }).click()
  await page.getByLabel('Main part').fill('likes coffee')
  await page.getByRole('link', { name: /^Facts/ }).click()
  await page.getByRole('link', { name: /^Recent memory/ }).click()
  await expect(page.getByLabel('Main part')).toHaveValue('likes coffee')

  await page.getByRole('button', { name: 'Ren', exact: true }).click()
  await expect(page.getByText('Changes are not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Main part')).toHaveValue('likes coffee')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page.getByText('Changes are not saved')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()

  await page.getByRole('button', { name: 'Ren', exact: true }).click()
  await page.getByRole('button', { name: 'Save first' }).click()
  await expect(page.getByLabel('Main part')).toHaveValue('likes tea')
  expect((await stored(page))[0]?.data.content).toContain('likes coffee')
  await page.getByLabel('Main part').fill('never mind')
  await page.getByRole('button', { name: 'Mika', exact: true }).click()
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(page.getByLabel('Main part')).toHaveValue('likes coffee')
})

test('what was refused has a list of its own', async ({ context, site }) => {
  const page = await meet(context, site)
  await openBrowser(page, site)
  await page.getByRole('link', { name: /^Refused/ }).click()
  await expect(page.getByText('Nothing was refused.')).toBeVisible()
  await expectSound(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: 'zh-CN', colorScheme: 'dark' })

  test('the talk is read and edited', async ({ context, site }) => {
    const page = await meet(context, site)
    await say(page, '我喜欢抹茶。')
    await page.getByRole('link', { name: '记忆' }).click()
    await page.getByRole('link', { name: /^近期记忆/ }).click()
    await expect(page.getByText('我喜欢抹茶。')).toBeVisible()
    await expectSound(page)
  })
})
