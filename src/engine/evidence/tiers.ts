/** What a score amounts to (evidence.md §5). Descriptive: a status changes by transitions only. */
import { ARCHIVE_CANDIDATE_SCORE, CONFIRMED_SCORE, PROMOTED_SCORE } from '../settings.ts'

export type EvidenceTier = 'promoted' | 'confirmed' | 'pending' | 'archive_candidate'

export function tierOf(score: number): EvidenceTier {
  if (score >= PROMOTED_SCORE) return 'promoted'
  if (score >= CONFIRMED_SCORE) return 'confirmed'
  return score <= ARCHIVE_CANDIDATE_SCORE ? 'archive_candidate' : 'pending'
}
