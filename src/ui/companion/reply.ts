/**
 * One reply: the tool loop of routes.md §11, at most three model calls. A model that refuses tools is asked again
 * without them, with up to five recalled rows beside the user's words.
 */
import type { LedgerView } from '../../engine/api.ts'
import type {
  ChatMessage,
  ChatTransport,
  ToolCall,
  ToolDefinition,
  Usage,
} from '../../engine/model/transport.ts'
import type { Clock, TokenCounter } from '../../engine/ports.ts'
import { type RecallAsked, readRecallArguments } from '../../engine/recall/tool.ts'
import type { Failure, Result } from '../../engine/result.ts'
import { CHAT_SILENCE_MS, TOOL_LOOP_CALLS, TOOLLESS_ROWS } from '../../engine/settings.ts'
import type { RecallAnswer, RecallRow } from '../app/memory-routes.ts'

/** The recall tool in the user's language (src/engine/recall/tool.ts). */
export interface RecallTool {
  readonly definition: ToolDefinition
  /** What the model is told: the rows, or one of the notices of routes.md §11.2. */
  render(rows: readonly RecallRow[], asked: RecallAsked): string
}

/** Whether a model is known to take tools; remembered by address and model for as long as the page lives. */
export interface ToolSupport {
  refused(model: ChatTransport): boolean
  noteRefusal(model: ChatTransport): void
}

export interface ReplyDeps {
  /** What the ledger calls it. */
  readonly purpose: 'chat' | 'speak_up'
  readonly model: ChatTransport
  readonly tool: RecallTool
  readonly toolSupport: ToolSupport
  /** The diagnostic switch: neither the tool nor recalled rows reach the model. */
  readonly hideTools: boolean
  readonly recall: (query: string, time: string) => Promise<Result<RecallAnswer>>
  readonly clock: Clock
  readonly tokens: TokenCounter
  readonly record: (call: LedgerView) => void
}

export interface ReplyInput {
  readonly system: string
  readonly transcript: readonly ChatMessage[]
  readonly userText: string
  readonly signal: AbortSignal
}

export interface ReplyProgress {
  readonly text: string
  readonly recalling: boolean
}

export interface ReplyOutcome {
  readonly status: 'done' | 'stopped' | 'failed'
  readonly text: string
  /** What was recalled for this reply, without repeats. */
  readonly memories: readonly RecallRow[]
  readonly error: Failure | null
}

