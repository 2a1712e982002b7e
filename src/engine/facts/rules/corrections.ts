/** Rewrites an earlier statement by what a correction says is right: "the train to Leeds", "no wait, to York". */
import type { LanguageData } from './data/language-data.ts'

/** `old` with the corrected piece put in, or null when the correction doesn't fit it. */
export function applyCorrection(old: string, fragment: string, data: LanguageData): string | null {
  const words = fragment.replace(data.wording.trailing, '').trim()
  const contrasted = contrast(old, words, data)
  const bySlot = replaceSlots(contrasted ?? old, words, data)
  if (bySlot !== null) return bySlot
  if (contrasted !== null) return headNoun(contrasted, words, data) ?? contrasted
  return headNoun(old, words, data) ?? headCharacter(old, words, data)
}

/** "X, not Y": Y is in the old statement. */
function contrast(old: string, words: string, data: LanguageData): string | null {
  for (const pattern of data.corrections.contrast) {
    const groups = pattern.exec(words)?.groups
    const wrong = groups?.['wrong']?.trim()
    const right = groups?.['right']?.replace(data.corrections.rightPrefix, '').trim()
    if (!wrong || !right) continue
    const place = old.toLowerCase().lastIndexOf(wrong.toLowerCase())
    if (place < 0) continue
    // "and it's in York, not Leeds": only what stands where the wrong word stood.
    const value = lastPiece(right)
    return old.slice(0, place) + value + old.slice(place + wrong.length)
  }
  return null
}

/** What follows the last "it's in", "and", "is" of a longer phrase. */
function lastPiece(right: string): string {
  const parts = right.split(/\b(?:it's in|it's at|it's on|it's|it is|and|is|in|at|on)\b\s*/iu)
  return (parts.at(-1) ?? right).trim() || right
}

/** Both have a weekday, a number, a place…: the new one takes the old one's place. */
function replaceSlots(old: string, words: string, data: LanguageData): string | null {
  let text = old
  let changed = false
  for (const slot of data.corrections.slots) {
    const right = words.match(slot)?.[0]
    const wrong = text.match(slot)?.at(-1)
    if (right === undefined || wrong === undefined || text.includes(right)) continue
    const place = text.lastIndexOf(wrong)
    text = text.slice(0, place) + right + text.slice(place + wrong.length)
    changed = true
  }
  return changed ? text : null
}

/** "It's a full marathon" corrects "a half marathon": the same noun, another word before it. */
function headNoun(old: string, words: string, data: LanguageData): string | null {
  const phrase = (words.split(/[,，、]/u)[0] ?? '').replace(data.corrections.rightPrefix, '').replace(/^(?:an?|the) /iu, '').trim()
  const parts = phrase.split(/[ -]/u)
  const head = parts.at(-1)
  if (parts.length < 2 || parts.length > 4 || head === undefined || !/^[a-z]{3,}$/iu.test(head)) return null
  const pattern = new RegExp(`(?:(?!(?:a|an|the|my|for|in|of|user's)\\b)\\b[\\w-]+[ -]){0,${parts.length - 1}}\\b${head}\\b`, 'iu')
  const match = pattern.exec(old)
  if (!match || match[0].toLowerCase() === phrase.toLowerCase()) return null
  return old.slice(0, match.index) + phrase + old.slice(match.index + match[0].length)
}

/** 去长沙 corrects …去武汉: the same verb, another object. For languages that write no blanks. */
function headCharacter(old: string, words: string, data: LanguageData): string | null {
  const right = words.replace(data.corrections.rightPrefix, '').trim()
  const head = right.charAt(0)
  if (!/[\p{Script=Han}]/u.test(head) || right.length < 2) return null
  const place = old.lastIndexOf(head)
  if (place <= 0 || place < old.length / 3) return null
  return old.slice(0, place) + right
}
