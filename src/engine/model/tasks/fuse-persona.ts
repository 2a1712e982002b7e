/** Persona fusion (prompts.md §18): imported notes as few lasting statements. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_LONG_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { Entity, FusedText } from '../memory-model.ts'
import { isObject, listIn, listSchema, objectSchema, readJson, textIn, textSchema } from './answer.ts'
import { importanceOf } from './claims.ts'
import { dataText, entityLabel, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface FusionInput {
  readonly entity: Entity
  readonly material: readonly string[]
  /** Budget of all statements together. */
  readonly tokens: number
}

export const fusePersona: ModelTask<FusionInput, readonly FusedText[]> = {
  name: 'fuse_persona',
  tier: 'correction',
  timeoutMs: MODEL_LONG_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    entries: listSchema(objectSchema({ text: textSchema, importance: { type: 'integer' } })),
  }),
  prompt: ({ entity, material, tokens }, context) =>
    fillPrompt(
      textsOf(context).fusePersona,
      {
        material: material
          .map(dataText)
          .filter((text) => text !== '')
          .map((text, index) => `[${String(index + 1)}] ${text}`)
          .join('\n'),
      },
      context,
      { who: entityLabel(entity, context), tokens: String(tokens) },
    ),
  parse: (answer) => readEntries(answer),
}

/** Sorting and the budget are the caller's (persona.md §11). */
function readEntries(answer: string): Result<readonly FusedText[]> {
  const parsed = readJson(answer, 'tagged')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, ['entries'], (item) => 'text' in item) ?? []
  const entries = items.flatMap((item) => {
    const text = isObject(item) ? textIn(item['text']) : ''
    return isObject(item) && text !== '' ? [{ text, importance: importanceOf(item['importance']) }] : []
  })
  return entries.length === 0
    ? fail('model_bad_answer', 'the answer holds no entry with a text')
    : ok(entries)
}
