/** Golden cases of recent memory (recent.json): each function of the recording, through the product's own. */
import { align, applyEdit, mergeMemo } from '../../src/engine/recent/align.ts'
import { hardCap } from '../../src/engine/recent/cap.ts'
import {
  applyCompression,
  compress,
  planCompression,
  readRecentMeta,
} from '../../src/engine/recent/compress.ts'
import { loadHistory } from '../../src/engine/recent/load.ts'
import { message, type StoredMessage } from '../../src/engine/recent/message.ts'
import { groupByBudget, renderLines, type SpeakerLabels } from '../../src/engine/recent/render.ts'
import {
  correctedMessages,
  outputExhausted,
  patchHistory,
  readReviewReply,
  type ReplyMetadata,
} from '../../src/engine/recent/review.ts'
import { fail, ok, type Result } from '../../src/engine/result.ts'
import { fingerprintOf } from '../../src/engine/text/fingerprint.ts'
import { heuristicCounter } from '../../src/engine/text/tokens.ts'
import type { JsonValue } from '../../src/engine/text/tolerant-json.ts'
import type { ModelContext } from '../../src/engine/model/memory-model.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'

/** A message as the recording writes it. */
interface Flat {
  readonly type: 'human' | 'ai' | 'system'
  readonly content: JsonValue
}

interface Names {
  readonly human: string
  readonly ai: string
  readonly system: string
}

type RecentInput =
  | {
      readonly fn: 'update'
      readonly history: readonly Flat[]
      readonly new: readonly Flat[]
      readonly compress: boolean
      readonly keep: number
      readonly threshold: number
      readonly summary: string | null
    }
  | {
      readonly fn: 'hard_cap'
      readonly history: readonly Flat[]
      readonly keep: number
      readonly cap_tokens: number
    }
  | { readonly fn: 'fingerprint'; readonly messages: readonly Flat[] }
  | { readonly fn: 'capacity'; readonly snapshot: readonly Flat[]; readonly current: readonly Flat[] }
  | {
      readonly fn: 'merge_backup'
      readonly snapshot: readonly Flat[]
      readonly current: readonly Flat[]
      readonly memo: string
    }
  | {
      readonly fn: 'review_patch'
      readonly snapshot: readonly Flat[]
      readonly current: readonly Flat[]
      readonly corrected?: readonly JsonValue[]
      readonly raw_reply?: string
      readonly reply_metadata?: RecordedMetadata
    }
  | {
      readonly fn: 'compress'
      readonly messages: readonly Flat[]
      readonly stage1_replies: readonly (string | null)[]
      readonly stage2_replies: readonly (string | null)[]
      readonly summary_max_tokens: number
      readonly input_budget_tokens: number
      readonly last_outdated_refresh: string | null
      readonly now: string
    }
  | {
      readonly fn: 'split_messages'
      readonly messages: readonly Flat[]
      readonly budget: number
      readonly speaker_names: Names
    }
  | { readonly fn: 'split_texts'; readonly texts: readonly string[]; readonly budget: number }
  | {
      readonly fn: 'render'
      readonly messages: readonly Flat[]
      readonly speaker_names: Names
      readonly per_message_tokens: number
    }
  | {
      readonly fn: 'output_limit'
      readonly content: string | null
      readonly metadata: RecordedMetadata | null
      readonly guard: number
    }
  | { readonly fn: 'load'; readonly file: string }

interface RecordedMetadata {
  readonly finish_reason?: unknown
  readonly token_usage?: { readonly completion_tokens?: unknown } | null
}

/** The names that the recording used where an input names none. */
const recordedNames: Names = { human: '老王', ai: 'c', system: 'SYSTEM_MESSAGE' }

/** Runs one case; the result is compared with its `expected`. */
export async function runRecent(raw: unknown): Promise<unknown> {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  const input = raw as RecentInput
  switch (input.fn) {
    case 'update':
      return await update(input)
    case 'hard_cap': {
      const history = input.history.map(stored)
      const edit = hardCap(history, heuristicCounter, { tokens: input.cap_tokens, keep: input.keep })
      const final = edit === null ? history : applyEdit(history, edit)
      return { final: final.map(flat), dropped: history.length - final.length }
    }
    case 'fingerprint':
      return fingerprintOf(input.messages.map(stored))
    case 'capacity': {
      const { capacity, cutoff } = align(input.snapshot.map(stored), input.current.map(stored))
      return [capacity, cutoff]
    }
    case 'merge_backup': {
      const current = input.current.map(stored)
      const edit = mergeMemo(input.snapshot.map(stored), current, message('system', input.memo))
      const final = edit === null ? current : applyEdit(current, edit)
      return { status: edit === null ? 'moot' : 'merged', final: final.map(flat) }
    }
    case 'review_patch':
      return reviewPatch(input)
    case 'compress':
      return await compressScripted(input)
    case 'split_messages':
      return groupByBudget(
        renderLines(input.messages.map(stored), renderOptions(input.speaker_names)),
        heuristicCounter,
        input.budget,
      ).map((group) => group.length)
    case 'split_texts':
      return groupByBudget(input.texts, heuristicCounter, input.budget).map((group) => group.length)
    case 'render':
      return renderLines(input.messages.map(stored), {
        ...renderOptions(input.speaker_names),
        messageTokens: input.per_message_tokens,
      })
        .join('\n')
        .split('\n')
    case 'output_limit':
      return outputExhausted(input.content ?? '', metadataOf(input.metadata), input.guard)
    case 'load': {
      const { messages, unreadable } = loadHistory(input.file)
      return { messages: messages.map(flat), file_reset: unreadable?.kind === 'document' }
    }
  }
}

