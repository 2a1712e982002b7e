/**
 * What language a piece of text is in, as far as the rules speak it, and the text as rules read it: same
 * length as the original, so that an offset found in one is an offset in the other.
 */
import { foldHan } from '../../text/fold.ts'

/** Languages that the rules are written for. */
export type RuleLanguage = 'zh' | 'en' | 'ja'

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const HAN = /\p{Script=Han}/u
const LATIN = /\p{Script=Latin}/u
const OTHER = /[\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Thai}]/u
const ENGLISH =
  /\b(?:the|a|an|i|i'm|my|is|was|and|to|of|in|it|it's|you|that|for|on|not|no|yes|at|with|but|me|we)\b/gi
const ROMANCE =
  /\b(?:el|la|los|las|de|que|y|es|en|un|una|mi|yo|por|con|não|eu|meu|minha|você|uma|os|com|je|le|les|et|est|mon|ma|ich|und|der|die|das|ist|nicht|mein|il|di|sono|che)\b/gi

/**
 * The language of `text`: Japanese when there is kana, Chinese when there is Han without kana, English when
 * its letters are Latin and its small words are English; null for what the rules don't speak.
 */
export function languageOf(text: string): RuleLanguage | null {
  if (OTHER.test(text)) return null
  if (KANA.test(text)) return 'ja'
  if (HAN.test(text)) return 'zh'
  if (!LATIN.test(text)) return null
  const english = text.match(ENGLISH)?.length ?? 0
  const romance = text.match(ROMANCE)?.length ?? 0
  return romance > english ? null : 'en'
}

/**
 * `text` for matching: Han characters folded to simplified ones (not for Japanese), curly apostrophes and
 * full-width letters and digits made plain. Same length as `text`, in UTF-16 units.
 */
export function matchable(text: string, language: RuleLanguage): string {
  const plain = text
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[！-～]/g, narrow)
    .replace(/[\u00a0\u3000]/g, ' ')
  if (language === 'en') return plain.replace(SMALL_I, 'I')
  return language === 'zh' ? foldSameLength(plain).replace(/著(?![名作])/g, '着') : plain
}

/** "i" for "I", as people type it; not in "i.e." or in a list "i)". */
const SMALL_I = /(?<![\p{L}\p{N}.'-])i(?=$|[ ,!?;:]|\.(?!e)|'(?:m|ve|d|ll)\b)/gu

/** Full-width letters and digits only: full-width punctuation says which language's sentence ends here. */
function narrow(character: string): string {
  const plain = String.fromCharCode(character.charCodeAt(0) - 0xfee0)
  return /[0-9A-Za-z%+]/.test(plain) ? plain : character
}

function foldSameLength(text: string): string {
  const folded = foldHan(text)
  return folded.length === text.length ? folded : text
}
