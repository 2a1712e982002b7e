/** Fresh age anchors for confirmed reflections, before powerful memory is switched off (routes.md §4.7, §9.6). */
import { type Core, nowOf } from '../core.ts'
import { patchObject } from '../document.ts'
import { messageOf } from '../result.ts'
import { toNaive } from '../time/stamp.ts'

/** Sets `confirmed_at` to now on every confirmed reflection of every configured character; how many there were. */
export async function resetConfirmedAt(core: Core): Promise<number> {
  const now = nowOf(core)
  let count = 0
  for (const { name } of await core.registry.list()) {
    try {
      count += await core.memories.read(
        name,
        ({ store }) =>
          store.db.transaction(async (tx) => {
            const confirmed = await store.reflections.byStatus(tx, 'confirmed')
            for (const { seq, doc, ...hot } of confirmed) {
              await store.reflections.update(tx, seq, patchObject(doc, { confirmed_at: toNaive(now) }), hot)
            }
            return confirmed.length
          }),
        () => 0,
      )
    } catch (error) {
      core.deps.log.write('warn', 'reflections.reset_failed', { character: name, error: messageOf(error) })
    }
  }
  return count
}
