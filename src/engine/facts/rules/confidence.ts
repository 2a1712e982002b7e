/**
 * How far what the rules read can be trusted: the share of true, self-contained statements among what each way of
 * reading makes of talk that nobody wrote rules for. Only what reaches `RULES_CONFIDENCE_FLOOR` becomes a claim.
 */
import { RULES_CONFIDENCE_FLOOR } from '../../settings.ts'
import { LANGUAGE_DATA } from './data/index.ts'
import { matchable } from './language.ts'
import type { Belief, FactKind, Manner } from './types.ts'

/** By how the words became a statement. */
const BY_MANNER: Readonly<Record<Manner, number>> = {
  worded: 0.97,
  'own-words': 0.95,
  'no-subject': 0.9,
  'goes-on': 0.9,
  person: 0.95,
  pronoun: 0.9,
  together: 0.9,
  joined: 0.9,
  referring: 0.8,
  'referring-back': 0.4,
  'typed-answer': 0.95,
  'yes-no': 0.95,
  'closed-answer': 0.9,
  'any-answer': 0.5,
  remember: 0.95,
  agreement: 0.95,
  corrected: 0.95,
  disclosed: 0.95,
}

/** By manner and kind, where the two together say more. */
const BY_BOTH: Readonly<Partial<Record<`${Manner}/${FactKind}`, number>>> = {
  'goes-on/other-person': 0.6,
}

/** What is said of the user with the character in it is about the two of them, and only so far to be trusted. */
const OF_THE_TWO: ReadonlySet<FactKind> = new Set(['relationship', 'remember', 'nickname', 'boundary'])

/** Whether a belief is to become a claim. */
export function isReliable(belief: Belief, characterName: string): boolean {
  return flawOf(belief, characterName) === null && confidenceOf(belief) >= RULES_CONFIDENCE_FLOOR
}

/** Share of right statements among those read in the same way, 0 to 1. */
export function confidenceOf(belief: Pick<Belief, 'kind' | 'manner'>): number {
  return BY_BOTH[`${belief.manner}/${belief.kind}`] ?? BY_MANNER[belief.manner]
}

/** What is wrong with a statement; null when nothing is. */
export function flawOf(belief: Belief, characterName: string): string | null {
  if (belief.entity === 'master' && !OF_THE_TWO.has(belief.kind) && belief.text.includes(characterName))
    return 'speaks to the character'
  const { user } = LANGUAGE_DATA[belief.language].wording
  // What the character says of itself is read like what the user says of theirs.
  const own = belief.entity === 'neko' ? belief.text.replaceAll(characterName, user) : belief.text
  const text = matchable(own, belief.language)
  const fault = LANGUAGE_DATA[belief.language].faults.find(
    (one) =>
      (one.kinds?.includes(belief.kind) ?? true) &&
      (one.manners?.includes(belief.manner) ?? true) &&
      one.pattern.test(text) &&
      one.unless?.test(text) !== true,
  )
  return fault?.why ?? null
}
