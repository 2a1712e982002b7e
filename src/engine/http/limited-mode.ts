/** Limited mode (routes.md §1.3): what is answered while the memory cannot be used. */
export type BlockingReason =
  | 'migration_pending'
  | 'recovery_required'
  | 'selection_required'
  | 'storage_startup_blocked_after_init'
  | 'runtime_initializing'

/** Paths that are let through in limited mode. */
const alwaysOpen = new Set([
  '/health',
  '/shutdown',
  '/internal/storage/startup/continue',
  '/internal/storage/startup/block',
])

/** The 409 for `path`, or null when the path is let through. */
export function limitedModeReply(path: string, reason: BlockingReason): Response | null {
  if (alwaysOpen.has(path)) return null
  return Response.json(
    {
      ok: false,
      error_code: 'storage_startup_blocked',
      blocking_reason: reason,
      limited_mode: true,
      error: texts[reason],
    },
    { status: 409 },
  )
}

const texts: Readonly<Record<BlockingReason, string>> = {
  migration_pending: 'Stored memory is about to be moved. Nothing was changed; try again when that is done.',
  recovery_required: 'Stored memory has to be recovered first. Nothing was changed.',
  selection_required: 'A place for the memory has to be chosen first. Nothing was changed.',
  storage_startup_blocked_after_init: 'The memory was asked to pause. Nothing was changed; try again later.',
  runtime_initializing: 'The memory is starting. Nothing was changed; try again in a moment.',
}
