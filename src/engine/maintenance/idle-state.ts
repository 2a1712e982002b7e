/**
 * A character's part of `idle_maintenance_state.json` (recent.md §7.4): what the review and the second compression
 * attempt remember of their failures. The document keeps the reference's keys, unknown ones included.
 */
import { integerOr, isTruthy, parseObject, patchObject, textField } from '../document.ts'
import type { Sql } from '../ports.ts'
import { type BackupCounters, noBackupFailures } from '../recent/backup.ts'
import { freshReviewState, type ReviewState } from '../recent/review.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { readFingerprint } from '../text/fingerprint.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'

const DOCUMENT = 'idle_maintenance_state'

export async function readReviewState(store: CharacterStore, sql: Sql, zone: string): Promise<ReviewState> {
  const state = parseObject((await store.documents.get(sql, DOCUMENT)) ?? '')
  if (state === null) return freshReviewState
  return {
    lastReviewAt: parseStamp(textField(state, 'last_review_ts'), zone),
    cutoffTail: readFingerprint(state['last_reviewed_cutoff_tail']),
    failAttempts: integerOr(state['review_fail_attempts'], 0),
    failFingerprint: readFingerprint(state['review_fail_fp']),
    exhaustionAttempts: integerOr(state['review_output_exhaustion_attempts'], 0),
    exhaustionMinTokens: integerOr(state['review_output_exhaustion_min_context_tokens'], 0),
    exhaustionBlocked: isTruthy(state['review_output_exhaustion_blocked']),
  }
}

/** `clean` sets `review_clean`, which a success does and new human messages undo; left out it stays. */
export async function writeReviewState(
  store: CharacterStore,
  sql: Sql,
  state: ReviewState,
  zone: string,
  clean?: boolean,
): Promise<void> {
  await patch(store, sql, {
    ...(clean === undefined ? {} : { review_clean: clean }),
    last_review_ts: state.lastReviewAt === null ? null : toNaive({ instant: state.lastReviewAt, zone }),
    last_reviewed_cutoff_tail: state.cutoffTail,
    review_fail_attempts: state.failAttempts,
    review_fail_fp: state.failFingerprint,
    review_output_exhaustion_attempts: state.exhaustionAttempts,
    review_output_exhaustion_min_context_tokens: state.exhaustionMinTokens,
    review_output_exhaustion_blocked: state.exhaustionBlocked,
  })
}

/** New human messages: what was reviewed is no longer all there is (routes.md §5). */
export async function clearReviewClean(store: CharacterStore, sql: Sql): Promise<void> {
  const doc = await store.documents.get(sql, DOCUMENT)
  if (doc === null || !isTruthy(parseObject(doc)?.['review_clean'])) return
  await patch(store, sql, { review_clean: false })
}

export async function readBackupCounters(store: CharacterStore, sql: Sql): Promise<BackupCounters> {
  const state = parseObject((await store.documents.get(sql, DOCUMENT)) ?? '')
  if (state === null) return noBackupFailures
  return {
    attempts: integerOr(state['compress_backup_fail_attempts'], 0),
    fingerprint: readFingerprint(state['compress_backup_fail_fp']),
  }
}

export async function writeBackupCounters(
  store: CharacterStore,
  sql: Sql,
  counters: BackupCounters,
): Promise<void> {
  await patch(store, sql, {
    compress_backup_fail_attempts: counters.attempts,
    compress_backup_fail_fp: counters.fingerprint,
  })
}

async function patch(store: CharacterStore, sql: Sql, changes: Record<string, unknown>): Promise<void> {
  const doc = (await store.documents.get(sql, DOCUMENT)) ?? '{}'
  // A document that cannot be read is one that an import brought; what it held is in the import.
  const base = parseObject(doc) === null ? '{}' : doc
  await store.documents.put(sql, DOCUMENT, patchObject(base, changes))
}
