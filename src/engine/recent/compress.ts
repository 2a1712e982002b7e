/**
 * Compression of recent memory (recent.md §5): the older part of the history becomes one memo. Pure decisions
 * around an injected model; nothing here reads or writes storage, and no lock is needed while it runs.
 */
import type { MemoryModel, ModelContext } from '../model/memory-model.ts'
import type { Moment, TokenCounter } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  HOUR_MS,
  RECENT_COMPRESS_ABOVE,
  RECENT_INPUT_TOKENS,
  RECENT_KEPT_ITEMS,
  RECENT_REDUCE_DEPTH,
  RECENT_STALE_MS,
  RECENT_SUMMARY_ROUNDS,
  RECENT_SUMMARY_TOKENS,
} from '../settings.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import type { HistoryEdit } from './align.ts'
import { mergeMemo } from './align.ts'
import { memoMessage } from './memo.ts'
import type { StoredMessage } from './message.ts'
import { groupByBudget, renderLines, speakerLabels, type SpeakerLabels } from './render.ts'

export interface CompressLimits {
  /** Compress when there are more messages than this. */
  readonly above: number
  /** Messages after a compression, the memo among them. */
  readonly keep: number
}

export const defaultLimits: CompressLimits = { above: RECENT_COMPRESS_ABOVE, keep: RECENT_KEPT_ITEMS }

/**
 * The snapshot to compress: all but the newest `keep - 1` messages; null when the history is short enough.
 * With `keep` 1 nothing is left out and nothing compressed, so that no message can be lost.
 */
export function planCompression(
  history: readonly StoredMessage[],
  limits: CompressLimits = defaultLimits,
): readonly StoredMessage[] | null {
  return history.length > limits.above ? history.slice(0, 1 - limits.keep) : null
}

/**
 * The change that puts the memo in the place of its snapshot. The list may have grown while the model worked;
 * what came meanwhile stays (maintenance.md §10.1, hazard). Null when the snapshot is no longer its head.
 */
export function applyCompression(
  snapshot: readonly StoredMessage[],
  current: readonly StoredMessage[],
  memo: StoredMessage,
): HistoryEdit | null {
  return snapshot.length === 0 ? { start: 0, remove: 0, insert: [memo] } : mergeMemo(snapshot, current, memo)
}

/** The document `recent_meta.json`. */
export interface RecentMeta {
  readonly last_past_block_update_at: string
}

/** Reads `recent_meta.json`, with the key of old versions too; null when it holds no usable stamp. */
export function readRecentMeta(json: string | null): RecentMeta | null {
  if (json === null) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  if (typeof parsed !== 'object' || parsed === null) return null
  const { last_past_block_update_at: current, last_summary_at: old } = parsed as Readonly<
    Record<string, unknown>
  >
  const stamp = typeof current === 'string' ? current : old
  return typeof stamp === 'string' ? { last_past_block_update_at: stamp } : null
}

export interface CompressDeps {
  readonly model: Pick<MemoryModel, 'summarise' | 'shorten'>
  readonly tokens: TokenCounter
}

export interface CompressOptions {
  readonly context: ModelContext
  readonly detailed: boolean
  readonly meta: RecentMeta | null
  /** Defaults to the names of the context. */
  readonly labels?: SpeakerLabels
  readonly inputTokens?: number
  readonly summaryTokens?: number
}

export interface Compression {
  readonly memo: StoredMessage
  /** The memo's text without its prefix. */
  readonly summary: string
  readonly snapshotLength: number
  /** To be stored with the memo; null when the stamp stays as it is (recent.md §5.5). */
  readonly meta: RecentMeta | null
}

/** One memo for `snapshot`. Retries of single calls are the model's; a failure here changes nothing. */
export async function compress(
  snapshot: readonly StoredMessage[],
  deps: CompressDeps,
  options: CompressOptions,
): Promise<Result<Compression>> {
  const { context } = options
  const staleness = judgeStaleness(options.meta, context.now)
  const conversation = await conversationWithin(snapshot, deps, options)
  if (!conversation.ok) return conversation
  const summary = await summariseWithin(conversation.value, deps, options, staleness.hours)
  if (!summary.ok) return summary
  return ok({
    memo: memoMessage(summary.value, context.language),
    summary: summary.value,
    snapshotLength: snapshot.length,
    meta: staleness.refresh ? { last_past_block_update_at: toNaive(context.now) } : null,
  })
}

interface Staleness {
  /** Hours to tell the summariser, when a notice is due. */
  readonly hours: number | null
  /** Whether a success moves the stamp to now. */
  readonly refresh: boolean
}

/** recent.md §5.5: no stamp sets the baseline, an old one gives a notice, a young (or future) one rests. */
function judgeStaleness(meta: RecentMeta | null, now: Moment): Staleness {
  const last = meta === null ? null : parseStamp(meta.last_past_block_update_at, now.zone)
  if (last === null) return { hours: null, refresh: true }
  const gap = now.instant - last
  return gap >= RECENT_STALE_MS ? { hours: gap / HOUR_MS, refresh: true } : { hours: null, refresh: false }
}

/** The rendered conversation, or summaries of its parts when it is too long for one input (recent.md §5.2). */
async function conversationWithin(
  snapshot: readonly StoredMessage[],
  deps: CompressDeps,
  options: CompressOptions,
): Promise<Result<string>> {
  const { context } = options
  const { tokens } = deps
  const budget = options.inputTokens ?? RECENT_INPUT_TOKENS
  const lines = renderLines(snapshot, {
    labels: options.labels ?? speakerLabels(context.userName, context.characterName),
    language: context.language,
    counter: tokens,
  })
  const whole = lines.join('\n')
  if (tokens.count(whole) <= budget) return ok(whole)

  const summariseAll = async (inputs: readonly string[]): Promise<Result<string[]>> => {
    const summaries: string[] = []
    for (const conversation of inputs) {
      const summary = await deps.model.summarise({ conversation, detailed: options.detailed }, context)
      if (!summary.ok) return summary
      summaries.push(summary.value)
    }
    return ok(summaries)
  }

  let partials = await summariseAll(groupByBudget(lines, tokens, budget).map((group) => group.join('\n')))
  for (let depth = 0; partials.ok && depth < RECENT_REDUCE_DEPTH; depth += 1) {
    const parts: readonly string[] = partials.value
    if (parts.length <= 1 || tokens.count(parts.join('\n\n')) <= budget) break
    const batches = groupByBudget(parts, tokens, budget)
    if (batches.length >= parts.length) break
    partials = await summariseAll(batches.map((batch) => batch.join('\n\n')))
  }
  return partials.ok ? ok(tokens.truncate(partials.value.join('\n\n'), budget)) : partials
}

/** Stage 1, and stage 2 when the summary is too long, for up to three rounds (recent.md §5.4). */
async function summariseWithin(
  conversation: string,
  { model, tokens }: CompressDeps,
  options: CompressOptions,
  staleHours: number | null,
): Promise<Result<string>> {
  const limit = options.summaryTokens ?? RECENT_SUMMARY_TOKENS
  const input = {
    conversation,
    detailed: options.detailed,
    ...(staleHours === null ? {} : { staleHours }),
  }
  let shortened: Result<string> = fail('model_bad_answer', 'the summary stays too long')
  for (let round = 0; round < RECENT_SUMMARY_ROUNDS; round += 1) {
    const summary = await model.summarise(input, options.context)
    if (!summary.ok || tokens.count(summary.value) <= limit) return summary
    shortened = await model.shorten(summary.value, options.context)
    if (shortened.ok) return shortened
  }
  return shortened
}
