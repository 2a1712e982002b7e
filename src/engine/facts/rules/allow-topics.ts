/** Topics that the user allows again. Only what is banned is looked for, so a loose word of leave can do no harm. */
import { casefold } from '../../text/casefold.ts'
import { collapseSpace } from '../../text/whitespace.ts'
import { ALLOW_LANGUAGES, type AllowLanguage } from './data/allow-topics.ts'
import { matchable } from './language.ts'

/** Those of the `banned` terms that `text` gives leave to raise again. */
export function allowedTopics(text: string, banned: readonly string[]): string[] {
  const allowed = new Set<string>()
  for (const language of ALLOW_LANGUAGES) {
    const folded = matchable(text, language.locale === 'zh' ? 'zh' : 'en')
    for (const sentence of folded.split(/[.!?。！？\n;；…]+/u)) {
      const clauses = clausesOf(sentence, language)
      const permits = (clause: string): boolean =>
        language.permits.some((pattern) => pattern.test(clause)) && !language.denies.test(clause)
      const excepts = language.except.test(sentence)
      for (const [index, clause] of clauses.entries()) {
        if (!permits(clause)) continue
        const anything = language.anything.test(clause)
        // "Anything but this": what is named is what stays banned.
        if (anything && excepts) continue
        for (const term of banned) {
          if (anything || names(clause, term) || isHeading(clauses[index - 1], term)) allowed.add(term)
        }
      }
    }
  }
  return [...allowed]
}

/** Clauses of a sentence: one may ban what the other allows. */
function clausesOf(sentence: string, { joints }: AllowLanguage): string[] {
  return sentence
    .split(/[,，、:：—]+/u)
    .flatMap((part) => part.split(joints))
    .map(collapseSpace)
    .filter((part) => part !== '')
}

/** Longest thing beside the term in a clause that only names it ("as for …", 关于…这件事). */
const HEADING_EXTRA = 12

/** True for a clause that only names the topic, which the next one is about. */
function isHeading(clause: string | undefined, term: string): boolean {
  return clause !== undefined && clause.length <= term.length + HEADING_EXTRA && names(clause, term)
}

/** Whether a clause names the topic: by its words in any form where they are set apart by spaces, else literally. */
function names(clause: string, term: string): boolean {
  const said = casefold(clause)
  const topic = casefold(matchable(term, 'zh')).replace(DETERMINER, '')
  if (!SPACED.test(topic)) return said.includes(topic) || said.includes(casefold(term))
  const spoken = wordsOf(said)
  const words = wordsOf(topic)
  return words.length > 0 && words.every((word) => spoken.some((other) => sameWord(word, other)))
}

const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}\p{P}\s]+$/u
const DETERMINER =
  /^(?:(?:the|my|your|his|her|our|their|this|that|a|an|any|el|la|los|las|mi|mis|o|os|as|meu|minha|мою|мой|моя|моё|моего|моей|моих|мои) )+/u

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Letters at the end that may differ between two forms of a word, and letters that must not. */
const ENDING = 2
const STEM = 4

function sameWord(a: string, b: string): boolean {
  if (a === b || a === `${b}s` || b === `${a}s`) return true
  const shortest = Math.min(a.length, b.length)
  const stem = Math.max(STEM, Math.max(a.length, b.length) - ENDING)
  return shortest >= stem && a.slice(0, stem) === b.slice(0, stem)
}
