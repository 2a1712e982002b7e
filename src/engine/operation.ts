/**
 * The identity and time of a write, minted by whoever first held the request (design.md, rule 7): the page's
 * client or the service worker. Applying a write never reads the clock, so applying it again adds nothing.
 */
import type { Clock, Ids, Moment } from './ports.ts'
import { isStampable } from './time/stamp.ts'

export interface Operation {
  /** The idempotency key; also the stem of ids for messages that came without one. */
  readonly id: string
  readonly at: Moment
}

export const KEY_HEADER = 'Idempotency-Key'
export const AT_HEADER = 'X-Omoide-At'
export const ZONE_HEADER = 'X-Omoide-Zone'

/**
 * Reads the operation from a request's headers. What is missing or unusable is minted here, which is right for
 * a caller without a service worker between (Node tests, the first load).
 */
export function operationOf(headers: Headers, clock: Clock, ids: Ids): Operation {
  const key = headers.get(KEY_HEADER)?.trim()
  const at = Number(headers.get(AT_HEADER) ?? NaN)
  const zone = headers.get(ZONE_HEADER)?.trim()
  return {
    id: key !== undefined && key !== '' && key.length <= MAX_KEY_LENGTH ? key : ids.uuid(),
    at: {
      instant: at > 0 && isStampable(at) ? at : clock.now(),
      zone: zone !== undefined && isZone(zone) ? zone : clock.zone(),
    },
  }
}

/** True for an IANA zone name that the platform knows. */
export function isZone(zone: string): boolean {
  if (zone === '' || zone.length > MAX_ZONE_LENGTH) return false
  if (knownZones.has(zone)) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    if (knownZones.size >= KNOWN_ZONES_LIMIT) knownZones.clear()
    knownZones.add(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Zones found good: making a format takes as long as storing a message does, and each request names its zone. */
const knownZones = new Set<string>()
const KNOWN_ZONES_LIMIT = 50

const MAX_KEY_LENGTH = 200
const MAX_ZONE_LENGTH = 100
