/** Texts as the token ids of a model, by the tokenizer that came with it. */
import { PreTrainedTokenizer } from '@xenova/transformers'
import * as v from 'valibot'
import { cutTokens } from '../../engine/embedding/batches.ts'
import { messageOf } from '../../engine/result.ts'
import { EMBEDDING_UNITS_PER_TOKEN } from '../../engine/settings.ts'
import { ModelTrouble } from './trouble.ts'

export interface TextTokenizer {
  /** At most `maxTokens` ids, the marks around a text included. */
  encode(text: string): readonly number[]
  readonly padId: number
}

export interface TokenizerFiles {
  /** Contents of `tokenizer.json` and `tokenizer_config.json`; the second may be missing. */
  readonly tokenizer: string
  readonly config: string | null
  /** Rows of the model's table of tokens, where its `config.json` tells. */
  readonly vocabulary: number | null
}

/** Throws `ModelTrouble` `tokenizer_unfit` for one that can't be read or names tokens that the model has not. */
export function createTokenizer(files: TokenizerFiles, maxTokens: number): TextTokenizer {
  const tokenizer = readTokenizer(files)
  const encode = (text: string, marked: boolean) =>
    ids.parse(tokenizer(text, { return_tensor: false, add_special_tokens: marked }))
  const marks = marksBehind(encode)
  // Most vocabularies have it; where there is none the mask alone tells what is padding.
  const padId = typeof tokenizer.pad_token_id === 'number' ? tokenizer.pad_token_id : 0
  if (files.vocabulary !== null) refuseStrangers(tokenizer, files.vocabulary)
  return {
    padId,
    encode: (text) =>
      cutTokens(encode(text.slice(0, maxTokens * EMBEDDING_UNITS_PER_TOKEN), true), marks, maxTokens),
  }
}

const encoded = v.object({ input_ids: v.array(v.number()) })
const ids = { parse: (value: unknown): readonly number[] => v.parse(encoded, value).input_ids }

function readTokenizer({ tokenizer, config }: TokenizerFiles): PreTrainedTokenizer {
  try {
    const made = new PreTrainedTokenizer(JSON.parse(tokenizer), config === null ? {} : JSON.parse(config))
    // Parts that it does not know are found out when it is used.
    ids.parse(made('a', { return_tensor: false }))
    return made
  } catch (error) {
    throw new ModelTrouble('tokenizer_unfit', messageOf(error), { cause: error })
  }
}

/** How many marks stand behind a text, such as `[SEP]`. */
function marksBehind(encode: (text: string, marked: boolean) => readonly number[]): number {
  const bare = encode('a', false)
  const marked = encode('a', true)
  const before = marked.findIndex((_, start) => bare.every((id, index) => marked[start + index] === id))
  return before < 0 ? 0 : marked.length - before - bare.length
}

function refuseStrangers(tokenizer: PreTrainedTokenizer, vocabulary: number): void {
  let largest = 0
  for (const id of tokenizer.get_vocab().values()) largest = Math.max(largest, id)
  if (largest >= vocabulary) {
    throw new ModelTrouble('tokenizer_unfit', `token ${largest} of a model with ${vocabulary} tokens`)
  }
}
