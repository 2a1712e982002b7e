/**
 * The embedding models that the app knows: where they are, what they need, and how their output becomes a vector
 * (embeddings.md §1). A profile's id goes into what is stored; the names of models stay out of it.
 */

/** Which hidden states make the vector of a text. */
export type Pooling = 'mean' | 'cls' | 'last'

/** What a vector is for: models that are trained for search expect different openings of query and text. */
export type EmbedPurpose = 'query' | 'entry'

export type Quantization = 'int8' | 'fp32'

/** How texts become vectors, whichever way the model came here. */
export interface EncoderRecipe {
  readonly pooling: Pooling
  /** Values of the hidden states. */
  readonly width: number
  /** Widths that a vector may be cut to; the whole width alone for models that were not trained for it. */
  readonly steps: readonly number[]
  /** Tokens after which a text is cut. */
  readonly maxTokens: number
  readonly prefix: Readonly<Record<EmbedPurpose, string>>
}

export interface ModelProfile extends EncoderRecipe {
  readonly id: string
  /** Owner and name on the hub. */
  readonly repository: string
  /** A commit, or a branch whose commit is written down at the installation. */
  readonly revision: string
  /** The name as people know it; proper names are not translated. */
  readonly name: string
  /** BCP 47 tags of the languages it is good at; `mul` for many. */
  readonly languages: readonly string[]
  /** SPDX identifier. */
  readonly licence: string
  /** Whether the licence allows use for money. */
  readonly commercial: boolean
  /** Bytes of a download, roughly: the hub's own list is what counts in the end. */
  readonly bytes: Readonly<Record<Quantization, number>>
}

const NO_PREFIX = { query: '', entry: '' } as const

/** Small ones first. */
export const modelProfiles: readonly ModelProfile[] = [
  {
    id: 'local-zh-small-v1',
    repository: 'Xenova/bge-small-zh-v1.5',
    revision: 'main',
    name: 'BGE small zh v1.5',
    languages: ['zh'],
    licence: 'MIT',
    commercial: true,
    bytes: { int8: 24_500_000, fp32: 96_300_000 },
    pooling: 'cls',
    width: 512,
    steps: [512],
    maxTokens: 512,
    prefix: { query: '为这个句子生成表示以用于检索相关文章：', entry: '' },
  },
  {
    id: 'local-en-small-v1',
    repository: 'Xenova/bge-small-en-v1.5',
    revision: 'main',
    name: 'BGE small en v1.5',
    languages: ['en'],
    licence: 'MIT',
    commercial: true,
    bytes: { int8: 34_800_000, fp32: 133_900_000 },
    pooling: 'cls',
    width: 384,
    steps: [384],
    maxTokens: 512,
    prefix: { query: 'Represent this sentence for searching relevant passages: ', entry: '' },
  },
  {
    id: 'local-multilingual-small-v1',
    repository: 'Xenova/multilingual-e5-small',
    revision: 'main',
    name: 'Multilingual E5 small',
    languages: ['mul'],
    licence: 'MIT',
    commercial: true,
    bytes: { int8: 135_400_000, fp32: 487_400_000 },
    pooling: 'mean',
    width: 384,
    steps: [384],
    maxTokens: 512,
    prefix: { query: 'query: ', entry: 'passage: ' },
  },
  {
    // The reference's own (embeddings.md §1): neither prefix is applied there, for queries and texts alike.
    id: 'local-text-retrieval-v1',
    repository: 'jinaai/jina-embeddings-v5-text-nano-retrieval',
    revision: 'ac5d898c8d382b17167c33e5c8af644a3519b47d',
    name: 'Jina v5 nano retrieval',
    languages: ['mul'],
    licence: 'CC-BY-NC-4.0',
    commercial: false,
    bytes: { int8: 250_000_000, fp32: 960_000_000 },
    pooling: 'last',
    width: 768,
    steps: [32, 64, 128, 256, 512, 768],
    maxTokens: 1024,
    prefix: NO_PREFIX,
  },
]

export function findProfile(id: string): ModelProfile | undefined {
  return modelProfiles.find((profile) => profile.id === id)
}
