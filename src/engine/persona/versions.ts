/** Earlier texts of an entry, newest last (persona.md §2). */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { VERSION_HISTORY_MAX } from '../settings.ts'
import { toNaive } from '../time/stamp.ts'
import { entryText, staleCaches } from './entry.ts'

/** The entry with another text; the old one goes into its history, and what was made from it is cleared. */
export function rewriteEntry(entry: JsonObject, text: string, reason: string, now: Moment): JsonObject {
  const history: readonly unknown[] = Array.isArray(entry['version_history']) ? entry['version_history'] : []
  return {
    ...entry,
    text,
    ...staleCaches,
    version_history: cap([...history, version(entry, reason, now)]),
  }
}

/** The history of an entry that was made from `sources`. */
export function historyOf(sources: readonly JsonObject[], reason: string, now: Moment): unknown[] {
  return cap(sources.map((source) => version(source, reason, now)))
}

function version(entry: JsonObject, reason: string, now: Moment): JsonObject {
  return { text: entryText(entry), replaced_at: toNaive(now), reason, source_fact_id: null }
}

function cap(history: readonly unknown[]): unknown[] {
  return history.slice(-VERSION_HISTORY_MAX)
}
