/** evidence.json: decay, tiers, seeds, signals, the daily counter and merging. */
import { applySignal, type EvidenceDelta, type SignalSource } from '../../src/engine/evidence/apply.ts'
import { mergeEvidence } from '../../src/engine/evidence/merge.ts'
import {
  effectiveDisputation,
  effectiveReinforcement,
  evidenceScore,
} from '../../src/engine/evidence/score.ts'
import { seedOf } from '../../src/engine/evidence/seed.ts'
import { markSubZero } from '../../src/engine/evidence/sub-zero.ts'
import { tierOf } from '../../src/engine/evidence/tiers.ts'
import type { JsonObject } from '../../src/engine/document.ts'
import { type GoldenAdapter, sameJson } from './golden.ts'
import { moment } from './moment.ts'

type EvidenceInput =
  | { readonly fn: 'score'; readonly entry: JsonObject; readonly now: string; readonly tz?: string }
  | { readonly fn: 'seed'; readonly max_importance: unknown }
  | { readonly fn: 'apply'; readonly entry: JsonObject; readonly steps: readonly Step[] }
  | { readonly fn: 'sub_zero'; readonly entry: JsonObject; readonly nows: readonly string[] }
  | { readonly fn: 'merge'; readonly target: JsonObject; readonly other: JsonObject }

interface Step {
  readonly source: SignalSource
  readonly delta: EvidenceDelta
  readonly now: string
}

export const evidence: GoldenAdapter = {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  answer: (input) => run(input as EvidenceInput),
  accepts: (actual, expected) => sameJson(actual, expected, { absolute: 1e-9, relative: 1e-9 }),
}

function run(input: EvidenceInput): unknown {
  switch (input.fn) {
    case 'score': {
      const now = moment(input.now, input.tz)
      const score = evidenceScore(input.entry, now)
      return {
        reinforcement: effectiveReinforcement(input.entry, now),
        disputation: effectiveDisputation(input.entry, now),
        score: score === Infinity ? 'Infinity' : score,
        status: tierOf(score),
      }
    }
    case 'seed':
      return seedOf(input.max_importance)
    case 'apply': {
      let entry = input.entry
      return input.steps.map(({ source, delta, now }) => {
        const snapshot = applySignal(entry, delta, moment(now), source)
        entry = { ...entry, ...snapshot }
        return snapshot
      })
    }
    case 'sub_zero': {
      let entry = input.entry
      return input.nows.map((now) => {
        const marked = markSubZero(entry, moment(now))
        entry = marked.entry
        return {
          incremented: marked.incremented,
          sub_zero_days: entry['sub_zero_days'] ?? null,
          date: entry['sub_zero_last_increment_date'] ?? null,
        }
      })
    }
    case 'merge': {
      const merged = mergeEvidence(input.target, input.other, moment('2026-01-01'))
      return [merged.reinforcement, merged.disputation]
    }
  }
}
