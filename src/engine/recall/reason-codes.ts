/**
 * What an answer of recall says of itself when it is empty or worth less than one might think. `nothing_in_window`:
 * nothing fits the query within the period; or, for a period alone, nothing lies in it and the rows are those nearest
 * to it. `time_not_understood`: the rows are of any time.
 */
export const recallReasons = [
  'nothing_found',
  'only_weak_matches',
  'nothing_in_window',
  'time_not_understood',
] as const

export type RecallReason = (typeof recallReasons)[number]
