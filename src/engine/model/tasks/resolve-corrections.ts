/** Persona correction (prompts.md §13): what becomes of two entries that may contradict each other. */
import { ok, type Result } from '../../result.ts'
import { MODEL_LONG_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { CorrectionDecision, CorrectionItem } from '../memory-model.ts'
import {
  choiceSchema,
  indexIn,
  isObject,
  listIn,
  listSchema,
  objectSchema,
  orNull,
  readJson,
  textIn,
  textSchema,
  wordIn,
} from './answer.ts'
import { columnText, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

const ACTIONS = ['merge', 'keep_new', 'keep_old', 'keep_both'] as const

export const resolveCorrections: ModelTask<readonly CorrectionItem[], readonly CorrectionDecision[]> = {
  name: 'resolve_corrections',
  tier: 'correction',
  timeoutMs: MODEL_LONG_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    decisions: listSchema(
      objectSchema({
        index: { type: 'integer' },
        action: choiceSchema(ACTIONS),
        text: orNull(textSchema),
      }),
    ),
  }),
  unasked: (items) => (items.length === 0 ? ok([]) : null),
  prompt: (items, context) =>
    fillPrompt(
      textsOf(context).resolveCorrections,
      {
        items: items
          .map(
            ({ index, oldText, newText }) =>
              `[${String(index)}] ${columnText(oldText)} | ${columnText(newText)}`,
          )
          .join('\n'),
      },
      context,
      { count: String(items.length) },
    ),
  parse: (answer) => readDecisions(answer),
}

/** An unknown action keeps both (persona.md §7.2); a text that is none reads as absent. */
function readDecisions(answer: string): Result<readonly CorrectionDecision[]> {
  const parsed = readJson(answer, 'marks')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, ['decisions'], (item) => 'index' in item) ?? []
  return ok(
    items.flatMap((item) => {
      const index = isObject(item) ? indexIn(item['index']) : null
      if (!isObject(item) || index === null) return []
      const action = wordIn(item['action'], ACTIONS) ?? 'keep_both'
      const text = textIn(item['text'])
      return [action === 'merge' && text !== '' ? { index, action, text } : { index, action }]
    }),
  )
}
