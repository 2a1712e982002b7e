/** Confirming and promoting by age alone, while powerful memory is off (reflections.md §10). No model is asked. */
import type { Memory } from '../memories.ts'
import type { Moment } from '../ports.ts'
import { AGE_CONFIRM_MS, AGE_PROMOTE_MS } from '../settings.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import type { ReflectionDeps } from './deps.ts'
import { personaFact, type PersonaWrites } from './promote.ts'
import { changeReflections, reflectionsOf } from './rows.ts'
import { changeStatus } from './status.ts'
import { confirmSurfaced } from './surfaced.ts'

export interface AgePromotionReport {
  readonly confirmed: readonly string[]
  readonly promoted: readonly string[]
  readonly denied: readonly string[]
}

/**
 * One pass in one transaction. What is confirmed in it waits for its own time before it is promoted; what
 * contradicts the persona stays confirmed and is tried again.
 */
export async function promoteByAge(
  deps: Pick<ReflectionDeps, 'now' | 'onReflections'> & { readonly persona: () => Promise<PersonaWrites> },
  memory: Memory,
): Promise<AgePromotionReport> {
  const persona = await deps.persona()
  return changeReflections(deps, memory, 'promotion_by_age', async (writes) => {
    const { tx, store, now } = writes
    const [confirmed, promoted, denied]: [string[], string[], string[]] = [[], [], []]
    const due = (await reflectionsOf(tx, store, 'confirmed')).filter(({ document }) =>
      isOld(document['confirmed_at'], AGE_PROMOTE_MS, now),
    )
    for (const { id, document } of await reflectionsOf(tx, store, 'pending')) {
      if (!isOld(document['created_at'], AGE_CONFIRM_MS, now)) continue
      const fields = { confirmed_at: toNaive(now), auto_confirmed: true }
      await changeStatus(writes, { id, from: 'pending', to: 'confirmed', fields })
      confirmed.push(id)
    }
    for (const reflection of due) {
      const { id } = reflection
      const added = await persona.add(tx, personaFact(reflection, 'reflection_time_driven'), now)
      if (added === 'added') {
        const fields = { promoted_at: toNaive(now) }
        await changeStatus(writes, { id, from: 'confirmed', to: 'promoted', fields })
        promoted.push(id)
      } else if (added === 'rejected_card') {
        const fields = { denied_reason: 'rejected_by_persona_card_time_driven' }
        await changeStatus(writes, { id, from: 'confirmed', to: 'denied', fields })
        denied.push(id)
      }
    }
    await confirmSurfaced(tx, store, new Set([...confirmed, ...promoted, ...denied]), now)
    return { confirmed, promoted, denied }
  })
}

/** False where the stamp is missing or cannot be read. */
function isOld(stamp: unknown, age: number, now: Moment): boolean {
  const then = parseStamp(stamp, now.zone)
  return then !== null && now.instant - then >= age
}
