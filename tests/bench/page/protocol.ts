/** What the page of the bench and its worker say to each other, and what the bench prints. */

/** Something to measure in a dedicated worker. */
export type Order =
  | { readonly part: 'turn'; readonly rounds: number }
  | { readonly part: 'recall'; readonly items: number; readonly rounds: number }
  /** Leaves so many facts in the storage of the app that is at the same address, and nothing measured. */
  | { readonly part: 'app memory'; readonly items: number }
  /** A memory that `recall` has left is opened, by one start of one worker; 0 items: an empty one. */
  | { readonly part: 'recall boot'; readonly items: number }
  /** Words and meaning over what `recall` has left; the worker stays until its memory was measured. */
  | { readonly part: 'recall hybrid'; readonly items: number; readonly rounds: number }
  | { readonly part: 'context'; readonly rounds: number }
  | { readonly part: 'forget'; readonly items: number; readonly rounds: number }
  /** Loops at work with a model that takes its time, or with rules. */
  | { readonly part: 'busy'; readonly by: 'model' | 'rules'; readonly rounds: number }

export type Answer =
  { readonly ok: true; readonly line: BenchLine } | { readonly ok: false; readonly error: string }

/** What a worker holds, in bytes. */
export interface WorkerMemory {
  /** By the browser's own measurement: objects and buffers. */
  readonly heap: number
  /** Memories of WebAssembly. */
  readonly wasm: number
}

/** Milliseconds. */
export interface Spread {
  readonly samples: number
  readonly p50: number
  readonly p95: number
}

/** One line of the output: what was measured beside its baseline, both by turns in one run. */
export interface BenchLine {
  readonly bench: string
  readonly ms: Spread
  readonly baseline: string
  readonly baseline_ms: Spread
  /** Measured by baseline, at the middle and at the slow end. */
  readonly ratio_p50: number
  readonly ratio_p95: number
  /** Times and sizes that have no baseline. */
  readonly also?: Readonly<Record<string, number>>
  /** What is aimed at, in words, and whether this run got there. */
  readonly target?: string
  readonly met?: boolean
}
