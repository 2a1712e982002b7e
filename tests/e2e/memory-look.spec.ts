/** The screens that look into a memory: recall lab, context, activity, health and documents. */
import type { Page } from '@playwright/test'
import { ask, expect, historyOf, said, test, type Site } from './fixtures.ts'
import { expectSound, meet, tabTo } from './ui.ts'

test.use({ locale: 'en-US' })

/** A character who has heard a few things and learned some of them. */
async function acquaint(page: Page): Promise<void> {
  await ask(
    page,
    '/cache/Mika',
    historyOf([
      said('human', 'I love matcha. I live in Kyoto.'),
      said('ai', 'Matcha in Kyoto, then.'),
      said('human', 'My sister is called Yuki.'),
    ]),
  )
  await expect.poll(() => recalled(page, 'matcha')).toContain('matcha')
}

/** The answer of recall, as text. */
async function recalled(page: Page, query: string): Promise<string> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query })
  return (await ask(page, '/query_memory/Mika', { method: 'POST', headers, body })).body
}

async function openTool(page: Page, site: Site, layer: string, more = ''): Promise<void> {
  await page.goto(`${site.url}/memory_browser?character=Mika&layer=${layer}${more}`)
  await expect(page.getByRole('link', { name: 'Recall lab' })).toBeVisible({ visible: !isPhone(page) })
}

function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 760
}

test('the recall lab shows what comes to mind, and why, by keyboard', async ({ context, site }) => {
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'recall-lab')
  await expect(page.getByText('Nothing tried yet')).toBeVisible()
  await expectSound(page)
  const cue = page.getByLabel('What to remember')
  await tabTo(page, cue)
  await page.keyboard.type('matcha')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('link').first()).toContainText(/matcha/i)
  await expect(answer.getByText('Shared words: matcha')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What a model reads' })).toContainText(/matcha/i)
  expect(new URL(page.url()).searchParams.get('q')).toBe('matcha')
  await expectSound(page)

  await page.getByLabel('When').fill('the day the earth stood still')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The time was not understood; it searched all times.')).toBeVisible()
})

test('a lab whose question is taken away shows no answer to it', async ({ context, site }) => {
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'recall-lab', '&q=matcha')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(/matcha/i)
  await page.getByLabel('What to remember').fill('')
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByText('Nothing tried yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toHaveCount(0)
})

test('health says why there are no vectors', async ({ context, site }) => {
  site.alter(/words-v\d+\.bin$/, () => 'this is no table of words, whatever its name says')
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'health')
  const vectors = page.getByRole('region', { name: 'Vectors of meaning' })
  await expect(vectors).toContainText('embedding_checksum_wrong')
  await expectSound(page)
})

test('the context is what the next conversation is told', async ({ context, site }) => {
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'context')
  const history = page.getByRole('region', { name: 'Recent memory' })
  await expect(history.getByRole('link', { name: /I love matcha/ })).toBeVisible()
  await expectSound(page)
  await page.getByText('The whole text').click()
  const { body: told } = await ask(page, '/new_dialog/Mika')
  await expect(page.locator('pre')).toHaveText(told)
  await ask(page, '/cache/Mika', historyOf([said('human', 'I play chess on Sundays.')]))
  await expect(history.getByRole('link', { name: /I play chess/ })).toBeVisible()
})

test('activity runs a loop, and health checks and rebuilds', async ({ context, site }) => {
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'activity')
  const loop = page.getByRole('listitem').filter({ hasText: 'Counting calls' })
  await page.getByRole('button', { name: 'Run “Counting calls” now' }).click()
  await expect(loop).toContainText('done')
  await expect(page.getByRole('region', { name: 'Outbox' })).toContainText('after an exchange')
  await expectSound(page)

  await openTool(page, site, 'health')
  await page.getByRole('button', { name: 'Check integrity' }).click()
  await expect(page.getByText('All is well')).toBeVisible()
  await page.getByRole('button', { name: 'Rebuild the indexes' }).click()
  await expect(page.getByText('The indexes are rebuilt.')).toBeVisible()
  await expect(page.getByText('Everything could be read.')).toBeVisible()
  await expectSound(page)
})

test('a document is edited with a diff, checked, told of a conflict, and taken back', async ({
  context,
  site,
}) => {
  const page = await meet(context, site)
  await acquaint(page)
  await openTool(page, site, 'documents')
  await expectSound(page)
  await page.getByRole('link', { name: /^facts\.json/ }).click()
  const text = page.getByLabel('Text of facts.json')
  await expect(text).toHaveValue(/matcha/)
  const before = await text.inputValue()
  await expectSound(page)

  await text.fill(before.replace('"importance":', '"importance": 99, "was":'))
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('is out of range (1 to 10)')).toBeVisible()
  await expect(text).toHaveValue(/99/)

  const edited = before.replace('matcha', 'sencha')
  await text.fill(edited)
  // An edit outlives a look elsewhere.
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await page.getByRole('link', { name: /^facts\.json.*unsaved/ }).click()
  await expect(text).toHaveValue(edited)

  // Something is learned meanwhile: nothing is overwritten, and the difference is shown.
  await page.getByRole('button', { name: 'Review changes' }).click()
  await ask(page, '/cache/Mika', historyOf([said('human', 'I have a dog called Bo.')]))
  await expect.poll(() => recalled(page, 'dog')).toContain('dog')
  await expect(page.getByText(/removed: /).first()).toBeAttached()
  await expectSound(page)
  await page.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(text).toHaveValue(/dog/)

  const now = await text.inputValue()
  await text.fill(now.replace('matcha', 'sencha'))
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText(/added: /)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('facts.json is saved.')).toBeVisible()
  await expect(text).toHaveValue(/sencha/)
  expect(await recalled(page, 'sencha')).toContain('sencha')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(text).toHaveValue(now)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } })

    test('every screen fits and is sound', async ({ context, site }) => {
      // Six screens are checked whole.
      test.slow()
      const page = await meet(context, site)
      await acquaint(page)
      await page.goto(`${site.url}/memory_browser?character=Mika`)
      for (const [tool, shown] of [
        ['Recall lab', 'Nothing tried yet'],
        ['Context', 'The whole text'],
        ['Activity', 'Loops'],
        ['Health', 'Vectors of meaning'],
        ['Documents', 'facts.json'],
      ] as const) {
        await page.getByRole('link', { name: tool, exact: true }).click()
        await expect(page.getByText(shown, { exact: true })).toBeVisible()
        if (tool === 'Recall lab') {
          await page.getByLabel('What to remember').fill('matcha')
          await page.getByRole('button', { name: 'Try it' }).click()
          await expect(page.getByRole('heading', { name: 'Answer', exact: true })).toBeVisible()
        }
        await expectSound(page)
        if (tool !== 'Documents') await page.getByRole('link', { name: 'Back' }).click()
      }
      await page.getByRole('link', { name: /^facts\.json/ }).click()
      await expect(page.getByLabel('Text of facts.json')).toBeVisible()
      await expectSound(page)
    })
  })
}
