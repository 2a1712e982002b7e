/** Rewrites an earlier statement by what a correction says is right: "the train to Leeds", "no wait, to York". */
import type { LanguageData } from './data/language-data.ts'

/** `old` with the corrected piece put in, or null when the correction doesn't fit it. */
export function applyCorrection(
  old: string,
  fragment: string,
  data: LanguageData,
  matchable: (text: string) => string,
): string | null {
  const said = { shown: fragment, plain: matchable(fragment) }
  const statement = { shown: old, plain: matchable(old) }
  const contrasted = contrast(statement, said, data)
  const changed =
    (contrasted
      ? headNoun(contrasted, said, data)
      : (replaceSlots(statement, said, data) ?? headNoun(statement, said, data))) ??
    contrasted ??
    givenName(statement, said, data) ??
    betweenWords(statement, said, data) ??
    sameEnding(statement, said, data) ??
    headCharacter(statement, said, data) ??
    afterVerb(statement, said, data)
  return changed?.shown ?? null
}

const COPULA = /(?:才对|才是|だった|でした|です|だよ|だ|ね)$/u

/** A text as written and as the patterns read it; both have the same length. */
interface Words {
  readonly shown: string
  readonly plain: string
}

/** `old` with the `length` characters at `place` replaced by the part of `said` that `value` is in its plain form. */
function put(old: Words, place: number, length: number, said: Words, value: string): Words {
  const from = said.plain.indexOf(value)
  const shown = from < 0 ? value : said.shown.slice(from, from + value.length)
  return {
    shown: old.shown.slice(0, place) + shown + old.shown.slice(place + length),
    plain: old.plain.slice(0, place) + value + old.plain.slice(place + length),
  }
}

/** "X, not Y": Y is in the old statement. */
function contrast(old: Words, said: Words, data: LanguageData): Words | null {
  for (const pattern of data.corrections.contrast) {
    const groups = pattern.exec(said.plain.replace(data.wording.trailing, ''))?.groups
    const wrong = groups?.['wrong']?.trim()
    const right = groups?.['right']?.replace(data.corrections.rightPrefix, '').replace(COPULA, '').trim()
    if (!wrong || !right) continue
    const place = old.plain.toLowerCase().lastIndexOf(wrong.toLowerCase())
    // "and it's in York, not Leeds": only what stands where the wrong word stood.
    if (place >= 0) return put(old, place, wrong.length, said, lastPiece(right))
  }
  return null
}

/** What follows the last "it's in", "and", "is" of a longer phrase. */
function lastPiece(right: string): string {
  const parts = right.split(/\b(?:it's in|it's at|it's on|it's|it is|and|is|in|at|on)\b\s*/iu)
  return (parts.at(-1) ?? right).trim() || right
}

/** Both have a weekday, a number, a place…: the new one takes the old one's place. */
function replaceSlots(old: Words, said: Words, data: LanguageData): Words | null {
  let text = old
  for (const slot of data.corrections.slots) {
    const right = said.plain.match(slot)?.[0]
    const wrong = text.plain.match(slot)?.at(-1)
    if (right === undefined || wrong === undefined || text.plain.includes(right)) continue
    text = put(text, text.plain.lastIndexOf(wrong), wrong.length, said, right)
  }
  return text === old ? null : text
}

/** "It's a full marathon" corrects "a half marathon": the same noun, another word before it. */
function headNoun(old: Words, said: Words, data: LanguageData): Words | null {
  const phrase = (said.plain.split(/[,，、]/u)[0] ?? '')
    .replace(data.corrections.rightPrefix, '')
    .replace(/^(?:an?|the) /iu, '')
    .trim()
  const parts = phrase.split(/[ -]/u)
  const head = parts.at(-1)
  if (parts.length < 2 || parts.length > 4 || head === undefined || !/^[a-z]{3,}$/iu.test(head)) return null
  const words = `(?:(?!(?:a|an|the|my|for|in|of|user's)\\b)\\b[\\w-]+[ -]){0,${parts.length - 1}}\\b${head}\\b`
  const match = new RegExp(words, 'iu').exec(old.plain)
  if (!match || match[0].toLowerCase() === phrase.toLowerCase()) return null
  return put(old, match.index, match[0].length, said, phrase)
}

