/**
 * Facts without a model: reads what users say about themselves by rules that are data (data/*), in Chinese,
 * English and Japanese. Claims little and marks all of it as of low confidence (design.md §6).
 */
import type { ConversationTurn, ExtractInput, Extraction, ModelContext } from '../../model/memory-model.ts'
import { readAi, readHuman, skim } from './reader.ts'
import { createScene } from './scene.ts'

export { detectBanTopics } from './ban-topics.ts'
export type { BanTopic } from './ban-topics.ts'

/** Turns of the context that answers, pronouns and corrections can reach back to; older ones are skimmed. */
const TURNS_READ_AGAIN = 8

/**
 * Facts in `input.turns`, with `input.context` and `input.known` to understand them by. Pure and synchronous.
 * With `withAi` the character's own words are read too, for what it says of itself.
 */
export function extractByRules(
  input: ExtractInput,
  context: ModelContext,
  options: { withAi: boolean },
): Extraction {
  const scene = createScene(input, context)
  const read = (turn: ConversationTurn, fresh: boolean) => {
    if (turn.role === 'human') readHuman(scene, turn, fresh)
    else readAi(scene, turn, fresh && options.withAi)
    scene.ledger.settle(turn.turnId, fresh)
  }
  const far = Math.max(0, input.context.length - TURNS_READ_AGAIN)
  for (const turn of input.context.slice(0, far)) {
    skim(scene, turn)
    scene.ledger.settle(turn.turnId, false)
  }
  for (const turn of input.context.slice(far)) read(turn, false)
  for (const turn of input.turns) read(turn, true)
  return scene.ledger.extraction()
}
