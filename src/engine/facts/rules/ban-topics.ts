/** Topics that the user asks not to have raised (facts.md §12.2). All languages are tried on every message. */
import { BAN_TEMPLATES } from './data/ban-topics.ts'
import { matchable } from './language.ts'

export interface BanTopic {
  readonly term: string
  /** Language of the template that matched. */
  readonly locale: string
}

/** Length of a term that is kept, in code points. */
const TERM_LENGTH = { min: 2, max: 40 } as const

/** Topics banned in `text`, each once; idioms ("don't mention it", 别提了) ban nothing. */
export function detectBanTopics(text: string): BanTopic[] {
  const found = new Map<string, BanTopic>()
  for (const { locale, templates, particles, idiom } of BAN_TEMPLATES) {
    // Folding keeps the length, so the term is cut out of the original.
    const folded = matchable(text, locale === 'zh' ? 'zh' : 'en')
    for (const template of templates) {
      for (const match of folded.matchAll(template)) {
        const captured = match.groups?.['term']
        if (captured === undefined) continue
        const at = match.index + match[0].lastIndexOf(captured)
        const term = clean(text.slice(at, at + captured.length), particles)
        const length = [...term].length
        if (length < TERM_LENGTH.min || length > TERM_LENGTH.max || idiom.test(matchable(term, 'zh')))
          continue
        const key = term.toLowerCase()
        if (![...found.keys()].some((other) => other.includes(key) || key.includes(other)))
          found.set(key, { term, locale })
      }
    }
  }
  return [...found.values()]
}

/** Without particles at the ends, again and again, and without punctuation around. */
function clean(term: string, particles: RegExp): string {
  let text = term
  for (;;) {
    const next = text.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, '').replace(particles, '')
    if (next === text) return text
    text = next
  }
}
