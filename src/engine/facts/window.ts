/**
 * When extraction runs and what it reads (facts.md §2). Pure decisions over a small state that is stored with the
 * character, so that a restart neither loses a turn nor reads one twice. Cursors are row ids of the time index.
 */
import { isObject, type JsonObject } from '../document.ts'
import type { Instant, TokenCounter } from '../ports.ts'
import {
  EXTRACT_MAX_FAILURES,
  EXTRACT_PAUSE_MS,
  EXTRACT_RETRY_MAX_MS,
  EXTRACT_RETRY_MS,
  EXTRACT_TURNS,
  EXTRACT_TURNS_TALKING,
  EXTRACT_WINDOW_ROWS,
  EXTRACT_WINDOW_TOKENS,
  PATH_B_EVERY,
} from '../settings.ts'
import type { ErrorCode } from '../errors.ts'

export type Path = 'a' | 'b'

export interface PathState {
  /** Last row that this path is done with; null before the first turn. */
  readonly row: number | null
  /** Unusable answers about the window that starts behind `row`. */
  readonly failures: number
}

export interface ExtractState {
  /** Batches with something said by the user since the last pass that was finished. */
  readonly turnsSince: number
  readonly lastCheckAt: Instant | null
  readonly a: PathState
  readonly b: PathState
  /** Finished passes of path A since path B last ran. */
  readonly bTicks: number
  /** Calls in a row that did not reach a model, and when to try again. */
  readonly unreachable: number
  readonly retryAt: Instant | null
}

export const initialState: ExtractState = {
  turnsSince: 0,
  lastCheckAt: null,
  a: { row: null, failures: 0 },
  b: { row: null, failures: 0 },
  bTicks: 0,
  unreachable: 0,
  retryAt: null,
}

/** The state that `stored` spells; what is missing or unusable is as at the beginning. */
export function readState(stored: unknown): ExtractState {
  const state: JsonObject = isObject(stored) ? stored : {}
  return {
    turnsSince: count(state['turnsSince']),
    lastCheckAt: whole(state['lastCheckAt']),
    a: readPath(state['a']),
    b: readPath(state['b']),
    bTicks: count(state['bTicks']),
    unreachable: count(state['unreachable']),
    retryAt: whole(state['retryAt']),
  }
}

/**
 * A batch was kept that starts at row `firstRow`. The first batch ever sets the cursors, so that nothing said
 * before (an import) is read, and nothing from now on is missed.
 */
export function noteBatch(state: ExtractState, firstRow: number, byUser: boolean): ExtractState {
  const before = firstRow - 1
  return {
    ...state,
    turnsSince: state.turnsSince + (byUser ? 1 : 0),
    a: { ...state.a, row: state.a.row ?? before },
    b: { ...state.b, row: state.b.row ?? before },
  }
}

/**
 * Whether path A is due (facts.md §2). Rules ask nobody, so nothing is saved by waiting; while a conversation goes on,
 * a model is asked about more turns at once.
 */
export function isDue(
  state: ExtractState,
  at: {
    readonly now: Instant
    readonly idle: boolean
    readonly model: 'prompted' | 'rules'
    readonly talking?: boolean
  },
): boolean {
  if (state.a.row === null) return false
  if (at.model === 'rules') return state.turnsSince > 0
  if (state.retryAt !== null && at.now < state.retryAt) return false
  const first = state.lastCheckAt === null
  if (at.talking === true && !first && state.turnsSince < EXTRACT_TURNS_TALKING) return false
  if (state.turnsSince >= EXTRACT_TURNS) return true
  if (state.turnsSince === 0) return false
  if (state.lastCheckAt === null) return at.idle
  // A clock that was set back must not silence extraction.
  return at.now - state.lastCheckAt >= EXTRACT_PAUSE_MS || at.now < state.lastCheckAt
}

export interface WindowRow {
  readonly id: number
  readonly role: 'human' | 'ai' | 'other'
  /** Empty for what holds no text. */
  readonly text: string
}

/** Rows to fetch behind the cursor: fewer after unusable answers, so that a bad turn is alone at the end. */
export function rowLimit(failures: number): number {
  return Math.max(1, Math.ceil(EXTRACT_WINDOW_ROWS / 2 ** (failures * 2)))
}

