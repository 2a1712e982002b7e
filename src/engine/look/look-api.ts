/** The calls of the memory browser that look into a memory, or put its machinery in order (browser-api.ts). */
import type { ContextPreview, EntryCounts, EntryPage, LookApi } from '../browser-api.ts'
import { languageOf, nowOf, type Core } from '../core.ts'
import { embedQuery, loadForNext } from '../embedding/query.ts'
import type { Scheduler } from '../maintenance/scheduler.ts'
import type { Memory } from '../memories.ts'
import type { OutboxQueue } from '../outbox/queue.ts'
import { explainRecall } from '../recall/explain.ts'
import { fail, messageOf, ok, type Failure, type Result } from '../result.ts'
import { StorageError } from '../store/storage-error.ts'
import { activityOf, reviveOperation } from './activity.ts'
import { contextPreview } from './context-preview.ts'
import { entryCounts } from './counts.ts'
import { documentsOf, saveDocument } from './documents.ts'
import { entryDetail } from './entry-detail.ts'
import { listEntries } from './entry-lists.ts'
import { createEntrySearch } from './entry-search.ts'
import { evidenceCurve } from './evidence-curve.ts'
import { findEntry } from './find-entry.ts'
import { healthOf } from './health.ts'
import { checkIntegrity } from './integrity.ts'
import { rebuildIndexes } from './rebuild.ts'

export interface LookDeps {
  readonly scheduler: Pick<Scheduler, 'runNow' | 'views'>
  readonly outbox: Pick<OutboxQueue, 'start'>
}

export function createLookApi(core: Core, { scheduler, outbox }: LookDeps): LookApi {
  const pause = () => core.deps.letRepliesOut?.() ?? Promise.resolve()
  const search = createEntrySearch(core.pools, () => nowOf(core), pause)
  const underWay = new Set<{ readonly character: string; stopped: boolean }>()

  return {
    counts: (character) => reading(character, noCounts, async ({ store }) => ok(await entryCounts(store.db))),

    entries: (character, query) =>
      reading(character, noPage, (memory) => listEntries({ memory, search, now: nowOf(core) }, query)),

    entry: (character, key) => found(character, (memory) => entryDetail(core, memory, key, nowOf(core))),

    evidence: (character, key) =>
      found(character, async ({ store }) => {
        const stored = await findEntry(store.db, key)
        if (stored === null) return fail('unknown_entry', `no ${key.kind} ${key.id}`)
        return ok(await evidenceCurve(store, stored, nowOf(core)))
      }),

    recallLab: (character, request) =>
      found(character, async (memory) => {
        // As the route of recall asks (http/recall-routes.ts).
        const { vectors, fusion, missing } = await embedQuery(core.deps, request.query)
        const options = {
          language: await languageOf(core),
          monotonic: () => core.deps.clock.monotonic(),
          turns: core.turns.of(memory),
          ...(vectors === null ? {} : { vectors, fusion }),
        }
        const explained = await explainRecall(await core.pools.of(memory), request, nowOf(core), options)
        loadForNext(core, missing)
        return ok(explained)
      }),

    contextPreview: (character) =>
      reading(character, noContext, async (memory) => {
        // Nobody is told anything by one who is not configured (context.md §1).
        if ((await core.registry.find(character)) === undefined) return ok(noContext)
        return ok(await contextPreview(core, memory))
      }),

    activity: (character, limit) =>
      reading(character, { loops: scheduler.views(), outbox: [], events: [] }, async ({ store }) =>
        ok(await activityOf(store, scheduler.views(), limit, nowOf(core))),
      ),

    runLoop(name) {
      if (!scheduler.views().some((loop) => loop.name === name)) {
        return Promise.resolve(fail('bad_request', `there is no loop called ${name}`))
      }
      // A round may wait for a model; the page sees it run and end.
      core.background.start('loop.asked_for', () => scheduler.runNow(name))
      return Promise.resolve(ok(null))
    },

    retryOutbox: (character, opId) =>
      found(character, async ({ store }) => {
        const operation = await reviveOperation(store, opId, nowOf(core))
        if (operation === null) return fail('bad_request', 'there is nothing of that id to run again')
        outbox.start(character, operation)
        return ok(null)
      }),

    health: (character) => found(character, async (memory) => ok(await healthOf(core, memory))),

    checkIntegrity: (character) =>
      stoppable(character, (step) =>
        found(character, async ({ store }) => ok(await checkIntegrity(store, core.deps.clock, step))),
      ),

    rebuildIndex: (character) =>
      stoppable(character, (step) =>
        guarded(async () => {
          await rebuildIndexes(core, character, step)
          return ok(null)
        }),
      ),

    stopWork(character) {
      for (const work of underWay) if (work.character === character) work.stopped = true
      return Promise.resolve(ok(null))
    },

    documents: (character) => reading(character, [], async (memory) => ok(await documentsOf(memory))),

    async saveDocument(character, operationId, name, revision, text) {
      const saved = await guarded(() =>
        core.memories.read(
          character,
          async (memory) => ok(await saveDocument(core, memory, operationId, { name, revision, text })),
          () => fail('unknown_character', `nothing is stored for ${character}`),
        ),
      )
      return saved.ok ? saved.value : { ok: false, error: saved.error, findings: [] }
    },
  }

  /** Work whose every step is a place to stop at; stopped, it fails with `cancelled`. */
  async function stoppable<T>(
    character: string,
    run: (step: () => Promise<void>) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const work = { character, stopped: false }
    underWay.add(work)
    try {
      return await run(async () => {
        await pause()
        if (work.stopped) throw new Stopped()
      })
    } finally {
      underWay.delete(work)
    }
  }

  /** `otherwise` is the answer where nothing was ever stored. */
  function reading<T>(
    character: string,
    otherwise: T,
    work: (memory: Memory) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    return guarded(() => core.memories.read(character, work, () => ok(otherwise)))
  }

  function found<T>(character: string, work: (memory: Memory) => Promise<Result<T>>): Promise<Result<T>> {
    return guarded(() =>
      core.memories.read(character, work, () =>
        fail('unknown_character', `nothing is stored for ${character}`),
      ),
    )
  }

  /** What storage throws becomes a value: it crosses a port, so the cause stays behind. */
  async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Stopped) return fail('cancelled', 'the work was stopped')
      const code = error instanceof StorageError ? error.code : 'storage_failed'
      const failure: Failure = { code, message: messageOf(error) }
      core.deps.log.write('error', 'api.failed', { code, error: failure.message })
      return { ok: false, error: failure }
    }
  }
}

/** Thrown where work is stopped; never leaves this module. */
class Stopped extends Error {}

const noCounts: EntryCounts = {
  lists: { facts: 0, reflections: 0, persona: 0, corrections: 0, archive: 0, timeline: 0 },
  needsReview: 0,
}

const noPage: EntryPage = { rows: [], total: 0, unreadable: 0, entities: [], statuses: [], makers: [] }

const noContext: ContextPreview = { sections: [], text: '', tokens: 0 }
