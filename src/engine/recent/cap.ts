/** The last resort against a history without bound (recent.md §6): old messages go, after a failed backup only. */
import type { TokenCounter } from '../ports.ts'
import { RECENT_HARD_CAP_TOKENS, RECENT_KEPT_ITEMS } from '../settings.ts'
import type { HistoryEdit } from './align.ts'
import type { StoredMessage } from './message.ts'
import { rawText } from './render.ts'

export interface CapLimits {
  readonly tokens: number
  /** Newest messages that stay whatever they cost. */
  readonly keep: number
}

export const defaultCap: CapLimits = { tokens: RECENT_HARD_CAP_TOKENS, keep: RECENT_KEPT_ITEMS }

/**
 * What to remove so that raw contents fit `limits.tokens`: nothing (null) when they do, otherwise the oldest
 * messages after a leading memo, which stays.
 */
export function hardCap(
  history: readonly StoredMessage[],
  counter: TokenCounter,
  limits: CapLimits = defaultCap,
): HistoryEdit | null {
  const costs = history.map((stored) => counter.count(rawText(stored)))
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  if (total <= limits.tokens) return null
  const start = history[0]?.type === 'system' ? 1 : 0
  let used = start === 1 ? (costs[0] ?? 0) : 0
  let first = history.length
  while (first > start) {
    const cost = costs[first - 1] ?? 0
    if (history.length - first >= limits.keep && used + cost > limits.tokens) break
    used += cost
    first -= 1
  }
  return first === start ? null : { start, remove: first - start, insert: [] }
}
