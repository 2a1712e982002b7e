/** The ledger of model calls (design.md §6): what was asked of whom, at what cost, and the text that left. */
import type { Instant, TokenCounter } from '../ports.ts'
import type { ErrorCode } from '../errors.ts'
import type { ChatMessage, ChatTransport, Usage } from './transport.ts'

/** Names of the tasks and of other uses of a model, as the ledger shows them. */
export type ModelPurpose =
  | 'summarise'
  | 'shorten'
  | 'extract_facts'
  | 'extract_facts_with_ai'
  | 'review_history'
  | 'detect_signals'
  | 'find_negative_targets'
  | 'synthesise'
  | 'check_feedback'
  | 'check_rebuttal'
  | 'decide_promotion'
  | 'resolve_corrections'
  | 'arbitrate_duplicates'
  | 'refine_cluster'
  | 'recheck_reflection'
  | 'recheck_fact'
  | 'rerank'
  | 'fuse_persona'
  | 'chat'
  | 'test'
  | (string & {})

export interface LedgerEntry {
  readonly at: Instant
  readonly character: string
  readonly purpose: ModelPurpose
  readonly tier: string
  readonly origin: string
  readonly model: string
  readonly tokensIn: number
  readonly tokensOut: number
  /** True when the server gave no counts and they are ours. */
  readonly estimated: boolean
  readonly milliseconds: number
  readonly outcome: 'ok' | ErrorCode
  /** Every text of the request, in order, with a blank line between. */
  readonly sent: string
}

/** Takes an entry; must not throw, and is not waited for. */
export type LedgerSink = (entry: LedgerEntry) => void

export interface RecordedCall {
  readonly at: Instant
  readonly character: string
  readonly purpose: ModelPurpose
  readonly tier: string
  readonly transport: Pick<ChatTransport, 'origin' | 'model'>
  readonly messages: readonly ChatMessage[]
  readonly answer: string
  readonly usage: Usage | null
  readonly milliseconds: number
  readonly outcome: 'ok' | ErrorCode
}

/** Writes one call to the sink, with token counts of the server where it gave them. */
export function recordCall(sink: LedgerSink, tokens: TokenCounter, call: RecordedCall): void {
  const sent = call.messages.map(({ content }) => content).join('\n\n')
  sink({
    at: call.at,
    character: call.character,
    purpose: call.purpose,
    tier: call.tier,
    origin: call.transport.origin,
    model: call.transport.model,
    tokensIn: call.usage?.input ?? tokens.count(sent),
    tokensOut: call.usage?.output ?? tokens.count(call.answer),
    estimated: call.usage === null,
    milliseconds: Math.round(call.milliseconds),
    outcome: call.outcome,
    sent,
  })
}
