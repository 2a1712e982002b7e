/** What a character's memory needs before its loops start (maintenance.md §2.1, steps 5, 7 and 8). */
import { migrateFlatArchive } from '../archive/migrate-flat.ts'
import { type Core, nowOf } from '../core.ts'
import { migrateEvidence } from '../evidence/migration.ts'
import { overwriteFreed } from '../forgetting/proof.ts'
import { prepareProofs } from '../forgetting/unproved.ts'
import type { Memory } from '../memories.ts'
import { loadPersona } from '../persona/load.ts'
import { messageOf } from '../result.ts'
import { reconcile } from './reconcile.ts'

/**
 * Makes the persona where there is none, replays the tail of the event log, and runs the one-shot migrations. Each
 * step may run again, and one that fails leaves the others and waits for the next start.
 */
export async function prepareMemory(core: Core, memory: Memory): Promise<void> {
  const { store } = memory
  const [now, { ids, log }] = [nowOf(core), core.deps]
  const steps: readonly (readonly [name: string, run: () => Promise<unknown>])[] = [
    ['proofs', () => prepareProofs(core, memory)],
    // Before the marker of the migration, which would otherwise be the first of the sections.
    ['persona', () => makePersona(core, memory)],
    ['events', () => reconcile(store, now, log)],
    ['evidence', () => migrateEvidence(store, now, ids)],
    // What a kill kept from being overwritten (design.md §8a).
    ['forgetting', () => overwriteFreed(store.db)],
    ['archive', () => store.db.transaction((tx) => migrateFlatArchive(tx, store, now, ids))],
  ]
  for (const [step, run] of steps) {
    try {
      await run()
    } catch (error) {
      log.write('warn', 'memory.prepare_failed', { character: memory.name, step, error: messageOf(error) })
    }
  }
}

/** One that is there comes in step with the cards when it is next used, or in a quiet moment (engine.ts). */
async function makePersona(core: Core, memory: Memory): Promise<void> {
  const sections = await memory.store.persona.sections.list(memory.store.db)
  if (sections.length === 0) await loadPersona(core, memory)
}
