/** Whether two statements are about the same matter, whatever of it they hold or deny. */
import { stemEnglish } from '../../text/stem-english.ts'
import type { LanguageData } from './data/language-data.ts'
import type { RuleLanguage } from './language.ts'

export interface Spelling {
  readonly language: RuleLanguage
  readonly data: LanguageData
}

/** Whether `text` says that something is not so. */
export function denies(text: string, { data }: Spelling): boolean {
  return data.corrections.denial.test(text) || data.corrections.ended.test(text)
}

/**
 * Whether all that `clause` is about stands in `fact`: "I don't work on Sundays" has nothing to do with "works at
 * Toyota". With `whole` a matter of one word must be all that the fact is about. Both matchable.
 */
export function isAbout(clause: string, fact: string, spelling: Spelling, whole: boolean): boolean {
  const said = matterOf(clause, spelling)
  const known = matterOf(fact, spelling)
  if (said.length === 0) return false
  if (spelling.language === 'zh') {
    const [words, all] = [said.join(''), known.join('')]
    if (words.length < SHORTEST_MATTER) return false
    // Nothing tells where a word ends but the end: 香菜 is not 香菜饺子.
    return whole && words.length === SHORTEST_MATTER ? all === words : all.endsWith(words)
  }
  if (whole && said.length === 1 && known.length > 1) return false
  return said.every((word) => known.includes(word))
}

/** Whether two statements are about the same, and nothing more. */
export function isTheSame(first: string, second: string, spelling: Spelling): boolean {
  return isAbout(first, second, spelling, true) && isAbout(second, first, spelling, true)
}

/** Least characters of Chinese that say what a statement is about: a verb and its object. */
const SHORTEST_MATTER = 2

/** What a text is about, without who says it, how, and whether it is so: stems of words, or the characters of each. */
function matterOf(text: string, { language, data }: Spelling): string[] {
  const { ended, never, aside, matter } = data.corrections
  if (language !== 'en') return text.toLowerCase().replace(aside, ' ').match(matter) ?? []
  const plain = text.toLowerCase().replace(never, ' ').replace(ended, ' ').replace(aside, ' ')
  const words: string[] = plain.replace(/\bha[ds]\b/gu, 'have').match(matter) ?? []
  return [...new Set(words.map(stemEnglish))]
}
