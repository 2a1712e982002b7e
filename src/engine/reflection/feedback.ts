/** What the user's words say about reflections that were raised (reflections.md §5.3). */
import { isBlank } from '../text/whitespace.ts'
import { textField } from '../document.ts'
import { signalDeltas, type SignalSource } from '../evidence/apply.ts'
import { applyEvidence } from '../evidence/dispatch.ts'
import type { Memory } from '../memories.ts'
import type { FeedbackVerdict } from '../model/memory-model.ts'
import type { ReflectionDeps } from './deps.ts'
import { archiveFinished } from './archive.ts'
import { judgedTexts } from './judged-texts.ts'
import { changeReflections } from './rows.ts'
import { denyReflection } from './status.ts'
import { isOpen, openSurfaced, patchSurfaced, surfacedAbout, type Surfaced } from './surfaced.ts'

export type FeedbackReport =
  /** Nothing was raised that waits for an answer, or the user said nothing. */
  | { readonly status: 'nothing_open' }
  /** No usable answer; the rows stay open for the next turn. */
  | { readonly status: 'failed'; readonly error: string }
  /** A promotion pass is due (§5.3). */
  | { readonly status: 'judged'; readonly verdicts: ReadonlyMap<string, FeedbackVerdict> }

/**
 * Asks once about everything that is open. `messages` are what the user said in the turn, `cause` names it in the
 * journal. The answer, its evidence and what follows from it commit together: nothing of a verdict is ever lost or
 * counted twice.
 */
export async function checkFeedback(
  deps: ReflectionDeps,
  memory: Memory,
  messages: readonly string[],
  cause: string | null = null,
): Promise<FeedbackReport> {
  if (messages.length === 0) return { status: 'nothing_open' }
  return memory.feedbackLock.run(async () => {
    const open = (await openSurfaced(memory.store.db, memory.store)).filter(isAskable)
    if (open.length === 0) return { status: 'nothing_open' }
    const reflections = open.map((row) => ({ id: row.reflectionId ?? '', text: textOf(row) }))
    const answer = await deps.model.checkFeedback(
      { reflections, messages: judgedTexts(messages, deps.tokens) },
      deps.context,
    )
    if (!answer.ok) return { status: 'failed', error: answer.error.code }
    const asked = new Set(reflections.map(({ id }) => id))
    // The last word about one reflection counts; an answer may only speak of what it was asked about.
    const verdicts = new Map(
      answer.value
        .filter(({ reflectionId }) => asked.has(reflectionId))
        .map(({ reflectionId, feedback }) => [reflectionId, feedback]),
    )
    await settle(deps, memory, open, verdicts, cause)
    return { status: 'judged', verdicts }
  })
}

/** What each verdict is as evidence (evidence.md §4). */
const sources: Readonly<Record<FeedbackVerdict, SignalSource>> = {
  confirmed: 'user_confirm',
  denied: 'user_rebut',
  ignored: 'user_ignore',
}

async function settle(
  deps: ReflectionDeps,
  memory: Memory,
  asked: readonly Surfaced[],
  verdicts: ReadonlyMap<string, FeedbackVerdict>,
  cause: string | null,
): Promise<void> {
  if (verdicts.size === 0) return
  await changeReflections(deps, memory, 'feedback', async (writes) => {
    const { tx, store, now } = writes
    const raisedAt = new Map(asked.map((row) => [row.seq, row.document['surfaced_at']]))
    for (const row of await surfacedAbout(tx, store, verdicts.keys())) {
      const feedback = row.reflectionId === null ? undefined : verdicts.get(row.reflectionId)
      // Raised anew while the model thought: that is a new question, which stays open.
      const anew = isOpen(row) && raisedAt.get(row.seq) !== row.document['surfaced_at']
      if (feedback !== undefined && !anew) await patchSurfaced(tx, store, row, { feedback })
    }
    for (const [id, verdict] of verdicts) {
      const target = { targetType: 'reflection', targetId: id } as const
      await applyEvidence(tx, store, target, signalDeltas[verdict], sources[verdict], now, deps.ids)
      writes.touched(id)
    }
    for (const [id, verdict] of verdicts) {
      if (verdict === 'denied') await denyReflection(writes, id, cause)
    }
    await archiveFinished(deps, writes)
  })
}

/** About something: ids that never were reflections have rows without a text. */
function isAskable(row: Surfaced): boolean {
  return row.reflectionId !== null && !isBlank(textOf(row))
}

function textOf(row: Surfaced): string {
  return textField(row.document, 'text') ?? ''
}
