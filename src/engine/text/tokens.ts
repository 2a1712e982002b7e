/**
 * Token counts and cuts (recent.md §5). Lengths are in Unicode code points; a cut never splits one.
 * The counter is fixed for an engine at start (design.md §5), so that budgets don't change while running.
 */
import type { TokenCounter } from '../ports.ts'

/** Cost of one code point of Han, kana (full and half width) or a Hangul syllable, and of any other. */
const CJK_COST = 1.5
const OTHER_COST = 0.25

/** The reference's counter where no tokenizer is loaded: `max(1, ceil(1.5·CJK + 0.25·other))`. */
export const heuristicCounter: TokenCounter = {
  identity: 'heuristic:v1',
  count(text) {
    let cost = 0
    for (const character of text) cost += costOf(character)
    return Math.ceil(cost)
  },
  truncate(text, tokens) {
    let cost = 0
    let end = 0
    for (const character of text) {
      cost += costOf(character)
      if (cost > tokens) return text.slice(0, end)
      end += character.length
    }
    return text
  },
}

/**
 * A counter over an o200k_base tokenizer. `encode` must take special-token spellings in the text as plain
 * text; `decode` gives the text of a list of ids, with U+FFFD for a character that was cut in two.
 */
export function createO200kCounter(
  encode: (text: string) => readonly number[],
  decode: (ids: readonly number[]) => string,
): TokenCounter {
  return {
    identity: 'tiktoken:o200k_base',
    count: (text) => (text === '' ? 0 : encode(text).length),
    truncate(text, tokens) {
      if (text === '' || tokens <= 0) return ''
      const ids = encode(text)
      if (ids.length <= tokens) return text
      return sharedPrefix(text, decode(ids.slice(0, Math.floor(tokens))))
    },
  }
}

/**
 * `text` when it fits in `headTokens + tailTokens`, otherwise its start, `separator` and its end, together
 * within that sum. The separator is paid from the head's share first, then from the tail's; where it does
 * not leave room for any text, the result is the start alone.
 */
export function headTail(
  counter: TokenCounter,
  text: string,
  headTokens: number,
  tailTokens: number,
  separator: string,
): string {
  const head = Math.max(0, headTokens)
  const tail = Math.max(0, tailTokens)
  if (counter.count(text) <= head + tail) return text
  const paid = counter.count(separator)
  if (paid >= head + tail) return counter.truncate(text, head + tail)
  const owed = Math.max(0, paid - head)
  const start = counter.truncate(text, Math.max(0, head - paid))
  return start + separator + suffix(counter, text, tail - owed)
}

const sentenceEnds = new Set(['.', '!', '?', '。', '！', '？', '…', '\n'])

/** `text` up to and with its last sentence end; empty when there is none (recent.md §5.4). */
export function lastSentenceEnd(text: string): string {
  for (let index = text.length; index > 0; index -= 1) {
    if (sentenceEnds.has(text.charAt(index - 1))) return text.slice(0, index)
  }
  return ''
}

/** The longest end of `text` of at most `tokens` tokens. A longer end never counts less, so halving finds it. */
function suffix(counter: TokenCounter, text: string, tokens: number): string {
  if (tokens <= 0) return ''
  const starts: number[] = []
  let offset = 0
  for (const character of text) {
    starts.push(offset)
    offset += character.length
  }
  starts.push(offset)
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (counter.count(text.slice(starts[middle])) <= tokens) high = middle
    else low = middle + 1
  }
  return text.slice(starts[low])
}

function costOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  const cjk =
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xff66 && code <= 0xff9f) ||
    (code >= 0xac00 && code <= 0xd7af)
  return cjk ? CJK_COST : OTHER_COST
}

function sharedPrefix(text: string, decoded: string): string {
  let end = 0
  for (const character of decoded) {
    if (!text.startsWith(character, end)) break
    end += character.length
  }
  return text.slice(0, end)
}
