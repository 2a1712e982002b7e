/** Policy numbers of the storage homes, each with its unit and reason. */

/** Files of a database that can be open at once: main, write-ahead log, and one more (design.md §4). */
export const FILES_PER_DATABASE = 3
/** Free files beyond that, for copies and temporary files. */
export const SPARE_FILES = 2
/** Waits in ms before the handles are asked for again; a reloading page lets go within a second or two. */
export const ACQUIRE_BACKOFF_MS: readonly number[] = [50, 100, 200, 400, 800, 1_600]
/** Bytes of the log gathered before they go out in one call; larger transactions go out in several. */
export const GATHERED_BYTES = 256 * 1024
