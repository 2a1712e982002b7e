import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  startModelServer,
  type Answer,
  type ModelServer,
} from '../../../tests/fixtures/model-server/server.ts'
import type { Timer } from '../ports.ts'
import { createOpenAiTransport, type OpenAiOptions } from './openai.ts'
import type { ChatEvent, ChatRequest } from './transport.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterEach(() => {
  server.reset()
  server.configure({ cors: 'all', refuses: [] })
})
afterAll(() => server.close())

/** A clock that runs out only when a test says so. */
function handTimer() {
  const due = new Set<() => void>()
  const timer: Timer = (_milliseconds, callback) => {
    due.add(callback)
    return () => due.delete(callback)
  }
  return {
    timer,
    due,
    fire: () =>
      [...due].forEach((callback) => {
        callback()
      }),
  }
}

const never = handTimer()

function transport(options: Partial<OpenAiOptions> = {}) {
  return createOpenAiTransport({
    fetch: (url, init) => fetch(url, init),
    baseUrl: server.baseUrl,
    key: '',
    model: 'test-model',
    timer: never.timer,
    now: () => 1_700_000_000_000,
    ...options,
  })
}

const request: ChatRequest = {
  messages: [{ role: 'user', content: 'Hello' }],
  thinking: 'default',
  timeoutMs: 1_000,
}

const schema = { name: 'summarise', schema: { type: 'object' } }

async function codeOf(answer: Answer, change: Partial<ChatRequest> = {}): Promise<unknown> {
  server.script('*', answer)
  const result = await transport().complete({ ...request, ...change })
  return result.ok ? result.value : result.error.code
}

async function collect(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const list: ChatEvent[] = []
  for await (const event of events) list.push(event)
  return list
}

