/** The memory browser over a hundred thousand facts, in the built app: a list opens, is searched and is scrolled. */
import type { Page } from 'playwright-core'
import { leaveMemory } from './boot.ts'
import { withBrowser } from './chromium.ts'
import { withFolder } from './folder.ts'
import { createCorpus } from './page/corpus.ts'
import { lineOf, type Pair } from './page/measure.ts'
import type { BenchLine } from './page/protocol.ts'
import { withApp, withBenchFiles } from './sites.ts'

const ITEMS = 100_000
const QUICK_ITEMS = 10_000
const OPEN_MAX_MS = 200
const SEARCH_MAX_MS = 50
/** The browser's own measure of a task that keeps the page from answering. */
const LONG_TASK_MS = 50
const QUESTION_SEED = 9

export async function benchMemoryBrowser(quick: boolean, tell: (line: BenchLine) => void): Promise<void> {
  const items = quick ? QUICK_ITEMS : ITEMS
  const rounds = quick ? 5 : 30
  await withApp((url) =>
    withBenchFiles((folder) =>
      withFolder(async (profile) => {
        await withBrowser(profile, (context) => leaveMemory(context, url, folder, items))
        await withBrowser(profile, async (context) => {
          const page = await context.newPage()
          await meet(page, url)
          tell(openLine(items, await openings(page, rounds)))
          tell(searchLine(items, await searches(page, quick ? 4 : 25)))
          tell(scrollLine(items, await scrolling(page, quick ? 100 : 600)))
        })
      }),
    ),
  )
}

/** The character whose memory is there already, and her facts in view. */
async function meet(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const form = page.locator('main form')
  const composer = page.locator('textarea[enterkeyhint=send]')
  await form.or(composer).first().waitFor()
  if (!(await composer.isVisible())) {
    await form.locator('input').first().fill('Mika')
    await form.locator('button[type=submit]').click()
    await composer.waitFor()
  }
  await page.goto(`${url}/memory_browser?character=Mika&layer=facts`)
  await page.locator('[role=listbox][aria-busy=false] [role=option]').first().waitFor()
}

/** From the click on a layer until its rows are painted: facts, and by turns a list of next to none. */
function openings(page: Page, rounds: number): Promise<Pair> {
  return page.evaluate(async (count) => {
    const times: Pair = { measured: [], baseline: [] }
    await open('persona')
    for (let round = -2; round < count; round += 1) {
      const measured = await open('facts')
      const baseline = await open('persona')
      if (round < 0) continue
      times.measured.push(measured)
      times.baseline.push(baseline)
    }
    return times

    async function open(layer: string): Promise<number> {
      const started = performance.now()
      document.querySelector<HTMLElement>(`nav a[href*="layer=${layer}"]`)?.click()
      const shown = () =>
        location.search.includes(`layer=${layer}`) &&
        document.querySelector('[role=listbox][aria-busy=false] [role=option] .meta') !== null
      while (!shown()) await painted()
      await painted()
      return performance.now() - started
    }

    function painted(): Promise<unknown> {
      return new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, rounds)
}

interface Searches {
  readonly pair: Pair
  readonly firstMs: number
}

/** From a letter until the rows for it are there, word by word of questions, and then the same in a list of next to none. */
async function searches(page: Page, questions: number): Promise<Searches> {
  const corpus = createCorpus(QUESTION_SEED)
  const words = Array.from({ length: questions }, () => corpus.question().slice(0, WORD_LETTERS))
  const [first, ...rest] = await typed(page, 'facts', ['m', ...words])
  return { pair: { measured: rest, baseline: await typed(page, 'persona', words) }, firstMs: first ?? 0 }
}

/** What one types before the rows are those one looked for. */
const WORD_LETTERS = 8

async function typed(page: Page, layer: string, words: readonly string[]): Promise<number[]> {
  await page.locator(`nav a[href*="layer=${layer}"]`).click()
  await page.locator('[role=listbox][aria-busy=false] [role=option] .meta').first().waitFor()
  return page.evaluate(async (texts) => {
    const times: number[] = []
    for (const text of texts) {
      for (let length = 1; length <= text.length; length += 1) times.push(await show(text.slice(0, length)))
      await show('')
    }
    return times

    /** Until the list says that it shows what was asked; looked at after each task, so that waiting costs nothing. */
    async function show(text: string): Promise<number> {
      const input = document.querySelector<HTMLInputElement>('input[type=search]')
      const list = document.querySelector('[role=listbox]')
      if (input === null || list === null) throw new Error('there is no list')
      const done = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (list.getAttribute('aria-busy') !== 'false') return
          observer.disconnect()
          resolve()
        })
        observer.observe(list, { attributes: true, attributeFilter: ['aria-busy'] })
      })
      const started = performance.now()
      input.value = text
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await done
      return performance.now() - started
    }
  }, words)
}

