/** Two tabs with one character, and one tab that is reloaded while it works: no turn is lost, none is doubled. */
import { ask, expect, openTab, storedText, test } from './fixtures.ts'
import { composerOf, meet, say } from './ui.ts'

test.use({ locale: 'en-US' })

function times(text: string, part: string): number {
  return text.split(part).length - 1
}

test('both talk at once', async ({ context, site }) => {
  const [left, right] = [await meet(context, site), await openTab(context, site)]
  await expect(composerOf(right)).toBeVisible()
  const turns = [0, 1, 2, 3]
  await Promise.all([
    (async () => {
      for (const n of turns) await say(left, `left ${String(n)}.`)
    })(),
    (async () => {
      for (const n of turns) await say(right, `right ${String(n)}.`)
    })(),
  ])
  const text = await storedText(left, 'Mika')
  for (const n of turns) {
    expect(times(text, `left ${String(n)}.`)).toBe(1)
    expect(times(text, `right ${String(n)}.`)).toBe(1)
  }
  await say(left, 'and on.')
  expect(times(await storedText(right, 'Mika'), 'and on.')).toBe(1)
})

test('a page reloaded right after Enter has sent what was said', async ({ context, site }) => {
  const page = await meet(context, site)
  for (const n of [0, 1, 2]) {
    await composerOf(page).fill(`loop ${String(n)}.`)
    await composerOf(page).press('Enter')
    await page.reload()
    await expect(composerOf(page)).toBeVisible()
  }
  await say(page, 'at the end.')
  const text = await storedText(page, 'Mika')
  for (const n of [0, 1, 2]) {
    expect(times(text, `loop ${String(n)}.`)).toBe(1)
    await expect(page.getByText(`loop ${String(n)}.`)).toHaveCount(1)
  }
})

test('a character deleted in one tab is gone in the other, and stays so', async ({ context, site }) => {
  const page = await meet(context, site)
  await say(page, 'I like kites.')
  const other = await openTab(context, site)
  await other.getByRole('button', { name: /Mika/ }).first().click()
  await other.getByRole('button', { name: 'Delete the character' }).click()
  await other.getByRole('button', { name: 'Delete her and her memories' }).click()
  for (const tab of [page, other]) await expect(tab.getByText('First, who is she?')).toBeVisible()
  await page.reload()
  await expect(page.getByText('First, who is she?')).toBeVisible()
  expect(await ask(page, '/api/memory/recent_files')).toEqual({ status: 200, body: '{"files":[]}' })
})
