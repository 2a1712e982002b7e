/** The identity of an embedding model, kept beside each vector: two models are never compared (embeddings.md §2). */
export interface EmbeddingModel {
  readonly profile: string
  readonly dimension: number
  readonly quantization: 'int8' | 'fp32'
  /** Tokens of the longest input. */
  readonly maxLength: number
}

export function modelId({ profile, dimension, quantization, maxLength }: EmbeddingModel): string {
  return `${profile}-${dimension}d-${quantization}-mlen${maxLength}`
}

/** The dimension that an id names; null for an id of another form. */
export function modelDimension(id: unknown): number | null {
  const named = typeof id === 'string' ? /-(\d+)d-(?:int8|fp32)(?:-mlen\d+)?$/.exec(id) : null
  return named === null ? null : Number(named[1])
}
