/** What the user decides about embeddings, and what a page is shown of them. Plain data: it crosses a port. */
import type { ErrorCode } from '../errors.ts'
import type { Instant } from '../ports.ts'
import type { Failure, Result } from '../result.ts'
import type { QuantizationChoice, WidthChoice } from './choice.ts'
import type { Pooling, Quantization } from './profiles.ts'

/** What runs a model: the processor by WebAssembly, or the graphics processor by WebGPU. */
export type EmbeddingBackend = 'wasm' | 'webgpu'

/** Where models are downloaded from. */
export interface ModelHub {
  /** The hub itself, or a mirror of the same layout. */
  readonly origin: string
  /** Further origins that it sends a download on to; each needs the user's yes like the first. */
  readonly fileOrigins: readonly string[]
}

export interface EmbeddingSettings {
  /** `none`, `static` (the built-in table), or the id of an installed model. */
  readonly choice: string
  readonly width: WidthChoice
  readonly quantization: QuantizationChoice
  /** `auto`: the graphics processor for much at once, where it is a real one. `webgpu`: any, also an emulated one. */
  readonly backend: 'auto' | EmbeddingBackend
  readonly hub: ModelHub
}

export const defaultEmbedding: EmbeddingSettings = {
  choice: 'static',
  width: 'auto',
  quantization: 'auto',
  backend: 'auto',
  hub: {
    origin: 'https://huggingface.co',
    fileOrigins: [
      'https://cas-bridge.xethub.hf.co',
      'https://cdn-lfs.huggingface.co',
      'https://cdn-lfs.hf.co',
      'https://cdn-lfs-us-1.hf.co',
      'https://cdn-lfs-eu-1.hf.co',
    ],
  },
}

/** A model of a profile, or one that the user brought. */
export interface EmbeddingModelView {
  readonly id: string
  readonly name: string
  /** On the hub; null for one that came from files. */
  readonly repository: string | null
  readonly languages: readonly string[]
  /** Null where it is not known. */
  readonly licence: string | null
  readonly commercial: boolean
  readonly pooling: Pooling
  readonly width: number
  readonly steps: readonly number[]
  /** Bytes of a download, roughly. Null for a model that came from files. */
  readonly bytes: Readonly<Record<Quantization, number>> | null
  readonly installed: {
    readonly bytes: number
    readonly quantization: Quantization
    readonly at: Instant
  } | null
}

export type InstallPhase = 'asking' | 'fetching' | 'checking' | 'testing'

export interface InstallView {
  /** Of the profile, or the repository, or of what was imported. */
  readonly name: string
  readonly phase: InstallPhase
  readonly doneBytes: number
  /** 0 while it is not known. */
  readonly totalBytes: number
  /** It stopped; everything it had written is gone, unless it goes on by itself (`retryAt`) or can (`goesOn`). */
  readonly failure: Failure | null
  readonly retryAt: Instant | null
  /** The user can let it go on where it stopped. */
  readonly goesOn: boolean
}

export interface EmbeddingStatus {
  readonly choice: string
  readonly state: 'off' | 'waiting' | 'ready' | 'failed'
  readonly failure: Failure | null
  /** When it is tried again; null: only when the user asks. */
  readonly retryAt: Instant | null
  /** The model at work; null for the built-in table and while there is none. */
  readonly running: {
    readonly modelId: string
    readonly dimension: number
    /** What makes many vectors at once. */
    readonly bulk: EmbeddingBackend
    /** Why the graphics processor is not used although there is one. */
    readonly refused: ErrorCode | null
  } | null
  readonly models: readonly EmbeddingModelView[]
  readonly install: InstallView | null
  /** False in browsers without OPFS, and in a temporary memory. */
  readonly canInstall: boolean
  /** Bytes that the browser says this site may still store; null where it does not say. */
  readonly freeBytes: number | null
}

/** What to download: a profile, or a repository of the user's choice. */
export type InstallRequest =
  | { readonly profile: string }
  | { readonly repository: string; readonly revision: string; readonly pooling: Pooling | null }

export interface ImportRequest {
  /** Whose files they are said to be; null: a model of its own. */
  readonly profile: string | null
  /** Of a model of its own: what to call it, and how it pools where its files do not say. */
  readonly name: string
  readonly pooling: Pooling | null
  /** The files of a folder by their paths in it, or one ZIP archive. */
  readonly files: readonly { readonly path: string; readonly content: Blob }[]
}

/** What a page may ask; part of `OmoideApi`. */
export interface EmbeddingApi {
  embedding(): Promise<EmbeddingStatus>
  /** Resolves once the download is under way; its progress is in the status. */
  installEmbeddingModel(request: InstallRequest): Promise<Result<null>>
  importEmbeddingModel(request: ImportRequest): Promise<Result<null>>
  /** Stops an installation and takes away what it left, or puts a failed one out of sight. */
  cancelEmbeddingInstall(): Promise<Result<null>>
  /** Goes on with a download that broke off. */
  resumeEmbeddingInstall(): Promise<Result<null>>
  removeEmbeddingModel(id: string): Promise<Result<null>>
  /** Tries the chosen model again after it failed. */
  retryEmbedding(): Promise<Result<null>>
}
