/**
 * The recent-memory editor's routes of the main server (routes.md §9.1–9.3). Beside the reference's contract a
 * save may carry `base`, the SHA-256 of the text that was loaded: then a save over something newer is refused,
 * and an item may say `keep: n` to stand for the n-th loaded element, verbatim (docs/differences.md).
 */
import { type Context, Hono } from 'hono'

import type { Core } from '../core.ts'
import { isObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import { operationOf } from '../operation.ts'
import { messageOf } from '../result.ts'
import {
  CANCEL_REVIEW_MS,
  EDITOR_MAX_ITEM_CHARS,
  EDITOR_MAX_ITEMS,
  EDITOR_MAX_TOTAL_CHARS,
} from '../settings.ts'
import { renderView } from '../store/views.ts'
import { sha256Hex } from '../text/hash.ts'
import { within } from '../within.ts'
import { looseJson } from './body.ts'
import { unprocessable, unsuccessful } from './replies.ts'

const VIEW = 'recent.json'

/** `cancelReview` ends a running review of what was just edited, and resolves when it has ended. */
export function recentEditorRoutes(core: Core, cancelReview: (name: string) => Promise<unknown>): Hono {
  const app = new Hono()

  app.get('/recent_files', async (c) => {
    const names = await core.registry.namesWithMemory()
    return c.json({ files: names.map((name) => `recent_${name}.json`).sort() })
  })

  app.get('/recent_file', async (c) => {
    const filename = c.req.query('filename')
    if (filename === undefined) {
      const msg = 'Field required'
      return unprocessable(c, [{ type: 'missing', loc: ['query', 'filename'], msg, input: null }])
    }
    const name = nameOfFile(filename)
    if (name === null) return unsuccessful(c, 'The file name must be recent_<name>.json.', 400)
    return core.memories.read(
      name,
      async (memory) => c.json({ content: await currentText(memory) }),
      () => unsuccessful(c, 'There is no such file.', 404),
    )
  })

  app.post('/recent_file/save', async (c) => {
    const parsed = await looseJson(c)
    if (!parsed.ok) return parsed.reply
    const request = readSave(parsed.value)
    if (typeof request === 'string') return unsuccessful(c, request, 400)
    try {
      const reply = await core.memories.use(request.name, (memory) => save(c, memory, request))
      // What it read is no more; its result could only be about an older text (ui.md §3.5).
      if (reply.ok) await within(core.deps.timer, CANCEL_REVIEW_MS, cancelReview(request.name))
      return reply
    } catch (error) {
      core.deps.log.write('error', 'recent.save_failed', { character: request.name, error: messageOf(error) })
      return unsuccessful(c, messageOf(error))
    }
  })

  return app

  async function save(c: Context, memory: Memory, request: SaveRequest): Promise<Response> {
    const operation = operationOf(c.req.raw.headers, core.deps.clock, core.deps.ids)
    return memory.settleLock.run(async () => {
      const before = await currentText(memory)
      if (request.base !== null && request.base !== sha256Hex(before)) {
        const error = 'The conversation has changed since it was opened. Nothing was overwritten.'
        return c.json({ success: false, code: 'recent_changed', error, content: before }, 409)
      }
      const loaded = (await memory.store.recent.list(memory.store.db)).map((row) => row.doc)
      const docs = request.items.map((item) => {
        const kept = request.base === null || item.keep === null ? undefined : loaded[item.keep]
        return kept ?? documentOfItem(item)
      })
      await memory.store.db.transaction(async (tx) => {
        await memory.store.recent.replaceAll(tx, docs)
        await memory.store.journal.append(tx, {
          at: operation.at.instant,
          who: 'user',
          what: 'recent.saved',
          target: VIEW,
          before,
          after: `[${docs.join(',')}]`,
          cause: operation.id,
        })
        tx.onCommit(() => core.deps.notify({ type: 'recent', character: memory.name }))
      })
      return c.json({ success: true, need_refresh: true, catgirl_name: memory.name })
    })
  }
}

interface SaveItem {
  readonly role: string
  readonly text: string
  readonly keep: number | null
}

interface SaveRequest {
  readonly name: string
  readonly base: string | null
  readonly items: readonly SaveItem[]
}

/** The request, or the sentence that says what is wrong with it; the first offending item is reported. */
function readSave(body: unknown): SaveRequest | string {
  if (!isObject(body)) return 'The body must be a JSON object.'
  const { filename, chat, base } = body
  if (typeof filename !== 'string' || filename === '') return 'The file name is missing.'
  const name = nameOfFile(filename)
  if (name === null) return 'The file name must be recent_<name>.json.'
  if (!Array.isArray(chat)) return 'The chat must be an array.'
  if (chat.length > EDITOR_MAX_ITEMS) return `The chat has more than ${String(EDITOR_MAX_ITEMS)} items.`
  const items: SaveItem[] = []
  let total = 0
  for (const [index, item] of (chat as readonly unknown[]).entries()) {
    if (!isObject(item)) return `Item ${String(index)} is not an object.`
    const { role, text, keep } = item
    if (typeof role !== 'string') return `Item ${String(index)} has no role.`
    if (text !== undefined && typeof text !== 'string')
      return `The text of item ${String(index)} is no string.`
    const length = text?.length ?? 0
    if (length > EDITOR_MAX_ITEM_CHARS) return `The text of item ${String(index)} is too long.`
    total += length
    if (total > EDITOR_MAX_TOTAL_CHARS) return 'The chat is too long.'
    items.push({ role, text: text ?? '', keep: Number.isSafeInteger(keep) ? Number(keep) : null })
  }
  return { name, base: typeof base === 'string' ? base : null, items }
}

/** `recent_<name>.json` → name; null for anything else. The name is not held to routes.md §1.2. */
function nameOfFile(filename: string): string | null {
  if (/[/\\]/.test(filename) || filename.includes('..')) return null
  return /^recent_(.+)\.json$/su.exec(filename)?.[1] ?? null
}

/** An item as the reference writes it, with its chat library's filler fields. */
function documentOfItem({ role, text }: SaveItem): string {
  const data = {
    content: text,
    additional_kwargs: {},
    response_metadata: {},
    type: role,
    name: null,
    id: null,
    example: false,
    ...(role === 'ai' ? { tool_calls: [], invalid_tool_calls: [], usage_metadata: null } : {}),
  }
  return JSON.stringify({ type: role, data })
}

async function currentText(memory: Memory): Promise<string> {
  return (await renderView(memory.store.db, VIEW)) ?? '[]'
}
