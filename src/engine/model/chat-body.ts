/** Bodies of the chat completions interface: building a request, reading a whole answer. */
import * as v from 'valibot'
import { fail, ok, type Result } from '../result.ts'
import { diagnoseErrorObject } from './diagnose.ts'
import type { OptionalField } from './server-quirks.ts'
import { thinkingOffBody } from './thinking.ts'
import { stripThoughts } from './thoughts.ts'
import type { ChatMessage, ChatRequest, Completion, ModelFailure, ToolCall, Usage } from './transport.ts'

export interface BodyOptions {
  readonly model: string
  readonly host: string
  readonly streaming: boolean
  readonly without: ReadonlySet<OptionalField>
}

/** The JSON body of a request. Temperature is never sent (prompts.md §1). */
export function requestBody(request: ChatRequest, options: BodyOptions): Readonly<Record<string, unknown>> {
  const { without } = options
  const thinking =
    request.thinking === 'off' && !without.has('thinking') ? thinkingOffBody(options.host, options.model) : {}
  return {
    model: options.model,
    messages: request.messages.map(wireMessage),
    stream: options.streaming,
    ...(options.streaming && !without.has('stream_options')
      ? { stream_options: { include_usage: true } }
      : {}),
    ...(request.maxTokens === undefined
      ? {}
      : { [without.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens }),
    ...(request.schema === undefined || without.has('response_format')
      ? {}
      : {
          response_format: {
            type: 'json_schema',
            json_schema: { name: request.schema.name, strict: true, schema: request.schema.schema },
          },
        }),
    ...(request.tools === undefined || request.tools.length === 0
      ? {}
      : { tools: request.tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...thinking,
  }
}

/** The fields of a body that a server may refuse and that the request can do without. */
export function sentFields(body: Readonly<Record<string, unknown>>): ReadonlySet<OptionalField> {
  const sent = new Set<OptionalField>()
  if ('response_format' in body) sent.add('response_format')
  if ('stream_options' in body) sent.add('stream_options')
  if ('max_tokens' in body) sent.add('max_tokens')
  if (THINKING_FIELDS.some((field) => field in body)) sent.add('thinking')
  return sent
}

const THINKING_FIELDS = [
  'reasoning',
  'reasoning_effort',
  'thinking',
  'enable_thinking',
  'chat_template_kwargs',
]

const part = v.looseObject({ text: v.optional(v.nullish(v.string())) })

const wireCall = v.looseObject({
  index: v.optional(v.number()),
  id: v.nullish(v.string()),
  function: v.optional(
    v.looseObject({
      name: v.nullish(v.string()),
      // Some servers send the arguments as an object.
      arguments: v.nullish(v.union([v.string(), v.record(v.string(), v.unknown())])),
    }),
  ),
})

export type WireCall = v.InferOutput<typeof wireCall>

export const wireUsage = v.looseObject({ prompt_tokens: v.number(), completion_tokens: v.number() })

const wireContent = v.nullish(v.union([v.string(), v.array(v.union([v.string(), part]))]))

export const wireTurn = v.looseObject({ content: wireContent, tool_calls: v.nullish(v.array(wireCall)) })

const wireAnswer = v.looseObject({
  choices: v.pipe(
    v.array(v.looseObject({ message: wireTurn, finish_reason: v.nullish(v.string()) })),
    v.minLength(1),
  ),
})

/** A whole answer. An error inside an answer of status 200 is an error. */
export function readAnswer(text: string): Result<Completion, ModelFailure> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return fail(
      text.trimStart().startsWith('<') ? 'model_not_found' : 'model_bad_answer',
      'the server did not answer with JSON',
    )
  }
  if (typeof parsed === 'object' && parsed !== null && 'error' in parsed && parsed.error !== null) {
    return { ok: false, error: diagnoseErrorObject(parsed.error) }
  }
  const answer = v.safeParse(wireAnswer, parsed)
  const choice = answer.success ? answer.output.choices[0] : undefined
  if (choice === undefined) return fail('model_bad_answer', 'the server answered without a choice')
  return ok({
    text: stripThoughts(contentText(choice.message.content)),
    toolCalls: (choice.message.tool_calls ?? []).map(toolCall),
    finish: choice.finish_reason ?? null,
    usage: readUsage((parsed as { readonly usage?: unknown }).usage),
  })
}

export function readUsage(usage: unknown): Usage | null {
  const parsed = v.safeParse(wireUsage, usage)
  return parsed.success
    ? { input: parsed.output.prompt_tokens, output: parsed.output.completion_tokens }
    : null
}

/** Content as text: a string, or the texts of its parts. */
export function contentText(content: v.InferOutput<typeof wireContent>): string {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  return content.map((item) => (typeof item === 'string' ? item : (item.text ?? ''))).join('')
}

export function argumentText(value: string | Readonly<Record<string, unknown>> | null | undefined): string {
  return value === null || value === undefined
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

function toolCall(call: WireCall, index: number): ToolCall {
  return {
    id: call.id ?? `call_${String(index)}`,
    name: call.function?.name ?? '',
    arguments: argumentText(call.function?.arguments),
  }
}

function wireMessage(message: ChatMessage): Readonly<Record<string, unknown>> {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content }
    case 'tool':
      return { role: 'tool', content: message.content, tool_call_id: message.toolCallId }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...(message.toolCalls === undefined || message.toolCalls.length === 0
          ? {}
          : {
              tool_calls: message.toolCalls.map(({ id, name, arguments: text }) => ({
                id,
                type: 'function',
                function: { name, arguments: text },
              })),
            }),
      }
  }
}
