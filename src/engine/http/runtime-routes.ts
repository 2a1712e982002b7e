/** Runtime and control routes of the memory server (routes.md §4). */
import { Hono } from 'hono'

import { checkName, nameProblemDetail } from '../character-name.ts'
import type { Core } from '../core.ts'
import { messageOf } from '../result.ts'
import type { BlockingReason } from './limited-mode.ts'

/** Whether the engine has started, and whether somebody asked it to pause since. */
export interface Startup {
  initialised: boolean
  blockedAfterInit: boolean
  /** Runs the start once; resolves to true when this call was the one that did. */
  initialise(): Promise<boolean>
}

/** The reason for limited mode now, or null. */
export function blockingReason(startup: Startup): BlockingReason | null {
  if (!startup.initialised) return 'runtime_initializing'
  return startup.blockedAfterInit ? 'storage_startup_blocked_after_init' : null
}

export function runtimeRoutes(core: Core, startup: Startup, instanceId: string): Hono {
  const app = new Hono()

  app.get('/health', (c) =>
    c.json({ app: 'N.E.K.O', service: 'memory', status: 'ok', instance_id: instanceId }),
  )

  app.post('/shutdown', (c) =>
    c.json({
      status: 'shutdown_disabled',
      message: 'The memory lives in the tab; close the tab to stop it.',
    }),
  )

  // Stores are read through the database at each use, so there is nothing to rebuild but what is cached: the
  // open databases.
  app.post('/reload', async (c) => {
    try {
      await core.memories.closeIdle()
      core.deps.log.write('info', 'engine.reload')
      return c.json({ status: 'success', message: 'Reloaded.' })
    } catch (error) {
      return c.json({ status: 'error', message: messageOf(error) })
    }
  })

  app.post('/release_character/:name', async (c) => {
    const raw = c.req.param('name')
    const checked = checkName(raw)
    if (!checked.ok) {
      const message = nameProblemDetail[checked.problem]
      return c.json({ status: 'error', character_name: raw, message }, 400)
    }
    try {
      await core.memories.release(checked.name)
      return c.json({ status: 'success', character_name: checked.name })
    } catch (error) {
      return c.json({ status: 'error', character_name: checked.name, message: messageOf(error) }, 500)
    }
  })

  app.post('/internal/storage/startup/continue', async (c) => {
    try {
      const initialized = await startup.initialise()
      startup.blockedAfterInit = false
      return c.json({ ok: true, initialized })
    } catch (error) {
      return c.json({ ok: false, error: messageOf(error) }, 500)
    }
  })

  app.post('/internal/storage/startup/block', async (c) => {
    startup.blockedAfterInit = true
    return c.json({ ok: true, limited_mode: true, reason: await pauseReason(c.req.raw) })
  })

  return app
}

/** The trimmed `reason` of an optional JSON body; anything else reads as no reason. */
async function pauseReason(request: Request): Promise<string> {
  const text = await request.text()
  const reason: unknown = /^\s*\{/.test(text) ? reasonIn(text) : undefined
  return typeof reason === 'string' ? reason.trim() : ''
}

function reasonIn(text: string): unknown {
  try {
    return (JSON.parse(text) as Record<string, unknown>)['reason']
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
