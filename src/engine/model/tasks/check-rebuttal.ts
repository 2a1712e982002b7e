/** Periodic rebuttal (prompts.md §11): the feedback check over what is believed, with time to think. */
import { MODEL_JUDGE_TIMEOUT_MS } from '../../settings.ts'
import type { FeedbackClaim, FeedbackInput } from '../memory-model.ts'
import { checkFeedback } from './check-feedback.ts'
import type { ModelTask } from './task.ts'

export const checkRebuttal: ModelTask<FeedbackInput, readonly FeedbackClaim[]> = {
  ...checkFeedback,
  name: 'check_rebuttal',
  timeoutMs: MODEL_JUDGE_TIMEOUT_MS,
  thinking: 'default',
}
