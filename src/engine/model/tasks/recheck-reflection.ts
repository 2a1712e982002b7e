/** Schema recheck of a reflection (prompts.md §16): its scope and when it was, counted from when it was made. */
import { fail, ok } from '../../result.ts'
import { MODEL_CHECK_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import { normaliseEventWhen } from '../../time/event.ts'
import type { EventWhen } from '../memory-model.ts'
import { choiceSchema, eventWhenSchema, objectSchema, readObject, wordIn } from './answer.ts'
import { dashedLines, dataText, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

const SCOPES = ['pattern', 'state', 'episode'] as const

export interface ReflectionToRecheck {
  readonly text: string
  readonly createdAt: string
  readonly facts: readonly string[]
}

export interface RecheckedReflection {
  readonly temporalScope: (typeof SCOPES)[number]
  readonly eventWhen: EventWhen | null
}

export const recheckReflection: ModelTask<ReflectionToRecheck, RecheckedReflection> = {
  name: 'recheck_reflection',
  tier: 'summary',
  timeoutMs: MODEL_CHECK_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({ temporal_scope: choiceSchema(SCOPES), event_when: eventWhenSchema }),
  prompt({ text, createdAt, facts }, context) {
    const texts = textsOf(context)
    return fillPrompt(
      texts.recheckReflection,
      { text: dataText(text), created: dataText(createdAt), facts: dashedLines(facts) || texts.none },
      context,
    )
  },
  parse(answer) {
    const parsed = readObject(answer, 'marks')
    if (!parsed.ok) return parsed
    const temporalScope = wordIn(parsed.value['temporal_scope'], SCOPES)
    return temporalScope === null
      ? fail('model_bad_answer', `"temporal_scope" is none of ${SCOPES.join(', ')}`)
      : ok({ temporalScope, eventWhen: normaliseEventWhen(parsed.value['event_when']) })
  },
}
