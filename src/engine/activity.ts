/** The activity clock (routes.md §1.7): one instant for all characters, started with the engine. */
import type { Clock, Instant } from './ports.ts'
import { IDLE_MS } from './settings.ts'

export interface Activity {
  /** Called at the start of `/cache`, `/process`, `/renew`, `/settle` and `/new_dialog`, and by nothing else. */
  touch(): void
  /** True when nobody has done anything for `IDLE_MS`. */
  idle(): boolean
  last(): Instant
}

export function createActivity(clock: Clock): Activity {
  let last = clock.now()
  return {
    touch() {
      last = clock.now()
    },
    idle: () => clock.now() - last >= IDLE_MS,
    last: () => last,
  }
}
