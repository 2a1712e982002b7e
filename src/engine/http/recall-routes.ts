/** Recall routes of the memory server (routes.md §7). */
import { Hono } from 'hono'

import { type Core, languageOf, nowOf } from '../core.ts'
import { retiredSearchText } from '../context/settings-text.ts'
import { embedQuery, loadForNext } from '../embedding/query.ts'
import type { RecallPools } from '../recall-pools.ts'
import { failedRecall, queryMemory, type RecallEnvelope, type RecallRequest } from '../recall/hybrid.ts'
import { createRecallPool } from '../recall/pool.ts'
import { messageOf } from '../result.ts'
import { trimSpace } from '../text/whitespace.ts'
import { typedBody } from './body.ts'
import { namedRoute } from './names.ts'

export function recallRoutes(core: Core, pools: RecallPools): Hono {
  const app = new Hono()
  const nothing = createRecallPool(() => Promise.resolve([]))

  app.post('/query_memory/:name', (c) =>
    namedRoute(c, async (name) => {
      const body = await typedBody(c, { required: [], nullable: ['query', 'time'] })
      if (!body.ok) return body.reply
      const { explain }: Readonly<Record<string, unknown>> = body.value
      return c.json(await recall(name, body.value, explain === true))
    }),
  )

  app.get('/search_for_memory/:name/:query', (c) =>
    namedRoute(c, async (name) =>
      c.json(retiredSearchText(c.req.param('query'), name, await languageOf(core))),
    ),
  )

  return app

  async function recall(name: string, request: RecallRequest, explain: boolean): Promise<RecallEnvelope> {
    const clock = { monotonic: () => core.deps.clock.monotonic() }
    // Without a query or a time no store is read (recall.md §A1).
    if (trimSpace(request.query ?? '') === '' && trimSpace(request.time ?? '') === '') {
      return queryMemory(nothing, request, nowOf(core), clock)
    }
    try {
      const { vectors, fusion, missing } = await embedQuery(core.deps, request.query ?? '')
      const options = { ...clock, explain, ...(vectors === null ? {} : { vectors, fusion }) }
      const envelope = await core.memories.read(
        name,
        async (memory) =>
          queryMemory(await pools.of(memory), request, nowOf(core), {
            ...options,
            turns: core.turns.of(memory),
          }),
        () => queryMemory(nothing, request, nowOf(core), options),
      )
      core.deps.log.write('info', 'recall.answered', {
        character: name,
        query: trimSpace(request.query ?? '') !== '',
        has_time: trimSpace(request.time ?? '') !== '',
        hits: envelope.results.length,
        candidates: envelope.candidates_total,
        reason: envelope.reason ?? null,
        ms: envelope.elapsed_ms,
        vectors: missing ?? fusion,
      })
      loadForNext(core, missing)
      return envelope
    } catch (error) {
      core.deps.log.write('error', 'recall.failed', { character: name, error: messageOf(error) })
      return failedRecall(request)
    }
  }
}
