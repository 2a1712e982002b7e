/**
 * The memory itself: every route, every loop and what the pages ask, over what `deps` brings from outside. The
 * same engine runs in the worker, in Node tests and in a bench (design.md §2).
 */
import { createActivity } from './activity.ts'
import type { ModelTest } from './api.ts'
import { createCharacterRegistry } from './characters.ts'
import type { ModelTier } from './config.ts'
import { createBackground, type Core, stopNamesOf } from './core.ts'
import { POST_TURN_OPERATION } from './conversation/record.ts'
import { createBackfill } from './embedding/backfill-loop.ts'
import { prepareMemory } from './events/prepare.ts'
import { createForgettings, guardedModels } from './forgetting/forgettings.ts'
import { contextRoutes } from './http/context-routes.ts'
import { conversationRoutes } from './http/conversation-routes.ts'
import { externalImportRoutes } from './http/external-import.ts'
import { importRoutes } from './http/import-routes.ts'
import { legacyRoutes, pageRoutes } from './http/legacy-routes.ts'
import { lifeRoutes } from './http/life-routes.ts'
import { mainRoutes } from './http/main-routes.ts'
import { recallRoutes } from './http/recall-routes.ts'
import { createRouter, type RequestHandler } from './http/router.ts'
import { runtimeRoutes, type Startup } from './http/runtime-routes.ts'
import { createImporter } from './interchange/external-commit.ts'
import { createCallRates } from './maintenance/call-rates.ts'
import { createCompressor } from './maintenance/compressor.ts'
import { createExtractor } from './maintenance/extraction.ts'
import { createChangeNotices } from './look/notices.ts'
import { createLife } from './maintenance/life.ts'
import { loopsOf } from './maintenance/loops.ts'
import { createPostTurn } from './maintenance/post-turn.ts'
import { createRecheckRound } from './maintenance/recheck.ts'
import { createReviewer } from './maintenance/reviewer.ts'
import { createScheduler } from './maintenance/scheduler.ts'
import { createMemories } from './memories.ts'
import type { LedgerEntry } from './model/ledger.ts'
import { createModels } from './model/provider.ts'
import { createOutboxQueue } from './outbox/queue.ts'
import { createPageApi, type PageApi } from './page-api.ts'
import { loadPersona } from './persona/load.ts'
import type { EngineDeps } from './ports.ts'
import { createRecallPools } from './recall-pools.ts'
import { createRecallTurns } from './recall-turns.ts'
import { recordCall } from './record-call.ts'
import { resetConfirmedAt } from './reflection/confirmed-at.ts'
import { COMPRESS_TALKING_ABOVE, IDEMPOTENCY_TTL_MS } from './settings.ts'
import { createOlderRowsCheck } from './store/corrupt-rows.ts'

