/** Duplicate arbitration (prompts.md §14): whether two facts that look alike say the same. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_CHECK_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { DuplicateDecision, DuplicatePair } from '../memory-model.ts'
import {
  choiceSchema,
  indexIn,
  isObject,
  listIn,
  listSchema,
  objectSchema,
  readJson,
  wordIn,
} from './answer.ts'
import { columnText, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

const ACTIONS = ['merge', 'replace', 'keep_both'] as const
const COSINE_DIGITS = 3

export const arbitrateDuplicates: ModelTask<readonly DuplicatePair[], readonly DuplicateDecision[]> = {
  name: 'arbitrate_duplicates',
  tier: 'summary',
  timeoutMs: MODEL_CHECK_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    decisions: listSchema(objectSchema({ index: { type: 'integer' }, action: choiceSchema(ACTIONS) })),
  }),
  unasked: (pairs) => (pairs.length === 0 ? ok([]) : null),
  prompt: (pairs, context) =>
    fillPrompt(
      textsOf(context).arbitrateDuplicates,
      {
        pairs: pairs
          .map(
            ({ index, candidate, existing, cosine }) =>
              `[${String(index)}] candidate: ${columnText(candidate)} | existing: ${columnText(existing)} | cosine=${cosine.toFixed(COSINE_DIGITS)}`,
          )
          .join('\n'),
      },
      context,
      { count: String(pairs.length) },
    ),
  parse: (answer) => readDecisions(answer),
}

/** A pair with any other action stays undecided (facts.md §7). */
function readDecisions(answer: string): Result<readonly DuplicateDecision[]> {
  const parsed = readJson(answer, 'marks')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, ['decisions'], (item) => 'index' in item)
  if (items === null) return fail('model_bad_answer', 'the answer holds no list of decisions')
  return ok(
    items.flatMap((item) => {
      if (!isObject(item)) return []
      const index = indexIn(item['index'])
      const action = wordIn(item['action'], ACTIONS)
      return index === null || action === null ? [] : [{ index, action }]
    }),
  )
}
