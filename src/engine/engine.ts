/**
 * The memory itself: every route, every loop and what the pages ask, over what `deps` brings from outside. The
 * same engine runs in the worker, in Node tests and in a bench (design.md §2).
 */
import { createActivity } from './activity.ts'
import type { ModelTest } from './api.ts'
import { createCharacterRegistry } from './characters.ts'
import type { ModelTier } from './config.ts'
import { createBackground, type Core } from './core.ts'
import { POST_TURN_OPERATION } from './conversation/record.ts'
import { contextRoutes } from './http/context-routes.ts'
import { conversationRoutes } from './http/conversation-routes.ts'
import { mainRoutes } from './http/main-routes.ts'
import { recallRoutes } from './http/recall-routes.ts'
import { createRouter, type RequestHandler } from './http/router.ts'
import { runtimeRoutes, type Startup } from './http/runtime-routes.ts'
import { createCompressor } from './maintenance/compressor.ts'
import { createExtractor } from './maintenance/extraction.ts'
import { loopsOf } from './maintenance/loops.ts'
import { createPostTurn } from './maintenance/post-turn.ts'
import { createScheduler } from './maintenance/scheduler.ts'
import { createMemories } from './memories.ts'
import type { LedgerEntry } from './model/ledger.ts'
import { createModels } from './model/provider.ts'
import { createOutboxQueue } from './outbox/queue.ts'
import { createPageApi, type PageApi } from './page-api.ts'
import type { EngineDeps } from './ports.ts'
import { createRecallPools } from './recall-pools.ts'
import { resetConfirmedAt } from './reflection/confirmed-at.ts'

export interface Engine {
  /** Answers every memory route, also those addressed to an unknown path. Never rejects. */
  readonly handle: RequestHandler
  readonly api: PageApi
  testModel(tier: ModelTier): Promise<ModelTest>
  /** Replays the outbox and starts the loops; until then the routes are in limited mode. Runs once. */
  start(): Promise<void>
  /** Resolves when all work that was started so far and nobody waits for has ended. */
  settled(): Promise<void>
  /** One round of a loop now. */
  runLoop(name: string): Promise<void>
  /** Ends loops and background work, then closes every database. */
  stop(): Promise<void>
}

export function createEngine(deps: EngineDeps): Engine {
  const registry = createCharacterRegistry(deps.settings, deps.ids)
  const memories = createMemories(registry, deps.databases, deps.clock)
  const background = createBackground(deps)
  const models = createModels(deps, (entry) => background.start('ledger', () => keep(entry)))
  const stopping = new AbortController()
  const core: Core = {
    deps: { ...deps, models: deps.models ?? models },
    registry,
    memories,
    activity: createActivity(deps.clock),
    background,
    stopping: stopping.signal,
  }
  const pools = createRecallPools()
  const compressor = createCompressor(core)
  const extractor = createExtractor(core, pools)
  const postTurn = createPostTurn(core, extractor)
  const outbox = createOutboxQueue(core, { [POST_TURN_OPERATION]: postTurn })
  const scheduler = createScheduler(
    core,
    loopsOf({
      idleMaintenance: async (memory) => {
        await compressor.run(memory, { detailed: true })
        await memories.closeIdle()
      },
      extraction: (memory) => extractor.round(memory),
    }),
  )

  let started: Promise<void> | null = null
  const startup: Startup = {
    initialised: false,
    blockedAfterInit: false,
    async initialise() {
      const first = started === null
      await start()
      return first
    },
  }
  const handle = createRouter(core, startup, [
    ['/', runtimeRoutes(core, startup, deps.ids.uuid())],
    ['/', conversationRoutes(core, compressor, outbox)],
    ['/', contextRoutes(core)],
    ['/', recallRoutes(core, pools)],
    ['/api/memory', mainRoutes(core, { resetConfirmedAt: () => resetConfirmedAt(core) })],
  ])

  return {
    handle,
    api: createPageApi(core, pools),
    testModel: async (tier) => models.test(tier, (await registry.current()) ?? ''),
    start,
    settled: () => background.settled(),
    runLoop: (name) => scheduler.runNow(name),
    async stop() {
      stopping.abort()
      await scheduler.stop()
      await compressor.dispose()
      await background.settled()
      await memories.closeAll()
    },
  }

  function start(): Promise<void> {
    started ??= begin()
    return started
  }

  async function begin(): Promise<void> {
    await outbox.replay()
    scheduler.start()
    startup.initialised = true
  }

  /** A call for no character (the test button before there is one) is written down nowhere: it holds no memory. */
  async function keep(entry: LedgerEntry): Promise<void> {
    if (entry.character === '') return
    await memories.use(entry.character, ({ store }) =>
      store.ledger.append(store.db, {
        instant: entry.at,
        purpose: entry.purpose,
        tier: entry.tier,
        origin: entry.origin,
        model: entry.model,
        tokensIn: entry.tokensIn,
        tokensOut: entry.tokensOut,
        ms: entry.milliseconds,
        outcome: entry.outcome,
        text: entry.sent,
      }),
    )
  }
}
