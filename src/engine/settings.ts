/**
 * Every threshold, budget and interval of the engine, with its unit and the reason or source for it.
 * Nothing is tuned elsewhere. One section a module; keep sections in the order of design.md §3.
 */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

// ------------------------------------------------------------------------------------------------- routes

/** Code points of a character name on the memory server (routes.md §1.2). */
export const CHARACTER_NAME_MAX = 50
/** Code points of a character name on the main server (routes.md §9). */
export const IMPORT_NAME_MAX = 100
/** Bytes of a request body (routes.md §1.5). */
export const BODY_MAX_BYTES = 16 * 1024 * 1024
/** Longest wait of `/new_dialog` for a settle or renew in progress: its callers give up at 5 s (design.md §4). */
export const NEW_DIALOG_WAIT_MS = 4 * SECOND_MS
/** Limits of the recent-memory editor (routes.md §9.3): items, UTF-16 units an item, units in all. */
export const EDITOR_MAX_ITEMS = 10_000
export const EDITOR_MAX_ITEM_CHARS = 32_768
export const EDITOR_MAX_TOTAL_CHARS = 2_097_152
/** How long the reply of an idempotent request is kept; a client gives up long before. */
export const IDEMPOTENCY_TTL_MS = DAY_MS

// ------------------------------------------------------------------------------------------------- outbox

/** Failed runs after which an operation is given up (maintenance.md §3.4). */
export const OUTBOX_MAX_ATTEMPTS = 5
/** Replayed operations that run at once after a start (maintenance.md §3.5). */
export const OUTBOX_REPLAY_CONCURRENCY = 2
/** Lines from which a log without pending operations is compacted at a start (maintenance.md §3.6). */
export const OUTBOX_COMPACT_LINES = 1_000

// -------------------------------------------------------------------------------------------- maintenance

/** Quiet time after which the engine counts as idle, and as long idle (maintenance.md §7). */
export const IDLE_MS = 10 * SECOND_MS
export const LONG_IDLE_MS = 1_800 * SECOND_MS
