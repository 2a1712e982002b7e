/** Moving absorbed facts out of the active list once they are old enough (facts.md §9, §1.2). */
import type { Moment, Transaction } from '../ports.ts'
import { FACT_ARCHIVE_AGE_MS, FACT_ARCHIVE_PAUSE_MS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'

const LAST_ATTEMPT = 'facts_archive.last_attempt'

/** Ids that went to the archive; none when the last attempt is less than a day ago. */
export async function archiveFacts(
  tx: Transaction,
  store: CharacterStore,
  now: Moment,
): Promise<readonly string[]> {
  const last = parseStamp((await store.documents.get(tx, LAST_ATTEMPT))?.trim(), now.zone)
  if (last !== null && now.instant - last < FACT_ARCHIVE_PAUSE_MS) return []
  await store.documents.put(tx, LAST_ATTEMPT, toNaive(now))
  const ids = (await store.facts.list(tx)).flatMap((row) => {
    const old = row.createdInstant !== null && now.instant - row.createdInstant > FACT_ARCHIVE_AGE_MS
    return row.absorbed && old && row.id !== null ? [row.id] : []
  })
  await store.facts.archive(tx, ids, now.instant)
  // Only active facts are looked for by the full-text check.
  for (const id of ids) await store.facts.fts.delete(tx, id)
  return ids
}