/** The rows of one window: as many as fit the token budget, at least one; `more` when some are left. */
export function cutWindow<Row extends WindowRow>(
  rows: readonly Row[],
  limit: number,
  tokens: TokenCounter,
  budget = EXTRACT_WINDOW_TOKENS,
): { window: readonly Row[]; more: boolean } {
  let spent = 0
  let end = 0
  for (const row of rows.slice(0, limit)) {
    spent += tokens.count(row.text)
    if (spent > budget && end > 0) break
    end += 1
  }
  return { window: rows.slice(0, end), more: rows.length > end }
}

/** For path B: from the first to the last thing the user said; empty when that is nothing (facts.md §2.2). */
export function humanSpan<Row extends WindowRow>(rows: readonly Row[]): readonly Row[] {
  const spoken = rows.filter((row) => row.role !== 'other' && row.text !== '')
  const first = spoken.findIndex((row) => row.role === 'human')
  const last = spoken.findLastIndex((row) => row.role === 'human')
  return first < 0 ? [] : spoken.slice(first, last + 1)
}

/** The window up to `row` is dealt with. */
export function advance(state: ExtractState, path: Path, row: number): ExtractState {
  return { ...state, [path]: { row, failures: 0 }, unreachable: 0, retryAt: null }
}

/** Path A has read everything. `batches` of the state that the pass started with are done; later ones are not. */
export function finishPass(
  state: ExtractState,
  batches: number,
  now: Instant,
  learnt: boolean,
): ExtractState {
  return {
    ...state,
    turnsSince: Math.max(0, state.turnsSince - batches),
    lastCheckAt: now,
    bTicks: state.bTicks + (learnt ? 1 : 0),
  }
}

export function isPathBDue(state: ExtractState): boolean {
  return state.bTicks >= PATH_B_EVERY
}

export function startPathB(state: ExtractState): ExtractState {
  return { ...state, bTicks: 0 }
}

/**
 * A call failed. A model that cannot be reached, or turns us away, costs nothing but a pause. An unusable answer
 * counts against the window, which is given up at the fifth (`givenUp`): the caller moves on and says so.
 */
export function noteFailure(
  state: ExtractState,
  path: Path,
  code: ErrorCode,
  now: Instant,
): { state: ExtractState; givenUp: boolean } {
  if (unusable.has(code)) {
    const failures = state[path].failures + 1
    return {
      state: { ...state, [path]: { ...state[path], failures } },
      givenUp: failures >= EXTRACT_MAX_FAILURES,
    }
  }
  const pause = Math.min(
    EXTRACT_RETRY_MAX_MS,
    EXTRACT_RETRY_MS * 2 ** Math.min(state.unreachable, MAX_DOUBLINGS),
  )
  // A server may turn away what is too long for it, so the next window is smaller; a wrong key loses nothing.
  const failures = Math.min(
    state[path].failures + (code === 'model_refused' ? 1 : 0),
    EXTRACT_MAX_FAILURES - 1,
  )
  return {
    state: {
      ...state,
      [path]: { ...state[path], failures },
      unreachable: state.unreachable + 1,
      retryAt: now + pause,
    },
    givenUp: false,
  }
}

/** While powerful memory is off: nothing of this time is read later (facts.md §2). */
export function skipTo(state: ExtractState, row: number | null, now: Instant): ExtractState {
  const at = (path: PathState): PathState => ({ row: row ?? path.row, failures: 0 })
  return { ...state, turnsSince: 0, lastCheckAt: now, a: at(state.a), b: at(state.b) }
}

/** Failures that lie in the answer, not in the way to the model. */
const unusable: ReadonlySet<ErrorCode> = new Set(['model_bad_answer', 'model_output_exhausted'])
/** Enough for the longest pause; more would overflow. */
const MAX_DOUBLINGS = 10

function readPath(stored: unknown): PathState {
  const path: JsonObject = isObject(stored) ? stored : {}
  return { row: whole(path['row']), failures: count(path['failures']) }
}

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

function count(value: unknown): number {
  return Math.max(0, whole(value) ?? 0)
}
