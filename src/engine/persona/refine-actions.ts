/** What the actions of a refinement do to the entries of a section (persona.md §10). Pure. */
import { integerOr, isObject, numberOrZero, textField, type JsonObject } from '../document.ts'
import type { RefineAction, RefineProduct } from '../model/memory-model.ts'
import type { Moment } from '../ports.ts'
import { compareCodePoints } from '../text/compare.ts'
import { idsIn } from '../reflection/record.ts'
import { isBlank, trimSpace } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'
import { newEntry, refinedEntryId } from './entry.ts'
import { isCardEntry } from './sections.ts'
import { historyOf, rewriteEntry } from './versions.ts'

export interface RefinedSection {
  readonly entries: readonly unknown[]
  /** Actions that were carried out. */
  readonly applied: number
}

/**
 * Carries the actions out in order on the entries of `members`. An action that names what is no member, is not there,
 * belongs to the card, or was consumed by an earlier one, is left out. Products stand at the end.
 */
export function refineSection(
  section: readonly unknown[],
  members: ReadonlySet<string>,
  actions: readonly RefineAction[],
  now: Moment,
): RefinedSection {
  const stamp = toNaive(now)
  let entries = section
  let applied = 0
  for (const action of actions) {
    const next = carryOut(action)
    if (next === null) continue
    entries = next
    applied += 1
  }
  return { entries, applied }

  /** The entries afterwards, or null where the action can't be carried out. */
  function carryOut(action: RefineAction): readonly unknown[] | null {
    switch (action.action) {
      case 'split':
        return split(action.sourceId, action.produce)
      case 'merge':
        return merge(action.sourceIds, action.produce)
      case 'modify': {
        const source = memberOf(action.sourceId)
        if (source === null || !hasText(action.produce)) return null
        const reason = isBlank(action.reason) ? 'refine_modify' : action.reason
        const reworded = rewriteEntry(source, trimSpace(action.produce.text), reason, now)
        return entries.map((entry) => (entry === source ? reworded : entry))
      }
      case 'discard': {
        const source = memberOf(action.sourceId)
        return source === null ? null : entries.filter((entry) => entry !== source)
      }
    }
  }

  function split(sourceId: string, produce: readonly RefineProduct[]): readonly unknown[] | null {
    const source = memberOf(sourceId)
    const texts = [...new Set(produce.filter(hasText).map(({ text }) => trimSpace(text)))]
    if (source === null || texts.length < 2) return null
    const share = texts.length
    const evidence: JsonObject = {
      reinforcement: numberOrZero(source['reinforcement']) / share,
      disputation: numberOrZero(source['disputation']) / share,
      user_fact_reinforce_count: Math.floor(integerOr(source['user_fact_reinforce_count'], 0) / share),
      sub_zero_days: integerOr(source['sub_zero_days'], 0),
      ...Object.fromEntries(clocks.map((field) => [field, source[field] ?? null])),
    }
    const merged = { merged_from_ids: idsIn(source['merged_from_ids']) }
    const products = texts.map((text) => productOf(text, source, { ...evidence, ...merged }))
    return replace([source], products)
  }

  function merge(sourceIds: readonly string[], product: RefineProduct): readonly unknown[] | null {
    const sources = [...new Set(sourceIds)].map(memberOf).filter(isObject)
    const [first] = sources
    if (first === undefined || sources.length < 2 || !hasText(product)) return null
    const greatest = (read: (source: JsonObject) => number): number => Math.max(...sources.map(read))
    const evidence: JsonObject = {
      reinforcement: greatest((source) => numberOrZero(source['reinforcement'])),
      disputation: greatest((source) => numberOrZero(source['disputation'])),
      user_fact_reinforce_count: greatest((source) => integerOr(source['user_fact_reinforce_count'], 0)),
      sub_zero_days: greatest((source) => integerOr(source['sub_zero_days'], 0)),
      ...Object.fromEntries(clocks.map((field) => [field, latest(sources, field)])),
      version_history: historyOf(sources, 'refine_merge', now),
      // Every reflection that any of them came from, so that the line can be followed back.
      merged_from_ids: lineageOf(sources).filter((id) => id !== first['source_id']),
    }
    return replace(sources, [productOf(trimSpace(product.text), first, evidence)])
  }

  function memberOf(id: string): JsonObject | null {
    if (!members.has(id)) return null
    const entry = entries.find((candidate) => isObject(candidate) && candidate['id'] === id)
    return isObject(entry) && !isCardEntry(entry) ? entry : null
  }

  /** Null where a product is there already: the same text at the same instant has the same id. */
  function replace(
    sources: readonly JsonObject[],
    products: readonly JsonObject[],
  ): readonly unknown[] | null {
    const kept = entries.filter((entry) => !sources.some((source) => source === entry))
    const ids = new Set(kept.map((entry) => (isObject(entry) ? entry['id'] : null)))
    return products.some((product) => ids.has(product['id'])) ? null : [...kept, ...products]
  }

  function productOf(text: string, source: JsonObject, evidence: JsonObject): JsonObject {
    return newEntry({
      id: refinedEntryId(text, stamp),
      text,
      source: source['source'] ?? 'unknown',
      source_id: source['source_id'] ?? null,
      ...evidence,
    })
  }
}

/** When each side was last touched, and the last day that was counted. */
const clocks = ['rein_last_signal_at', 'disp_last_signal_at', 'sub_zero_last_increment_date'] as const

function lineageOf(sources: readonly JsonObject[]): string[] {
  const ids = sources.flatMap((source) => [
    textField(source, 'source_id'),
    ...idsIn(source['merged_from_ids']),
  ])
  return [...new Set(ids.filter((id) => id !== null && id !== ''))] as string[] // without null by the filter
}

function latest(sources: readonly JsonObject[], field: string): string | null {
  const stamps = sources.flatMap((source) => textField(source, field) ?? [])
  return stamps.sort(compareCodePoints).at(-1) ?? null
}

function hasText({ text }: RefineProduct): boolean {
  return !isBlank(text)
}
