/** Reflection synthesis (prompts.md §9): one insight over several facts. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_LONG_TIMEOUT_MS, MODEL_OUTPUT_TOKENS, MODEL_REFLECTION_WORDS } from '../../settings.ts'
import type { SynthesisClaim, WeighedFact } from '../memory-model.ts'
import { choiceSchema, eventWhenSchema, objectSchema, readObject, textIn, textSchema } from './answer.ts'
import { fillPrompt, textsOf, weighedLines } from './lines.ts'
import { fill } from './prompts/fill.ts'
import type { ModelTask } from './task.ts'

export interface SynthesisInput {
  readonly facts: readonly WeighedFact[]
  /** For reference only. */
  readonly related: readonly WeighedFact[]
}

export const synthesise: ModelTask<SynthesisInput, SynthesisClaim> = {
  name: 'synthesise',
  tier: 'summary',
  timeoutMs: MODEL_LONG_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    entity: choiceSchema(['master', 'neko', 'relationship']),
    relation_type: textSchema,
    reflection: textSchema,
    temporal_scope: choiceSchema(['pattern', 'state', 'episode']),
    event_when: eventWhenSchema,
  }),
  prompt({ facts, related }, context) {
    const texts = textsOf(context)
    const background = weighedLines(related)
    return fillPrompt(
      texts.synthesise,
      {
        facts: weighedLines(facts),
        related: background === '' ? '' : fill(texts.relatedBlock, { related: background }),
      },
      context,
      { words: String(MODEL_REFLECTION_WORDS) },
    )
  },
  parse: (answer) => readSynthesis(answer),
}

function readSynthesis(answer: string): Result<SynthesisClaim> {
  const parsed = readObject(answer, 'marks')
  if (!parsed.ok) return parsed
  const fields = parsed.value
  const text = textIn(fields['reflection'])
  if (text === '') return fail('model_bad_answer', 'the answer has no text as "reflection"')
  return ok({
    text,
    entity: fields['entity'],
    relationType: fields['relation_type'],
    temporalScope: fields['temporal_scope'],
    subject: fields['subject'],
    eventWhen: fields['event_when'],
  })
}
