/** Feedback check (prompts.md §10): what the user's words say to observations that were raised. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_CHECK_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { FeedbackClaim, FeedbackInput } from '../memory-model.ts'
import {
  choiceSchema,
  idIn,
  isObject,
  listIn,
  listSchema,
  objectSchema,
  readJson,
  textSchema,
  wordIn,
} from './answer.ts'
import { dashedLines, fillPrompt, idLines, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

const VERDICTS = ['confirmed', 'denied', 'ignored'] as const

export const checkFeedback: ModelTask<FeedbackInput, readonly FeedbackClaim[]> = {
  name: 'check_feedback',
  tier: 'summary',
  timeoutMs: MODEL_CHECK_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    reactions: listSchema(objectSchema({ reflection_id: textSchema, feedback: choiceSchema(VERDICTS) })),
  }),
  unasked: ({ reflections, messages }) =>
    reflections.length === 0 || dashedLines(messages) === '' ? ok([]) : null,
  prompt: ({ reflections, messages }, context) =>
    fillPrompt(
      textsOf(context).checkFeedback,
      { reflections: idLines(reflections).replace(/^/gm, '- '), messages: dashedLines(messages) },
      context,
    ),
  parse: (answer) => readFeedback(answer),
}

function readFeedback(answer: string): Result<readonly FeedbackClaim[]> {
  const parsed = readJson(answer, 'marks')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, ['reactions', 'feedback'], (item) => 'reflection_id' in item)
  if (items === null) return fail('model_bad_answer', 'the answer holds no list of reactions')
  return ok(
    items.flatMap((item) => {
      if (!isObject(item)) return []
      const reflectionId = idIn(item['reflection_id'])
      const feedback = wordIn(item['feedback'], VERDICTS)
      return reflectionId === '' || feedback === null ? [] : [{ reflectionId, feedback }]
    }),
  )
}
