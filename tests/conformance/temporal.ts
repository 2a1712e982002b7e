/** temporal.json: periods, relative times, ages, cool-downs, weighted choice. */
import { weightedPick } from '../../src/engine/reflection/sample.ts'
import type { Moment } from '../../src/engine/ports.ts'
import { isCooledDown } from '../../src/engine/time/cooldown.ts'
import { normaliseEventWhen, resolveEventTimes } from '../../src/engine/time/event.ts'
import { isPast } from '../../src/engine/time/past.ts'
import { daysSince, elapsed, sinceLabel } from '../../src/engine/time/relative.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'
import { formatWallClock } from '../../src/engine/time/wall-clock.ts'
import { parseWallWindow } from '../../src/engine/time/window.ts'
import {
  type GoldenAdapter,
  type JsonRecord,
  listOf,
  numberOf,
  recordOf,
  textOf,
  textOrNull,
} from './golden.ts'

export const temporal: GoldenAdapter = {
  answer(input) {
    const zone = textOrNull(input, 'tz') ?? 'UTC'
    switch (input['fn']) {
      case 'window': {
        const window = parseWallWindow(textOrNull(input, 'spec'), zone)
        return window === null ? null : [stampOf(window.start), stampOf(window.end)]
      }
      case 'event_when':
        return normaliseEventWhen(input['raw'])
      case 'event_times': {
        const times = resolveEventTimes(normaliseEventWhen(input['raw']), textOf(input, 'anchor'), zone, {
          fallbackStart: input['fallback_start'] === true,
          fallbackEnd: input['fallback_end'] === true,
        })
        return [times.start, times.end]
      }
      case 'days_since':
        return daysSince(input['anchor'], nowOf(input, zone))
      case 'since_label': {
        const days = daysSince(input['anchor'], nowOf(input, zone))
        return days === null ? '' : sinceLabel(days, textOf(input, 'lang'))
      }
      case 'is_past': {
        const entry = recordOf(input, 'entry')
        return isPast(entry['temporal_scope'], entry, nowOf(input, zone))
      }
      case 'cooldown':
        return isCooledDown(input['last'], numberOf(input, 'seconds'), nowOf(input, zone))
      case 'elapsed':
        return elapsed(numberOf(input, 'seconds'), textOf(input, 'lang'))
      case 'weighted_pick':
        return pick(input)
      default:
        throw new TypeError(`unknown fn ${String(input['fn'])}`)
    }
  },
}

function stampOf(seconds: number): string {
  return formatWallClock({ seconds, micros: 0, offset: null })
}

export function nowOf(input: JsonRecord, zone: string): Moment {
  const instant = parseStamp(input['now'], zone)
  if (instant === null) throw new TypeError('"now" is no stamp')
  return { instant, zone }
}

function pick(input: JsonRecord): unknown[] {
  const weights = listOf(input, 'weights').map(Number)
  const draws = listOf(input, 'draws').map(Number)
  let drawn = 0
  const draw = () => {
    const uniform = draws[drawn]
    drawn += 1
    if (uniform === undefined) throw new Error('more numbers were drawn than the case has')
    return uniform
  }
  return weightedPick(
    listOf(input, 'items'),
    (_item, index) => weights[index] ?? 0,
    numberOf(input, 'k'),
    draw,
  )
}
