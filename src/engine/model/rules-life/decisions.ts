/**
 * Decisions without a model (prompts.md §8, §12–14, §17, §18): act only on what is plain, and otherwise keep
 * everything as it is.
 */
import type { TokenCounter } from '../../ports.ts'
import { IMPORTANCE_FUSED_BY_RULES } from '../../settings.ts'
import { createAnalyzer } from '../../text/analyzer.ts'
import { casefold } from '../../text/casefold.ts'
import { collapseSpace } from '../../text/whitespace.ts'
import { stripInjected } from '../injected.ts'
import { demandCues } from '../memo-cues.ts'
import type {
  CorrectionDecision,
  CorrectionItem,
  DuplicateDecision,
  DuplicatePair,
  FusedText,
  Observation,
  PromotionDecision,
  PromotionInput,
  TargetClaim,
} from '../memory-model.ts'
import { ANNOYED_CUE } from './data/labels.ts'
import { type Names, readStatement, isAbout } from './reading.ts'
import { identical, nearlySame, plainlyContradicts } from './sameness.ts'

/** Observations whose words stand in a sentence by which the user avoids something. */
export function targetsByRules(
  messages: readonly string[],
  observations: readonly Observation[],
  names: Names,
): TargetClaim[] {
  const avoided = messages
    .flatMap((message) => stripInjected(message).match(/[^。！？!?.\n]+[。！？!?.]*/gu) ?? [])
    .filter((sentence) => ANNOYED_CUE.test(sentence) || demandCues.some((cue) => cue.test(sentence.trim())))
    .map((sentence) => readStatement(sentence, names))
  return observations.flatMap(({ promptId, text }) => {
    const held = readStatement(text, names)
    return avoided.some((said) => isAbout(held, said))
      ? [{ targetId: promptId, reason: 'rules: named in a sentence of avoidance' }]
      : []
  })
}

/** Joins a persona entry that says nearly the same; refuses only what plainly contradicts a stronger entry. */
export function promotionByRules({ reflection, pool }: PromotionInput, names: Names): PromotionDecision {
  const contradicted = pool.find(
    (entry) => entry.score > reflection.score && plainlyContradicts(entry.text, reflection.text, names),
  )
  if (contradicted !== undefined) {
    return { action: 'reject', reason: `rules: contradicts ${contradicted.promptId}` }
  }
  const twin = pool.find(
    ({ promptId, text }) => promptId.startsWith('persona.') && nearlySame(text, reflection.text, names),
  )
  if (twin === undefined) return { action: 'promote_fresh', reason: 'rules: nothing similar is known' }
  const mergedText = twin.text.length >= reflection.text.length ? twin.text : reflection.text
  return { action: 'merge_into', targetId: twin.promptId, mergedText }
}

/** The new text where it puts the old one right in so many words; both in every other case. */
export function correctionsByRules(items: readonly CorrectionItem[], names: Names): CorrectionDecision[] {
  return items.map(({ index, oldText, newText }) => {
    if (identical(oldText, newText)) return { index, action: 'keep_old' }
    const corrects = CORRECTED.test(newText) && plainlyContradicts(oldText, newText, names)
    return { index, action: corrects ? 'keep_new' : 'keep_both' }
  })
}

/** What a text says that takes the place of an earlier one. */
const CORRECTED =
  /不再|再也不|已经不|已經不|现在|現在|其实|其實|改|换|換|戒|no longer|any ?more|now\b|actually|instead|stopped|quit|used to|switched|changed|もう|今は|実は|やめ|変わ|이제|사실|больше не|теперь|на самом деле|ya no|ahora|en realidad|já não|agora|na verdade/iu

/** The same text twice is one; anything else stays two. */
export function duplicatesByRules(pairs: readonly DuplicatePair[]): DuplicateDecision[] {
  return pairs.map(({ index, candidate, existing }) => ({
    index,
    action: identical(candidate, existing) ? 'merge' : 'keep_both',
  }))
}

/** Candidates by the terms they share with the queries, then by score, then in their order. */
export function rankByRules(
  queries: readonly string[],
  candidates: readonly Observation[],
  budget: number,
): string[] {
  const analyzer = createAnalyzer()
  const asked = new Set(queries.flatMap((query) => analyzer.terms(query)))
  const rows = candidates.map(({ promptId, text, score }, place) => {
    const terms = new Set(analyzer.terms(text))
    const shared = [...terms].filter((term) => asked.has(term)).length
    return { promptId, score, place, share: terms.size === 0 ? 0 : shared / Math.sqrt(terms.size) }
  })
  return rows
    .toSorted(
      (left, right) => right.share - left.share || right.score - left.score || left.place - right.place,
    )
    .slice(0, budget)
    .map(({ promptId }) => promptId)
}

/** Each text once, in its order, as far as the budget goes; at least one. */
export function fusionByRules(
  material: readonly string[],
  budget: number,
  names: Names,
  tokens: TokenCounter,
): FusedText[] {
  const kept: FusedText[] = []
  const seen = new Set<string>()
  let used = 0
  for (const one of material) {
    const text = collapseSpace(stripInjected(one))
    const key = casefold(text)
    if (text === '' || seen.has(key) || kept.some((other) => nearlySame(other.text, text, names))) continue
    seen.add(key)
    const cost = tokens.count(text)
    if (kept.length > 0 && used + cost > budget) break
    used += cost
    kept.push({
      text: kept.length === 0 ? tokens.truncate(text, budget) : text,
      importance: IMPORTANCE_FUSED_BY_RULES,
    })
  }
  return kept
}
