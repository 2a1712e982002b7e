/** Path A (prompts.md §5): facts from the user's own words. */
import { ok } from '../../result.ts'
import { MODEL_ATTEMPTS, MODEL_EXTRACT_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { ExtractInput, Extraction } from '../memory-model.ts'
import { claimsSchema, noExtraction, numberedLines, readClaims, spokenTurns } from './claims.ts'
import { fenceAround, fill, oneLine } from './prompts/fill.ts'
import { promptTexts } from './prompts/index.ts'
import type { ModelTask } from './task.ts'

export const extractFacts: ModelTask<ExtractInput, Extraction> = {
  name: 'extract_facts',
  tier: 'summary',
  timeoutMs: MODEL_EXTRACT_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'every',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: claimsSchema(false),
  // Where nobody said anything there is nothing to ask about.
  unasked: (input) => (spokenTurns(input.turns, 'human').length === 0 ? ok(noExtraction) : null),
  prompt(input, context) {
    const conversation = numberedLines(spokenTurns(input.turns, 'human'), context)
    return fill(promptTexts[context.language].extractFacts, {
      ...fenceAround(conversation),
      conversation,
      user: oneLine(context.userName),
      character: oneLine(context.characterName),
    })
  },
  parse: (answer, input, context) =>
    readClaims(
      answer,
      {
        turns: spokenTurns(input.turns, 'human'),
        source: 'user_observation',
        fixedSource: true,
        emptyWithoutList: true,
      },
      context,
    ),
}
