/** The activity clock (routes.md §1.7): one instant for all characters, started with the engine. */
import type { Clock, Instant } from './ports.ts'
import { IDLE_MS, QUIET_MS } from './settings.ts'

export interface Activity {
  /** Called at the start of `/cache`, `/process`, `/renew`, `/settle` and `/new_dialog`, and by nothing else. */
  touch(): void
  /** True when nobody has done anything for `IDLE_MS`. */
  idle(): boolean
  /** True when the conversation rests: nobody has done anything for `QUIET_MS`. */
  quiet(): boolean
  last(): Instant
  /** When the conversation began that goes on, or went on last: the first activity after a rest. */
  since(): Instant
}

export function createActivity(clock: Clock): Activity {
  let last = clock.now()
  let since = last
  return {
    touch() {
      const now = clock.now()
      if (now - last >= QUIET_MS) since = now
      last = now
    },
    idle: () => clock.now() - last >= IDLE_MS,
    quiet: () => clock.now() - last >= QUIET_MS,
    last: () => last,
    since: () => since,
  }
}
