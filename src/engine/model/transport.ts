/** The port to one chat model on one server; `openai.ts` carries it out. */
import type { Failure, Result } from '../result.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text as the model wrote it; not checked. */
  readonly arguments: string
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string }

export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonSchema
}

export type JsonSchema = Readonly<Record<string, unknown>>

export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  /** The form of the answer, for servers that can enforce it. */
  readonly schema?: { readonly name: string; readonly schema: JsonSchema }
  readonly tools?: readonly ToolDefinition[]
  /** `off` asks the model not to think aloud where the server has a known way; `default` says nothing. */
  readonly thinking: 'off' | 'default'
  readonly maxTokens?: number
  /** Of the whole call; when streaming, of each silence. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Told of each request that the server refused for an optional field, before it is sent again without it. */
  readonly onRefused?: (error: ModelFailure) => void
}

export interface Usage {
  readonly input: number
  readonly output: number
}

export interface Completion {
  /** The answer without what the model thought aloud. */
  readonly text: string
  readonly toolCalls: readonly ToolCall[]
  /** `stop`, `length`, `tool_calls`, … as the server says; null when it says nothing. */
  readonly finish: string | null
  /** As the server counted; null when it did not. */
  readonly usage: Usage | null
}

export interface ModelFailure extends Failure {
  /** HTTP status, where an answer came. */
  readonly status?: number
  /** How long the server asks to wait. */
  readonly retryAfterMs?: number
}

export type ChatEvent =
  | { readonly type: 'text'; readonly text: string }
  /** The whole answer; always the last event of a stream that went well. */
  | { readonly type: 'end'; readonly completion: Completion }
  /** The stream failed or broke off; what came before stays valid as far as it goes. */
  | { readonly type: 'error'; readonly error: ModelFailure }

export interface ChatTransport {
  /** Where the text goes, e.g. `http://localhost:11434`; shown in the ledger. */
  readonly origin: string
  readonly model: string
  complete(request: ChatRequest): Promise<Result<Completion, ModelFailure>>
  /** Never throws; leaving the loop early cancels the request. */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>
}
