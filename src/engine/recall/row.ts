/** Rows as callers of recall see them (recall.md §A9). */
import type { FoundRow } from './answer.ts'
import type { RecallTier } from './pool.ts'
import type { FoundTurn } from './raw-turns.ts'
import { validityOf } from './validity.ts'

/** One row as callers see it; stored values are passed on as they are. */
export interface RecalledRow {
  readonly id: unknown
  readonly text: string
  /** `turn`: not a memory, but what the user said. */
  readonly tier: RecallTier | 'turn'
  readonly entity: unknown
  /** Fused score, rounded to 6 decimals; null for recall by time alone. */
  readonly score: number | null
  readonly created_at: unknown
  readonly event_start_at: unknown
  readonly event_end_at: unknown
  /** Only on what no longer holds, with the stored stamp up to which it did. */
  readonly superseded?: true
  readonly valid_to?: unknown
}

export function rowOf({ row: { tier }, document, score }: FoundRow): RecalledRow {
  return {
    id: document['id'] ?? '',
    text: document.text,
    tier,
    entity: document['entity'] ?? null,
    score: score === null ? null : roundTo(score, 6),
    created_at: document['created_at'] ?? null,
    event_start_at: document['event_start_at'] ?? null,
    event_end_at: document['event_end_at'] ?? null,
    ...validityOf(document),
  }
}

export function rowOfTurn({ turnId, text, said, score }: FoundTurn): RecalledRow {
  return {
    id: turnId,
    text,
    tier: 'turn',
    entity: 'master',
    score: roundTo(score, 6),
    created_at: said.replace(' ', 'T'),
    event_start_at: null,
    event_end_at: null,
  }
}

export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
