/** What the reader holds to be so at a point of the conversation, and what it has taken back. */
import type { ExtractInput, Extraction, FactClaim, KnownFact, Retract } from '../../model/memory-model.ts'
import { isReliable } from './confidence.ts'
import type { LanguageData } from './data/language-data.ts'
import type { Belief } from './types.ts'

export type How = 'was' | 'never'

export interface Ledger {
  readonly beliefs: Belief[]
  /** What is known when a turn is read: stored facts, and what the turns before it say, but nothing said only later. */
  known(): KnownFact[]
  add(belief: Belief): void
  /** Takes a belief back. Returns the stored facts it stands for, empty when it was only held here. */
  retire(belief: Belief): KnownFact[]
  retract(facts: readonly KnownFact[], how: How, turnId: string): void
  /** Beliefs of a turn, in the order they were said. */
  of(turnId: string): Belief[]
  /**
   * Ends a turn. What a turn to learn from said becomes claims, is known from now on, and is held as what was said
   * before: each turn is read as if those before it had been read by themselves.
   */
  settle(turnId: string, fresh: boolean): void
  extraction(): Extraction
}

export function createLedger(input: ExtractInput, characterName: string): Ledger {
  const beliefs: Belief[] = []
  const known = new Map(input.known.map((fact) => [fact.id, fact]))
  /** Turns that are not settled yet. */
  const ahead = new Set([...input.context, ...input.turns].map(({ turnId }) => turnId))
  const claims: FactClaim[] = []
  const retracts: Retract[] = []
  /** What the turn being read takes back. */
  const taken = new Map<string, Retract>()

  function add(belief: Belief): void {
    // Said by another turn, it is claimed again: that turn is a further source of the fact.
    const repeats = (other: Belief): boolean =>
      other.turnId === belief.turnId && other.entity === belief.entity && other.text === belief.text
    if (beliefs.some(repeats)) return
    beliefs.push(belief)
  }

  function retire(belief: Belief): KnownFact[] {
    const index = beliefs.indexOf(belief)
    if (index >= 0) beliefs.splice(index, 1)
    if (belief.fresh) return []
    return [...known.values()].filter(
      (fact) => fact.turnIds.includes(belief.turnId) && isSame(fact.text, belief),
    )
  }

  function settle(turnId: string, fresh: boolean): void {
    ahead.delete(turnId)
    const corrected = new Map<string, How>()
    beliefs.forEach((belief, index) => {
      if (!belief.fresh) return
      beliefs[index] = { ...belief, fresh: false }
      if (!isReliable(belief, characterName)) return
      const key = `claim:${String(claims.length)}`
      const claim = { ...toClaim(belief), key }
      claims.push(claim)
      known.set(key, { ...claim, id: key })
      for (const { id, how } of belief.corrects) corrected.set(id, how)
    })
    // What a turn of the context took back was taken back when that turn was read.
    for (const retract of fresh ? taken.values() : []) {
      const done = corrected.get(retract.id)
      // What never was is no past either, though the same turn may say what came after it.
      if (done === 'never' || done === retract.how) continue
      retracts.push({ ...retract, after: claims.length })
      corrected.set(retract.id, retract.how)
    }
    for (const [id, how] of corrected) if (how === 'never') known.delete(id)
    taken.clear()
  }

  return {
    beliefs,
    known: () =>
      [...known.values()].filter(
        ({ turnIds }) => turnIds.length === 0 || turnIds.some((turnId) => !ahead.has(turnId)),
      ),
    add,
    retire,
    retract(facts, how, turnId) {
      for (const { id } of facts) taken.set(id, { id, how, turnId })
    },
    of: (turnId) => beliefs.filter((belief) => belief.turnId === turnId),
    settle,
    extraction: () => ({ claims, retracts }),
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
