/** The storage homes in a real browser, each check in a fresh dedicated worker; and what a kill leaves behind. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../scripts/browsers.mjs'
import { serveTestPage, startBrowser, type TestBrowser, type TestSite } from './browser.ts'
import { conformanceCases } from './database-conformance.ts'
import { homeChecks } from './page/home-checks.ts'
import { poolChecks } from './page/pool-checks.ts'
import type { Order } from './page/protocol.ts'

const executable = findChromium() ?? ''
/** A check is well under a second on its own; the machine may be busy with other tests. */
const TIMEOUT_MS = 60_000
/** Bytes that the origin may use in the check of a full device. */
const SMALL_QUOTA = 8_000_000
const FULL_DEVICE = 'a full device is a quota error, and what was there stays'

const title = executable === '' ? 'in Chromium (none was found: skipped)' : 'in Chromium'

describe.skipIf(executable === '')(title, { timeout: TIMEOUT_MS }, () => {
  let site: TestSite
  let browser: TestBrowser
  let profile: string
  let names = 0

  beforeAll(async () => {
    site = await serveTestPage()
    profile = await newProfile()
    browser = await startBrowser(executable, profile, site.url)
  }, TIMEOUT_MS)

  afterAll(async () => {
    await browser.close()
    await site.close()
    await removeProfile(profile)
  })

  describe.each(['opfs', 'indexeddb'])('%s', (home) => {
    it.each(conformanceCases)('$name', async ({ name }) => {
      await passes(browser, { check: `${home}: ${name}`, name: freshName() })
    })
  })

  describe('the pool', () => {
    it.each(Object.keys(poolChecks).filter((name) => name !== FULL_DEVICE))('%s', async (check) => {
      await passes(browser, { check, name: freshName() })
    })

    it(FULL_DEVICE, async () => {
      const session = await browser.page.context().newCDPSession(browser.page)
      const origin = new URL(site.url).origin
      const { usage } = await session.send('Storage.getUsageAndQuota', { origin })
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + SMALL_QUOTA })
      try {
        await passes(browser, { check: FULL_DEVICE, name: freshName() })
      } finally {
        await session.send('Storage.overrideQuotaForOrigin', { origin })
      }
    })
  })

  describe('the home', () => {
    it.each(Object.keys(homeChecks))('%s', async (check) => {
      await passes(browser, { check, name: freshName() })
    })
  })

  function freshName(): string {
    names += 1
    return `test-${names}`
  }
})

describe.skipIf(executable === '')('a browser that is killed', { timeout: TIMEOUT_MS }, () => {
  let site: TestSite

  beforeAll(async () => {
    site = await serveTestPage()
  }, TIMEOUT_MS)

  afterAll(() => site.close())

  it.each([
    { home: 'opfs', when: 'between any two instructions', acknowledged: 25, hold: -1 },
    { home: 'opfs', when: 'in the middle of a transaction', acknowledged: 4, hold: 5 },
    { home: 'indexeddb', when: 'between any two instructions', acknowledged: 8, hold: -1 },
    { home: 'indexeddb', when: 'in the middle of a transaction', acknowledged: 4, hold: 5 },
  ])('keeps every acknowledged commit and no half of one: $home, $when', async (crash) => {
    const profile = await newProfile()
    try {
      const acknowledged = await writeAndKill(profile, crash)
      expect(acknowledged.length).toBeGreaterThan(crash.acknowledged)
      const browser = await startBrowser(executable, profile, site.url)
      try {
        const there = await passes(browser, { check: `crash: read on ${crash.home}`, name: 'crash' })
        if (crash.hold >= 0) expect(there).toEqual(acknowledged)
        // Further ones may have been committed, and their acknowledgements lost on their way out of the browser.
        if (!Array.isArray(there)) throw new Error('the check gives a list')
        const count = Math.max(there.length, acknowledged.length)
        expect(there).toEqual(Array.from({ length: count }, (_, n) => n))
      } finally {
        await browser.close()
      }
    } finally {
      await removeProfile(profile)
    }
  })

  /** Lets a worker commit until enough is acknowledged, or it holds, and kills everything at once. */
  async function writeAndKill(
    profile: string,
    crash: { readonly home: string; readonly acknowledged: number; readonly hold: number },
  ): Promise<number[]> {
    const browser = await startBrowser(executable, profile, site.url)
    const acknowledged: number[] = []
    const reached = new Promise<void>((resolve) => {
      void browser.page
        .exposeFunction('told', (message: string) => {
          if (message !== 'holding') acknowledged.push(Number(message))
          if (message === 'holding') resolve()
          else if (crash.hold < 0 && acknowledged.length > crash.acknowledged) resolve()
        })
        .then(() =>
          browser.page.evaluate((order) => void window.runCheck(order, true), {
            check: `crash: write on ${crash.home}`,
            name: 'crash',
            argument: crash.hold,
          }),
        )
    })
    await reached
    await browser.kill()
    return acknowledged
  }
})

async function passes(browser: TestBrowser, order: Order): Promise<unknown> {
  const answer = await browser.page.evaluate((each) => window.runCheck(each), order)
  if (!answer.ok) throw new Error(answer.error)
  return answer.value
}

function newProfile(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'omoide-storage-profile-'))
}

async function removeProfile(profile: string): Promise<void> {
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}
