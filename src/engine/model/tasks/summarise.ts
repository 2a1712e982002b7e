/** Stage 1 (prompts.md §2): the older part of the conversation as one memo. */
import { MODEL_ATTEMPTS, MODEL_OUTPUT_TOKENS, MODEL_SUMMARY_TIMEOUT_MS } from '../../settings.ts'
import type { SummariseInput } from '../memory-model.ts'
import { fenceAround, fill, oneLine } from './prompts/fill.ts'
import { promptTexts } from './prompts/index.ts'
import { readSummary, summarySchema } from './summary-answer.ts'
import type { ModelTask } from './task.ts'

export const summarise: ModelTask<SummariseInput, string> = {
  name: 'summarise',
  tier: 'summary',
  timeoutMs: MODEL_SUMMARY_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'transient',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: summarySchema,
  prompt(input, context) {
    const texts = promptTexts[context.language]
    const { staleHours } = input
    return fill(input.detailed ? texts.summariseDetailed : texts.summarise, {
      notice: staleHours === undefined ? '' : fill(texts.stale, { hours: staleHours.toFixed(1) }),
      ...fenceAround(input.conversation),
      conversation: input.conversation,
      user: oneLine(context.userName),
      character: oneLine(context.characterName),
    })
  },
  parse: (answer) => readSummary(answer),
}
