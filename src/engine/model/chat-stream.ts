/** Reading a streamed answer: server-sent events with text and tool calls in pieces. */
import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { fail, messageOf } from '../result.ts'
import { MODEL_ANSWER_MAX_BYTES } from '../settings.ts'
import { argumentText, contentText, readUsage, wireTurn, type WireCall } from './chat-body.ts'
import type { Deadline } from './deadline.ts'
import { diagnoseErrorObject } from './diagnose.ts'
import { createThoughtFilter } from './thoughts.ts'
import type { ChatEvent, ModelFailure, ToolCall, Usage } from './transport.ts'

const wireChunk = v.looseObject({
  choices: v.optional(
    v.array(v.looseObject({ delta: v.nullish(wireTurn), finish_reason: v.nullish(v.string()) })),
  ),
  usage: v.optional(v.unknown()),
})

/**
 * The events of a streamed answer. A stream that ends without a finish reason or `[DONE]` has broken off; a silence
 * longer than the deadline is a time-out.
 */
export async function* readStream(response: Response, deadline: Deadline): AsyncGenerator<ChatEvent> {
  const answer = createAssembly()
  const broken = (why: string, cause?: unknown): ChatEvent => {
    const reason = deadline.reason()
    if (reason === 'cancelled') return failed(fail('cancelled', 'the caller cancelled the request').error)
    if (reason === 'expired') return failed(fail('model_timeout', 'the answer stopped coming').error)
    return failed(fail('model_cut_off', why, cause).error)
  }
  if (response.body === null) {
    yield broken('the answer has no body')
    return
  }
  const payloads: string[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      payloads.push(data)
    },
  })
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      deadline.touch()
      if (done) {
        parser.feed(`${decoder.decode()}\n\n`)
      } else {
        bytes += value.byteLength
        parser.feed(decoder.decode(value, { stream: true }))
      }
      for (const payload of payloads.splice(0)) {
        const step = answer.take(payload)
        if (step.text !== '') yield { type: 'text', text: step.text }
        if (step.error !== null) {
          yield failed(step.error)
          return
        }
        if (step.done) {
          yield answer.end()
          return
        }
      }
      if (done) {
        yield answer.finished() ? answer.end() : broken('the stream ended before the answer did')
        return
      }
      if (bytes > MODEL_ANSWER_MAX_BYTES) {
        yield failed(fail('model_bad_answer', 'the answer is longer than any answer should be').error)
        return
      }
    }
  } catch (error) {
    yield broken(`the stream broke off: ${messageOf(error)}`, error)
  } finally {
    // The deadline's own end aborts the request; a reader that is gone already rejects here.
    reader.cancel().catch(() => undefined)
  }
}

interface Step {
  readonly text: string
  readonly done: boolean
  readonly error: ModelFailure | null
}

interface Assembly {
  take(payload: string): Step
  finished(): boolean
  end(): ChatEvent
}

/** Puts an answer together from its pieces. */
function createAssembly(): Assembly {
  const filter = createThoughtFilter()
  const calls: Mutable<ToolCall>[] = []
  let text = ''
  let finish: string | null = null
  let usage: Usage | null = null

  const nothing: Step = { text: '', done: false, error: null }

  return {
    take(payload) {
      if (payload.trim() === '[DONE]') {
        const rest = filter.end()
        text += rest
        return { text: rest, done: true, error: null }
      }
      const parsed = parse(payload)
      if (typeof parsed === 'object' && parsed !== null && 'error' in parsed && parsed.error !== null) {
        return { ...nothing, error: diagnoseErrorObject(parsed.error) }
      }
      const chunk = v.safeParse(wireChunk, parsed)
      // A piece that can't be read is passed over; what is missing shows as a stream that never finished.
      if (!chunk.success) return nothing
      usage = readUsage(chunk.output.usage) ?? usage
      const choice = chunk.output.choices?.[0]
      if (choice === undefined) return nothing
      finish = choice.finish_reason ?? finish
      for (const call of choice.delta?.tool_calls ?? []) addPiece(calls, call)
      const shown = filter.push(contentText(choice.delta?.content))
      text += shown
      return { ...nothing, text: shown }
    },
    finished: () => finish !== null,
    end() {
      text += filter.end()
      return { type: 'end', completion: { text: text.trimEnd(), toolCalls: calls, finish, usage } }
    },
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Joins a piece to its call: by index, except that a new id starts a new call. */
function addPiece(calls: Mutable<ToolCall>[], piece: WireCall): void {
  const index = piece.index ?? (piece.id === undefined || piece.id === null ? calls.length - 1 : calls.length)
  const known = calls[index]
  const startsAnew =
    known === undefined || (typeof piece.id === 'string' && piece.id !== '' && piece.id !== known.id)
  const call = startsAnew ? newCall(calls, piece) : known
  if (call.name === '') call.name = piece.function?.name ?? ''
  call.arguments += argumentText(piece.function?.arguments)
}

function newCall(calls: Mutable<ToolCall>[], piece: WireCall): Mutable<ToolCall> {
  const call = {
    id: piece.id ?? `call_${String(calls.length)}`,
    name: piece.function?.name ?? '',
    arguments: '',
  }
  calls.push(call)
  return call
}

function failed(error: ModelFailure): ChatEvent {
  return { type: 'error', error }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
