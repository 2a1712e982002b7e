/** What tells that an import has been seen before (facts.md §11, persona.md §11). */
import { casefold } from '../text/casefold.ts'
import { compareCodePoints } from '../text/compare.ts'
import { sha256Hex } from '../text/hash.ts'
import { collapseSpace } from '../text/whitespace.ts'

/** Of one journal day: its date and its fragments in their order. */
export function dayFingerprint(eventDate: string | null, fragments: readonly (string | null)[]): string {
  return sha256Hex([eventDate ?? '', ...fragments.map((text) => comparableText(text ?? ''))].join('\n'))
}

/** Of texts that are to be fused into the persona, whatever their order. */
export function fusionFingerprint(texts: readonly (string | null)[]): string {
  return sha256Hex(
    texts
      .map((text) => comparableText(text ?? ''))
      .sort(compareCodePoints)
      .join('\n'),
  )
}

/** What two texts have in common that say the same, whatever their case and spacing. */
export function comparableText(text: string): string {
  return collapseSpace(casefold(text))
}
