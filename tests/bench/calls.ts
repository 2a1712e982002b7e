/** Model calls of a user turn over the scripted day, by purpose, beside those of the reference's schedule. */
import { live } from './day/live.ts'
import { type Purpose, scriptedModel } from './day/model.ts'
import { referenceCalls } from './day/reference.ts'
import { type Conversation, scriptedDay } from './day/script.ts'

const TARGET = 0.35

/** Calls of a day, a user turn and by purpose. */
export interface CallsOfDay {
  readonly per_turn: number
  readonly by_purpose: Readonly<Record<string, number>>
}

export interface CallsLine extends CallsOfDay {
  readonly bench: string
  readonly turns: number
  readonly baseline: string
  readonly baseline_calls: CallsOfDay
  /** Ours by the reference's. */
  readonly ratio: number
  readonly target: string
  readonly met: boolean
}

/** One line in full mode and one with rules; only the first `conversations` of the day where a number is given. */
export async function benchCalls(
  conversations: number | null,
  tell: (line: CallsLine) => void,
): Promise<void> {
  const day = scriptedDay().slice(0, conversations ?? undefined)
  const { model, calls } = scriptedModel(day)
  const reference = new Map([...calls, ...referenceCalls(day, await live(day, model))])
  for (const [purpose, count] of calls) if (unscheduled.has(purpose)) reference.set(purpose, count)
  const full = callsOf(day, calls)
  const baseline = callsOf(day, reference)
  tell({
    ...lineOf('full mode', day, full, baseline),
    target: `at most ${TARGET} calls a user turn, never more than the reference`,
    met: full.per_turn <= TARGET && [...calls].every(([task, count]) => count <= (reference.get(task) ?? 0)),
  })

  const asked = scriptedModel(day)
  await live(day, null)
  const rules = callsOf(day, asked.calls)
  tell({ ...lineOf('rules', day, rules, baseline), target: 'no call', met: rules.per_turn === 0 })
}

/** Asked for by what happens, whatever the schedule. */
const unscheduled: ReadonlySet<Purpose> = new Set<Purpose>([
  'synthesise',
  'checkFeedback',
  'decidePromotion',
  'resolveCorrections',
  'findNegativeTargets',
])

function lineOf(mode: string, day: readonly Conversation[], ours: CallsOfDay, baseline: CallsOfDay) {
  return {
    bench: `model calls of a day, ${mode}`,
    turns: turnsOf(day),
    ...ours,
    baseline: 'schedule of the reference over the same day',
    baseline_calls: baseline,
    ratio: Number((ours.per_turn / baseline.per_turn).toPrecision(3)),
  }
}

function callsOf(day: readonly Conversation[], calls: ReadonlyMap<Purpose, number>): CallsOfDay {
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0)
  return {
    per_turn: Number((total / turnsOf(day)).toPrecision(3)),
    by_purpose: Object.fromEntries([...calls].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function turnsOf(day: readonly Conversation[]): number {
  return day.reduce((sum, { turns }) => sum + turns.length, 0)
}
