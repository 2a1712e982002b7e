import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { formatWallClock, parseWallClock } from './wall-clock.ts'
import { instantOf, isZone, toLocalWall, wallClockAt } from './zone.ts'

const ZONES = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]

function at(text: string, zone: string): number {
  const wall = parseWallClock(text)
  if (wall === null) throw new Error(text)
  return instantOf(wall, zone)
}

test('agrees with Temporal, on days when the clocks change too', () => {
  const zone = fc.constantFrom(...ZONES)
  const minute = fc.integer({ min: 0, max: 90 * 366 * 24 * 60 })
  fc.assert(
    fc.property(zone, minute, (name, minutes) => {
      const instant = minutes * 60_000
      const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name)
      const wall = wallClockAt({ instant, zone: name })
      expect(formatWallClock(wall)).toBe(local.toPlainDateTime().toString())
      const back = local.toPlainDateTime().toZonedDateTime(name, { disambiguation: 'compatible' })
      expect(instantOf(wall, name)).toBe(back.epochMilliseconds)
    }),
    { numRuns: 500 },
  )
})

test('a reading that happens twice means the first, one that never happens is moved on', () => {
  expect(at('2025-10-26T02:30', 'Europe/Berlin')).toBe(
    Temporal.Instant.from('2025-10-26T00:30Z').epochMilliseconds,
  )
  expect(at('2025-03-30T02:30', 'Europe/Berlin')).toBe(
    Temporal.Instant.from('2025-03-30T01:30Z').epochMilliseconds,
  )
})

test('an offset in the text wins over the zone, and is shown on its clocks', () => {
  expect(at('2025-03-09T07:05+05:30', 'Europe/Berlin')).toBe(at('2025-03-09T01:35', 'UTC'))
  const wall = parseWallClock('2025-03-09T23:30Z')
  expect(wall && formatWallClock(toLocalWall(wall, 'Asia/Shanghai'))).toBe('2025-03-10T07:30:00')
})

test('zone names are known or not', () => {
  expect([isZone('Asia/Tokyo'), isZone('Mars/Base'), isZone('')]).toEqual([true, false, false])
})
