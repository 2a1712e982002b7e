/** What a failed call says about the question. */
import type { ErrorCode } from '../errors.ts'

/** True where a model answered and the answer is of no use; anything else lies in the way to the model. */
export function isUnusableAnswer(code: ErrorCode): boolean {
  return code === 'model_bad_answer' || code === 'model_output_exhausted'
}
