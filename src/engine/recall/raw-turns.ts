/**
 * The user's own words as they were said, for questions about which nothing was learned (yet): an index over the newest
 * of them. What is found is read anew from the store, so that nothing that was taken out of it is ever shown.
 */
import { RAW_TURN_CANDIDATES } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import type { Analyzer } from '../text/analyzer.ts'
import type { Instant } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { cutoff } from './best.ts'
import { createLexicalIndex } from './lexical-index.ts'
import { isWeak, shareOf, tellingTerms } from './reasons.ts'
import { markOf } from './text-mark.ts'

/** What the user said, as it was said. */
export interface FoundTurn {
  readonly turnId: string
  readonly text: string
  /** Naive stamp, as stored. */
  readonly said: string
  readonly score: number
}

/** Looks through what was said; best first. */
export type FindTurns = (query: string, window: TimeWindow | null) => Promise<readonly FoundTurn[]>

export interface IndexedTurn {
  readonly rowId: number
  /** Null for a turn of an old database whose time nobody knows; it is in no period. */
  readonly instant: Instant | null
  readonly text: string
}

export interface TurnHit {
  readonly rowId: number
  readonly score: number
  /** Whether a text is the one that was found. */
  readonly says: (text: string) => boolean
}

export interface TurnIndex {
  readonly size: number
  /** Row ids must ascend. */
  add(turns: readonly IndexedTurn[]): void
  /** The best turns within `window`, best first; the newer of equal ones first. */
  search(query: string, window: TimeWindow | null): TurnHit[]
  /** Tells whether a turn answers the query: has enough of what it asks about, and more than that. */
  answering(query: string): (text: string) => boolean
}

export function createTurnIndex(analyzer: Analyzer): TurnIndex {
  const index = createLexicalIndex(analyzer)
  const rowIds: number[] = []
  const instants: number[] = []
  const marks: number[] = []
  const termsOf = (text: string) => analyzer.terms(text)

  return {
    get size() {
      return index.size
    },

    add(turns) {
      const spoken = turns.filter(({ text }) => !isBlank(text))
      index.add(
        spoken.map(({ rowId, instant, text }) => {
          const slot = rowIds.push(rowId) - 1
          instants.push(instant ?? NaN)
          marks.push(markOf(text))
          return { slot, text }
        }),
      )
    },

    search(query, window) {
      const allow = window === null ? undefined : Uint8Array.from(instants, (at) => inWindow(at, window))
      const { slots, scores } = index.search(termsOf(query), allow)
      const least = cutoff(scores, RAW_TURN_CANDIDATES)
      return [...slots]
        .flatMap((slot, at) => ((scores[at] ?? 0) >= least ? [{ slot, score: scores[at] ?? 0 }] : []))
        .sort((a, b) => b.score - a.score || b.slot - a.slot)
        .slice(0, RAW_TURN_CANDIDATES)
        .map(({ slot, score }) => ({
          rowId: rowIds[slot] ?? -1,
          score,
          says: (text: string) => markOf(text) === marks[slot],
        }))
    },

    answering(query) {
      const terms = tellingTerms(query, termsOf)
      const weights = index.weights(terms)
      const asked = new Set(termsOf(query))
      return (text) => {
        if (isQuestion(text)) return false
        const has = new Set(termsOf(text))
        if (isWeak({ words: shareOf(terms, weights, has), meaning: null })) return false
        // The question itself, or one like it, knows no answer.
        return tellingTerms(text, termsOf).some((term) => !asked.has(term))
      }
    },
  }
}

function inWindow(at: number, window: TimeWindow): number {
  return at >= window.start && at < window.end ? 1 : 0
}

/** Every sentence of it asks: by its mark, or by the words that it begins or ends with. */
function isQuestion(text: string): boolean {
  const sentences = text.match(/[^.!?。！？\n]+[.!?。！？]*/gu) ?? []
  const spoken = sentences
    .map((sentence) => sentence.trim().toLowerCase())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return spoken.length > 0 && spoken.every((sentence) => ASKS.some((form) => form.test(sentence)))
}

/** "When I was ten" tells, "when is" asks; many leave the mark out, to a machine above all. */
const ASKS: readonly RegExp[] = [
  /[?？]$/u,
  /^(?:and |so |hey,? |ok,? |well,? )*(?:who|where|when|why|how|what|which)(?:'s)? (?:is|are|was|were|am|do|does|did|can|could|will|would|have|has|had|should)\b/u,
  /^(?:and |so |hey,? |ok,? |well,? )*(?:(?:what|which|how|whose) \w+(?: \w+)?|what's|who's|where's) (?:is|are|was|were|do|does|did|can|my|the|your)\b/u,
  /^(?:and |so |hey,? |ok,? |well,? )*(?:do|does|did|is|are|was|were|can|could|will|would|have|has) (?:you|i|we|he|she|it|they|my|there|the)\b/u,
  /^(?:please )?(?:tell me|remind me|remember (?:what|where|when|who|how|my|the))\b/u,
  /[吗嗎呢]$|什么|甚麼|什麼|哪[里裡儿兒个個天位]|多少|几点|幾點|怎么|怎麼|为什么|為什麼|^(?:请|請|你)?(?:能|可以)?(?:告诉|告訴)我|还记得|還記得|记不记得/u,
  /(?:ですか|ますか|でしたか|ましたか|だっけ|かな|覚えてる|教えて)$|^(?:何|どこ|いつ|誰|どう|なぜ)/u,
  /(?:까요?|나요|니)$|^(?:뭐|무엇|어디|언제|누구|왜|몇)|알려\s?줘$/u,
  /^(?:а |и )?(?:что|где|когда|кто|почему|как(?:ой|ая|ое|ие)?|сколько|напомни|скажи|помнишь)(?!\p{L})/u,
  /^(?:y |e )?(?:qué|cuál|dónde|cuándo|quién|por qué|cómo|dime|recuérdame|onde|qual|quem|por que|diga-me|me lembra)(?!\p{L})/u,
]
