/** Lives the scripted day with an engine on the test clock, as the companion page would (routes.md §10). */
import { createCharacterRegistry } from '../../../src/engine/characters.ts'
import type { MemoryModel } from '../../../src/engine/model/memory-model.ts'
import { newEntry } from '../../../src/engine/persona/entry.ts'
import { activeConfirmed } from '../../../src/engine/reflection/active.ts'
import { reflectionDocument } from '../../../src/engine/reflection/record.ts'
import {
  CONVERSATION_SILENCE_MS,
  DAY_MS,
  RENEW_PREPARE_MS,
  RENEW_USER_TURNS,
  SECOND_MS,
} from '../../../src/engine/settings.ts'
import { openCharacterStore } from '../../../src/engine/store/character-store.ts'
import { importView } from '../../../src/engine/store/views.ts'
import { createTestClock, createTestIds, until } from '../../fixtures/clock.ts'
import { assistant, testEngine, type TestEngine, user } from '../../fixtures/engine.ts'
import { createMemorySettings, memoryDatabases } from '../../fixtures/memory-databases.ts'
import { type Conversation, topics } from './script.ts'

export const CHARACTER = 'Mika'
const ZONE = 'Asia/Shanghai'
const MIDNIGHT = '2026-03-02T00:00:00+08:00'
/** When the device is switched on, before the first conversation. */
const START_S = 7 * 3_600
const MINUTE_S = 60
/** Longest stretch of the clock at once: shorter than any loop's interval. */
const STEP_MS = 10 * SECOND_MS
/** Loops that wait for their next round when none is running. */
const LOOPS = 10

/** What a client did, in seconds after midnight: what any schedule of calls is made from. */
export interface Lived {
  readonly startedAt: number
  readonly endedAt: number
  readonly settledAt: readonly number[]
  /** Minutes of the day at which some reflection was settled, so that it could be rebutted. */
  readonly believedAt: ReadonlySet<number>
}

/** Lives `day` to its midnight; null stands for the rules. */
export async function live(day: readonly Conversation[], model: MemoryModel | null): Promise<Lived> {
  const clock = createTestClock(MIDNIGHT, ZONE)
  const midnight = clock.now()
  clock.jumpTo(midnight + START_S * SECOND_MS)
  const [settings, databases] = [createMemorySettings(), await memoryDatabases()]
  await remember(settings, databases, midnight)
  const engine = await testEngine({ clock, settings, databases, ...(model === null ? {} : { model }) })
  const settledAt: number[] = []
  const believedAt = new Set<number>()
  let number = 0
  let lookedAt = -1
  try {
    await engine.api.createCharacter({ name: CHARACTER, nickname: '', card: { temper: 'quiet' } })
    await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
    for (const { turns } of day) {
      const [first, last] = [turns[0], turns.at(-1)]
      if (first === undefined || last === undefined) continue
      await waitUntil(first.at)
      await engine.text('GET', `/new_dialog/${CHARACTER}`)
      await raise(engine)
      for (const [index, { at, said, reply }] of turns.entries()) {
        await waitUntil(at)
        number += 1
        const id = String(number)
        await engine.say(`/cache/${CHARACTER}`, [user(said, `u${id}`), assistant(reply, `a${id}`)])
        if ((index + 1) % RENEW_USER_TURNS !== 0 || index + 1 === turns.length) continue
        await settle()
        await waitUntil(at + RENEW_PREPARE_MS / SECOND_MS)
        await engine.text('GET', `/new_dialog/${CHARACTER}`)
      }
      await waitUntil(last.at + CONVERSATION_SILENCE_MS / SECOND_MS)
      await settle()
    }
    await waitUntil(DAY_MS / SECOND_MS)
    return { startedAt: START_S, endedAt: seconds(), settledAt, believedAt }
  } finally {
    await engine.stop()
  }

  function seconds(): number {
    return (clock.now() - midnight) / SECOND_MS
  }

  async function settle(): Promise<void> {
    settledAt.push(seconds())
    await engine.say(`/settle/${CHARACTER}`, [])
  }

  /** Lets the clock run, and every loop with it. */
  async function waitUntil(second: number): Promise<void> {
    const end = midnight + second * SECOND_MS
    for (;;) {
      await engine.settled()
      await until(() => clock.waiting >= LOOPS)
      const minute = Math.floor(seconds() / MINUTE_S)
      if (minute !== lookedAt) {
        lookedAt = minute
        if (await believes(engine, clock.now())) believedAt.add(minute)
      }
      const left = end - clock.now()
      if (left <= 0) return
      await clock.advance(Math.min(STEP_MS, left))
    }
  }
}

async function believes(engine: TestEngine, instant: number): Promise<boolean> {
  const view = await engine.api.view(CHARACTER, 'reflections.json')
  const reflections: unknown = view.ok ? JSON.parse(view.value) : []
  return Array.isArray(reflections) && activeConfirmed(reflections, { instant, zone: ZONE }).length > 0
}

/** The companion begins with something that she has been thinking, when there is anything. */
async function raise(engine: TestEngine): Promise<void> {
  const reply = (await engine.json('GET', `/followup_topics/${CHARACTER}`)) as { topics: { id: string }[] }
  const ids = reply.topics.slice(0, 1).map(({ id }) => id)
  await engine.json('POST', `/record_surfaced/${CHARACTER}`, { reflection_ids: ids })
}

/** What some weeks have left: half of the topics in the persona, the others as confirmed and pending reflections. */
async function remember(
  settings: ReturnType<typeof createMemorySettings>,
  databases: Awaited<ReturnType<typeof memoryDatabases>>,
  midnight: number,
): Promise<void> {
  const id = await createCharacterRegistry(settings, createTestIds('day')).ensureMemoryId(CHARACTER)
  const db = await databases.open(id)
  await openCharacterStore(db)
  const created = { instant: midnight - DAY_MS, zone: ZONE }
  const half = topics.length / 2
  const entries = topics.slice(0, half).map(({ believed }, index) => ({
    ...newEntry({ id: `prom_${String(index)}`, text: believed, source: 'reflection' }),
  }))
  const reflections = topics.slice(half).map(({ believed }, index) => {
    const document = reflectionDocument({
      id: `ref_${String(index)}`,
      text: believed,
      entity: 'master',
      relationType: 'preference',
      temporalScope: 'pattern',
      subject: null,
      sourceFactIds: [],
      seed: 0.4,
      eventWhen: null,
      created,
    })
    if (index % 2 === 1) return document
    return { ...document, status: 'confirmed', confirmed_at: document['created_at'], reinforcement: 1.2 }
  })
  await db.transaction(async (tx) => {
    const persona = { master: { facts: entries } }
    for (const [view, document] of [
      ['persona.json', persona],
      ['reflections.json', reflections],
    ] as const) {
      const imported = await importView(tx, view, JSON.stringify(document))
      if (!imported.ok) throw new Error(imported.error.message)
    }
  })
  await db.close()
}
