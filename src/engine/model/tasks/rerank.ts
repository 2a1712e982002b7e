/** Recall rerank (prompts.md §17, recall.md §B2): which candidates matter most to what was said. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_OUTPUT_TOKENS, MODEL_RERANK_TIMEOUT_MS } from '../../settings.ts'
import type { Observation } from '../memory-model.ts'
import { idIn, isObject, listIn, listSchema, objectSchema, readJson, textSchema } from './answer.ts'
import { dashedLines, dataText, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface RerankInput {
  readonly queries: readonly string[]
  readonly candidates: readonly Observation[]
  readonly budget: number
}

export const rerank: ModelTask<RerankInput, readonly string[]> = {
  name: 'rerank',
  tier: 'summary',
  timeoutMs: MODEL_RERANK_TIMEOUT_MS,
  attempts: 1,
  // The caller's own order is good enough to need no second try.
  repair: 'never',
  waits: 'transient',
  thinking: 'off',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({ ranking: listSchema(objectSchema({ id: textSchema })) }),
  unasked: ({ candidates }) => (candidates.length === 0 ? ok([]) : null),
  prompt: ({ queries, candidates, budget }, context) =>
    fillPrompt(
      textsOf(context).rerank,
      {
        queries: dashedLines(queries),
        candidates: candidates
          .filter(({ promptId }) => dataText(promptId) !== '')
          .map(
            ({ promptId, score, text }) =>
              `[${dataText(promptId)}] (score=${score.toFixed(2)}) ${dataText(text)}`,
          )
          .join('\n'),
      },
      context,
      { budget: String(budget) },
    ),
  parse: (answer) => readRanking(answer),
}

function readRanking(answer: string): Result<readonly string[]> {
  const parsed = readJson(answer, 'tagged')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, ['ranking'], (item) => 'id' in item)
  if (items === null) return fail('model_bad_answer', 'the answer holds no list')
  return ok(items.map((item) => idIn(isObject(item) ? item['id'] : item)).filter((id) => id !== ''))
}
