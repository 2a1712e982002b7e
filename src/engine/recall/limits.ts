/** How many rows recall gives, and how good they must be (recall.md §A9). */
import {
  RECALL_BY_TIME,
  RECALL_MIN_BM25,
  RECALL_MIN_COSINE,
  RECALL_PER_SIDE,
  RECALL_TOTAL,
  RRF_K,
} from '../settings.ts'

export interface RecallLimits {
  /** Rows of the keyword side and of the vector side that are fused. */
  readonly perSide: number
  /** Rows in all. */
  readonly total: number
  /** Rows of recall by time alone. */
  readonly byTime: number
  readonly minCosine: number
  readonly minBm25: number
  readonly rrfK: number
  /** When one side finds nothing, the other may give all `total` rows (design.md §7). */
  readonly fill: boolean
  /** Rows with the same text come back once. */
  readonly distinct: boolean
}

export const defaultLimits: RecallLimits = {
  perSide: RECALL_PER_SIDE,
  total: RECALL_TOTAL,
  byTime: RECALL_BY_TIME,
  minCosine: RECALL_MIN_COSINE,
  minBm25: RECALL_MIN_BM25,
  rrfK: RRF_K,
  fill: true,
  distinct: true,
}