async function update(input: Extract<RecentInput, { fn: 'update' }>): Promise<unknown> {
  const history = [...input.history, ...input.new].map(stored)
  const snapshot = input.compress
    ? planCompression(history, { above: input.threshold, keep: input.keep })
    : null
  if (snapshot === null) return { sent: null, final: history.map(flat), notified: null }
  const edit =
    input.summary === null ? null : applyCompression(snapshot, history, message('system', input.summary))
  const final = edit === null ? history.map(flat) : applyEdit(history, edit).map(flat)
  if (edit !== null) final.splice(0, 1)
  return {
    sent: snapshot.map(flat),
    final: edit === null ? final : [{ memo: true }, ...final],
    notified: edit !== null,
  }
}

function reviewPatch(input: Extract<RecentInput, { fn: 'review_patch' }>): unknown {
  const snapshot = input.snapshot.map(stored)
  const current = input.current.map(stored)
  const names = { userName: recordedNames.human, characterName: recordedNames.ai }
  const reply =
    input.raw_reply === undefined
      ? {
          status: 'corrected' as const,
          messages: correctedMessages(input.corrected ?? [], snapshot, names),
        }
      : readReviewReply(input.raw_reply, metadataOf(input.reply_metadata), snapshot, names)
  const unchanged = { final: current.map(flat), fingerprint: null }
  if (reply.status !== 'corrected') return { status: reply.status, ...unchanged }
  const patch = patchHistory(snapshot, current, reply.messages)
  if (patch.status === 'white') return { status: 'white', ...unchanged }
  return { status: 'patched', final: patch.history.map(flat), fingerprint: patch.fingerprint }
}

async function compressScripted(input: Extract<RecentInput, { fn: 'compress' }>): Promise<unknown> {
  const calls: unknown[] = []
  const stage1 = [...input.stage1_replies]
  const stage2 = [...input.stage2_replies]
  const next = (replies: (string | null)[]): Result<string> => {
    const reply = replies.shift()
    return typeof reply === 'string' ? ok(reply) : fail('model_bad_answer', 'scripted failure')
  }
  const now = { instant: parseStamp(input.now, 'UTC') ?? 0, zone: 'UTC' }
  const context: ModelContext = {
    character: recordedNames.ai,
    language: 'zh',
    userName: recordedNames.human,
    characterName: recordedNames.ai,
    now,
  }
  const result = await compress(
    input.messages.map(stored),
    {
      tokens: heuristicCounter,
      model: {
        summarise: ({ conversation, staleHours }) => {
          const lines = conversation.split('\n').length
          calls.push({ stage: 1, hint: staleHours !== undefined, lines })
          return Promise.resolve(next(stage1))
        },
        shorten: (text) => {
          calls.push({ stage: 2, input_tokens: heuristicCounter.count(text) })
          return Promise.resolve(next(stage2))
        },
      },
    },
    {
      context,
      detailed: false,
      meta: readRecentMeta(JSON.stringify({ last_past_block_update_at: input.last_outdated_refresh })),
      inputTokens: input.input_budget_tokens,
      summaryTokens: input.summary_max_tokens,
    },
  )
  return {
    summary: result.ok ? result.value.summary : null,
    memo_type: result.ok ? result.value.memo.type : null,
    calls,
    refresh_time_written: result.ok && result.value.meta !== null,
  }
}

function renderOptions(names: Names): {
  labels: SpeakerLabels
  language: 'zh'
  counter: typeof heuristicCounter
} {
  return { labels: names, language: 'zh', counter: heuristicCounter }
}

function metadataOf(recorded: RecordedMetadata | null | undefined): ReplyMetadata {
  const reason = recorded?.finish_reason
  return {
    finishReason: typeof reason === 'string' ? reason : null,
    completionTokens: recorded?.token_usage?.completion_tokens ?? null,
  }
}

function stored({ type, content }: Flat): StoredMessage {
  return message(type, content)
}

function flat({ type, data }: StoredMessage): Flat | { readonly memo: true } {
  return { type, content: data.content }
}
