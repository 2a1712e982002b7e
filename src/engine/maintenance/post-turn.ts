/**
 * What a finished batch of turns leaves to do (maintenance.md §6): the handler of the `extract_facts` operation.
 * Steps are separate, so that a failure of one does not keep the others from running. Running it again does no
 * harm: facts are joined by what they say, and turns are read once.
 */
import { prepareNewDialog } from '../context/build.ts'
import type { Core } from '../core.ts'
import { isObject } from '../document.ts'
import { noteTurns } from '../facts/extract.ts'
import type { Memory } from '../memories.ts'
import type { MemoryHandler } from '../outbox/queue.ts'
import { recordMentions } from '../persona/record-mentions.ts'
import { decodeMessage, humanSignalTexts, lastAiText, type StoredMessage } from '../recent/message.ts'
import { messageOf } from '../result.ts'
import { FORGOTTEN_ROLE } from '../store/time-index.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import type { Extractor } from './extraction.ts'
import type { Life } from './life.ts'

export function createPostTurn(core: Core, extractor: Extractor, life: Life): MemoryHandler {
  return async (memory, payload) => {
    const turn = readPayload(payload)
    // Counting the turn comes first and alone may fail the operation: without it the turn would never be read.
    await memory.store.db.transaction((tx) => noteTurns(tx, memory.store, turn.turnIds))
    await step(memory, 'extraction', () => extractor.afterTurn(memory, turn.turnIds))
    // A model may have been asked for minutes: what was forgotten meanwhile is not heard any more.
    const messages = await stillSaid(memory, turn)
    const reply = lastAiText(messages)
    if (reply !== null) await step(memory, 'mentions', () => recordMentions(core, memory, reply))
    const texts = humanSignalTexts(messages)
    const cause = turn.turnIds.at(-1) ?? ''
    await step(memory, 'directives', () => life.hearDirectives(memory, texts, turn.turnIds))
    await step(memory, 'feedback', () => life.feedback(memory, texts, cause))
    // Not waited for: the turn's operation is done without it (§9.2).
    core.background.start('negative keywords', () =>
      core.memories.read(
        memory.name,
        (held) => life.rebutByKeyword(held, texts),
        () => undefined,
      ),
    )
    await step(memory, 'contradictions', () => life.resolveContradictions(memory))
    await step(memory, 'new_dialog', () => prepareNewDialog(core, memory))
  }

  async function step(memory: Memory, name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      core.deps.log.write('warn', 'post_turn.step_failed', {
        character: memory.name,
        step: name,
        error: messageOf(error),
      })
    }
  }
}

/** The messages without those of turns that were forgotten; all of them where they have no ids. */
async function stillSaid({ store }: Memory, turn: FinishedTurn): Promise<readonly StoredMessage[]> {
  if (turn.turnIds.length !== turn.messages.length) return turn.messages
  const rows = await store.timeIndex.byTurnIds(store.db, turn.turnIds)
  const forgotten = new Set(rows.flatMap(({ role, turnId }) => (role === FORGOTTEN_ROLE ? [turnId] : [])))
  return turn.messages.filter((_, index) => !forgotten.has(turn.turnIds[index] ?? null))
}

interface FinishedTurn {
  readonly messages: readonly StoredMessage[]
  /** Empty in records of the reference, which has no such ids. */
  readonly turnIds: readonly string[]
}

/** Throws on a payload that cannot be read, which makes the operation fail. */
function readPayload(payload: unknown): FinishedTurn {
  if (!isObject(payload) || !Array.isArray(payload['messages'])) {
    throw new Error('the payload has no list of messages')
  }
  const turnIds: readonly unknown[] = Array.isArray(payload['turn_ids']) ? payload['turn_ids'] : []
  return {
    messages: (payload['messages'] as readonly JsonValue[]).flatMap(
      (message) => decodeMessage(message) ?? [],
    ),
    turnIds: turnIds.filter((id): id is string => typeof id === 'string'),
  }
}
