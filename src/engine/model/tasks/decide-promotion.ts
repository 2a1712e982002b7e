/** Promotion merge (prompts.md §12): whether a reflection becomes an entry of its own, joins one, or is refused. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_JUDGE_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { Observation, PromotionDecision, PromotionInput } from '../memory-model.ts'
import { choiceSchema, idIn, objectSchema, orNull, readObject, textIn, textSchema, wordIn } from './answer.ts'
import { dataText, entityLabel, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

const ACTIONS = ['promote_fresh', 'merge_into', 'reject'] as const

export const decidePromotion: ModelTask<PromotionInput, PromotionDecision> = {
  name: 'decide_promotion',
  tier: 'correction',
  timeoutMs: MODEL_JUDGE_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    action: choiceSchema(ACTIONS),
    reason: textSchema,
    target_id: orNull(textSchema),
    merged_text: orNull(textSchema),
  }),
  prompt({ reflection, entity, pool }, context) {
    const texts = textsOf(context)
    return fillPrompt(
      texts.decidePromotion,
      {
        reflection: `"${dataText(reflection.text)}" (${score(reflection)})`,
        pool: pool.length === 0 ? texts.none : pool.map(poolLine).join('\n'),
      },
      context,
      { who: entityLabel(entity, context) },
    )
  },
  parse: (answer) => readDecision(answer),
}

function poolLine(entry: Observation): string {
  return `[${dataText(entry.promptId)}] "${dataText(entry.text)}" (${score(entry)})`
}

function score({ score: value }: Observation): string {
  return `evidence_score=${value.toFixed(2)}`
}

/** A merge whose target or text is missing is a decision all the same; the caller finds it invalid. */
function readDecision(answer: string): Result<PromotionDecision> {
  const parsed = readObject(answer, 'marks')
  if (!parsed.ok) return parsed
  const fields = parsed.value
  const action = wordIn(fields['action'], ACTIONS)
  if (action === null) return fail('model_bad_answer', `"action" is none of ${ACTIONS.join(', ')}`)
  if (action === 'merge_into') {
    return ok({ action, targetId: idIn(fields['target_id']), mergedText: textIn(fields['merged_text']) })
  }
  return ok({ action, reason: textIn(fields['reason']) })
}
