/**
 * The transport to servers that speak the OpenAI chat completions interface: Ollama, LM Studio, llama.cpp, vLLM
 * and hosted ones. Failures are values; what the server does not take is left out and remembered.
 */
import { errorCatalogue, type ErrorCode } from '../errors.ts'
import type { Fetch, Timer } from '../ports.ts'
import { fail, messageOf, ok, type Result } from '../result.ts'
import { MODEL_ANSWER_MAX_BYTES } from '../settings.ts'
import { readAddress, type ServerAddress } from './address.ts'
import { readAnswer, requestBody, sentFields } from './chat-body.ts'
import { readStream } from './chat-stream.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { diagnoseAnswer, diagnoseConnection, noFacts, type KnownFacts } from './diagnose.ts'
import { createServerQuirks, namedFields, type OptionalField, type ServerQuirks } from './server-quirks.ts'
import type { ChatEvent, ChatRequest, ChatTransport, Completion, ModelFailure } from './transport.ts'

export interface OpenAiOptions {
  /** Must refuse origins that the user has not approved: by rejecting with an error whose `code` says so. */
  readonly fetch: Fetch
  readonly baseUrl: string
  /** Sent as a bearer token; empty for servers that want none. */
  readonly key: string
  readonly model: string
  readonly timer: Timer
  /** Epoch milliseconds, for `Retry-After` dates. */
  readonly now: () => number
  /** Shared by all transports of a worker, so that a refusal is met once. */
  readonly quirks?: ServerQuirks
  /** What the page knows of its connection; asked only after a failure. */
  readonly facts?: () => Promise<KnownFacts>
  /**
   * Whether anything answers at an origin (`probe.ts`). Apart from `fetch`, because the guard of outgoing requests
   * forbids redirects and a request of that kind can't be made without allowing them. Left out: not asked.
   */
  readonly probe?: (origin: string) => Promise<boolean>
}

/** A transport to one model of one server. A base URL that is none shows as `model_bad_address` at each call. */
export function createOpenAiTransport(options: OpenAiOptions): ChatTransport {
  const { model } = options
  const address = readAddress(options.baseUrl)
  const quirks = options.quirks ?? createServerQuirks()
  const server = `${options.baseUrl} ${model}`

  return {
    origin: address.ok ? address.value.origin : '',
    model,

    async complete(request) {
      if (!address.ok) return address
      const deadline = startDeadline(options.timer, request.timeoutMs, request.signal)
      try {
        const response = await send(address.value, request, false, deadline)
        if (!response.ok) return response
        const text = await readText(response.value, deadline)
        return text.ok ? readAnswer(text.value) : text
      } finally {
        deadline.dispose()
      }
    },

    async *stream(request): AsyncGenerator<ChatEvent> {
      if (!address.ok) {
        yield { type: 'error', error: address.error }
        return
      }
      const deadline = startDeadline(options.timer, request.timeoutMs, request.signal)
      try {
        const response = await send(address.value, request, true, deadline)
        if (!response.ok) yield { type: 'error', error: response.error }
        else if (isEventStream(response.value)) yield* readStream(response.value, deadline)
        else yield* wholeAnswer(await readText(response.value, deadline))
      } finally {
        deadline.dispose()
      }
    },
  }

  /** Sends the request, again without what the server refused, until it is taken or fails for good. */
  async function send(
    to: ServerAddress,
    request: ChatRequest,
    streaming: boolean,
    deadline: Deadline,
  ): Promise<Result<Response, ModelFailure>> {
    const refused = new Set<OptionalField>(quirks.refused(server))
    const guessed = new Set<OptionalField>()
    for (;;) {
      const body = requestBody(request, { model, host: to.host, streaming, without: refused })
      const response = await post(to, body, deadline)
      if (response.ok) {
        quirks.remember(server, guessed)
        return response
      }
      const { status, message } = response.error
      const sent = sentFields(body)
      if ((status !== 400 && status !== 422) || sent.size === 0) return response
      const named = namedFields(message, sent)
      quirks.remember(server, named)
      // Nothing named: the schema is the likeliest, then everything optional; kept in mind only if that helps.
      const dropped =
        named.length > 0 ? named : sent.has('response_format') ? ['response_format' as const] : [...sent]
      for (const field of dropped) {
        refused.add(field)
        if (named.length === 0) guessed.add(field)
      }
      request.onRefused?.(response.error)
    }
  }

  async function post(
    to: ServerAddress,
    body: Readonly<Record<string, unknown>>,
    deadline: Deadline,
  ): Promise<Result<Response, ModelFailure>> {
    let response: Response
    try {
      response = await options.fetch(to.chatUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(options.key === '' ? {} : { Authorization: `Bearer ${options.key}` }),
        },
        body: JSON.stringify(body),
        // A redirect could lead to an origin that nobody approved.
        redirect: 'error',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: deadline.signal,
      })
    } catch (error) {
      return await explain(to, error, deadline)
    }
    if (response.ok) return ok(response)
    const text = await readText(response, deadline)
    return text.ok
      ? failWith(
          diagnoseAnswer(response.status, text.value, response.headers.get('retry-after'), options.now()),
        )
      : text
  }

  async function explain(
    to: ServerAddress,
    error: unknown,
    deadline: Deadline,
  ): Promise<{ readonly ok: false; readonly error: ModelFailure }> {
    const stopped = stoppedBy(deadline)
    if (stopped !== null) return stopped
    const own = ownCode(error)
    if (own !== null) return fail(own, messageOf(error), error)
    const known = options.facts === undefined ? noFacts : await options.facts()
    const reachable = (await options.probe?.(to.origin)) ?? null
    const code = diagnoseConnection(to, { ...known, reachable })
    return fail(code, `no answer from ${to.origin}: ${messageOf(error)}`, error)
  }
}

/** The body as text, up to the limit. */
async function readText(response: Response, deadline: Deadline): Promise<Result<string, ModelFailure>> {
  if (response.body === null) return ok('')
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return ok(text + decoder.decode())
      bytes += value.byteLength
      if (bytes > MODEL_ANSWER_MAX_BYTES) {
        await reader.cancel()
        return fail('model_bad_answer', 'the answer is longer than any answer should be')
      }
      text += decoder.decode(value, { stream: true })
    }
  } catch (error) {
    return stoppedBy(deadline) ?? fail('model_cut_off', `the answer broke off: ${messageOf(error)}`, error)
  }
}

function* wholeAnswer(text: Result<string, ModelFailure>): Generator<ChatEvent> {
  const answer: Result<Completion, ModelFailure> = text.ok ? readAnswer(text.value) : text
  if (!answer.ok) {
    yield { type: 'error', error: answer.error }
    return
  }
  if (answer.value.text !== '') yield { type: 'text', text: answer.value.text }
  yield { type: 'end', completion: answer.value }
}

function isEventStream(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().includes('text/event-stream')
}

/** The failure of a request that its own deadline or its caller ended; null when neither did. */
export function stoppedBy(deadline: Deadline): { readonly ok: false; readonly error: ModelFailure } | null {
  switch (deadline.reason()) {
    case 'cancelled':
      return fail('cancelled', 'the caller cancelled the request')
    case 'expired':
      return fail('model_timeout', 'no answer in time')
    case null:
      return null
  }
}

function failWith(error: ModelFailure): { readonly ok: false; readonly error: ModelFailure } {
  return { ok: false, error }
}

/** The catalogue code that our own fetch put on its refusal. */
function ownCode(error: unknown): ErrorCode | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  const { code } = error
  return typeof code === 'string' && isErrorCode(code) ? code : null
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}
