/**
 * The labels that rules give to the `feedback` and `signals` items of a labelled set, through the model's port, and
 * the windows that recall understands for its `time` items.
 */
import * as v from 'valibot'
import { extractByRules } from '../../src/engine/facts/rules/index.ts'
import type { FeedbackVerdict, ModelContext } from '../../src/engine/model/memory-model.ts'
import { createRulesModel } from '../../src/engine/model/rules.ts'
import { understandTime } from '../../src/engine/time/relative-window.ts'

const model = createRulesModel({ extract: extractByRules })

/** The set's texts speak of the user in the engine's words, so these names occur in none of them. */
const context: ModelContext = {
  character: 'bench',
  language: 'en',
  userName: 'BenchUser',
  characterName: 'BenchCharacter',
  now: { instant: 0, zone: 'UTC' },
}

const feedbackItems = v.array(v.object({ observation: v.string(), reply: v.string() }))
const signalItems = v.array(v.object({ observation: v.string(), fact: v.string() }))

/** For each item whether the reply confirms, denies or ignores the observation that was just raised. */
export async function answerFeedback(items: unknown): Promise<FeedbackVerdict[]> {
  const labels: FeedbackVerdict[] = []
  for (const { observation, reply } of v.parse(feedbackItems, items)) {
    const result = await model.checkFeedback(
      { reflections: [{ id: 'ref', text: observation }], messages: [reply] },
      context,
    )
    labels.push(result.ok ? (result.value[0]?.feedback ?? 'ignored') : 'ignored')
  }
  return labels
}

/** For each item whether the fact reinforces or negates the observation, or neither. */
export async function answerSignals(items: unknown): Promise<('reinforces' | 'negates' | 'none')[]> {
  const labels: ('reinforces' | 'negates' | 'none')[] = []
  for (const { observation, fact } of v.parse(signalItems, items)) {
    const result = await model.detectSignals(
      {
        facts: [{ id: 'fact', text: fact, importance: 5, entity: 'master', createdAt: '' }],
        observations: [{ promptId: 'reflection.ref', text: observation, score: 0 }],
      },
      context,
    )
    labels.push(result.ok ? (result.value[0]?.signal ?? 'none') : 'none')
  }
  return labels
}

const timeItems = v.array(v.object({ phrase: v.string(), now: v.string(), zone: v.string() }))

/** For each item the window `[start, end)` of its phrase as ISO instants, or null when it is not understood. */
export function answerTime(items: unknown): ([string, string] | null)[] {
  return v.parse(timeItems, items).map(({ phrase, now, zone }) => {
    const window = understandTime(phrase, { instant: Date.parse(now), zone })
    return window && [new Date(window.start).toISOString(), new Date(window.end).toISOString()]
  })
}
