/** Counting the days on which evidence speaks against an entry, and when that is enough (evidence.md §8). */
import { integerOr, isTruthy, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { SUB_ZERO_ARCHIVE_DAYS } from '../settings.ts'
import { civilDay } from '../time/stamp.ts'
import { evidenceScore } from './score.ts'

/**
 * The mark step: counts today once when the score is below 0. The tally is of a lifetime; days need not follow each
 * other, and a score that recovers takes nothing back. Protected entries are never counted.
 */
export function markSubZero(
  entry: JsonObject,
  now: Moment,
): { readonly incremented: boolean; readonly entry: JsonObject } {
  const today = civilDay(now)
  const counts =
    !isTruthy(entry['protected']) &&
    evidenceScore(entry, now) < 0 &&
    entry['sub_zero_last_increment_date'] !== today
  if (!counts) return { incremented: false, entry }
  const days = integerOr(entry['sub_zero_days'], 0) + 1
  return {
    incremented: true,
    entry: { ...entry, sub_zero_days: days, sub_zero_last_increment_date: today },
  }
}

/** Whether the tally is full, whatever the score says now. */
export function isArchiveDue(entry: JsonObject): boolean {
  return !isTruthy(entry['protected']) && integerOr(entry['sub_zero_days'], 0) >= SUB_ZERO_ARCHIVE_DAYS
}
