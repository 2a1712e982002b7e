/** The exact token counter. Its table is large: import this module only when it is wanted. */
import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { createO200kCounter } from '../engine/text/tokens.ts'

/** Spellings such as `<|endoftext|>` in what somebody said are text, not commands (the package would throw). */
const asText = { disallowedSpecial: new Set<string>() }

export const o200kCounter = createO200kCounter(
  (text) => encode(text, asText),
  (ids) => decode(ids),
)
