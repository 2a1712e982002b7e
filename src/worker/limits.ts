/** Waits and bounds of the wiring between page, worker and service worker, each with its unit and reason. */

/** How long a page waits to show itself until its worker is being started, which takes a few milliseconds. */
export const BEGIN_WAIT_MS = 200

/** How long a starting page waits to be controlled before it goes on without (stack.md measured 0.35 s). */
export const CONTROL_WAIT_MS = 3_000

/** How long the service worker waits for a page of the app to be opened. */
export const ANY_TAB_WAIT_MS = 1_500

/** How long it waits for a leader while such a page is there: an election, a worker's start and slack. */
export const LEADER_WAIT_MS = 12_000

/** Between two calls for a port; a page that has just loaded missed the first. */
export const ASK_AGAIN_MS = 400

/** How long a request waits in the worker for the storage to open; callers of `/new_dialog` give up at 5 s. */
export const READY_WAIT_MS = 4_000

/** What a reply needs to leave the worker once it is made: reading its body takes a task or two of the event loop. */
export const REPLY_OUT_MS = 5

/**
 * Wait after a start before the token counter's table and the code of models are read, unless they are needed earlier: they
 * keep the worker busy for a tenth of a second, after the word table did (settings.ts, `TABLE_AFTER_START_MS`).
 */
export const REST_AFTER_START_MS = 2_000

/** How long a page waits to be let in by the leader's worker before it asks again. */
export const HANDSHAKE_WAIT_MS = 3_000

/** How long the body of an answer may take behind its head: it is sent with it. */
export const BODY_WAIT_MS = 10_000

/** How often a fetch that fails as a whole (a service worker stopped in between) is sent again, same key. */
export const FETCH_ATTEMPTS = 3

/** How long an answer is kept for whoever sends its request again: for as long as a page does that, and a little. */
export const ANSWER_KEPT_MS = FETCH_ATTEMPTS * BODY_WAIT_MS + 10_000

/** How long a worker that is asked to stop may take to finish what it has begun. */
export const STOP_WAIT_MS = 5_000

/** Pause before another try to start a worker or open a storage that failed. */
export const RESTART_PAUSE_MS = 1_000

/** Bytes of a file that are read or written at a stretch: far below what a phone has to spare. */
export const FILE_PIECE_BYTES = 1024 * 1024

/** Longest description of a model that is read beside the memory: they have kilobytes, few a megabyte. */
export const DESCRIPTION_LIMIT_BYTES = 16 * 1024 * 1024

/** Bytes that are unpacked at a stretch: each may stand for a thousand, as in an archive that was made to harm. */
export const INFLATED_AT_ONCE_BYTES = 16 * 1024

/** How long a hub may be silent, before its answer or within it, until the connection counts as dead. */
export const HUB_SILENCE_MS = 60_000

/** How long a model may take to load: large ones on a slow device, with the check of damaged files. */
export const MODEL_LOAD_LIMIT_MS = 180_000

/** How long one run of a few texts may take before its worker counts as dead; a long text takes a second or two. */
export const INFERENCE_LIMIT_MS = 60_000

/** Texts of one run: a query waits for one at most. A processor gains nothing from more, a graphics processor does. */
export const WASM_SLICE_TEXTS = 2
export const GPU_SLICE_TEXTS = 16

/** Idle time after which the graphics processor's copy of a model is given back. */
export const GPU_IDLE_MS = 60_000

/** Waits before another try to remove the folder of a model, whose files a worker that was just ended may still hold. */
export const FOLDER_REMOVE_BACKOFF_MS: readonly number[] = [50, 200, 500, 1_000]
