/**
 * What everyday words are about: families of words by language, so that "a tin of oolong" is known to be about
 * tea. Separated by blanks; `_` stands for a blank. Chinese is simplified; English words are met with the usual
 * endings. A family may have an opposite: who says one, says something against the other.
 */
export interface ConceptWords {
  readonly zh: string
  readonly en: string
  readonly ja: string
  readonly opposite?: string
  /** Things of one kind that take each other's place: who has changed to tea is no longer for coffee. */
  readonly kind?: string
  /** Forms that no list of words can hold. */
  readonly also?: RegExp
}
