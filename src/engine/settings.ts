/**
 * Every threshold, budget and interval of the engine, with its unit and the reason or source for it.
 * Nothing is tuned elsewhere. One section a module; keep sections in the order of design.md §3.
 */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
