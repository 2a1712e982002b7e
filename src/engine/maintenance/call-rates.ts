/** How often new conversations were asked for (maintenance.md §9.12): counted, written down each minute, reset. */
import type { Log } from '../ports.ts'

export interface CallRates {
  count(character: string): void
  /** Writes the counts at debug level, zero too, and begins anew. */
  flush(): void
}

export function createCallRates(log: Log): CallRates {
  const counts = new Map<string, number>()
  return {
    count: (character) => void counts.set(character, (counts.get(character) ?? 0) + 1),
    flush() {
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
      log.write('debug', 'new_dialog.calls', { total, byCharacter: Object.fromEntries(counts) })
      counts.clear()
    },
  }
}
