/** Which pending reflections a proactive message may ask about (reflections.md §5.1). Pure. */
import { isObject, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'
import { SURFACE_KEY_LENGTH, SURFACE_WEIGHT_BASE } from '../settings.ts'
import { collapseSpace, SPACE_CLASS } from '../text/whitespace.ts'
import { parseStamp } from '../time/stamp.ts'
import { weightedPick } from './sample.ts'

export interface FollowupOptions {
  readonly now: Moment
  /** How many to take at most. */
  readonly count: number
  /** Uniform draws in [0, 1); without them the first are taken. */
  readonly draw: (() => number) | null
  readonly weightBase?: number
}

/** Eligible ones without repeats: all when they are few enough, otherwise the first or a weighted sample. */
export function selectFollowups(pending: readonly unknown[], options: FollowupOptions): JsonObject[] {
  const seen = new Set<string>()
  const eligible = pending.filter(isObject).filter((entry) => {
    const due = parseStamp(entry['next_eligible_at'], options.now.zone)
    if (due !== null && due > options.now.instant) return false
    if (evidenceScore(entry, options.now) < 0) return false
    const key = followupKey(entry['text'])
    if (key === '' || seen.has(key)) return false
    seen.add(key)
    return true
  })
  if (eligible.length <= options.count) return eligible
  if (options.draw === null) return eligible.slice(0, options.count)
  const base = options.weightBase ?? SURFACE_WEIGHT_BASE
  const weightOf = (entry: JsonObject): number => Math.max(evidenceScore(entry, options.now), 0) + base
  return weightedPick(eligible, weightOf, options.count, options.draw)
}

/** What makes two follow-ups the same: the text with single blanks, long ones by their beginning. */
export function followupKey(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = collapseSpace(value)
  const characters = [...text]
  if (characters.length <= SURFACE_KEY_LENGTH) return text
  return `${characters.slice(0, SURFACE_KEY_LENGTH).join('').replace(trailing, '')}...`
}

const trailing = new RegExp(`[${SPACE_CLASS}]+$`, 'u')
