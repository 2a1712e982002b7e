/** Schema recheck of a fact (prompts.md §16): when it was, counted from when it was noted. */
import { ok } from '../../result.ts'
import { MODEL_CHECK_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import { normaliseEventWhen } from '../../time/event.ts'
import type { EventWhen } from '../memory-model.ts'
import { eventWhenSchema, objectSchema, readObject } from './answer.ts'
import { dataText, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface FactToRecheck {
  readonly text: string
  readonly createdAt: string
}

export const recheckFact: ModelTask<FactToRecheck, { readonly eventWhen: EventWhen | null }> = {
  name: 'recheck_fact',
  tier: 'summary',
  timeoutMs: MODEL_CHECK_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({ event_when: eventWhenSchema }),
  prompt: ({ text, createdAt }, context) =>
    fillPrompt(textsOf(context).recheckFact, { text: dataText(text), created: dataText(createdAt) }, context),
  parse(answer) {
    const parsed = readObject(answer, 'marks')
    return parsed.ok ? ok({ eventWhen: normaliseEventWhen(parsed.value['event_when']) }) : parsed
  },
}
