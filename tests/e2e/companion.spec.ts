/** The companion page, as its user meets it. */
import type { Page } from '@playwright/test'
import { startModelServer, type ModelServer } from '../fixtures/model-server/server.ts'
import { ask, expect, openTab, test } from './fixtures.ts'
import { composerOf, expectSound, meet, say, tabTo } from './ui.ts'

test.describe('without a model', () => {
  test.use({ locale: 'en-US' })

  test('someone who has only a keyboard meets her, talks, undoes and comes back', async ({
    context,
    site,
  }) => {
    const page = await openTab(context, site)
    await expect(page.getByRole('heading', { name: 'First, who is she?' })).toBeVisible()
    await expectSound(page)
    await tabTo(page, page.getByLabel('Her name'))
    await page.keyboard.type('a/b')
    await expect(page.getByText('The name has characters that cannot be used')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Mika')
    await tabTo(page, page.getByLabel('What she calls you'))
    await page.keyboard.type('Ada')
    await tabTo(page, page.getByRole('textbox', { name: 'Temper' }))
    await page.keyboard.type('quiet, exact')
    await tabTo(page, page.getByRole('button', { name: 'Start talking' }))
    await page.keyboard.press('Enter')

    await expect(page.getByText('You have not talked with Mika yet.')).toBeVisible()
    await tabTo(page, composerOf(page))
    await page.keyboard.type('I like kites.')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('And tea.')
    await page.keyboard.press('Enter')
    await expect(page.getByText('I like kites.\nAnd tea.')).toBeVisible()
    await expect(page.getByText('no language model is connected', { exact: false })).toBeVisible()
    const undo = page.getByRole('button', { name: /^Undo “.*kites.*”$/ })
    await expect(undo).toBeVisible()
    await expectSound(page)
    await tabTo(page, undo)
    await page.keyboard.press('Enter')
    await expect(page.getByText('the same words will not teach it again').first()).toBeVisible()

    await say(page, 'I love tea.')
    await say(page, 'Do I love tea?')
    await expect(page.getByText('What comes to mind:')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Do I love tea?')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Undo “.*tea.*”$/ })).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Memory' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/memory_browser/)
    await expect(page.locator('#main')).toBeFocused()
  })

  test('an Enter that ends a composition does not send', async ({ context, site }) => {
    const page = await meet(context, site)
    await composerOf(page).fill('nihao')
    await composerOf(page).evaluate((field) => {
      field.dispatchEvent(new CompositionEvent('compositionstart'))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
      // As Safari has it: the composition ends first, then the key that ended it is reported.
      field.dispatchEvent(new CompositionEvent('compositionend'))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    await expect(composerOf(page)).toHaveValue('nihao')
    await composerOf(page).press('Enter')
    await expect(composerOf(page)).toHaveValue('')
  })

  test('the conversation ends when the user says so, or talks with someone else', async ({
    context,
    site,
  }) => {
    const page = await meet(context, site)
    await say(page, 'I have a dog.')
    await page.getByRole('button', { name: /Mika/ }).first().click()
    await page.getByRole('button', { name: 'End this conversation' }).click()
    await expect(page.getByText('End of the conversation')).toBeVisible()
    await page.getByRole('button', { name: /Mika/ }).first().click()
    await page.getByRole('button', { name: 'New character' }).click()
    await page.getByRole('dialog').getByLabel('Her name').fill('Ren')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('You have not talked with Ren yet.')).toBeVisible()
    await page.getByRole('button', { name: /Ren/ }).first().click()
    await page.getByRole('button', { name: 'Mika', exact: true }).click()
    await expect(page.getByText('I have a dog.')).toBeVisible()
  })

  test('words and theme change at once and stay', async ({ context, site }) => {
    const page = await meet(context, site)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Language', { exact: true }).selectOption('zh')
    await expect(page.getByRole('heading', { name: '设置', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    await page.getByRole('radio', { name: '深色' }).check()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.reload()
    await expect(page.getByLabel('对 Mika 说点什么')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test.describe('on a phone', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 360, height: 740 }, colorScheme: 'dark' })

  test('every screen fits, and passes axe in the dark', async ({ context, site }) => {
    const page = await openTab(context, site)
    await expectSound(page)
    await page.getByLabel('她的名字').fill('Mika')
    await page.getByRole('button', { name: '开始对话' }).click()
    await say(page, '我喜欢抹茶，'.repeat(20) + 'https://example.com/' + 'a'.repeat(120))
    await expect(page.getByText('记住了', { exact: false }).first()).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: /Mika/ }).first().click()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '设置' }).click()
    await page.getByRole('button', { name: '填写 对话' }).click()
    await expectSound(page)
  })
})

test.describe('with a model', () => {
  test.use({ locale: 'en-US' })
  let server: ModelServer

  test.beforeEach(async ({ allowOrigin }) => {
    server = await startModelServer()
    allowOrigin(server.origin)
  })
  test.afterEach(() => server.close())

  test('its address is asked for, its replies stream, and it can recall', async ({ context, site }) => {
    const page = await meet(context, site)
    await say(page, 'I like kites.')
    await expect(page.getByText('remembered:', { exact: false })).toBeVisible()

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Set Chat' }).click()
    await page.getByLabel('Server address').fill(`${server.baseUrl}/`)
    await page.getByLabel('Model name').fill('tiny')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByRole('heading', { name: `May Omoide contact ${server.origin}?` })).toBeVisible()
    await expectSound(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
    expect(server.requests).toHaveLength(0)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Allow this address' }).click()
    await reloaded(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    server.script('*', 'I am here.')
    await page.getByRole('button', { name: 'Test Chat' }).click()
    await expect(page.getByText('It said: I am here.', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')

    server.reset()
    server.script(
      'chat',
      { toolCalls: [{ name: 'recall_memory', arguments: { query: 'kites' } }] },
      { text: 'You like kites, of course.', pieces: ['You like ', 'kites, ', 'of course.'] },
    )
    await say(page, 'What do I like?')
    await expect(page.getByText('You like kites, of course.')).toBeVisible()
    await page.getByText('used 1 memory').click()
    await expectSound(page)
    const [first, second] = server.requestsFor('chat')
    expect(first?.body.messages?.[0]?.content).toContain('kites')
    expect(first?.body.tools?.[0]?.function.name).toBe('recall_memory')
    expect(second?.body.messages?.at(-1)?.role).toBe('tool')
    const { body } = await ask(page, '/api/memory/recent_file?filename=recent_Mika.json')
    expect(body).toMatch(/\[\d{8} [A-Z][a-z]{2} \d\d:\d\d\] You like kites, of course\./)

    await page.getByRole('link', { name: 'Settings' }).click()
    const ledger = page.locator('#section-privacy')
    await expect(ledger.getByText(server.origin).first()).toBeVisible()
    await page.getByRole('button', { name: 'Remove: Chat' }).click()
    await expect(page.getByText('None. Nothing leaves this device.')).toBeVisible()
  })

  test('a reply can be stopped, and a failure says what to do', async ({ context, site }) => {
    const page = await connected(await meet(context, site))
    server.script('chat', { fault: 'hang', after: 1, text: 'Once upon a time there was a long story' })
    await composerOf(page).fill('Tell me a story')
    await composerOf(page).press('Enter')
    await expect(page.getByText('Once', { exact: false }).last()).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByText('(stopped by you)')).toBeVisible()

    server.reset()
    server.script('chat', { fault: 'status', status: 500 }, 'Here I am.')
    await say(page, 'Are you there?')
    await expect(page.getByText('The model server itself failed.', { exact: false })).toBeVisible()
    await expectSound(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Here I am.')).toBeVisible()
  })

  test('the diagnostic switch hides the tool', async ({ context, site }) => {
    const page = await connected(await meet(context, site))
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Hide the built-in recall tool' }).click()
    await page.keyboard.press('Escape')
    server.script('chat', 'Hello.')
    await say(page, 'Hello')
    expect(server.requestsFor('chat')[0]?.body.tools).toBeUndefined()
  })

  async function reloaded(page: Page) {
    const load = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await load
  }

  /** Sets the chat model as the settings do, and reloads as they ask. */
  async function connected(page: Page) {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Set Chat' }).click()
    await page.getByLabel('Server address').fill(server.baseUrl)
    await page.getByLabel('Model name').fill('tiny')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Allow this address' }).click()
    await reloaded(page)
    await expect(page.getByText('listening')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    return page
  }
})

test.describe('when storage fails', () => {
  test.use({ locale: 'en-US' })

  test('a full device is said, the chat goes on, and the turns can be exported', async ({
    context,
    site,
  }) => {
    const page = await meet(context, site)
    await say(page, 'This is kept.')
    const session = await context.newCDPSession(page)
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 })
    const long = 'x'.repeat(200_000)
    await say(page, `This does not fit. ${long}`)
    const alert = page.getByRole('alert').filter({ hasText: 'not saved yet' })
    await expect(alert).toContainText('storage_quota')
    await expect(page.getByText('not saved yet', { exact: true })).toBeVisible()
    await expectSound(page)
    const download = page.waitForEvent('download')
    await alert.getByRole('button', { name: 'Export the unsaved turns' }).click()
    expect((await download).suggestedFilename()).toBe('omoide-unsaved-Mika.json')
    await session.send('Storage.overrideQuotaForOrigin', { origin: site.url })
    await alert.getByRole('button', { name: 'Try now' }).click()
    await expect(alert).toBeHidden()
  })

  test('a browser that stores nothing says so and still works', async ({ context, site }) => {
    site.alter(/worker.*\.js$/, (built) => {
      const refuse =
        "navigator.storage.getDirectory=()=>Promise.reject(new DOMException('no','SecurityError'));"
      return refuse + built
    })
    const page = await meet(context, site)
    await expect(page.getByText('Temporary mode')).toBeVisible()
    await say(page, 'I like kites.')
    await expect(page.getByText('remembered:', { exact: false })).toBeVisible()
    await expectSound(page)
  })
})
