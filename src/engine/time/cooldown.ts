/** Whether enough time has gone by since something was last done. */
import type { Moment } from '../ports.ts'
import { parseStamp } from './stamp.ts'

/** True `seconds` after the stamp `last`, and whenever `last` is no readable stamp; false for a future one. */
export function isCooledDown(last: unknown, seconds: number, now: Moment): boolean {
  const then = parseStamp(last, now.zone)
  return then === null || now.instant - then >= seconds * 1000
}
