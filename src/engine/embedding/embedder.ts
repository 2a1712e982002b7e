/**
 * What makes vectors (design.md §7). `static`: the built-in word table, at once and on every device, good for recall
 * only. `onnx`: a transformer model that the user chose, slower, good for everything.
 */
import type { Instant } from '../ports.ts'
import type { EmbedPurpose } from './profiles.ts'

export type EmbedderKind = 'static' | 'onnx'

export interface Embedder {
  readonly kind: EmbedderKind
  /** Identity kept beside each vector (`model-id.ts`); vectors of two ids are never compared. */
  readonly modelId: string
  /** Values of a vector. */
  readonly dimension: number
  /**
   * Unit vectors in the order of `texts`; null for a text without one (empty, or no known word). Calls run one after
   * another. Rejects when inference fails; nothing is remembered of a failed call.
   */
  embed(
    texts: readonly string[],
    signal?: AbortSignal,
    /** Left out: texts of memory. Models that are trained for search tell what is sought from what is found. */
    purpose?: EmbedPurpose,
  ): Promise<readonly (Float32Array | null)[]>
  /**
   * The vector of one text at once, by embedders that can: the static one. Left out by those that must wait.
   */
  embedNow?(text: string): Float32Array | null
  /**
   * One query, to be compared word by word; by embedders that know words: the static one. `tells` gives how much each
   * of the words (as the table writes them) tells the rows apart that are searched.
   */
  askByWords?(query: string, tells: (words: readonly string[]) => ArrayLike<number>): WordQuery
}

export interface WordQuery {
  /** Its unit vector, words that tell more counting more; null when it has no known word. */
  readonly vector: Float32Array | null
  /** How much of the query `text` says in these words or like ones: 0 for nothing, 1 for all. */
  likeness(text: string): number
}

/** Why there is no embedder, or not the one that was chosen; words for it are in the catalogue. */
export type EmbedderTrouble =
  | 'not_installed'
  | 'file_missing'
  | 'checksum_wrong'
  | 'tokenizer_unfit'
  | 'graph_unfit'
  /** The vectors of the probe texts did not pass (`self-test.ts`). */
  | 'vectors_unusable'
  | 'inference_failed'
  | 'device_lost'

export type EmbedderState =
  /** The user wants none. */
  | { readonly state: 'off' }
  /** Nothing was loaded yet, or it is being loaded. */
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly embedder: Embedder }
  /** It failed and will be tried again at `retryAt`; null: only when the user asks (embeddings.md §4, mended). */
  | { readonly state: 'failed'; readonly trouble: EmbedderTrouble; readonly retryAt: Instant | null }

/** The embedder of the whole engine: one at a time, chosen in the settings. */
export interface EmbedderProvider {
  current(): EmbedderState
  /** Starts loading when nothing is loaded; never waits and never throws. */
  requestLoad(): void
  /** Calls `listener` after each change of `current()`; the returned function ends that. */
  onChange(listener: () => void): () => void
  /** Told by whoever saw a call of the embedder fail. */
  failed(embedder: Embedder, error: unknown): void
}
