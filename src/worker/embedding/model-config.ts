/** What the files of a model say about it, beside the graph. */
import * as v from 'valibot'
import type { Pooling } from '../../engine/embedding/profiles.ts'

export interface ModelConfig {
  /** Values of the hidden states; null where the file does not tell. */
  readonly width: number | null
  /** Longest input in tokens. */
  readonly maxTokens: number | null
  /** Rows of the table of tokens. */
  readonly vocabulary: number | null
}

/** Reads `config.json`; what can't be read is not known. */
export function modelConfig(text: string): ModelConfig {
  const parsed = v.safeParse(config, jsonOf(text))
  const { hidden_size, max_position_embeddings, vocab_size } = parsed.success ? parsed.output : {}
  return {
    width: hidden_size ?? null,
    maxTokens: max_position_embeddings ?? null,
    vocabulary: vocab_size ?? null,
  }
}

/** The longest input by `tokenizer_config.json`; null when it does not say, or says "no end" as some do. */
export function tokenizerLimit(text: string): number | null {
  const parsed = v.safeParse(v.object({ model_max_length: v.number() }), jsonOf(text))
  return parsed.success && parsed.output.model_max_length <= LONGEST_SAID
    ? parsed.output.model_max_length
    : null
}

/** Tokenizers without a limit write a number of thirty digits. */
const LONGEST_SAID = 1_000_000

/** Reads `1_Pooling/config.json` of the Sentence Transformers; null when it says nothing that is known here. */
export function poolingConfig(text: string): Pooling | null {
  const parsed = v.safeParse(pooling, jsonOf(text))
  if (!parsed.success) return null
  if (parsed.output.pooling_mode_cls_token === true) return 'cls'
  if (parsed.output.pooling_mode_lasttoken === true) return 'last'
  return parsed.output.pooling_mode_mean_tokens === true ? 'mean' : null
}

const count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)))
const config = v.object({ hidden_size: count, max_position_embeddings: count, vocab_size: count })
const flag = v.optional(v.boolean())
const pooling = v.object({
  pooling_mode_cls_token: flag,
  pooling_mode_lasttoken: flag,
  pooling_mode_mean_tokens: flag,
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
