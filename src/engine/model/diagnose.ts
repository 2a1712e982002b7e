/**
 * Why a model server gave no usable answer. A browser reports one and the same `TypeError` for a stopped server,
 * a server that refuses the page's origin, mixed content and a denied local-network prompt; what tells them apart
 * is known beforehand (addresses, permission) or asked for (a request whose answer may not be read).
 */
import type { ErrorCode } from '../errors.ts'
import { MODEL_ERROR_EXCERPT_CHARS } from '../settings.ts'
import type { ServerAddress } from './address.ts'
import { addressKind } from './address.ts'
import type { ModelFailure } from './transport.ts'

/** What the place that the request starts from knows; null for what it can't know. */
export interface ConnectionFacts {
  /** Origin of the page, e.g. `https://omoide.example`; null outside a browser. */
  readonly pageOrigin: string | null
  readonly online: boolean | null
  /** State of the browser's permission for requests into the local network, where it has one. */
  readonly localNetwork: 'granted' | 'denied' | 'prompt' | null
  /** Whether the server answers a `no-cors` request, whose answer can't be read. */
  readonly reachable: boolean | null
}

/** What is known before anything is asked. */
export type KnownFacts = Omit<ConnectionFacts, 'reachable'>

export const noFacts: ConnectionFacts = {
  pageOrigin: null,
  online: null,
  localNetwork: null,
  reachable: null,
}

/** The code for a request that got no answer (the fetch was rejected). */
export function diagnoseConnection(address: ServerAddress, facts: ConnectionFacts): ErrorCode {
  const page = facts.pageOrigin === null ? null : new URL(facts.pageOrigin)
  const local = address.kind !== 'public'
  if (page !== null && local && addressKind(page.hostname) !== 'loopback') {
    // Browsers with a local-network permission let an https page call a plainly local http address.
    const permissionDecides = facts.localNetwork !== null && (address.secure || address.plainlyLocal)
    if (permissionDecides && facts.localNetwork !== 'granted') return 'model_local_access_denied'
    if (!permissionDecides && isMixed(page, address)) return 'model_mixed_content'
  } else if (page !== null && isMixed(page, address)) {
    return 'model_mixed_content'
  }
  if (facts.reachable === true) return 'model_origin_refused'
  if (facts.online === false && !local) return 'model_offline'
  return 'model_unreachable'
}

/** The failure for an answer whose status is no success. `body` is what the server sent with it. */
export function diagnoseAnswer(
  status: number,
  body: string,
  retryAfter: string | null,
  now: number,
): ModelFailure {
  const said = serverMessage(body)
  const code = codeOf(status, said)
  const wait = retryAfterMs(retryAfter, now)
  return {
    code,
    message: `HTTP ${String(status)}${said.text === '' ? '' : `: ${said.text}`}`,
    status,
    ...(wait === null ? {} : { retryAfterMs: wait }),
  }
}

/** The failure that a server put into an answer of status 200. */
export function diagnoseErrorObject(error: unknown): ModelFailure {
  const said = serverMessage(JSON.stringify({ error }))
  const status = Number(said.code)
  return status >= 400 && status < 600
    ? { code: codeOf(status, said), message: said.text, status }
    : { code: 'model_server_error', message: said.text }
}

function isMixed(page: URL, address: ServerAddress): boolean {
  return page.protocol === 'https:' && !address.secure && address.kind !== 'loopback'
}

interface ServerWords {
  readonly text: string
  readonly code: string
  /** False when the body was no error message at all. */
  readonly json: boolean
}

function codeOf(status: number, said: ServerWords): ErrorCode {
  if (status === 429)
    return /insufficient_quota|billing/i.test(said.code) ? 'model_refused' : 'model_rate_limited'
  if (status === 401) return 'model_key_refused'
  // Ollama answers 403 with nothing in it to an origin that it does not allow.
  if (status === 403) return said.json ? 'model_key_refused' : 'model_origin_refused'
  if (status === 404 || status === 405) return 'model_not_found'
  if (status === 408 || status === 504) return 'model_timeout'
  if (status >= 500) return 'model_server_error'
  return 'model_refused'
}

/** The words of an error body in any of the usual forms. */
function serverMessage(body: string): ServerWords {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { text: excerpt(body), code: '', json: false }
  }
  const outer = asRecord(parsed)
  const inner = asRecord(outer['error'])
  const text = inner['message'] ?? outer['message'] ?? outer['detail'] ?? outer['error']
  const code = inner['code'] ?? inner['type'] ?? outer['code'] ?? ''
  return {
    text: excerpt(typeof text === 'string' ? text : JSON.stringify(text ?? parsed)),
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : '',
    json: true,
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function excerpt(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MODEL_ERROR_EXCERPT_CHARS)
}

/** `Retry-After` in seconds or as an HTTP date; null when there is none that can be read. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  if (header.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1_000))
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