describe('complete', () => {
  it('sends one request without temperature and reads text, finish and usage', async () => {
    server.script('*', { text: 'Hi', usage: { input: 7, output: 2 } })
    const result = await transport({ key: 'secret' }).complete({ ...request, maxTokens: 4096 })
    expect(result).toEqual({
      ok: true,
      value: { text: 'Hi', toolCalls: [], finish: 'stop', usage: { input: 7, output: 2 } },
    })
    const [seen] = server.requests
    expect(seen?.path).toBe('/v1/chat/completions')
    expect(seen?.headers['authorization']).toBe('Bearer secret')
    expect(seen?.body).toEqual({
      model: 'test-model',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
      max_tokens: 4096,
    })
  })

  it('sends no key when there is none, and takes a base URL as people write it', async () => {
    server.script('*', 'Hi')
    for (const baseUrl of [
      server.origin,
      `${server.origin}/`,
      `${server.baseUrl}/`,
      `${server.baseUrl}/chat/completions`,
    ]) {
      expect((await transport({ baseUrl }).complete(request)).ok).toBe(true)
    }
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']))
    expect(server.requests.every(({ headers }) => headers['authorization'] === undefined)).toBe(true)
  })

  it('removes thoughts and reads contents in parts', async () => {
    expect(await codeOf({ text: '<think>hm</think>\nHi', reasoning: 'hm' })).toMatchObject({ text: 'Hi' })
    expect(await codeOf({ text: '<think>never ends' })).toMatchObject({ text: '' })
    const parts = {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
        },
      ],
    }
    expect(await codeOf({ raw: JSON.stringify(parts) })).toMatchObject({
      text: 'ab',
      finish: null,
      usage: null,
    })
  })

  it('reads tool calls, also with arguments as an object', async () => {
    const call = { id: 'a', function: { name: 'recall_memory', arguments: { query: 'tea' } } }
    const raw = JSON.stringify({
      choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }],
    })
    expect(await codeOf({ raw })).toMatchObject({
      toolCalls: [{ id: 'a', name: 'recall_memory', arguments: '{"query":"tea"}' }],
    })
  })

  it.each([
    [{ fault: 'status', status: 401 }, 'model_key_refused'],
    [{ fault: 'status', status: 403 }, 'model_key_refused'],
    [{ fault: 'status', status: 403, body: '' }, 'model_origin_refused'],
    [{ fault: 'status', status: 404 }, 'model_not_found'],
    [{ fault: 'status', status: 400 }, 'model_refused'],
    [{ fault: 'status', status: 503 }, 'model_server_error'],
    [{ fault: 'status', status: 504 }, 'model_timeout'],
    [{ fault: 'status', status: 429 }, 'model_rate_limited'],
    [
      { fault: 'status', status: 429, body: '{"error":{"code":"insufficient_quota","message":"pay"}}' },
      'model_refused',
    ],
    [{ fault: 'drop' }, 'model_unreachable'],
    [{ fault: 'redirect', to: 'http://127.0.0.1:9/v1/chat/completions' }, 'model_unreachable'],
    [{ raw: '<html>router</html>', contentType: 'text/html' }, 'model_not_found'],
    [{ raw: 'nonsense' }, 'model_bad_answer'],
    [{ raw: '{"choices":[]}' }, 'model_bad_answer'],
    [{ raw: '{"error":{"code":429,"message":"slow down"}}' }, 'model_rate_limited'],
    [{ raw: '{"error":"overloaded"}' }, 'model_server_error'],
    [{ raw: 'x'.repeat(1024 * 1024 + 1) }, 'model_bad_answer'],
  ] satisfies [Answer, string][])('%j is %s', async (answer, code) => {
    expect(await codeOf(answer)).toBe(code)
  })

  it('reads Retry-After in seconds and as a date', async () => {
    server.script('*', { fault: 'status', status: 429, retryAfter: '7' })
    expect(await transport().complete(request)).toMatchObject({ error: { retryAfterMs: 7_000, status: 429 } })
    const date = new Date(1_700_000_000_000 + 12_000).toUTCString()
    server.script('*', { fault: 'status', status: 503, retryAfter: date })
    expect(await transport().complete(request)).toMatchObject({ error: { retryAfterMs: 12_000 } })
  })

  it('leaves out what a server refuses, and remembers it for this server and model', async () => {
    server.configure({ refuses: ['response_format'] })
    server.script('*', 'fine')
    const to = transport()
    const refusals: string[] = []
    const asked = { ...request, schema, onRefused: ({ code }: { code: string }) => refusals.push(code) }
    expect((await to.complete(asked)).ok).toBe(true)
    expect((await to.complete(asked)).ok).toBe(true)
    expect(refusals).toEqual(['model_refused'])
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      undefined,
      undefined,
    ])
  })

  it('uses the new name of the output limit where the old one is refused', async () => {
    server.when((seen) => 'max_tokens' in seen.body, {
      fault: 'status',
      status: 400,
      body: '{"error":{"message":"Unsupported parameter: \'max_tokens\'. Use \'max_completion_tokens\' instead."}}',
    })
    server.script('*', 'fine')
    expect((await transport().complete({ ...request, schema, maxTokens: 9 })).ok).toBe(true)
    expect(server.requests[1]?.body).toMatchObject({
      max_completion_tokens: 9,
      response_format: { type: 'json_schema' },
    })
  })

  it('does not keep in mind a field whose absence did not help', async () => {
    server.script('*', { fault: 'status', status: 400, body: 'bad' })
    const to = transport()
    expect(await to.complete({ ...request, schema })).toMatchObject({ error: { code: 'model_refused' } })
    server.script('*', 'fine')
    await to.complete({ ...request, schema })
    expect(server.requests.at(-1)?.body.response_format?.type).toBe('json_schema')
  })

  it('asks known models not to think aloud, and no others', async () => {
    server.script('*', 'fine')
    await transport({ model: 'qwen3:8b' }).complete({ ...request, thinking: 'off' })
    await transport({ model: 'qwen3:8b' }).complete(request)
    await transport({ model: 'llama3' }).complete({ ...request, thinking: 'off' })
    expect(server.requests.map(({ body }) => body['chat_template_kwargs'])).toEqual([
      { enable_thinking: false },
      undefined,
      undefined,
    ])
  })

  it('times out by the given timer, and aborts the request', async () => {
    server.script('*', { fault: 'hang' })
    const clock = handTimer()
    const answer = transport({ timer: clock.timer }).complete(request)
    await server.received(1)
    clock.fire()
    expect(await answer).toMatchObject({ error: { code: 'model_timeout' } })
    expect(clock.due.size).toBe(0)
  })

  it('is cancelled by its caller, before and during', async () => {
    const controller = new AbortController()
    server.script('*', { fault: 'hang' })
    const answer = transport().complete({ ...request, signal: controller.signal })
    await server.received(1)
    controller.abort()
    expect(await answer).toMatchObject({ error: { code: 'cancelled' } })
    expect(await transport().complete({ ...request, signal: controller.signal })).toMatchObject({
      error: { code: 'cancelled' },
    })
    expect(server.requests).toHaveLength(1)
    expect(never.due.size).toBe(0)
  })

  it('hands on the code of a refusal by the egress guard, and a bad address at each call', async () => {
    const guard = Object.assign(new Error('not approved'), { code: 'origin_not_approved' })
    const guarded = transport({ fetch: () => Promise.reject(guard) })
    expect(await guarded.complete(request)).toMatchObject({ error: { code: 'origin_not_approved' } })
    expect(await transport({ baseUrl: 'localhost:11434' }).complete(request)).toMatchObject({
      error: { code: 'model_bad_address' },
    })
  })
})

