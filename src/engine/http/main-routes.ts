/** The memory part of the main server: `/api/memory/…` (routes.md §9). */
import { Hono } from 'hono'

import { checkName, renameFromNames, renameToNames } from '../character-name.ts'
import { renameInMessage } from '../conversation/rename.ts'
import { readCoreConfig, writeCoreConfig } from '../core-config.ts'
import type { Core } from '../core.ts'
import { isObject } from '../document.ts'
import { messageOf } from '../result.ts'
import { looseJson } from './body.ts'
import { recentEditorRoutes } from './recent-editor.ts'
import { unsuccessful } from './replies.ts'

export interface MainRouteActions {
  /** Sets `confirmed_at` of every confirmed reflection of every configured character to now; how many. */
  resetConfirmedAt(): Promise<number>
  /** Cancels a running history review; resolves when it has ended. */
  cancelReview(character: string): Promise<unknown>
}

export function mainRoutes(core: Core, actions: MainRouteActions): Hono {
  const app = new Hono()
  app.route(
    '/',
    recentEditorRoutes(core, (name) => actions.cancelReview(name)),
  )

  switchRoutes('/review_config', 'recent_memory_auto_review', async () => undefined)
  switchRoutes('/powerful_memory_config', 'powerful_memory_enabled', async (before, after) => {
    // Switched off, reflections are confirmed by age: without a fresh anchor all old ones would be at once.
    if (before && !after) await actions.resetConfirmedAt()
  })

  app.post('/update_catgirl_name', async (c) => {
    const parsed = await looseJson(c)
    if (!parsed.ok) return parsed.reply
    const body = isObject(parsed.value) ? parsed.value : {}
    const { old_name: oldRaw, new_name: newRaw } = body
    if (typeof oldRaw !== 'string' || typeof newRaw !== 'string' || oldRaw === '' || newRaw === '') {
      return unsuccessful(c, 'Both old_name and new_name are needed.', 400)
    }
    const from = checkName(oldRaw, renameFromNames)
    const to = checkName(newRaw, renameToNames)
    if (!from.ok || !to.ok) return unsuccessful(c, 'A name is not allowed.', 400)
    try {
      const moved = await moveMemory(core, from.name, to.name)
      if (moved === 'taken') return unsuccessful(c, `There is memory under the name ${to.name} already.`)
      return c.json({ success: true, changed: moved === 'moved', exists_after: await exists(to.name) })
    } catch (error) {
      core.deps.log.write('error', 'rename.failed', { error: messageOf(error) })
      return unsuccessful(c, messageOf(error))
    }
  })

  return app

  async function exists(name: string): Promise<boolean> {
    return (await core.registry.memoryId(name)) !== undefined
  }

  /** GET and POST of one switch of core_config.json; `migrate` runs before the value is stored. */
  function switchRoutes(
    path: string,
    field: 'recent_memory_auto_review' | 'powerful_memory_enabled',
    migrate: (before: boolean, after: boolean) => Promise<unknown>,
  ): void {
    app.get(path, async (c) => {
      try {
        const config = await readCoreConfig(core.deps.settings)
        return c.json({ enabled: config[field] ?? true })
      } catch (error) {
        core.deps.log.write('warn', 'config.unreadable', { field, error: messageOf(error) })
        return c.json({ enabled: true })
      }
    })
    app.post(path, async (c) => {
      const parsed = await looseJson(c)
      if (!parsed.ok) return parsed.reply
      if (!isObject(parsed.value)) return unsuccessful(c, 'The body must be a JSON object.')
      const enabled: unknown = Object.hasOwn(parsed.value, 'enabled') ? parsed.value['enabled'] : true
      try {
        const config = await readCoreConfig(core.deps.settings)
        await migrate(Boolean(config[field] ?? true), Boolean(enabled))
        await writeCoreConfig(core.deps.settings, { ...config, [field]: enabled })
        core.deps.notify({ type: 'settings' })
        return c.json({ success: true, enabled })
      } catch (error) {
        return unsuccessful(c, messageOf(error))
      }
    })
  }
}

/** Hands over the memory of `from`; never over memory that `to` has (routes.md §9.4). */
export async function moveMemory(core: Core, from: string, to: string): Promise<'moved' | 'same' | 'taken'> {
  if (from === to || (await core.registry.memoryId(from)) === undefined) return 'same'
  if ((await core.registry.memoryId(to)) !== undefined) return 'taken'
  const moved = await core.memories.rename(from, to)
  if (moved !== 'moved') return moved
  await core.memories.use(to, ({ store, settleLock }) =>
    settleLock.run(() =>
      store.db.transaction(async (tx) => {
        const rows = await store.recent.list(tx)
        const renamed = rows.map((row) => ({ doc: renameInMessage(row.doc, from, to), turnId: row.turnId }))
        if (renamed.every((row, index) => row.doc === rows[index]?.doc)) return
        const [first, last] = [rows[0], rows.at(-1)]
        if (first !== undefined && last !== undefined) {
          await store.recent.replaceRange(tx, first.seq, last.seq, renamed)
        }
      }),
    ),
  )
  return 'moved'
}
