/**
 * The memory routes as the pages call them (routes.md): one function a route, each answering a `Result`. The
 * operation's identity and time are minted by the worker's client, once a call (design.md rule 7).
 */
import { errorCatalogue, type ErrorCode } from '../../engine/errors.ts'
import type { Timer } from '../../engine/ports.ts'
import { type RecallReason, recallReasons } from '../../engine/recall/reason-codes.ts'
import { fail, messageOf, ok, type Failure, type Result } from '../../engine/result.ts'
import {
  CLIENT_CACHE_MS,
  CLIENT_CONTEXT_MS,
  CLIENT_FOLLOWUP_MS,
  CLIENT_OTHER_MS,
  CLIENT_QUERY_MS,
  CLIENT_SETTLE_MS,
} from '../../engine/settings.ts'

/** A message of `input_history` with the identity that its first holder gave it. */
export interface WireMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly metadata: { readonly id: string; readonly at: number; readonly zone: string }
}

/** One row of `/query_memory` (routes.md §7.1). */
export interface RecallRow {
  readonly id: string
  readonly text: string
  readonly tier: 'fact' | 'reflection' | 'fact_archive' | 'turn'
  readonly entity: string | null
  readonly score: number | null
  readonly created_at: string | null
  readonly event_start_at: string | null
  readonly event_end_at: string | null
  /** Set on what no longer holds, with the stamp up to which it did. */
  readonly superseded?: boolean
  readonly valid_to?: string | null
}

export interface RecallAnswer {
  readonly rows: readonly RecallRow[]
  /** Why it is empty or worth less than one might think; null: it is neither. */
  readonly reason: RecallReason | null
  /** False when `time` was given and could not be read. */
  readonly timeUnderstood: boolean
}

/** What the page uses of a reflection that may be raised (routes.md §8.2). */
export interface FollowupTopic {
  readonly id: string
  readonly text: string
}

export type PersistRoute = 'cache' | 'process' | 'renew' | 'settle'

/** One row of the recent-memory editor's save. `keep` names the stored element (by index) that it stands for. */
export interface SaveRow {
  readonly role: string
  readonly text: string
  readonly keep?: number
}

export interface SaveRequest {
  readonly filename: string
  readonly chat: readonly SaveRow[]
  /** SHA-256 (hex) of the text that the editor loaded, so that the save is refused when it changed since. */
  readonly base: string
}

export type SaveReply =
  | { readonly saved: true; readonly needRefresh: boolean; readonly character: string }
  /** Somebody else changed it; nothing was written. `content` is what is stored now. */
  | { readonly saved: false; readonly content: string }

export type SwitchName = 'review_config' | 'powerful_memory_config'

export interface MemoryRoutes {
  /** The context of a new conversation; empty for a character that is not configured. */
  newDialog(character: string): Promise<Result<string>>
  persist(route: PersistRoute, character: string, messages: readonly WireMessage[]): Promise<Result<null>>
  query(character: string, query: string, time?: string): Promise<Result<RecallAnswer>>
  /** Reflections that may be raised unasked now; asking changes nothing. */
  followupTopics(character: string): Promise<Result<readonly FollowupTopic[]>>
  /** These were raised just now: each rests for a while, and the user's next words are their feedback. */
  recordSurfaced(character: string, ids: readonly string[]): Promise<Result<null>>
  /** File names `recent_<name>.json`, sorted. */
  recentFiles(): Promise<Result<readonly string[]>>
  /** The stored JSON text; null when there is none. */
  recentFile(filename: string): Promise<Result<string | null>>
  saveRecent(request: SaveRequest): Promise<Result<SaveReply>>
  getSwitch(name: SwitchName): Promise<Result<boolean>>
  setSwitch(name: SwitchName, enabled: boolean): Promise<Result<boolean>>
}

