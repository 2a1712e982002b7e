/** Context routes of the memory server (routes.md §6). */
import { Hono } from 'hono'

import { buildNewDialog, buildRecentHistory, buildSettings } from '../context/build.ts'
import { recentHistoryText, unknownSettingsText } from '../context/settings-text.ts'
import { type Core, languageOf, namesOf } from '../core.ts'
import type { CallRates } from '../maintenance/call-rates.ts'
import { loadPersona } from '../persona/load.ts'
import { messageOf } from '../result.ts'
import { NEW_DIALOG_WAIT_MS, SECOND_MS } from '../settings.ts'
import { within } from '../within.ts'
import { namedRoute } from './names.ts'

export function contextRoutes(core: Core, callRates: CallRates): Hono {
  const app = new Hono()

  app.get('/new_dialog/:name', (c) =>
    namedRoute(c, async (name) => {
      core.activity.touch()
      if (!(await isConfigured(name))) return c.text('')
      callRates.count(name)
      return c.text(
        await core.memories.use(name, async (memory) => {
          const { settling } = memory
          // Compression included, but not longer than a caller would wait.
          if (settling !== null) await within(core.deps.timer, NEW_DIALOG_WAIT_MS, settling)
          return memory.settleLock.run(() => buildNewDialog(core, memory))
        }),
      )
    }),
  )

  app.get('/get_recent_history/:name', (c) =>
    namedRoute(c, async (name) => {
      const names = { ...(await namesOf(core, name)), language: await languageOf(core) }
      if (!(await isConfigured(name))) return c.json(recentHistoryText(null, names))
      return c.json(
        await core.memories.read(
          name,
          (memory) => buildRecentHistory(core, memory),
          () => recentHistoryText([], names),
        ),
      )
    }),
  )

  app.get('/get_settings/:name', (c) =>
    namedRoute(c, async (name) => {
      if (!(await isConfigured(name))) return c.json(unknownSettingsText(name, await languageOf(core)))
      return c.json(await core.memories.use(name, (memory) => buildSettings(core, memory)))
    }),
  )

  app.get('/get_persona/:name', (c) =>
    namedRoute(c, async (name) => {
      const persona = await core.memories.use(name, (memory) => loadPersona(core, memory))
      return c.json(Object.fromEntries(persona.map(({ name: key, entries }) => [key, { facts: entries }])))
    }),
  )

  app.get('/last_conversation_gap/:name', (c) =>
    namedRoute(c, async (name) => {
      try {
        const now = core.deps.clock.now()
        const last = await core.memories.read(
          name,
          ({ store }) => store.timeIndex.lastSaid(store.db, now),
          () => null,
        )
        const gap = last === null ? -1 : (now - last) / SECOND_MS
        return c.json({ gap_seconds: gap })
      } catch (error) {
        core.deps.log.write('error', 'gap.failed', { character: name, error: messageOf(error) })
        return c.json({ gap_seconds: -1, error: 'server_error' }, 500)
      }
    }),
  )

  return app

  /** Configuration that cannot be read counts as a name that nobody configured (routes.md §6). */
  async function isConfigured(name: string): Promise<boolean> {
    try {
      return (await core.registry.find(name)) !== undefined
    } catch (error) {
      core.deps.log.write('warn', 'characters.unreadable', { error: messageOf(error) })
      return false
    }
  }
}
