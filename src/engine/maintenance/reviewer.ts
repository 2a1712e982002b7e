/**
 * Reviews recent memory (recent.md §7): offered after a conversation and in quiet times, run outside every lock,
 * and applied only where the reviewed messages still stand. One at a time for each character; a running one is
 * never restarted, and only a manual edit cancels it.
 */
import { isSwitchedOn } from '../core-config.ts'
import { type Core, modelContextOf, nowOf } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { ModelContext } from '../model/memory-model.ts'
import { applyToRows, readHistory } from '../recent/history.ts'
import type { StoredMessage } from '../recent/message.ts'
import { rawText, speakerLabels } from '../recent/render.ts'
import {
  afterReview,
  patchHistory,
  readReviewReply,
  reviewGate,
  type ReviewOutcome,
} from '../recent/review.ts'
import { LONG_IDLE_MS, REVIEW_TALKING_PAUSE_MS } from '../settings.ts'
import { fingerprintOf } from '../text/fingerprint.ts'
import { readReviewState, writeReviewState } from './idle-state.ts'

export interface Reviewer {
  /** Starts a review in the background when every gate is open; resolves when that is decided. */
  offer(memory: Memory): Promise<void>
  /** Cancels the running review and waits for its end; false when none runs. */
  cancel(character: string): Promise<boolean>
  dispose(): Promise<void>
}

interface Running {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

export function createReviewer(core: Core): Reviewer {
  const running = new Map<string, Running>()
  return {
    async offer(memory) {
      const { store, name } = memory
      // Rules mend nothing, so there is nothing to offer them.
      if ((await core.deps.models.current(name)).kind === 'rules') return
      const snapshot = (await readHistory(store, store.db)).items.map((item) => item.message)
      const zone = core.deps.clock.zone()
      const state = await readReviewState(store, store.db, zone)
      const now = core.deps.clock.now()
      // It will be offered again when the conversation rests, and then reads all of it.
      if (state.lastReviewAt !== null && !core.activity.quiet()) {
        const since = Math.max(state.lastReviewAt, core.activity.since())
        if (now - since < REVIEW_TALKING_PAUSE_MS) return
      }
      const context = await modelContextOf(core, name)
      const dialogue = render(snapshot, context)
      const decision = reviewGate(state, {
        running: running.has(name),
        switchedOn: await isSwitchedOn(core.deps.settings, 'recent_memory_auto_review'),
        history: snapshot,
        now,
        longIdle: now - core.activity.last() >= LONG_IDLE_MS,
        contextTokens: await countOf(dialogue),
      })
      if (decision.state !== state) {
        await store.db.transaction((tx) => writeReviewState(store, tx, decision.state, zone))
      }
      // Asked again: storage was awaited since, and two offers may have come at once.
      if (decision.closedBy === null && !running.has(name)) start(name, snapshot, dialogue, context)
    },
    async cancel(character) {
      const review = running.get(character)
      review?.abort.abort()
      await review?.ended
      return review !== undefined
    },
    async dispose() {
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }

  function start(
    name: string,
    snapshot: readonly StoredMessage[],
    dialogue: string,
    context: ModelContext,
  ): void {
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, core.stopping])
    const ended = new Promise<void>((resolve) => {
      core.background.start('recent.review', async () => {
        try {
          await core.memories.read(
            name,
            (memory) => review(memory, snapshot, dialogue, { ...context, signal }),
            () => undefined,
          )
        } finally {
          running.delete(name)
          resolve()
        }
      })
    })
    running.set(name, { abort, ended })
  }

  async function review(
    memory: Memory,
    snapshot: readonly StoredMessage[],
    dialogue: string,
    context: ModelContext & { readonly signal: AbortSignal },
  ): Promise<void> {
    const model = await core.deps.models.current(memory.name)
    if (isCancelled(context.signal)) return
    const answer = await model.reviewHistory(dialogue, context)
    if (isCancelled(context.signal)) return
    const reply = answer.ok
      ? readReviewReply(
          answer.value.text,
          { finishReason: answer.value.finishReason, completionTokens: answer.value.outputTokens },
          snapshot,
          context,
        )
      : { status: 'failed' as const, reason: answer.error.code }
    const outcome: ReviewOutcome =
      reply.status === 'corrected'
        ? await apply(memory, snapshot, reply.messages)
        : reply.status === 'output_exhausted'
          ? { status: 'output_exhausted', contextTokens: await countOf(dialogue) }
          : { status: 'failed', fingerprint: fingerprintOf(snapshot) }
    core.deps.log.write('info', 'recent.reviewed', { character: memory.name, status: outcome.status })
    if (outcome.status === 'patched') return
    const { store } = memory
    const { zone } = context.now
    await store.db.transaction(async (tx) => {
      const before = await readReviewState(store, tx, zone)
      await writeReviewState(store, tx, afterReview(before, outcome, core.deps.clock.now()), zone)
    })
  }

  /** The corrected messages and the state that remembers them commit together. */
  async function apply(
    memory: Memory,
    snapshot: readonly StoredMessage[],
    corrected: readonly StoredMessage[],
  ): Promise<ReviewOutcome> {
    const { store } = memory
    const now = nowOf(core)
    return memory.settleLock.run(() =>
      store.db.transaction(async (tx): Promise<ReviewOutcome> => {
        const current = await readHistory(store, tx)
        const patch = patchHistory(
          snapshot,
          current.items.map((item) => item.message),
          corrected,
        )
        if (patch.status === 'white') return patch
        const removed = await applyToRows(store, tx, current, patch.edit)
        const outcome = { status: 'patched', fingerprint: patch.fingerprint } as const
        const state = afterReview(await readReviewState(store, tx, now.zone), outcome, now.instant)
        await writeReviewState(store, tx, state, now.zone, true)
        await store.journal.append(tx, {
          at: now.instant,
          who: 'machine',
          what: 'recent.reviewed',
          target: 'recent.json',
          before: `[${removed.join(',')}]`,
          after: JSON.stringify(patch.edit.insert),
          cause: null,
        })
        tx.onCommit(() => core.deps.notify({ type: 'recent', character: memory.name }))
        return outcome
      }),
    )
  }

  async function countOf(dialogue: string): Promise<number> {
    return (await core.deps.tokenCounter()).count(dialogue)
  }
}

/** Asked anew each time: it changes while a model is waited for. */
function isCancelled(signal: AbortSignal): boolean {
  return signal.aborted
}

/** The whole snapshot, uncut: `label: content` and a blank line for each message (recent.md §7.3). */
function render(snapshot: readonly StoredMessage[], context: ModelContext): string {
  const labels = speakerLabels(context.userName, context.characterName)
  return snapshot.map((stored) => `${labels[stored.type]}: ${rawText(stored)}\n`).join('\n')
}