export interface MemoryRoutesDeps {
  /** A request to a memory route, e.g. `OmoideClient.memoryFetch`. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly timer: Timer
}

/** Path of a conversation route, e.g. `/cache/Mika`. */
export function persistPath(route: PersistRoute, character: string): string {
  return `/${route}/${encodeURIComponent(character)}`
}

/** Body of a conversation route: the list travels as JSON text inside JSON (routes.md §2.1). */
export function historyBody(messages: readonly WireMessage[]): string {
  return JSON.stringify({ input_history: JSON.stringify(messages, null, 2) })
}

/** The file name by which the editor's routes call a character's recent memory. */
export function recentFilename(character: string): string {
  return `recent_${character}.json`
}

export function createMemoryRoutes(deps: MemoryRoutesDeps): MemoryRoutes {
  return {
    async newDialog(character) {
      const reply = await get(`/new_dialog/${encodeURIComponent(character)}`, CLIENT_CONTEXT_MS)
      return reply.ok ? ok(reply.value.body) : reply
    },
    async persist(route, character, messages) {
      const limit = route === 'cache' ? CLIENT_CACHE_MS : CLIENT_SETTLE_MS
      const reply = await postJson(persistPath(route, character), historyBody(messages), limit)
      return reply.ok ? ok(null) : reply
    },
    async query(character, query, time) {
      const path = `/query_memory/${encodeURIComponent(character)}`
      const body = JSON.stringify(time === undefined || time === '' ? { query } : { query, time })
      const reply = await postJson(path, body, CLIENT_QUERY_MS)
      if (!reply.ok) return reply
      const { results, reason, time_not_understood: unread } = reply.value
      return ok({
        rows: Array.isArray(results) ? results.filter(isRow) : [],
        reason: recallReasons.find((known) => known === reason) ?? null,
        timeUnderstood: unread !== true,
      })
    },
    async followupTopics(character) {
      const reply = await getJson(`/followup_topics/${encodeURIComponent(character)}`, CLIENT_FOLLOWUP_MS)
      if (!reply.ok) return reply
      const topics = reply.value['topics']
      return ok(Array.isArray(topics) ? topics.filter(isTopic).map(({ id, text }) => ({ id, text })) : [])
    },
    async recordSurfaced(character, ids) {
      const path = `/record_surfaced/${encodeURIComponent(character)}`
      const reply = await postJson(path, JSON.stringify({ reflection_ids: ids }), CLIENT_FOLLOWUP_MS)
      return reply.ok ? ok(null) : reply
    },
    async recentFiles() {
      const reply = await getJson('/api/memory/recent_files')
      if (!reply.ok) return reply
      const files = reply.value['files']
      return ok(Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [])
    },
    async recentFile(filename) {
      const reply = await get(
        `/api/memory/recent_file?filename=${encodeURIComponent(filename)}`,
        CLIENT_OTHER_MS,
        [404],
      )
      if (!reply.ok) return reply
      if (reply.value.status === 404) return ok(null)
      const body = parseObject(reply.value.body)
      const content = body?.['content']
      return typeof content === 'string' ? ok(content) : fail('storage_failed', 'recent_file gave no content')
    },
    async saveRecent(request) {
      const headers = { 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(request) }
      const reply = await call('/api/memory/recent_file/save', init, CLIENT_OTHER_MS, [409])
      if (!reply.ok) return reply
      const { code, content } = parseObject(reply.value.body) ?? {}
      if (reply.value.status === 409) {
        if (code === 'recent_changed' && typeof content === 'string') return ok({ saved: false, content })
        return { ok: false, error: failureOf(reply.value) }
      }
      const body = bodyOf(reply.value)
      if (!body.ok) return body
      const { need_refresh: needRefresh, catgirl_name: character } = body.value
      return ok({
        saved: true,
        needRefresh: needRefresh === true,
        character: typeof character === 'string' ? character : '',
      })
    },
    async getSwitch(name) {
      const reply = await getJson(`/api/memory/${name}`)
      return reply.ok ? ok(Boolean(reply.value['enabled'] ?? true)) : reply
    },
    async setSwitch(name, enabled) {
      const reply = await postJson(`/api/memory/${name}`, JSON.stringify({ enabled }), CLIENT_OTHER_MS)
      return reply.ok ? ok(Boolean(reply.value['enabled'])) : reply
    },
  }

  function get(path: string, limit: number, tolerated: readonly number[] = []): Promise<Result<Answer>> {
    return call(path, { method: 'GET' }, limit, tolerated)
  }

  async function getJson(path: string, limit = CLIENT_OTHER_MS): Promise<Result<Record<string, unknown>>> {
    const reply = await get(path, limit)
    return reply.ok ? bodyOf(reply.value) : reply
  }

  async function postJson(
    path: string,
    body: string,
    limit: number,
  ): Promise<Result<Record<string, unknown>>> {
    const headers = { 'Content-Type': 'application/json' }
    const reply = await call(path, { method: 'POST', headers, body }, limit, [])
    return reply.ok ? bodyOf(reply.value) : reply
  }

  /** Waits at most `limit` ms. The work behind it goes on: giving up only means that its answer is not waited for. */
  async function call(
    path: string,
    init: RequestInit,
    limit: number,
    tolerated: readonly number[],
  ): Promise<Result<Answer>> {
    let cancel = () => {}
    const late = new Promise<Result<Answer>>((resolve) => {
      cancel = deps.timer(limit, () =>
        resolve(fail('storage_not_ready', `${path} did not answer in ${limit} ms`)),
      )
    })
    const reply = await Promise.race([answerOf(path, init), late])
    cancel()
    if (!reply.ok) return reply
    const { status } = reply.value
    if ((status >= 200 && status < 300) || tolerated.includes(status)) return reply
    return { ok: false, error: failureOf(reply.value) }
  }

  async function answerOf(path: string, init: RequestInit): Promise<Result<Answer>> {
    try {
      const response = await deps.fetch(path, init)
      return ok({ status: response.status, body: await response.text() })
    } catch (error) {
      return fail('storage_not_ready', `${path}: ${messageOf(error)}`, error)
    }
  }
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** A 200 that says it failed is a failure too (routes.md, conventions). */
function bodyOf(response: Answer): Result<Record<string, unknown>> {
  const body = parseObject(response.body)
  if (body === null) return fail('storage_failed', 'the answer is not a JSON object')
  if (body['status'] === 'error' || body['success'] === false)
    return { ok: false, error: failureOf(response) }
  return ok(body)
}

const codes = Object.keys(errorCatalogue).filter(isErrorCode)

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  404: 'unknown_character',
  409: 'storage_not_ready',
  413: 'payload_too_large',
  422: 'bad_request',
  503: 'no_open_tab',
}

/** The catalogue's code for an answer: named in the body, recognised by its sentence, or told by the status. */
function failureOf(response: Answer): Failure {
  const body = parseObject(response.body) ?? {}
  const named = [body['code'], body['error_code']].find(isErrorCode)
  const text = [body['message'], body['error'], body['detail']].find((value) => typeof value === 'string')
  const message = typeof text === 'string' ? text : `HTTP ${response.status}`
  // The soft failures of §5 carry only the exception's text, which begins with the catalogue's sentence.
  const recognised = codes.find((code) => message.startsWith(errorCatalogue[code]))
  const code = named ?? recognised ?? codeOfStatus[response.status] ?? 'storage_failed'
  return { code, message }
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}

function isRow(value: unknown): value is RecallRow {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}

function isTopic(value: unknown): value is FollowupTopic {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('text' in value)) return false
  return typeof value.id === 'string' && value.id !== '' && typeof value.text === 'string'
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
