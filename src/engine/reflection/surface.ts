/** Which pending reflections a proactive message may ask about (reflections.md §5.1). Pure. */
import { isObject, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'
import { SURFACE_KEY_LENGTH, SURFACE_WEIGHT_BASE } from '../settings.ts'
import { collapseSpace, SPACE_CLASS } from '../text/whitespace.ts'
import { parseStamp } from '../time/stamp.ts'

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
  const weights = eligible.map((entry) => Math.max(evidenceScore(entry, options.now), 0) + base)
  return weightedPick(eligible, weights, options.count, options.draw)
}

/** What makes two follow-ups the same: the text with single blanks, long ones by their beginning. */
export function followupKey(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = collapseSpace(value)
  const characters = [...text]
  if (characters.length <= SURFACE_KEY_LENGTH) return text
  return `${characters.slice(0, SURFACE_KEY_LENGTH).join('').replace(trailing, '')}...`
}

/**
 * Sampling without replacement: the largest `ln(u) / weight` win. Items of weight 0 or less never do, and no
 * draw is spent on them.
 */
export function weightedPick<T>(
  items: readonly T[],
  weights: readonly number[],
  count: number,
  draw: () => number,
): T[] {
  const keyed = items.flatMap((item, index) => {
    const weight = weights[index] ?? 0
    return weight > 0 ? [{ item, key: Math.log(Math.max(draw(), SMALLEST_DRAW)) / weight }] : []
  })
  return keyed
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ item }) => item)
}

/** Stands for a draw of 0, whose logarithm is none. */
const SMALLEST_DRAW = 1e-12
const trailing = new RegExp(`[${SPACE_CLASS}]+$`, 'u')