interface Scrolling {
  readonly pair: Pair
  readonly tasks: readonly number[]
  /** Long tasks in frames of the baseline. */
  readonly atRest: number
}

/** Frames while the list is scrolled by hand and thrown far, and by turns frames of a list that rests. */
async function scrolling(page: Page, frames: number): Promise<Scrolling> {
  await page.locator('nav a[href*="layer=facts"]').click()
  await page.locator('[role=listbox][aria-busy=false] [role=option] .meta').first().waitFor()
  return page.evaluate(async (count) => {
    const list = document.querySelector('[role=listbox]')
    if (list === null) throw new Error('there is no list')
    const seen: { readonly startTime: number; readonly duration: number }[] = []
    const observer = new PerformanceObserver((entries) => void seen.push(...entries.getEntries()))
    observer.observe({ type: 'longtask' })
    const pair: Pair = { measured: [], baseline: [] }
    /** When the list was moving; tasks at other times are what the machine does to any page. */
    const moving: (readonly [number, number])[] = []
    const FAR = 200_000
    const BY_HAND = 180
    for (let frame = 0; frame < count; frame += 1) {
      pair.baseline.push(await nextFrame())
      const started = performance.now()
      list.scrollTop += frame % 50 === 49 ? FAR : BY_HAND
      pair.measured.push(await nextFrame())
      moving.push([started, performance.now()])
    }
    // What a task took is told after it.
    await nextFrame()
    await nextFrame()
    observer.disconnect()
    const tasks = seen.filter((task) =>
      moving.some(([from, to]) => task.startTime < to && task.startTime + task.duration > from),
    )
    return { pair, tasks: tasks.map(({ duration }) => duration), atRest: seen.length - tasks.length }

    async function nextFrame(): Promise<number> {
      const started = performance.now()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - started
    }
  }, frames)
}

function openLine(items: number, pair: Pair): BenchLine {
  const names = { bench: `facts open over ${items} facts`, baseline: 'a layer of one entry opens' }
  const target = {
    text: `first rows in at most ${OPEN_MAX_MS} ms, p50`,
    met: ({ ms }: BenchLine) => ms.p50 <= OPEN_MAX_MS,
  }
  return lineOf(names, pair, { fastest_ms: Math.min(...pair.measured) }, target)
}

function searchLine(items: number, { pair, firstMs }: Searches): BenchLine {
  const names = {
    bench: `search as one types over ${items} facts`,
    baseline: 'the same in a layer of one entry',
  }
  const target = {
    text: `p95 at most ${SEARCH_MAX_MS} ms`,
    met: ({ ms }: BenchLine) => ms.p95 <= SEARCH_MAX_MS,
  }
  return lineOf(names, pair, { first_search_ms: firstMs }, target)
}

function scrollLine(items: number, { pair, tasks, atRest }: Scrolling): BenchLine {
  const names = { bench: `frames while ${items} facts are scrolled`, baseline: 'frames of a list that rests' }
  const also = {
    long_tasks: tasks.length,
    longest_task_ms: Math.max(0, ...tasks),
    long_tasks_at_rest: atRest,
  }
  const target = { text: `no task over ${LONG_TASK_MS} ms`, met: () => tasks.length === 0 }
  return lineOf(names, pair, also, target)
}
