/** The expressions of a language, which browsers compile when they are first used: half a second for all at once. */
import { LANGUAGE_DATA } from './data/index.ts'
import type { RuleLanguage } from './language.ts'

/** Makes the browser compile one expression of the language after the other, and yields in between. */
export function* compileRules(language: RuleLanguage): Generator<undefined> {
  const data = LANGUAGE_DATA[language]
  for (const found of [data, data.corrections.changes()]) {
    for (const expression of expressionsIn(found)) {
      SHORTEST[language].search(expression)
      yield
      // The first use makes code that is short, the second code that is fast.
      SHORTEST[language].search(expression)
      yield
    }
  }
}

/** There is code for texts of narrow characters, and other code for those of wide ones. */
const SHORTEST: Readonly<Record<RuleLanguage, string>> = { zh: '々', en: 'x', ja: '々' }

function* expressionsIn(value: unknown): Generator<RegExp> {
  if (value instanceof RegExp) yield value
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* expressionsIn(part)
}
