/** History review (prompts.md §4): the recent history without what went wrong in it. */
import { ok } from '../../result.ts'
import { MODEL_ATTEMPTS, MODEL_LONG_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { ReviewReplyClaim } from '../memory-model.ts'
import { stripThoughts } from '../thoughts.ts'
import { listSchema, objectSchema, textSchema } from './answer.ts'
import { fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export const reviewHistory: ModelTask<string, ReviewReplyClaim> = {
  name: 'review_history',
  tier: 'correction',
  timeoutMs: MODEL_LONG_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    explanation: textSchema,
    corrected_dialogue: listSchema(objectSchema({ role: textSchema, content: textSchema })),
  }),
  prompt: (dialogue, context) =>
    fillPrompt(textsOf(context).reviewHistory, { conversation: dialogue }, context),
  // Every answer is a result: recent/review.ts reads it, and an unusable one counts as failed at once (§4).
  parse: (answer, _dialogue, _context, { finish, usage }) =>
    ok({ text: stripThoughts(answer), finishReason: finish, outputTokens: usage?.output ?? 0 }),
}
