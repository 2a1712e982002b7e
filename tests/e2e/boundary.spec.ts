/** Who may ask the memory, and how much at once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ask, expect, historyOf, openTab, said, storedText, test } from './fixtures.ts'

test('another site’s form cannot post into the memory', async ({ context, site, allowOrigin }) => {
  const page = await openTab(context, site)
  const attacker = await startSite(
    `<form method="post" enctype="text/plain" action="${site.url}/cache/Mika">
       <input name='{"input_history":"[{\\\\"role\\\\":\\\\"user\\\\",\\\\"content\\\\":\\\\"planted' value='\\\\"}]"}'>
     </form><script>document.forms[0].submit()</script>`,
  )
  allowOrigin(attacker.url)
  const victim = await context.newPage()
  const answer = victim.waitForResponse(`${site.url}/cache/Mika`)
  await victim.goto(attacker.url).catch(() => undefined) // the form navigates on before the page has loaded
  expect((await answer).status()).toBe(403)
  await expect(victim.locator('body')).toContainText('foreign_origin')
  expect(await storedText(page, 'Mika')).not.toContain('planted')
  await attacker.close()
})

test('a link to a memory route shows no memory', async ({ context, site }) => {
  const page = await openTab(context, site)
  await ask(page, '/cache/Mika', historyOf([said('human', 'a secret.')]))
  const response = await page.goto(`${site.url}/api/memory/recent_file?filename=recent_Mika.json`)
  expect(response?.status()).toBe(403)
  expect(await response?.text()).not.toContain('secret')
})

test('another site’s script can read nothing', async ({ context, site, allowOrigin }) => {
  await openTab(context, site)
  const attacker = await startSite('<p>hello</p>')
  allowOrigin(attacker.url)
  const page = await context.newPage()
  await page.goto(attacker.url)
  const outcome = await page.evaluate(
    (address) =>
      fetch(address).then(
        (response) => `read: ${String(response.status)}`,
        () => 'refused',
      ),
    `${site.url}/get_persona/Mika`,
  )
  expect(outcome).toBe('refused')
  await attacker.close()
})

for (const origin of ['http://127.0.0.1:48912', 'http://localhost:48912']) {
  test(`unmodified clients reach the memory at ${origin}`, async ({ context, site }) => {
    const page = await openTab(context, site)
    const posted = await ask(page, `${origin}/cache/Mika`, historyOf([said('human', 'I like matcha.')]))
    expect(posted).toMatchObject({ status: 200 })
    expect(await storedText(page, 'Mika', origin)).toContain('matcha')
    expect(await ask(page, `${origin}/no_such_route`)).toMatchObject({ status: 404 })
  })
}

test('a body of 20 MB is refused, counted by its bytes', async ({ context, site }) => {
  const page = await openTab(context, site)
  const { status, body } = await page.evaluate(async () => {
    const response = await fetch('/cache/Mika', { method: 'POST', body: '好'.repeat(7_000_000) })
    return { status: response.status, body: await response.text() }
  })
  expect(status).toBe(413)
  expect(JSON.parse(body)).toMatchObject({
    ok: false,
    error_code: 'payload_too_large',
    max_bytes: 16_777_216,
  })
  expect(await ask(page, '/health')).toMatchObject({ status: 200 })
})

test('a page’s request to an origin that was not approved does not leave', async ({ context, site }) => {
  const page = await openTab(context, site)
  const outcome = await page.evaluate(() =>
    fetch('http://model.example/v1/models', { mode: 'no-cors' }).then(
      () => 'sent',
      () => 'refused',
    ),
  )
  expect(outcome).toBe('refused')
})

test('pages and worker scripts carry the strict policy from the first load on', async ({ context, site }) => {
  const page = await context.newPage()
  for (const when of ['first load', 'from the cache']) {
    const response = await page.goto(site.url)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    expect(policy, when).toContain("default-src 'none'")
    expect(policy, when).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy, when).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:48912 http:\/\/localhost:48912;/)
    expect(policy, when).toContain("require-trusted-types-for 'script'")
  }
})

async function startSite(html: string): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
