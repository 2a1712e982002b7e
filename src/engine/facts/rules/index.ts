/**
 * Facts without a model: reads what users say about themselves by rules that are data (data/*), in Chinese,
 * English and Japanese. Claims little and marks all of it as of low confidence (design.md §6).
 */
import type { ExtractInput, Extraction, ModelContext } from '../../model/memory-model.ts'
import { compileRules } from './compile.ts'
import { languageOf, type RuleLanguage } from './language.ts'
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
  options: { readonly withAi: boolean },
): Extraction {
  const reading = readTurns(input, context, options)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/**
 * The same, with a `pause` after each turn, and after each expression that has to be compiled before. Whoever stops waits
 * for it: it goes on without pauses then.
 */
export function createPatientExtractor(
  pause: () => Promise<void>,
): (
  input: ExtractInput,
  context: ModelContext,
  options: { readonly withAi: boolean },
) => Promise<Extraction> {
  const compiled = new Set<RuleLanguage>()
  return async (input, context, options) => {
    const stopped = (): boolean => context.signal?.aborted === true
    for (const { text } of [...input.context, ...input.turns]) {
      const language = languageOf(text)
      if (language === null || compiled.has(language)) continue
      for (const _ of compileRules(language)) {
        if (stopped()) break
        await pause()
      }
      compiled.add(language)
    }
    const reading = readTurns(input, context, options)
    for (;;) {
      const step = reading.next()
      if (step.done === true) return step.value
      if (!stopped()) await pause()
    }
  }
}

function* readTurns(
  input: ExtractInput,
  context: ModelContext,
  { withAi }: { readonly withAi: boolean },
): Generator<undefined, Extraction> {
  const scene = createScene(input, context)
  const far = Math.max(0, input.context.length - TURNS_READ_AGAIN)
  for (const turn of input.context.slice(0, far)) {
    skim(scene, turn)
    scene.ledger.settle(turn.turnId, false)
  }
  const again = input.context.slice(far)
  for (const [index, turn] of [...again, ...input.turns].entries()) {
    const fresh = index >= again.length
    if (turn.role === 'human') readHuman(scene, turn, fresh)
    else readAi(scene, turn, fresh && withAi)
    scene.ledger.settle(turn.turnId, fresh)
    yield
  }
  return scene.ledger.extraction()
}
