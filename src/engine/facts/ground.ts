/**
 * Tying a claimed fact to what was said (design.md, rule 8). A claim names turns and quotes them; what is kept is
 * the verbatim span of the turn. A quote that is not there is refused. A claim without one is kept only when a
 * sentence of the turns carries enough of its words. What is claimed about the user must be the user's own words.
 */
import type { ConversationTurn, FactClaim } from '../model/memory-model.ts'
import { SUPPORT_SHARE } from '../settings.ts'
import { stripNames } from '../text/stop-names.ts'
import { findQuote, fold, foldedText, ownSpans, quotePieces, type QuotedStretch, type Span } from './quote.ts'

/** Words and n-grams of a text, as recall has them (`text/analyzer.ts`), without names taken out. */
export type Terms = (text: string) => readonly string[]

export interface GroundedSource {
  readonly turn: ConversationTurn
  /** Verbatim part of the turn's text. */
  readonly quote: string
}

export type GroundingRefusal = 'claim_without_source' | 'claim_of_another'

export type Grounding =
  | { readonly ok: true; readonly sources: readonly [GroundedSource, ...GroundedSource[]] }
  | { readonly ok: false; readonly reason: GroundingRefusal }

export interface GroundingContext {
  /** Every turn that may be cited, oldest first. */
  readonly turns: readonly ConversationTurn[]
  readonly terms: Terms
  /** Names of user and character: in nearly every claim, and in few turns. */
  readonly names: readonly string[]
}

export type ClaimedFact = Pick<FactClaim, 'text' | 'entity' | 'source' | 'turnIds' | 'quote'>

/**
 * Gives a function that tells where a claim was said, earliest turn first, or why it counts as said nowhere. Turns
 * are prepared once, for all claims about them.
 */
export function createGrounder(context: GroundingContext): (claim: ClaimedFact) => Grounding {
  const { turns, terms, names } = context
  const characterTexts = lazily(() =>
    turns.filter((turn) => turn.role === 'ai').map((turn) => foldedText(turn.text)),
  )
  const prepared = new Map(turns.map((turn) => [turn, prepare(turn)]))

  return (claim) => {
    const cited = turns.filter((turn) => claim.turnIds.includes(turn.turnId))
    // A turn that does not exist says nothing either way: the quote decides.
    const candidates = cited.length > 0 ? cited : turns
    const ofUser = claim.entity === 'master' || claim.source === 'user_observation'
    const quote = claim.quote === null || foldedText(claim.quote) === '' ? null : claim.quote
    const search = quote === null ? supported(claim.text) : quoted(quote)

    const sources = candidates.flatMap((turn) => {
      if (ofUser && turn.role !== 'human') return []
      const span = search(turn, prepared.get(turn)?.own() ?? [])
      return span === null ? [] : [{ turn, quote: turn.text.slice(span.start, span.end) }]
    })
    const [first, ...others] = sources
    if (first !== undefined) return { ok: true, sources: [first, ...others] }
    const saidByOther = candidates.some((turn) => search(turn, prepared.get(turn)?.whole() ?? []) !== null)
    return { ok: false, reason: saidByOther ? 'claim_of_another' : 'claim_without_source' }
  }

  function quoted(quote: string): Search {
    const pieces = quotePieces(quote)
    return (_, stretches) => findQuote(pieces, stretches)
  }

  function supported(claim: string): Search {
    return (turn, stretches) => {
      const text = withoutSubject(claim, turn.text, names)
      const sentences = stretches.flatMap((stretch) => stretch.sentences())
      return bestSentence(contentOf(text, terms), sentences)
    }
  }

  /** The turn's own words, and all of it; each part is folded and cut into sentences when first asked for. */
  function prepare(turn: ConversationTurn): { own: () => Stretch[]; whole: () => Stretch[] } {
    const of = (span: Span): Stretch => stretchOf(turn.text, span, terms)
    const whole = lazily(() => [of({ start: 0, end: turn.text.length })])
    const own = lazily(() => ownSpans(turn.text, characterTexts).map(of))
    return { own: turn.role === 'human' ? own : whole, whole }
  }
}

type Search = (turn: ConversationTurn, stretches: readonly Stretch[]) => Span | null

/** A part of a turn's text, as both searches read it. */
interface Stretch extends QuotedStretch {
  readonly sentences: () => readonly Sentence[]
}

interface Sentence extends Span {
  readonly terms: ReadonlySet<string>
}

