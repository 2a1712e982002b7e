/** What the reader holds to be so at a point of the conversation, and what it has taken back. */
import type { Extraction, FactClaim, KnownFact } from '../../model/memory-model.ts'
import { isReliable } from './confidence.ts'
import type { LanguageData } from './data/language-data.ts'
import type { Belief } from './types.ts'

export type How = 'was' | 'never'

export interface Ledger {
  readonly beliefs: Belief[]
  add(belief: Belief): void
  /** Takes a belief back. Returns the stored facts it stands for, empty when it was only held here. */
  retire(belief: Belief): KnownFact[]
  retract(facts: readonly KnownFact[], how: How, turnId: string): void
  /** Beliefs of a turn, in the order they were said. */
  of(turnId: string): Belief[]
  extraction(): Extraction
}

export function createLedger(known: readonly KnownFact[], characterName: string): Ledger {
  const beliefs: Belief[] = []
  const retracts = new Map<string, Extraction['retracts'][number]>()

  function add(belief: Belief): void {
    // Said before the turns to learn from, it is claimed again: it is a further source of the stored fact.
    const repeats = (other: Belief): boolean =>
      other.entity === belief.entity && other.text === belief.text && (other.fresh || !belief.fresh)
    if (beliefs.some(repeats)) return
    beliefs.push(belief)
  }

  function retire(belief: Belief): KnownFact[] {
    const index = beliefs.indexOf(belief)
    if (index >= 0) beliefs.splice(index, 1)
    if (belief.fresh) return []
    return known.filter((fact) => fact.turnIds.includes(belief.turnId) && isSame(fact.text, belief))
  }

  function extraction(): Extraction {
    const claims = beliefs.filter((belief) => belief.fresh && isReliable(belief, characterName)).map(toClaim)
    const corrected = new Set(claims.flatMap((claim) => (claim.corrects ?? []).map(({ id }) => id)))
    return { claims, retracts: [...retracts.values()].filter(({ id }) => !corrected.has(id)) }
  }

  return {
    beliefs,
    add,
    retire,
    retract(facts, how, turnId) {
      for (const { id } of facts) retracts.set(id, { id, how, turnId })
    },
    of: (turnId) => beliefs.filter((belief) => belief.turnId === turnId),
    extraction,
  }
}

/** A stored fact of the same turn says the same as a belief when it is worded alike or holds its quote's words. */
function isSame(text: string, belief: Belief): boolean {
  if (text === belief.text) return true
  const words = new Set(pieces(belief.text))
  const shared = pieces(text).filter((piece) => words.has(piece)).length
  return shared * 2 >= Math.min(words.size, pieces(text).length)
}

/** Words, or pairs of characters where a language writes none. */
function pieces(text: string): string[] {
  const found: string[] = text.toLowerCase().match(/[\p{Script=Latin}\p{N}']{3,}/gu) ?? []
  for (const run of text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu) ?? []) {
    for (let index = 0; index + 1 < run.length; index++) found.push(run.slice(index, index + 2))
  }
  return found
}

/** Content words of `text` that are not grammar or names of the parties. */
export function contentOf(text: string, data: LanguageData): string[] {
  return (text.toLowerCase().match(data.corrections.content) ?? []).filter(
    (word) => !data.corrections.contentStop.test(word),
  )
}

function toClaim(belief: Belief): FactClaim {
  return {
    text: belief.text,
    importance: belief.importance,
    entity: belief.entity,
    source: belief.source,
    eventWhen: null,
    ...(belief.event ? { event: belief.event } : {}),
    turnIds: [belief.turnId],
    quote: belief.quote,
    confidence: 'low',
    ...(belief.corrects.length > 0 ? { corrects: belief.corrects } : {}),
    ...(belief.superseded ? { superseded: true } : {}),
  }
}