describe('stream', () => {
  it('gives text as it comes and the whole answer at the end', async () => {
    server.script('*', { text: 'Hello there, Ada', usage: { input: 3, output: 4 } })
    const events = await collect(transport().stream(request))
    expect(events.slice(0, -1).every(({ type }) => type === 'text')).toBe(true)
    expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe(
      'Hello there, Ada',
    )
    expect(events.at(-1)).toEqual({
      type: 'end',
      completion: { text: 'Hello there, Ada', toolCalls: [], finish: 'stop', usage: { input: 3, output: 4 } },
    })
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  it('drops thoughts whose tags come in pieces, and keeps what only looks like one', async () => {
    server.script('*', {
      pieces: ['<th', 'ink>se', 'cret</thi', 'nk>\n', 'a <', 'b> <thi', 's'],
      reasoning: 'secret',
    })
    const events = await collect(transport().stream(request))
    const text = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
    expect(text).toBe('a <b> <this')
    expect(events.at(-1)).toMatchObject({ completion: { text: 'a <b> <this' } })
  })

  it('puts tool calls together', async () => {
    server.script('*', {
      toolCalls: [
        { name: 'recall_memory', arguments: { query: '猫の名前', time: '' } },
        { name: 'recall_memory', arguments: { query: 'tea' } },
      ],
    })
    expect((await collect(transport().stream(request))).at(-1)).toMatchObject({
      type: 'end',
      completion: {
        finish: 'tool_calls',
        toolCalls: [
          { id: 'call_0', name: 'recall_memory', arguments: '{"query":"猫の名前","time":""}' },
          { id: 'call_1', name: 'recall_memory', arguments: '{"query":"tea"}' },
        ],
      },
    })
  })

  it('reports a stream that breaks off after what had come', async () => {
    server.script('*', { fault: 'cut', after: 2, text: 'Hello there' })
    const events = await collect(transport().stream(request))
    expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'model_cut_off' } })
    expect(events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')).toBe('Hello th')
  })

  it('takes a stream without [DONE] as whole only when a finish reason came', async () => {
    const chunk = (choice: unknown): string => `data: ${JSON.stringify({ choices: [choice] })}\n\n`
    const contentType = 'text/event-stream'
    server.script('*', { raw: chunk({ delta: { content: 'Hi' }, finish_reason: 'stop' }), contentType })
    expect((await collect(transport().stream(request))).at(-1)).toMatchObject({ completion: { text: 'Hi' } })
    server.script('*', { raw: chunk({ delta: { content: 'Hi' } }), contentType })
    expect((await collect(transport().stream(request))).at(-1)).toMatchObject({
      error: { code: 'model_cut_off' },
    })
    server.script('*', {
      raw: 'data: not json\n\ndata: {"error":{"message":"full","code":503}}\n\n',
      contentType,
    })
    expect(await collect(transport().stream(request))).toMatchObject([
      { error: { code: 'model_server_error' } },
    ])
  })

  it('reads a whole answer from a server that does not stream', async () => {
    server.script('*', { raw: '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}' })
    expect(await collect(transport().stream(request))).toMatchObject([
      { type: 'text', text: 'Hi' },
      { type: 'end' },
    ])
  })

  it('gives a time-out for a silence, and an error value for a refusal', async () => {
    const clock = handTimer()
    server.script('*', { fault: 'hang', after: 1, text: 'Hello' })
    const events: ChatEvent[] = []
    for await (const event of transport({ timer: clock.timer }).stream(request)) {
      events.push(event)
      if (event.type === 'text') clock.fire()
    }
    expect(events).toMatchObject([{ text: 'Hell' }, { type: 'error', error: { code: 'model_timeout' } }])
    server.script('*', { fault: 'status', status: 401 })
    expect(await collect(transport().stream(request))).toMatchObject([
      { error: { code: 'model_key_refused' } },
    ])
  })

  it('cancels the request when the reader stops early', async () => {
    server.script('*', { fault: 'hang', after: 2, text: 'Hello there' })
    for await (const event of transport().stream(request)) if (event.type === 'text') break
    await expect.poll(() => server.requests[0]?.aborted).toBe(true)
    expect(never.due.size).toBe(0)
  })
})
