/** Routes on reflections, review and the funnel (routes.md §4.7, §8). */
import { type Context, Hono } from 'hono'

import { checkName, nameProblemDetail } from '../character-name.ts'
import { type Core, nowOf } from '../core.ts'
import { isObject } from '../document.ts'
import { funnelCounts } from '../events/funnel.ts'
import type { Life } from '../maintenance/life.ts'
import type { Reviewer } from '../maintenance/reviewer.ts'
import { resetConfirmedAt } from '../reflection/confirmed-at.ts'
import { followupTopics } from '../reflection/surfaced.ts'
import { messageOf } from '../result.ts'
import { FUNNEL_DEFAULT_MS } from '../settings.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { looseJson } from './body.ts'
import { namedRoute } from './names.ts'
import { badRequest, internalError } from './replies.ts'

export function lifeRoutes(core: Core, life: Life, reviewer: Reviewer): Hono {
  const app = new Hono()
  const { log, ids } = core.deps
  const now = () => nowOf(core)

  app.post('/internal/memory/reset_confirmed_at', async (c) => {
    try {
      return c.json({ ok: true, count: await resetConfirmedAt(core) })
    } catch (error) {
      return c.json({ ok: false, error: messageOf(error), count: 0 })
    }
  })

  app.post('/reflect/:name', (c) =>
    namedRoute(c, (name) =>
      core.memories.use(name, async (memory) => {
        core.background.start('reflect.promote', () =>
          core.memories.read(
            name,
            (open) => life.promote(open),
            () => undefined,
          ),
        )
        const reflection = await synthesised(() => life.synthesise(memory), name)
        return c.json({ reflection, auto_transitions: 0 })
      }),
    ),
  )

  app.get('/followup_topics/:name', (c) =>
    namedRoute(c, async (name) => {
      try {
        const topics = await core.memories.read(
          name,
          (memory) => followupTopics({ now, ids }, memory),
          () => [],
        )
        return c.json({ topics })
      } catch (error) {
        log.write('warn', 'followups.failed', { character: name, error: messageOf(error) })
        return c.json({ topics: [] })
      }
    }),
  )

  app.post('/record_surfaced/:name', (c) =>
    namedRoute(c, async (name) => {
      const body = await looseJson(c)
      if (!body.ok) return body.reply
      if (!isObject(body.value)) return internalError(c)
      const given: unknown = body.value['reflection_ids']
      const raised = Array.isArray(given) ? given.filter((id): id is string => typeof id === 'string') : []
      if (raised.length === 0) return c.json({ ok: true })
      try {
        await core.memories.use(name, (memory) => life.recordSurfaced(memory, raised))
      } catch (error) {
        log.write('warn', 'surfaced.failed', { character: name, error: messageOf(error) })
      }
      return c.json({ ok: true })
    }),
  )

  app.post('/cancel_correction/:name', (c) =>
    namedRoute(c, async (name) => {
      const cancelled = await reviewer.cancel(name)
      return c.json({ status: cancelled ? 'cancelled' : 'no_task' })
    }),
  )

  app.get('/api/memory/funnel/:name', async (c) => {
    const checked = checkName(c.req.param('name'))
    if (!checked.ok) return badRequest(c, nameProblemDetail[checked.problem])
    const here = now()
    const until = instantOf(c, 'until', here.instant)
    const since = instantOf(c, 'since', (until ?? here.instant) - FUNNEL_DEFAULT_MS)
    if (since === null || until === null) {
      return badRequest(c, `${since === null ? 'since' : 'until'} is no ISO-8601 time`)
    }
    if (since > until) return badRequest(c, 'since is later than until')
    const counts = await core.memories.read(
      checked.name,
      async ({ store }) => funnelCounts(await store.events.list(store.db), since, until, here.zone, log),
      () => funnelCounts([], since, until, here.zone, log),
    )
    const stamp = (instant: number): string => toNaive({ instant, zone: here.zone })
    return c.json({ lanlan_name: checked.name, since: stamp(since), until: stamp(until), counts })
  })

  return app

  function instantOf(c: Context, parameter: string, otherwise: number): number | null {
    const given = c.req.query(parameter)
    return given === undefined || given === '' ? otherwise : parseStamp(given, now().zone)
  }

  async function synthesised(work: () => ReturnType<Life['synthesise']>, name: string): Promise<unknown> {
    try {
      const report = await work()
      return report.status === 'added' ? report.reflection : null
    } catch (error) {
      log.write('warn', 'reflect.failed', { character: name, error: messageOf(error) })
      return null
    }
  }
}
