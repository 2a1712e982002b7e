/**
 * Facts without a model: reads what users say about themselves by rules that are data (data/*), in Chinese,
 * English and Japanese. Claims little and marks all of it as of low confidence (design.md §6).
 */
import type { ExtractInput, Extraction, ModelContext } from '../../model/memory-model.ts'
import { createReader } from './reader.ts'

export { detectBanTopics } from './ban-topics.ts'
export type { BanTopic } from './ban-topics.ts'

/**
 * Facts in `input.turns`, with `input.context` and `input.known` to understand them by. Pure and synchronous.
 * With `withAi` the character's own words are read too, for what it says of itself.
 */
export function extractByRules(input: ExtractInput, context: ModelContext, options: { withAi: boolean }): Extraction {
  const reader = createReader(input.known, context)
  const read = (turn: ExtractInput['turns'][number], fresh: boolean) => {
    if (turn.role === 'human') reader.human(turn, fresh)
    else reader.ai(turn, fresh && options.withAi)
  }
  for (const turn of input.context) read(turn, false)
  for (const turn of input.turns) read(turn, true)
  return reader.ledger.extraction()
}
