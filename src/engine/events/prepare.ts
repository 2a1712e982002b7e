/** What a character's memory needs before its loops start (maintenance.md §2.1, steps 7 and 8). */
import { migrateFlatArchive } from '../archive/migrate-flat.ts'
import { type Core, nowOf } from '../core.ts'
import { migrateEvidence } from '../evidence/migration.ts'
import type { Memory } from '../memories.ts'
import { reconcile } from './reconcile.ts'

/** Replays the tail of the event log, then runs the one-shot migrations. Each of them may run again. */
export async function prepareMemory(core: Core, { store }: Memory): Promise<void> {
  const [now, { ids, log }] = [nowOf(core), core.deps]
  await reconcile(store, now, log)
  await migrateEvidence(store, now, ids)
  await store.db.transaction((tx) => migrateFlatArchive(tx, store, now, ids))
}