export async function reply(
  deps: ReplyDeps,
  input: ReplyInput,
  onProgress: (progress: ReplyProgress) => void,
): Promise<ReplyOutcome> {
  const memories = new Map<string, RecallRow>()
  const withTool = !deps.hideTools && !deps.toolSupport.refused(deps.model)
  const first = withTool || deps.hideTools ? input.userText : await userTextWithRows()
  let messages = opening(input, first)
  let toolsAllowed = withTool
  let retriedBare = false
  let shown = ''

  for (let call = 1; call <= TOOL_LOOP_CALLS; call += 1) {
    // The last call gets no tool, so that the turn ends in words.
    const offered = toolsAllowed && call < TOOL_LOOP_CALLS ? [deps.tool.definition] : []
    const before = shown
    const answer = await ask(messages, offered, (text) => {
      shown = before + text
      onProgress({ text: shown, recalling: false })
    })
    if (answer.error !== null) {
      if (answer.error.code === 'cancelled' || input.signal.aborted) return outcome('stopped', null)
      if (call === 1 && offered.length > 0 && answer.text === '' && refusesTools(answer.error)) {
        toolsAllowed = false
        retriedBare = true
        messages = opening(input, await userTextWithRows())
        continue
      }
      return outcome('failed', answer.error)
    }
    // Only an answer shows that the tools were the trouble, and not the key or the name of the model.
    if (retriedBare) deps.toolSupport.noteRefusal(deps.model)
    if (answer.calls.length === 0 || call === TOOL_LOOP_CALLS) break
    onProgress({ text: shown, recalling: true })
    const results: ChatMessage[] = []
    for (const toolCall of answer.calls) {
      results.push({ role: 'tool', toolCallId: toolCall.id, content: await runTool(toolCall) })
    }
    messages = [...messages, { role: 'assistant', content: answer.text, toolCalls: answer.calls }, ...results]
    if (shown !== '' && !shown.endsWith('\n')) shown += '\n'
  }
  if (input.signal.aborted) return outcome('stopped', null)
  if (shown.trim() === '') {
    return outcome('failed', { code: 'model_bad_answer', message: 'the model answered nothing' })
  }
  return outcome('done', null)

  function outcome(status: ReplyOutcome['status'], error: Failure | null): ReplyOutcome {
    return { status, text: shown.trimEnd(), memories: [...memories.values()], error }
  }

  async function userTextWithRows(): Promise<string> {
    const found = await deps.recall(input.userText, '')
    const rows = found.ok ? found.value.rows.slice(0, TOOLLESS_ROWS) : []
    if (rows.length === 0) return input.userText
    remember(rows)
    const rendered = deps.tool.render(rows, asked(input.userText, '', found))
    return `${rendered}\n\n${input.userText}`
  }

  /** Never throws to the model; a failed request looks like an empty result (routes.md §11.2). */
  async function runTool(toolCall: ToolCall): Promise<string> {
    if (toolCall.name !== deps.tool.definition.name) {
      return JSON.stringify({ error: `UnknownTool: ${toolCall.name}` })
    }
    const { query, time } = readRecallArguments(parseArguments(toolCall.arguments))
    if (query === '' && time === '') return deps.tool.render([], { query, time, requestOk: false })
    const found = await deps.recall(query, time)
    const rows = found.ok ? found.value.rows : []
    remember(rows)
    return deps.tool.render(rows, asked(query, time, found))
  }

  function remember(rows: readonly RecallRow[]): void {
    for (const row of rows) memories.set(row.id === '' ? row.text : row.id, row)
  }

  async function ask(
    sent: readonly ChatMessage[],
    tools: readonly ToolDefinition[],
    onText: (text: string) => void,
  ): Promise<{ text: string; calls: readonly ToolCall[]; error: Failure | null }> {
    const startedAt = deps.clock.now()
    const started = deps.clock.monotonic()
    let text = ''
    let calls: readonly ToolCall[] = []
    let error: Failure | null = null
    let use: Usage | null = null
    const request = {
      messages: sent,
      ...(tools.length === 0 ? {} : { tools }),
      thinking: 'default',
      timeoutMs: CHAT_SILENCE_MS,
      signal: input.signal,
    } as const
    for await (const event of deps.model.stream(request)) {
      if (event.type === 'text') {
        text += event.text
        onText(text)
      } else if (event.type === 'end') {
        calls = event.completion.toolCalls
        use = event.completion.usage
      } else error = event.error
    }
    const left = JSON.stringify(tools.length === 0 ? { messages: sent } : { messages: sent, tools }, null, 2)
    deps.record({
      at: startedAt,
      purpose: deps.purpose,
      tier: 'chat',
      origin: deps.model.origin,
      model: deps.model.model,
      tokensIn: use?.input ?? deps.tokens.count(left),
      tokensOut: use?.output ?? deps.tokens.count(text),
      milliseconds: Math.round(deps.clock.monotonic() - started),
      outcome: error?.code ?? 'ok',
      sent: left,
    })
    return { text, calls, error }
  }
}

function opening(input: ReplyInput, userText: string): readonly ChatMessage[] {
  return [{ role: 'system', content: input.system }, ...input.transcript, { role: 'user', content: userText }]
}

function asked(query: string, time: string, found: Result<RecallAnswer>): RecallAsked {
  const { reason, timeUnderstood } = found.ok ? found.value : { reason: null, timeUnderstood: true }
  return { query, time, requestOk: found.ok, timeUnderstood, reason }
}

/** A server that knows no tools refuses the request (Ollama: 400 "does not support tools"); some fail with a 500. */
function refusesTools({ code, message }: Failure): boolean {
  return code === 'model_refused' || (code === 'model_server_error' && /\btools?\b|\bfunction/i.test(message))
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
