/**
 * After a memory is forgotten with the turns it came from, no fragment of it is left on the disk: the raw files of a real
 * profile are searched, whatever they are called and whoever wrote them (issue 5 §5).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { EntryAt, ForgetResult } from '../../src/engine/browser-api.ts'
import { PROTOCOL } from '../../src/worker/protocol.ts'
import { ask, expect, historyOf, openTab, said, type Site, test } from './fixtures.ts'

const kept = 'I like green tea.'
const secrets = [
  { turn: 'I am allergic to purple jabuticaba jam!', fact: /jabuticaba/iu },
  { turn: '我对紫色的嘉宝果果酱过敏。', fact: /嘉宝果/u },
]

test.setTimeout(120_000)

test('forgetting with raw turns leaves no fragment in any file of the profile', async ({
  site,
  traffic,
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'omoide-profile-'))
  const open = () =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      proxy: { server: traffic.url, bypass: '<-loopback>' },
    })
  try {
    // What the app's own files and a memory that stays hold is no sign of anything.
    let context = await open()
    let page = await openTab(context, site)
    await tell(page, kept, 'keep-1', /tea/u)
    await context.close()
    const fragments = await absent(profile, secrets.map(({ turn }) => fragmentsOf(turn)).flat())
    expect(fragments.length).toBeGreaterThan(30)

    context = await open()
    page = await openTab(context, site)
    const entries: EntryAt[] = []
    for (const [index, { turn, fact }] of secrets.entries()) {
      entries.push(await tell(page, turn, `secret-${String(index)}`, fact))
    }
    await ask(page, '/new_dialog/Mika')
    await ask(page, '/query_memory/Mika', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'jabuticaba' }),
    })
    expect((await absent(profile, fragments)).length, 'fragments that are not on the disk before').toBe(0)
    const forgotten = await call<ForgetResult>(page, 'forget', [
      'Mika',
      'forget-1',
      { entries, rawTurns: true, removeDerived: true },
    ])
    expect(forgotten).toMatchObject({
      ok: true,
      proof: { entries: 2, turns: 2, found: 0, overwritten: true },
    })
    await closeAll(context, page, site)
    expect(await present(profile, fragments)).toEqual([])

    // Nor does anything bring it back at the next start.
    context = await open()
    page = await openTab(context, site)
    expect(JSON.stringify(await call(page, 'facts', ['Mika']))).toContain('tea')
    await closeAll(context, page, site)
    expect(await present(profile, fragments)).toEqual([])
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
})

/** Says it and waits until it is learned; the fact as the memory browser would name it. */
async function tell(page: Page, text: string, id: string, fact: RegExp): Promise<EntryAt> {
  const reply = await ask(page, '/cache/Mika', historyOf([said('human', text, { id }), said('ai', 'Noted.')]))
  expect(reply.status).toBe(200)
  let found: EntryAt | undefined
  await expect
    .poll(async () => {
      const list = { list: 'facts', offset: 0, limit: 50 }
      const read = await call<{
        value?: { rows: { key: EntryAt['key']; text: string; revision: string }[] }
      }>(page, 'entries', ['Mika', list])
      const row = read.value?.rows.find((candidate) => fact.test(candidate.text))
      found = row === undefined ? undefined : { key: row.key, revision: row.revision }
      return found
    })
    .toBeDefined()
  if (found === undefined) throw new Error('it was learned and is gone')
  return found
}

/** A call of the worker's API by the way that every tab has: a port through the service worker, spoken by comlink. */
async function call<T = unknown>(page: Page, method: string, args: readonly unknown[]): Promise<T> {
  return page.evaluate(
    async ([name, values, protocol]) => {
      const { active } = await navigator.serviceWorker.ready
      const { port1, port2 } = new MessageChannel()
      const next = () =>
        new Promise<MessageEvent<{ readonly id?: string; readonly value?: unknown }>>((resolve) => {
          port1.addEventListener('message', resolve, { once: true })
          port1.start()
        })
      const welcome = next()
      active?.postMessage({ type: 'omoide:connect', protocol }, [port2])
      await welcome
      const id = crypto.randomUUID()
      const argumentList = values.map((value) => ({ type: 'RAW', value }))
      const answer = next()
      port1.postMessage({ id, type: 'APPLY', path: [name], argumentList })
      return (await answer).data.value as T
    },
    [method, args, PROTOCOL] as const,
  )
}

/** Leaves the app first, so that its worker closes the storage in order. */
async function closeAll(context: BrowserContext, page: Page, site: Site): Promise<void> {
  await page.goto(`${site.url}/manifest.webmanifest`).catch(() => undefined)
  await context.close()
}

/** Every part of eight characters, or four where all are Han; case counts for nothing. */
function fragmentsOf(text: string): string[] {
  const parts = new Set<string>()
  for (let start = 0; start < text.length; start += 1) {
    const [eight, four] = [text.slice(start, start + 8), text.slice(start, start + 4)]
    if (eight.length === 8) parts.add(eight)
    if (/^\p{Script=Han}{4}$/u.test(four)) parts.add(four)
  }
  return [...parts]
}

/** Fragments that no file of the profile holds. */
async function absent(profile: string, fragments: readonly string[]): Promise<string[]> {
  const found = new Set((await present(profile, fragments)).map(({ fragment }) => fragment))
  return fragments.filter((fragment) => !found.has(fragment))
}

/** Where fragments are found: in UTF-8, in UTF-16, or spelt as JSON may spell them. */
async function present(
  profile: string,
  fragments: readonly string[],
): Promise<{ file: string; fragment: string; as: string }[]> {
  const byStart = new Map<number, { fragment: string; as: string; bytes: Buffer }[]>()
  for (const fragment of fragments) {
    for (const spelt of new Set([fragment, fragment.toLowerCase()])) {
      for (const [as, bytes] of [
        ['utf-8', Buffer.from(spelt, 'utf8')],
        ['utf-16', Buffer.from(spelt, 'utf16le')],
        ['json', Buffer.from(escaped(spelt), 'latin1')],
      ] as const) {
        const start = bytes.readUInt32LE(0)
        byStart.set(start, [...(byStart.get(start) ?? []), { fragment, as, bytes }])
      }
    }
  }
  const found: { file: string; fragment: string; as: string }[] = []
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    // Sockets and locks that go with the browser may be gone by now.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      for (const { fragment, as, bytes: spelt } of byStart.get(bytes.readUInt32LE(at)) ?? none) {
        if (!spelt.equals(bytes.subarray(at, at + spelt.length))) continue
        found.push({ file: path.slice(profile.length), fragment, as })
      }
    }
  }
  return found
}

const none: readonly never[] = []

/** With everything but plain letters as `\uXXXX`. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
