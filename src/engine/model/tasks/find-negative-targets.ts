/** Negative target check (prompts.md §8): which observations the user wants no more of. */
import { ok, type Result } from '../../result.ts'
import { MODEL_CHECK_TIMEOUT_MS, MODEL_OUTPUT_TOKENS, MODEL_TARGET_ATTEMPTS } from '../../settings.ts'
import type { Observation, TargetClaim } from '../memory-model.ts'
import {
  choiceSchema,
  idIn,
  isArray,
  isObject,
  listSchema,
  objectSchema,
  readJson,
  textIn,
  textSchema,
} from './answer.ts'
import { dashedLines, fillPrompt, observationLines, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface TargetInput {
  readonly messages: readonly string[]
  readonly observations: readonly Observation[]
}

export const findNegativeTargets: ModelTask<TargetInput, readonly TargetClaim[]> = {
  name: 'find_negative_targets',
  tier: 'emotion',
  timeoutMs: MODEL_CHECK_TIMEOUT_MS,
  attempts: MODEL_TARGET_ATTEMPTS,
  waits: 'every',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    targets: listSchema(
      objectSchema({
        target_type: choiceSchema(['reflection', 'persona']),
        target_id: textSchema,
        reason: textSchema,
      }),
    ),
  }),
  unasked: ({ messages, observations }) =>
    dashedLines(messages) === '' || observations.length === 0 ? ok([]) : null,
  prompt: ({ messages, observations }, context) =>
    fillPrompt(
      textsOf(context).findNegativeTargets,
      { messages: dashedLines(messages), observations: observationLines(observations) },
      context,
    ),
  parse: (answer) => readTargets(answer),
}

/** JSON of any other shape means that nothing was meant (facts.md §12.1). */
function readTargets(answer: string): Result<readonly TargetClaim[]> {
  const parsed = readJson(answer, 'leading')
  if (!parsed.ok) return parsed
  const { value } = parsed
  const targets = isObject(value) ? value['targets'] : value
  return ok(
    (isArray(targets) ? targets : []).flatMap((item) => {
      const targetId = isObject(item) ? idIn(item['target_id']) : ''
      return isObject(item) && targetId !== '' ? [{ targetId, reason: textIn(item['reason']) }] : []
    }),
  )
}
