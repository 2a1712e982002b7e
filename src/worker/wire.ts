/** Requests and answers as plain data, for ports. */
import type { WireRequest, WireResponse } from '../engine/api.ts'
import { BODY_MAX_BYTES } from '../engine/settings.ts'
import type { ErrorCode } from '../engine/errors.ts'

/** Who first holds a request gives it its identity, time and zone; a later holder leaves them as they are. */
export interface OperationStamp {
  readonly key: string
  readonly at: number
  readonly zone: string
}

export function newStamp(): OperationStamp {
  return {
    key: crypto.randomUUID(),
    at: Date.now(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** Adds what is missing of `Idempotency-Key`, `X-Omoide-At` and `X-Omoide-Zone`. Reads need no key. */
export function stampHeaders(headers: Headers, method: string, stamp: OperationStamp): void {
  if (!isRead(method) && !headers.has('Idempotency-Key')) headers.set('Idempotency-Key', stamp.key)
  if (!headers.has('X-Omoide-At')) headers.set('X-Omoide-At', String(stamp.at))
  if (!headers.has('X-Omoide-Zone')) headers.set('X-Omoide-Zone', stamp.zone)
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** `null` when the body is over the limit; what comes after the limit is not read. */
export async function toWire(request: Request, stamp: OperationStamp): Promise<WireRequest | null> {
  const headers = new Headers(request.headers)
  stampHeaders(headers, request.method, stamp)
  const multipart = (headers.get('Content-Type') ?? '').startsWith('multipart/')
  const body = await readBody(request, multipart ? Infinity : BODY_MAX_BYTES)
  if (body === null) return null
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname + search,
    headers: [...headers],
    body: isRead(request.method) ? null : body,
  }
}

/**
 * The body as text, or null when it has more than `limit` bytes. Counted while it is read, because a service
 * worker does not see `Content-Length` (design.md §8a).
 */
async function readBody(request: Request, limit: number): Promise<string | null> {
  // Firefox has no `Request.body`; there the count comes after the reading.
  const stream = 'body' in request ? request.body : undefined
  if (stream === undefined) {
    const bytes = await request.arrayBuffer()
    return bytes.byteLength > limit ? null : new TextDecoder().decode(bytes)
  }
  if (stream === null) return ''
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > limit) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Base of the addresses that the router in the worker sees; it looks at the path only. */
const internalBase = 'http://memory.internal'

export function fromWire({ method, path, headers, body }: WireRequest): Request {
  return new Request(internalBase + path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body,
  })
}

export async function responseToWire(response: Response): Promise<WireResponse> {
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}

export function wireToResponse({ status, headers, body }: WireResponse): Response {
  const empty = status === 204 || status === 205 || status === 304
  return new Response(empty ? null : body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  })
}

/** An answer of the wiring itself, in the shape of the routes' own (routes.md §1.3). */
export function refusal(status: number, code: ErrorCode, error: string): Response {
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '1' } : {}
  return Response.json({ ok: false, error_code: code, error }, { status, headers })
}
