/** Path B (prompts.md §6): from both sides, what path A missed. */
import { ok } from '../../result.ts'
import {
  MODEL_ATTEMPTS,
  MODEL_EXTRACT_TIMEOUT_MS,
  MODEL_KNOWN_FACTS,
  MODEL_OUTPUT_TOKENS,
} from '../../settings.ts'
import type { ExtractInput, Extraction } from '../memory-model.ts'
import { claimsSchema, noExtraction, numberedLines, readClaims, spokenTurns } from './claims.ts'
import { fenceAround, fill, oneLine } from './prompts/fill.ts'
import { promptTexts } from './prompts/index.ts'
import type { ModelTask } from './task.ts'

export const extractFactsWithAi: ModelTask<ExtractInput, Extraction> = {
  name: 'extract_facts_with_ai',
  tier: 'summary',
  timeoutMs: MODEL_EXTRACT_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'every',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: claimsSchema(true),
  // Where nobody said anything there is nothing to ask about.
  unasked: (input) => (spokenTurns(input.turns).length === 0 ? ok(noExtraction) : null),
  prompt(input, context) {
    const texts = promptTexts[context.language]
    const conversation = numberedLines(spokenTurns(input.turns), context)
    const known = input.known
      .slice(0, MODEL_KNOWN_FACTS)
      .map(({ text, importance }) => `- ${oneLine(text)} (importance: ${String(importance)})`)
      .join('\n')
    return fill(texts.extractFactsWithAi, {
      known: known === '' ? texts.none : known,
      ...fenceAround(`${known}\n${conversation}`),
      conversation,
      user: oneLine(context.userName),
      character: oneLine(context.characterName),
    })
  },
  parse: (answer, input, context) =>
    readClaims(
      answer,
      {
        turns: spokenTurns(input.turns),
        source: 'ai_disclosure',
        fixedSource: false,
        emptyWithoutList: false,
      },
      context,
    ),
}
