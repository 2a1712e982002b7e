/** The recordings' times: naive stamps, in UTC unless a case says otherwise. */
import type { Moment } from '../../src/engine/ports.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'

export function moment(stamp: string, zone = 'UTC'): Moment {
  const instant = parseStamp(stamp, zone)
  if (instant === null) throw new Error(`not a stamp: ${stamp}`)
  return { instant, zone }
}
