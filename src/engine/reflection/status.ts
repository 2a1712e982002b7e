/** How reflections change their status: the table of reflections.md §6, and nothing beside it. */
import type { JsonObject } from '../document.ts'
import { recordEvent } from '../events/record.ts'
import type { Ids } from '../ports.ts'
import { toNaive } from '../time/stamp.ts'
import { isTerminal } from './record.ts'
import type { Reflection, ReflectionWrites } from './rows.ts'
import { closeSurfaced } from './surfaced.ts'

export type ReflectionStatus = 'pending' | 'confirmed' | 'promoted' | 'merged' | 'denied' | 'promote_blocked'

/** Transitions that a status change may make; removal and archiving are no changes of status. */
const legal: Readonly<Record<string, readonly ReflectionStatus[]>> = {
  pending: ['confirmed', 'denied'],
  confirmed: ['promoted', 'merged', 'denied', 'promote_blocked'],
}

export interface StatusChange {
  readonly id: string
  /** What the caller decided on; when the stored status is another, the newer one stays. */
  readonly from: ReflectionStatus
  readonly to: ReflectionStatus
  /** Further fields that the transition writes. */
  readonly fields?: JsonObject
  readonly cause?: string | null
}

/** The reflection after the change; null, and nothing changed, when it is gone or no longer `from`. */
export async function changeStatus(
  writes: ReflectionWrites,
  change: StatusChange,
): Promise<Reflection | null> {
  const reflection = await expected(writes, change)
  const { to, fields = {}, cause = null } = change
  return (
    reflection && writes.patch(reflection, { status: to, ...fields }, { what: `reflection.${to}`, cause })
  )
}

export interface JournaledChange {
  readonly id: string
  readonly from: ReflectionStatus
  readonly to: 'promoted' | 'merged' | 'denied' | 'promote_blocked'
  readonly reason?: string
  /** The model's own words for a rejection. */
  readonly explanation?: string
  readonly absorbedInto?: string
}

/** A change that the event log carries too, so that a reference that reads an exported folder follows it. */
export async function changeStatusJournaled(
  writes: ReflectionWrites,
  ids: Ids,
  change: JournaledChange,
): Promise<Reflection | null> {
  const reflection = await expected(writes, change)
  if (reflection === null) return null
  const { id, from, to, reason, explanation, absorbedInto } = change
  const { tx, store, now } = writes
  const ts = toNaive(now)
  const payload = {
    reflection_id: id,
    from,
    to,
    ts,
    ...(absorbedInto === undefined ? {} : { absorbed_into: absorbedInto }),
    ...(reason === undefined ? {} : { reason }),
    ...(explanation === undefined ? {} : { reject_explanation: explanation }),
  }
  const cause = await recordEvent(tx, store, { type: 'reflection.state_changed', payload }, now, ids)
  const fields = {
    status: to,
    [`${to}_at`]: ts,
    ...(absorbedInto === undefined ? {} : { absorbed_into: absorbedInto }),
    ...(reason === undefined
      ? {}
      : { [to === 'denied' ? 'denied_reason' : 'promote_blocked_reason']: reason }),
    ...(explanation === undefined ? {} : { reject_reason: explanation }),
  }
  return writes.patch(reflection, fields, { what: `reflection.${to}`, cause })
}

/** The user said it is not so: an active reflection is denied, and whether or not it is one, nobody asks again. */
export async function denyReflection(
  writes: ReflectionWrites,
  id: string,
  cause: string | null = null,
): Promise<boolean> {
  const reflection = await writes.get(id)
  const active = reflection !== null && !isTerminal(reflection.document['status'])
  if (active) {
    const fields = { status: 'denied', denied_at: toNaive(writes.now) }
    await writes.patch(reflection, fields, { what: 'reflection.denied', cause })
  }
  await closeSurfaced(writes.tx, writes.store, id, 'denied', writes.now)
  return active
}

/** The stored reflection when it is as the caller decided on it. Throws for a transition that does not exist. */
async function expected(
  writes: ReflectionWrites,
  { id, from, to }: Pick<StatusChange, 'id' | 'from' | 'to'>,
): Promise<Reflection | null> {
  if (legal[from]?.includes(to) !== true) throw new Error(`a reflection never goes from ${from} to ${to}`)
  const reflection = await writes.get(id)
  return reflection?.document['status'] === from ? reflection : null
}