function stretchOf(text: string, span: Span, terms: Terms): Stretch {
  return {
    start: span.start,
    folded: lazily(() => fold(text.slice(span.start, span.end))),
    sentences: lazily(() =>
      // A question states nothing.
      sentencesOf(text, span).flatMap((part) => {
        const sentence = text.slice(part.start, part.end)
        return question.test(sentence) ? [] : [{ ...part, terms: new Set(terms(sentence)) }]
      }),
    ),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * The claim without what only says about whom it is: a name that it begins with, and words for "the user". A name
 * inside it ("is called Ada"), or one that the turn speaks too, is what is claimed.
 */
function withoutSubject(claim: string, turn: string, names: readonly string[]): string {
  const absent = (name: string): boolean => stripNames(turn, [name]) === turn
  const subject = names.find((name) => claim.startsWith(name) && absent(name))
  const rest = subject === undefined ? claim : claim.slice(subject.length).replace(/^['’]s\b/u, '')
  return stripNames(rest, selfWords.filter(absent))
}

/** How claims call the user in the languages of the prompts, longest first. */
const selfWords = [
  ...['пользователя', 'пользователю', 'пользователь', 'ユーザー', 'マスター', '사용자', '使用者'],
  ...[
    'usuária',
    'usuario',
    'usuário',
    "master's",
    'master',
    "user's",
    'user',
    '主人',
    '用户',
    '用戶',
    '주인',
  ],
]

/** The sentence that carries the largest share of the claim, when that is enough. */
function bestSentence(wanted: Content, sentences: readonly Sentence[]): Span | null {
  if (wanted.words.size === 0 && wanted.runs.length === 0) return null
  let best: Span | null = null
  let bestShare = 0
  for (const candidate of sentences) {
    const share = shareOf(wanted, candidate.terms)
    if (share > bestShare) {
      best = candidate
      bestShare = share
    }
  }
  return bestShare >= SUPPORT_SHARE ? best : null
}

function sentencesOf(text: string, within: Span): Span[] {
  const found: Span[] = []
  for (const match of text.slice(within.start, within.end).matchAll(sentence)) {
    const raw = match[0]
    const start = within.start + match.index + (raw.length - raw.trimStart().length)
    const end = start + raw.trim().length
    if (end > start) found.push({ start, end })
  }
  return found
}

const question = /[?？]["'”’」』)）]*$/u
// A full stop ends a sentence only before a blank, so that "3.5" and "e.g" stay whole.
const sentence = /(?:[^\n。！？!?.]|\.(?!\s|$))+(?:[。！？!?]+|\.)?["'”’」』)）]*/gu

interface Content {
  /** Words of scripts with blanks, as the analyzer gives them, with their weight. */
  readonly words: ReadonlyMap<string, number>
  /** Runs of characters that are written without blanks, each as its neighbouring pairs in order. */
  readonly runs: readonly (readonly string[])[]
}

function contentOf(text: string, terms: Terms): Content {
  const names = new Set((text.match(nameLike) ?? []).flatMap((word) => terms(word)))
  const words = new Map(
    terms(text)
      .filter((term) => !ideographic.test(term))
      .map((term) => [term, names.has(term) || /\p{Nd}/u.test(term) ? NAME_WEIGHT : 1]),
  )
  const runs = (foldedText(text).match(ideographicRuns) ?? []).map((run) => {
    const characters = [...run]
    return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
  })
  return { words, runs: runs.filter((pairs) => pairs.length > 0) }
}

/**
 * Share of the content that `said` has: words count one each, names and numbers more (they are what a claim is
 * about), characters a half (a word has two of them). A character counts as said when a pair that it is in was.
 */
function shareOf(wanted: Content, said: ReadonlySet<string>): number {
  let all = 0
  let found = 0
  for (const [word, weight] of wanted.words) {
    all += weight
    if (said.has(word)) found += weight
  }
  for (const pairs of wanted.runs) {
    const hits = pairs.map((pair) => said.has(pair))
    for (let index = 0; index <= pairs.length; index += 1) {
      all += CHARACTER_WEIGHT
      if (hits[index - 1] === true || hits[index] === true) found += CHARACTER_WEIGHT
    }
  }
  return all === 0 ? 0 : found / all
}

const CHARACTER_WEIGHT = 0.5
const NAME_WEIGHT = 3
/** A capital inside the sentence. */
const nameLike = /(?<=[^\s.!?]\s+)\p{Lu}[\p{L}\p{M}]*/gu
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const ideographicRuns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
