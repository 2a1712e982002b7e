/** `/api/memory/external_import/preview` and `/commit` of the main server (routes.md §9.7, §9.8). */
import { type Context, Hono } from 'hono'

import { checkName } from '../character-name.ts'
import type { Core } from '../core.ts'
import { isObject, type JsonObject } from '../document.ts'
import type { Importer } from '../interchange/external-commit.ts'
import { parseExternal, type ExternalImport } from '../interchange/external-parse.ts'
import { previewOf } from '../interchange/external-preview.ts'
import { messageOf } from '../result.ts'
import { looseJson } from './body.ts'
import { runImport } from './import-routes.ts'
import { unsuccessful } from './replies.ts'

export function externalImportRoutes(core: Core, importer: Importer): Hono {
  const app = new Hono()

  app.post('/external_import/preview', (c) =>
    answering(c, async ({ character, external }) =>
      c.json(previewOf(character, external, await core.deps.tokenCounter())),
    ),
  )

  app.post('/external_import/commit', (c) =>
    answering(c, async ({ character, external, body }) => {
      const { format, files, candidates } = external
      const warningCount = candidates.filter(({ warnings }) => warnings.length > 0).length
      if (warningCount > 0 && body['acknowledge_warnings'] !== true) {
        return unsuccessful(c, 'Some texts look like instructions. Confirm that you have seen them.', 409)
      }
      const { status, body: reply } = await runImport(core, importer, c, {
        characterName: character,
        format,
        importedFiles: files,
        candidates,
        warningCount,
      })
      if (status === 200) {
        return c.json({ ...reply, success: true, need_refresh: true, memory_server_reloaded: true })
      }
      const { detail, error_code, partial_import } = reply
      if (error_code === undefined) return unsuccessful(c, String(detail), 400)
      return c.json({ success: false, error: detail, error_code, partial_import }, status)
    }),
  )

  return app

  /** Reads the body and answers; what is wrong with it is a 400, anything unexpected a 500 of the same shape. */
  async function answering(
    c: Context,
    answer: (read: {
      readonly character: string
      readonly external: ExternalImport
      readonly body: JsonObject
    }) => Response | Promise<Response>,
  ): Promise<Response> {
    const parsed = await looseJson(c)
    if (!parsed.ok) return parsed.reply
    try {
      const body = parsed.value
      if (!isObject(body)) return unsuccessful(c, 'The body must be a JSON object.', 400)
      const name = checkName(typeof body['character_name'] === 'string' ? body['character_name'] : '')
      if (!name.ok) return unsuccessful(c, 'The character name is not allowed.', 400)
      const external = parseExternal(body)
      if (!external.ok) return unsuccessful(c, external.error, 400)
      return await answer({ character: name.name, external: external.value, body })
    } catch (error) {
      core.deps.log.write('error', 'import.unexpected', { error: messageOf(error) })
      return unsuccessful(c, 'The import failed.', 500)
    }
  }
}
