/** What the user said, as a question about reflections shows it. */
import type { TokenCounter } from '../ports.ts'
import { JUDGED_TEXT_TOKENS } from '../settings.ts'
import { headTail } from '../text/tokens.ts'

/** Long texts cut to head and tail, where what they are about and what they come to stands. */
export function judgedTexts(texts: readonly string[], tokens: TokenCounter): string[] {
  const tail = Math.floor(JUDGED_TEXT_TOKENS / 2)
  return texts.map((text) => headTail(tokens, text, JUDGED_TEXT_TOKENS - tail, tail, ' … '))
}
