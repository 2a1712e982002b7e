/**
 * The memory model that asks a language model (prompts.md §1): attempts and waits, one repair of an answer that
 * can't be used, and a ledger entry for every request. Failures are values; nothing here throws for a bad model.
 */
import type { ModelTier } from '../config.ts'
import type { ErrorCode } from '../errors.ts'
import type { Clock, Timer, TokenCounter } from '../ports.ts'
import { fail, type Result } from '../result.ts'
import { MODEL_FIRST_WAIT_MS, MODEL_REPAIR_CHARS, MODEL_RETRY_AFTER_MAX_MS } from '../settings.ts'
import { recordCall, type LedgerSink } from './ledger.ts'
import type { MemoryModel, ModelContext } from './memory-model.ts'
import { arbitrateDuplicates } from './tasks/arbitrate-duplicates.ts'
import { checkFeedback } from './tasks/check-feedback.ts'
import { checkRebuttal } from './tasks/check-rebuttal.ts'
import { decidePromotion } from './tasks/decide-promotion.ts'
import { detectSignals } from './tasks/detect-signals.ts'
import { extractFactsWithAi } from './tasks/extract-facts-with-ai.ts'
import { extractFacts } from './tasks/extract-facts.ts'
import { findNegativeTargets } from './tasks/find-negative-targets.ts'
import { fusePersona } from './tasks/fuse-persona.ts'
import { fill } from './tasks/prompts/fill.ts'
import { promptTexts } from './tasks/prompts/index.ts'
import { recheckFact } from './tasks/recheck-fact.ts'
import { recheckReflection } from './tasks/recheck-reflection.ts'
import { refineCluster } from './tasks/refine-cluster.ts'
import { rerank } from './tasks/rerank.ts'
import { resolveCorrections } from './tasks/resolve-corrections.ts'
import { reviewHistory } from './tasks/review-history.ts'
import { shorten } from './tasks/shorten.ts'
import { summarise } from './tasks/summarise.ts'
import { synthesise } from './tasks/synthesise.ts'
import type { ModelTask } from './tasks/task.ts'
import type { ChatMessage, ChatTransport, Completion, ModelFailure } from './transport.ts'

export interface PromptedDeps {
  /** The transport of a tier, read afresh at each task; null when none is set. */
  readonly transports: (tier: ModelTier) => ChatTransport | null
  readonly ledger: LedgerSink
  readonly clock: Clock
  readonly timer: Timer
  readonly tokens: TokenCounter
}

export function createPromptedModel(deps: PromptedDeps): MemoryModel {
  const run =
    <Input, Output>(task: ModelTask<Input, Output>) =>
    (input: Input, context: ModelContext) =>
      runTask(deps, task, input, context)
  return {
    kind: 'prompted',
    summarise: run(summarise),
    shorten: run(shorten),
    extractFacts: run(extractFacts),
    extractFactsWithAi: run(extractFactsWithAi),
    reviewHistory: run(reviewHistory),
    detectSignals: run(detectSignals),
    findNegativeTargets: run(findNegativeTargets),
    synthesise: run(synthesise),
    checkFeedback: run(checkFeedback),
    checkRebuttal: run(checkRebuttal),
    decidePromotion: run(decidePromotion),
    resolveCorrections: run(resolveCorrections),
    arbitrateDuplicates: run(arbitrateDuplicates),
    refineCluster: run(refineCluster),
    recheckReflection: run(recheckReflection),
    recheckFact: run(recheckFact),
    rerank: run(rerank),
    fusePersona: run(fusePersona),
  }
}

/** Carries out one task: up to `attempts` requests, of which one may be a repair; some tasks have one on top. */
export async function runTask<Input, Output>(
  deps: PromptedDeps,
  task: ModelTask<Input, Output>,
  input: Input,
  context: ModelContext,
): Promise<Result<Output>> {
  const unasked = task.unasked?.(input) ?? null
  if (unasked !== null) return unasked
  const transport = deps.transports(task.tier)
  if (transport === null) return fail('model_not_configured', `no model for the tier ${task.tier}`)
  const question: ChatMessage = { role: 'user', content: task.prompt(input, context) }
  let messages: readonly ChatMessage[] = [question]
  let repaired = task.repair === 'never'
  let limit = task.attempts
  let last: Result<Output, ModelFailure> = fail('model_bad_answer', 'no attempt was made')

  for (let attempt = 1; attempt <= limit; attempt += 1) {
    if (isCancelled(context)) return cancelled
    const { answer, result } = await ask(deps, transport, task, messages, input, context)
    if (result.ok) return result
    last = result
    const { error } = result
    if (hopeless.has(error.code)) return result
    messages = [question]
    if (answer !== null && error.code === 'model_bad_answer' && answer.trim() !== '' && !repaired) {
      repaired = true
      if (task.repair === 'extra') limit += 1
      messages = [question, ...repairMessages(answer, error.message, context)]
    }
    if (attempt >= limit) break
    const waited = await waitBefore(deps.timer, task, attempt, error, context.signal)
    if (!waited) return isCancelled(context) ? cancelled : result
  }
  return last
}

