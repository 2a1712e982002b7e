/**
 * What the reference's memory-browser page asks beside memory (ui.md §2, §6; routes.md §9.9): whether a place for the
 * memory has to be chosen, who is chosen, and what lies in places of old. Here there is one place and none of old.
 */
import { Hono } from 'hono'

import type { Core } from '../core.ts'
import { isObject } from '../document.ts'
import { looseJson } from './body.ts'
import { unsuccessful } from './replies.ts'

/** Below `/api`. */
export function pageRoutes(core: Core): Hono {
  const app = new Hono()

  // While the storage is not ready the answer is that of limited mode, which the page reads the same way.
  app.get('/storage/location/bootstrap', (c) =>
    c.json({
      ok: true,
      selection_required: false,
      migration_pending: false,
      recovery_required: false,
      blocking_reason: '',
    }),
  )

  app.get('/characters/current_catgirl', async (c) =>
    c.json({ current_catgirl: (await core.registry.current()) ?? '' }),
  )

  return app
}

/** Below `/api/memory`. */
export function legacyRoutes(): Hono {
  const app = new Hono()

  app.get('/legacy/scan', (c) =>
    c.json({
      success: true,
      runtime_memory_dir: '',
      legacy_roots: [],
      total_entries: 0,
      total_size_bytes: 0,
    }),
  )

  app.post('/legacy/purge', async (c) => {
    const parsed = await looseJson(c)
    if (!parsed.ok) return parsed.reply
    const paths: unknown = isObject(parsed.value) ? parsed.value['paths'] : undefined
    if (!Array.isArray(paths) || paths.length === 0) return unsuccessful(c, 'There are no paths.', 400)
    return unsuccessful(c, 'There are no old places of memory here.', 409)
  })

  return app
}
