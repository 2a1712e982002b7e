/** A headless Chromium with a profile of its own on disk: a private window would keep its storage in memory. */
import { type BrowserContext, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/browsers.mjs'

const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  // Otherwise a measurement of memory waits for the next collection of garbage, up to a minute.
  '--enable-blink-features=ForceEagerMeasureMemory',
]

/** Runs `work` in a browser over `profile`, which stays. */
export async function withBrowser<T>(
  profile: string,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = ensureChromium()
  if (executablePath === undefined) throw new Error('no Chromium was found')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}