const cancelled = fail('cancelled', 'the caller cancelled the task')

function isCancelled(context: ModelContext): boolean {
  return context.signal?.aborted ?? false
}

/** Failures that the same request meets again: only the user can do something about them. */
const hopeless: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'cancelled',
  'model_not_configured',
  'model_key_refused',
  'model_not_found',
  'model_bad_address',
  'model_origin_refused',
  'model_mixed_content',
  'model_local_access_denied',
  'model_offline',
  'origin_not_approved',
])

const transient: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model_unreachable',
  'model_timeout',
  'model_cut_off',
  'model_rate_limited',
  'model_server_error',
])

interface Asked<Output> {
  /** What the model said; null when no answer came. */
  readonly answer: string | null
  readonly result: Result<Output, ModelFailure>
}

async function ask<Input, Output>(
  deps: PromptedDeps,
  transport: ChatTransport,
  task: ModelTask<Input, Output>,
  messages: readonly ChatMessage[],
  input: Input,
  context: ModelContext,
): Promise<Asked<Output>> {
  let started = deps.clock.monotonic()
  const record = (outcome: 'ok' | ErrorCode, completion: Completion | null): void => {
    const ended = deps.clock.monotonic()
    recordCall(deps.ledger, deps.tokens, {
      at: deps.clock.now(),
      character: context.character,
      purpose: task.name,
      tier: task.tier,
      transport,
      messages,
      answer: completion?.text ?? '',
      usage: completion?.usage ?? null,
      milliseconds: ended - started,
      outcome,
    })
    started = ended
  }
  const completion = await transport.complete({
    messages,
    schema: { name: task.name, schema: task.schema },
    thinking: task.thinking,
    maxTokens: task.maxTokens,
    timeoutMs: task.timeoutMs,
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    onRefused: (error) => {
      record(error.code, null)
    },
  })
  if (!completion.ok) {
    record(completion.error.code, null)
    return { answer: null, result: completion }
  }
  const { text, finish } = completion.value
  const parsed = task.parse(text, input, context, completion.value)
  // An answer that was cut by the output limit can't be repaired by asking for the same again.
  const result =
    !parsed.ok && isCut(finish) ? fail('model_output_exhausted', 'the answer was cut off') : parsed
  record(result.ok ? 'ok' : result.error.code, completion.value)
  return { answer: text, result }
}

function isCut(finish: string | null): boolean {
  return finish === 'length' || finish === 'max_tokens'
}

function repairMessages(answer: string, problem: string, context: ModelContext): ChatMessage[] {
  return [
    { role: 'assistant', content: answer.slice(0, MODEL_REPAIR_CHARS) },
    { role: 'user', content: fill(promptTexts[context.language].repair, { problem }) },
  ]
}

/** Waits before the next attempt; false when it is not worth it (asked to wait too long, or cancelled). */
async function waitBefore(
  timer: Timer,
  task: Pick<ModelTask<never, unknown>, 'waits'>,
  attempt: number,
  error: ModelFailure,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const asked = error.retryAfterMs ?? 0
  if (asked > MODEL_RETRY_AFTER_MAX_MS) return false
  const due = task.waits === 'every' || transient.has(error.code)
  const own = due ? MODEL_FIRST_WAIT_MS * 2 ** (attempt - 1) : 0
  const milliseconds = Math.max(own, asked)
  if (milliseconds === 0) return true
  return await new Promise((resolve) => {
    const stop = timer(milliseconds, () => {
      signal?.removeEventListener('abort', cancel)
      resolve(true)
    })
    function cancel(): void {
      stop()
      resolve(false)
    }
    signal?.addEventListener('abort', cancel, { once: true })
  })
}
