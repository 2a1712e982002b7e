/** Whether two texts are the same but for spelling, or say the same thing in nearly the same words. */
import { RULES_CONTRADICTION_SHARE, RULES_SAME_SHARE } from '../../settings.ts'
import { createAnalyzer } from '../../text/analyzer.ts'
import { foldHan } from '../../text/fold.ts'
import { likeness, type Names, readStatement, relate, signOf } from './reading.ts'

/** NFKC, simplified characters, lower case; letters and digits only. */
function normalised(text: string): string {
  return foldHan(text.normalize('NFKC').toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '')
}

export function identical(left: string, right: string): boolean {
  return normalised(left) === normalised(right)
}

/** Nearly all terms in common, the same leaning, the same subject, and no number that only one has. */
export function nearlySame(left: string, right: string, names: Names): boolean {
  if (identical(left, right)) return true
  if (shareOf(left, right) < RULES_SAME_SHARE || numbersOf(left) !== numbersOf(right)) return false
  const one = readStatement(left, names)
  const other = readStatement(right, names)
  return signOf(one) === signOf(other) && relate(one, other) === 'same'
}

/** About the same thing for the most part, and each against the other. */
export function plainlyContradicts(left: string, right: string, names: Names): boolean {
  const one = readStatement(left, names)
  const other = readStatement(right, names)
  if (likeness(one, other) < RULES_CONTRADICTION_SHARE) return false
  return relate(one, other) === 'opposite' && relate(other, one) === 'opposite'
}

/** The terms of the shorter text that the longer one has too. */
function shareOf(left: string, right: string): number {
  const one = new Set(analyzer.terms(left))
  const other = new Set(analyzer.terms(right))
  if (one.size === 0 || other.size === 0) return 0
  return [...one].filter((term) => other.has(term)).length / Math.min(one.size, other.size)
}

const analyzer = createAnalyzer()

function numbersOf(text: string): string {
  return (text.normalize('NFKC').match(/\p{N}+/gu) ?? []).join(' ')
}
