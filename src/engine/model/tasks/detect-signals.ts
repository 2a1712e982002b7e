/** Signal detection (prompts.md §7): which observations new facts reinforce or negate. */
import { ok, type Result } from '../../result.ts'
import { MODEL_ATTEMPTS, MODEL_JUDGE_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import type { Observation, SignalClaim, WeighedFact } from '../memory-model.ts'
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
  wordIn,
} from './answer.ts'
import { fillPrompt, idLines, observationLines, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface SignalInput {
  readonly facts: readonly WeighedFact[]
  readonly observations: readonly Observation[]
}

const SIGNALS = ['reinforces', 'negates'] as const

export const detectSignals: ModelTask<SignalInput, readonly SignalClaim[]> = {
  name: 'detect_signals',
  tier: 'summary',
  timeoutMs: MODEL_JUDGE_TIMEOUT_MS,
  attempts: MODEL_ATTEMPTS,
  waits: 'every',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    signals: listSchema(
      objectSchema({
        source_fact_id: textSchema,
        target_type: choiceSchema(['reflection', 'persona']),
        target_id: textSchema,
        signal: choiceSchema(SIGNALS),
        reason: textSchema,
      }),
    ),
  }),
  unasked: ({ facts, observations }) => (facts.length === 0 || observations.length === 0 ? ok([]) : null),
  prompt: ({ facts, observations }, context) =>
    fillPrompt(
      textsOf(context).detectSignals,
      { facts: idLines(facts), observations: observationLines(observations) },
      context,
    ),
  parse: (answer) => readSignals(answer),
}

/** JSON of any other shape claims nothing (facts.md §8). */
function readSignals(answer: string): Result<readonly SignalClaim[]> {
  const parsed = readJson(answer, 'leading')
  if (!parsed.ok) return parsed
  const { value } = parsed
  const signals = isObject(value) ? value['signals'] : value
  return ok(
    (isArray(signals) ? signals : []).flatMap((item) => {
      if (!isObject(item)) return []
      const source = item['source_fact_id'] ?? null
      const targetId = idIn(item['target_id'])
      const signal = wordIn(item['signal'], SIGNALS)
      if (signal === null || targetId === '' || (source !== null && typeof source !== 'string')) return []
      const sourceFactId = source === null ? null : idIn(source)
      return [{ sourceFactId, targetId, signal, reason: textIn(item['reason']) }]
    }),
  )
}
