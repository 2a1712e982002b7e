/** time_recall.json: periods of rows, recall by time, by words within a period, and which path a request takes. */
import { queryMemory } from '../../src/engine/recall/hybrid.ts'
import { rowTimes } from '../../src/engine/recall/row-time.ts'
import { toNaive } from '../../src/engine/time/stamp.ts'
import { parseTimeWindow } from '../../src/engine/time/window.ts'
import { type GoldenAdapter, type JsonRecord, recordOf, textOrNull } from './golden.ts'
import { acceptsRecall, hybridAnswer } from './hybrid-recall.ts'
import { limitsOf, poolOf } from './recall-input.ts'

export const timeRecall: GoldenAdapter = {
  answer(input) {
    switch (input['fn']) {
      case 'event_window':
        return eventWindow(input)
      case 'time_only':
        return timeOnly(input)
      case 'query_time':
        return hybridAnswer(input)
      case 'route':
        return route(input)
      default:
        throw new TypeError(`unknown fn ${String(input['fn'])}`)
    }
  },
  accepts: acceptsRecall,
}

function eventWindow(input: JsonRecord): [string, string] | null {
  const zone = zoneOf(input)
  const times = rowTimes(recordOf(input, 'item'), zone)
  if (times === null) return null
  return [toNaive({ instant: times.start, zone }), toNaive({ instant: times.end, zone })]
}

async function timeOnly(input: JsonRecord): Promise<unknown> {
  const envelope = await recall(input, null)
  return {
    ids: envelope.results.map((row) => row.id),
    tiers: envelope.results.map((row) => row.tier),
    candidates_total: envelope.candidates_total,
  }
}

async function route(input: JsonRecord): Promise<unknown> {
  const envelope = await recall(input, textOrNull(input, 'query'))
  return {
    mode: envelope.time === undefined ? 'query' : 'time',
    ids: envelope.results.map((row) => row.id),
    candidates_total: envelope.candidates_total,
  }
}

function recall(input: JsonRecord, query: string | null) {
  const now = { instant: 0, zone: zoneOf(input) }
  return queryMemory(poolOf(input), { query, time: textOrNull(input, 'time') }, now, {
    limits: limitsOf(input),
    parseTime: parseTimeWindow,
  })
}

function zoneOf(input: JsonRecord): string {
  return textOrNull(input, 'tz') ?? 'UTC'
}
