/**
 * Finding the words of a turn that a claim quotes. A model copies with other spaces, quotation marks, width,
 * case or Han variants, and cuts the middle out with dots; what is found is always the turn's own text.
 */
import { foldHan } from '../text/fold.ts'
import { ELLIPSIS_GAP_MAX, QUOTE_MIN_CJK, QUOTE_MIN_LETTERS } from '../settings.ts'

/** A half-open range of UTF-16 positions in a turn's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A text made comparable, with the way back: `starts[i]`..`ends[i]` of the source gave `text[i]`. */
export interface Folded {
  readonly text: string
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A part of a turn's text in which a quote may be found. */
export interface QuotedStretch {
  /** Where it begins in the turn's text. */
  readonly start: number
  readonly folded: () => Folded
}

/** The parts of a quote that must be there word for word; dots stand for what a model left out. */
export function quotePieces(quote: string): string[] {
  return quote
    .split(/(?:\.{3,}|…+|⋯+|\[\s*(?:\.{3}|…)\s*\])/u)
    .map((piece) => trimMarks(fold(piece).text))
    .filter((piece) => piece !== '')
}

/**
 * Where a quote stands, as positions of the turn's text; null when it is not there word for word (after folding),
 * or when it is too short to say anything and not the whole of a stretch.
 */
export function findQuote(pieces: readonly string[], stretches: readonly QuotedStretch[]): Span | null {
  if (pieces.length === 0) return null
  for (const stretch of stretches) {
    const folded = stretch.folded()
    const found = findPieces(pieces, folded.text)
    if (found === null) continue
    const first = folded.starts[found.start]
    const last = folded.ends[found.end - 1]
    if (first === undefined || last === undefined) continue
    const whole = trimMarks(folded.text) === pieces.join('')
    if (!whole && !saysSomething(folded.text.slice(found.start, found.end))) continue
    return { start: stretch.start + first, end: stretch.start + last }
  }
  return null
}

/** `text` as quotes are compared: NFKC, lower case, simplified Han, one kind of mark, single blanks. */
export function foldedText(text: string): string {
  return trimMarks(fold(text).text)
}

/**
 * The parts of a human turn that are the speaker's own words: without lines that quote (`> …`), and without
 * quoted stretches that repeat what the character said (`characterTurns`, folded, earlier or later).
 */
export function ownSpans(text: string, characterTurns: () => readonly string[]): Span[] {
  const foreign: Span[] = []
  for (const match of text.matchAll(quotedLines)) foreign.push(spanOf(match))
  for (const match of text.matchAll(quotedStretches)) {
    const inner = foldedText(match[0].slice(1, -1))
    if (saysSomething(inner) && characterTurns().some((turn) => turn.includes(inner)))
      foreign.push(spanOf(match))
  }
  return without(text.length, foreign)
}

const quotedLines = /^[^\S\n]*[>＞].*$/gmu
const quotedStretches = /"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|「[^」\n]+」|『[^』\n]+』|‘[^’\n]+’/gu

function spanOf(match: RegExpMatchArray): Span {
  const start = match.index ?? 0
  return { start, end: start + match[0].length }
}

function without(length: number, holes: readonly Span[]): Span[] {
  const spans: Span[] = []
  let from = 0
  for (const hole of [...holes].sort((a, b) => a.start - b.start)) {
    if (hole.start > from) spans.push({ start: from, end: hole.start })
    from = Math.max(from, hole.end)
  }
  if (from < length) spans.push({ start: from, end: length })
  return spans
}

/** All pieces in order, each on word edges, without much text between them. */
function findPieces(pieces: readonly string[], text: string): Span | null {
  const first = pieces[0] ?? ''
  for (let from = indexOnEdges(text, first, 0); from >= 0; from = indexOnEdges(text, first, from + 1)) {
    let end = from + first.length
    let fits = true
    for (const piece of pieces.slice(1)) {
      const next = indexOnEdges(text, piece, end)
      if (next < 0 || next - end > ELLIPSIS_GAP_MAX) {
        fits = false
        break
      }
      end = next + piece.length
    }
    if (fits) return { start: from, end }
  }
  return null
}

/** The next place of `piece` that does not cut a word of an alphabetic script in two. */
function indexOnEdges(text: string, piece: string, from: number): number {
  for (let index = text.indexOf(piece, from); index >= 0; index = text.indexOf(piece, index + 1)) {
    const end = index + piece.length
    if (!joins(text, index) && !joins(text, end)) return index
  }
  return -1
}

function joins(text: string, at: number): boolean {
  return wordCharacter.test(text.charAt(at - 1)) && wordCharacter.test(text.charAt(at))
}

// Han, kana, Hangul and Thai are written without blanks (or with particles attached): any edge is a word edge.
const wordCharacter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{M}\p{Nd}_]/u
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const letters = /[\p{L}\p{Nd}]/gu

function saysSomething(folded: string): boolean {
  const ideographs = folded.match(cjk)?.length ?? 0
  return ideographs >= QUOTE_MIN_CJK || (folded.match(letters)?.length ?? 0) >= QUOTE_MIN_LETTERS
}

/** Blanks, quotation marks and sentence marks at the ends, which copies add and lose. */
function trimMarks(folded: string): string {
  return folded.replace(/^[\s"'.,!?;:~-]+/u, '').replace(/[\s"'.,!?;:~-]+$/u, '')
}

/** Makes `source` comparable: NFKC, lower case, simplified Han, one kind of mark, single blanks. */
export function fold(source: string): Folded {
  const units: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let previous = ''
  for (let index = 0; index < source.length;) {
    const end = clusterEnd(source, index)
    for (const character of foldCluster(source.slice(index, end))) {
      const blank = /\s/u.test(character)
      // One blank for a run, and none beside characters that are written without blanks.
      if (blank && (previous === '' || previous === ' ' || isCjk(previous))) continue
      if (previous === ' ' && isCjk(character)) {
        units.pop()
        starts.pop()
        ends.pop()
      }
      previous = blank ? ' ' : character
      for (const unit of previous.split('')) {
        units.push(unit)
        starts.push(index)
        ends.push(end)
      }
    }
    index = end
  }
  return { text: units.join(''), starts, ends }
}

/** One code point and the marks that combine with it, so that NFKC sees them together. */
function clusterEnd(source: string, index: number): number {
  let end = index + (String.fromCodePoint(source.codePointAt(index) ?? 0).length || 1)
  while (end < source.length && /[\p{M}\u3099\u309a\uff9e\uff9f]/u.test(source.charAt(end))) end += 1
  return end
}

function foldCluster(cluster: string): string {
  if (invisible.test(cluster)) return ''
  const plain = foldHan(cluster.normalize('NFKC').toLowerCase())
  return [...plain].map((character) => marks.get(character) ?? character).join('')
}

const invisible = /^(?:[\u200b-\u200f\u2060\ufeff\u00ad]|\ufe0e|\ufe0f)+$/u

const marks = new Map<string, string>(
  [
    ['“”„«»「」『』＂〝〞', '"'],
    ['‘’‚‛′`´', "'"],
    ['，、', ','],
    ['。．', '.'],
    ['！', '!'],
    ['？', '?'],
    ['；', ';'],
    ['：', ':'],
    ['～〜', '~'],
    ['‐‑‒–—―−', '-'],
  ].flatMap(([from = '', to = '']) => [...from].map((character): [string, string] => [character, to])),
)

function isCjk(character: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)
}