export interface Engine {
  /** Answers every memory route, also those addressed to an unknown path. Never rejects. */
  readonly handle: RequestHandler
  readonly api: PageApi
  testModel(tier: ModelTier): Promise<ModelTest>
  /**
   * Opens the routes, which are in limited mode until then, starts the loops and replays the outbox; resolves when it is
   * known what there is to replay. Runs once.
   */
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
  const notices = createChangeNotices(deps.databases, deps.timer, (event) => {
    if (event.type === 'entries') backfill.changed(event.character)
    deps.notify(event)
  })
  const memories = createMemories(registry, notices.databases, deps.clock, async (memory) => {
    await prepareMemory(core, memory)
    notices.name((await registry.memoryId(memory.name)) ?? '', memory.name)
  })
  const background = createBackground(deps)
  const models = createModels(deps, (entry) => background.start('ledger', () => keep(entry)))
  const stopping = new AbortController()
  const forgettings = createForgettings()
  const pools = createRecallPools(deps.letRepliesOut, deps.embedders)
  const checkOlderRows = createOlderRowsCheck(deps.letRepliesOut)
  const core: Core = {
    deps: { ...deps, models: guardedModels(deps.models ?? models, forgettings) },
    registry,
    memories,
    activity: createActivity(deps.clock),
    background,
    pools,
    turns: createRecallTurns(deps, (character) => stopNamesOf(core, character)),
    forgettings,
    stopping: stopping.signal,
  }
  const compressor = createCompressor(core)
  const life = createLife(core, pools)
  const extractor = createExtractor(core, pools, life)
  const reviewer = createReviewer(core)
  const importer = createImporter(core, pools)
  const callRates = createCallRates(deps.log)
  const backfill = createBackfill(core)
  const postTurn = createPostTurn(core, extractor, life)
  const outbox = createOutboxQueue(core, { [POST_TURN_OPERATION]: postTurn })
  const scheduler = createScheduler(
    core,
    loopsOf({
      idleMaintenance: async (memory, goOn) => {
        // While a conversation goes on its end will compress, and so will the client that asks for it (§10.1).
        const items = await memory.store.recent.count(memory.store.db)
        if (core.activity.quiet() || items > COMPRESS_TALKING_ABOVE) {
          await compressor.run(memory, { detailed: true })
        }
        // Lists show rows as they are: a card may have been edited since.
        await loadPersona(core, memory)
        const forgetBefore = deps.clock.now() - IDEMPOTENCY_TTL_MS
        await memory.store.idempotency.prune(memory.store.db, forgetBefore)
        await memory.store.changes.operations.prune(memory.store.db, forgetBefore)
        if (goOn()) await life.resolveDuplicates(memory)
        if (goOn()) await life.resolveContradictions(memory)
        if (goOn()) await reviewer.offer(memory)
        if (goOn()) await pools.keep(memory, goOn)
        if (goOn()) await checkOlderRows(memory.store.db, goOn)
        await memories.closeIdle()
      },
      extraction: (memory) => extractor.round(memory),
      rebuttal: (memory) => life.rebut(memory),
      promotion: (memory) => life.promote(memory),
      recheck: createRecheckRound(core, {
        reflection: (memory) => life.recheckReflection(memory),
        fact: (memory) => life.recheckFact(memory),
      }),
      synthesis: (memory) => life.synthesise(memory),
      sweep: (memory) => life.sweep(memory),
      refinePersona: (memory) => life.refinePersona(memory),
      refineReflections: (memory) => life.refineReflections(memory),
      callRates: () => {
        callRates.flush()
        return Promise.resolve()
      },
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
    ['/', conversationRoutes(core, compressor, outbox, reviewer, backfill)],
    ['/', contextRoutes(core, callRates)],
    ['/', recallRoutes(core, pools)],
    ['/', lifeRoutes(core, life, reviewer)],
    ['/', importRoutes(core, importer)],
    ['/api', pageRoutes(core)],
    ['/api/memory', legacyRoutes()],
    ['/api/memory', externalImportRoutes(core, importer)],
    [
      '/api/memory',
      mainRoutes(core, {
        resetConfirmedAt: () => resetConfirmedAt(core),
        cancelReview: (name) => reviewer.cancel(name),
      }),
    ],
  ])

  return {
    handle,
    api: createPageApi(core, pools, life, { scheduler, outbox }),
    testModel: async (tier) => models.test(tier, (await registry.current()) ?? ''),
    start,
    settled: () => background.settled(),
    runLoop: (name) => scheduler.runNow(name),
    async stop() {
      stopping.abort()
      backfill.stop()
      notices.stop()
      // A scan that goes on would open what is closed below; whoever called `start` hears how it went.
      await started?.catch(() => undefined)
      await scheduler.stop()
      await compressor.dispose()
      await reviewer.dispose()
      await background.settled()
      await memories.closeAll()
    },
  }

  function start(): Promise<void> {
    started ??= begin()
    return started
  }

  async function begin(): Promise<void> {
    startup.initialised = true
    scheduler.start()
    backfill.start()
    await outbox.replay()
  }

  /** A call for no character (the test button before there is one) is written down nowhere: it holds no memory. */
  async function keep(entry: LedgerEntry): Promise<void> {
    if (entry.character !== '') await recordCall(core, entry.character, entry)
  }
}