/** "Hannah with an H" corrects "is called Anna", "Leicester" corrects "to Leeds": a bare name for a name. */
function givenName(old: Words, said: Words, data: LanguageData): Words | null {
  const right = /^(?<name>\p{Lu}\p{Ll}+)(?=$|[,.! ])/u.exec(
    said.plain.replace(data.corrections.rightPrefix, ''),
  )?.groups?.['name']
  const wrong = data.subjects.givenName.exec(old.plain)?.groups?.['name'] ?? old.plain.match(PLACE)?.at(-1)
  if (right === undefined || wrong === undefined || right === wrong) return null
  return put(old, old.plain.lastIndexOf(wrong), wrong.length, said, right)
}

const PLACE = /(?<=\b(?:in|to|from|at|near) )\p{Lu}\p{Ll}+/gu
/** Where one works, learns or lives, by the words around it. */
const BETWEEN =
  /(?<=在)[\p{Script=Han}A-Za-z]{1,10}?(?=上班|工作|任职|读书|上学|念书|教书|打工)|(?<=[はも、])[\p{Script=Han}\p{Script=Katakana}ー]{1,10}(?=に住|で働|に勤|出身)/u

/** 联电 corrects 在台积电上班, 岐阜 corrects 名古屋に住んで: all that stands there, of whatever length. */
function betweenWords(old: Words, said: Words, data: LanguageData): Words | null {
  const right = valueOf(said, data)
  const match = BETWEEN.exec(old.plain)
  return match && right.length >= 2 && right.length <= 8
    ? put(old, match.index, match[0].length, said, right)
    : null
}

/** 去长沙 corrects …去武汉: the same verb, another object. For languages that write no blanks. */
function headCharacter(old: Words, said: Words, data: LanguageData): Words | null {
  const right = said.plain.replace(data.corrections.rightPrefix, '').replace(data.wording.trailing, '').trim()
  const head = right.charAt(0)
  if (!/(?![一二三四五六七八九十])[\p{Script=Han}]/u.test(head) || right.length < 2) return null
  const place = old.plain.lastIndexOf(head)
  if (place <= 0 || place < old.plain.length / 3) return null
  return put(old, place, old.plain.length - place, said, right)
}

/** 口琴 corrects 手风琴's like: a word of the same length with the same end. For languages that write no blanks. */
function sameEnding(old: Words, said: Words, data: LanguageData): Words | null {
  const right = valueOf(said, data)
  if (right.length < 2 || right.length > 6) return null
  for (let kept = right.length - 1; kept >= 1; kept--) {
    const end = old.plain.lastIndexOf(right.slice(-kept))
    const from = end + kept - right.length
    if (
      end < 0 ||
      from < 2 ||
      !/^[\p{Script=Han}\p{Script=Katakana}ー]+$/u.test(old.plain.slice(from, end + kept))
    )
      continue
    return put(old, from, right.length, said, right)
  }
  return null
}

/** 丹麦 corrects 去荷兰: a word of the same length after a verb of going, living, being called. */
function afterVerb(old: Words, said: Words, data: LanguageData): Words | null {
  const right = valueOf(said, data)
  if (right.length < 2 || right.length > 4) return null
  const match = new RegExp(
    `(?<=${data.corrections.valueVerb.source})[\\p{Script=Han}]{${right.length}}`,
    'u',
  ).exec(old.plain)
  return match && put(old, match.index, right.length, said, right)
}

/** The bare right value, for languages that write no blanks; empty when there is none. */
function valueOf(said: Words, data: LanguageData): string {
  const value = said.plain
    .replace(data.corrections.rightPrefix, '')
    .replace(data.wording.trailing, '')
    .replace(COPULA, '')
    .trim()
  return /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]+$/u.test(value) ? value : ''
}
