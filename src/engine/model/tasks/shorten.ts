/** Stage 2 (prompts.md §3): a memo that is too long, in fewer words. */
import { ok } from '../../result.ts'
import {
  MODEL_ATTEMPTS,
  MODEL_SHORTEN_OUTPUT_TOKENS,
  MODEL_SHORTEN_WORDS,
  MODEL_SUMMARY_TIMEOUT_MS,
} from '../../settings.ts'
import { lastSentenceEnd } from '../../text/tokens.ts'
import { fenceAround, fill, oneLine } from './prompts/fill.ts'
import { promptTexts } from './prompts/index.ts'
import { readSummary, summarySchema } from './summary-answer.ts'
import type { ModelTask } from './task.ts'

export const shorten: ModelTask<string, string> = {
  name: 'shorten',
  tier: 'summary',
  timeoutMs: MODEL_SUMMARY_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'transient',
  thinking: 'off',
  maxTokens: MODEL_SHORTEN_OUTPUT_TOKENS,
  schema: summarySchema,
  prompt: (memo, context) =>
    fill(promptTexts[context.language].shorten, {
      words: String(MODEL_SHORTEN_WORDS),
      ...fenceAround(memo),
      conversation: memo,
      user: oneLine(context.userName),
    }),
  parse(answer) {
    const summary = readSummary(answer)
    if (!summary.ok) return summary
    // The output cap can cut the last sentence; without any sentence end the text stays whole.
    const whole = lastSentenceEnd(summary.value).trimEnd()
    return ok(whole === '' ? summary.value : whole)
  },
}
