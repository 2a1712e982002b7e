/**
 * The fragments of forgotten texts: every run of characters that is long enough to be told from chance, whatever its
 * case. What other memories say too is no fragment: it was not only said there. Pure.
 */
import { FRAGMENT_CJK_UNITS, FRAGMENT_LETTERS, FRAGMENT_SIGNS, FRAGMENT_UNITS } from '../settings.ts'

/** A part of a text, `[start, end)` in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Fragments without their words: the length of each, the mark of its beginning, and a hash. */
export interface HashedFragments {
  readonly marked: number
  readonly fragments: readonly (readonly [length: number, mark: number, hash: string])[]
}

export class Fragments {
  private readonly sets = new Map<number, Set<string>>()
  /** Marks the first units of each fragment, so that most places of a text are passed over without a look-up. */
  private readonly marks = new Uint8Array(MARKS)
  /** How many units are marked: as many as the shortest fragment has, if those are few. */
  private marked: number
  /** What the sets know a fragment by. */
  private nameOf: (fragment: string) => string = (fragment) => fragment

  constructor(texts: Iterable<string>) {
    const fragments = new Set<string>()
    for (const text of texts) for (const fragment of fragmentsOf(text)) fragments.add(fragment)
    let marked = MARKED_UNITS
    for (const { length } of fragments) marked = Math.min(marked, length)
    this.marked = marked
    for (const fragment of fragments) {
      const set = this.sets.get(fragment.length) ?? new Set()
      this.sets.set(fragment.length, set.add(fragment))
      this.marks[markOf(fragment, marked)] = 1
    }
  }

  /** The fragments that `hashed` was made of, with the same hash. */
  static ofHashed(
    { marked, fragments: all }: HashedFragments,
    hash: (fragment: string) => string,
  ): Fragments {
    const fragments = new Fragments([])
    fragments.marked = marked
    fragments.nameOf = hash
    for (const [length, mark, name] of all) {
      const set = fragments.sets.get(length) ?? new Set()
      fragments.sets.set(length, set.add(name))
      fragments.marks[mark] = 1
    }
    return fragments
  }

  /** At most `limit` of the fragments, spread over all of them, in no order that tells what followed what. */
  hashed(hash: (fragment: string) => string, limit: number): HashedFragments {
    const all = [...this.sets.values()].flatMap((set) => [...set])
    const step = Math.max(1, all.length / limit)
    const fragments = Array.from({ length: Math.min(all.length, limit) }, (_, at) => {
      const fragment = all[Math.floor(at * step)] ?? ''
      return [fragment.length, markOf(fragment, this.marked), hash(fragment)] as const
    })
    return {
      marked: this.marked,
      fragments: fragments.sort(([, , one], [, , other]) => (one < other ? -1 : 1)),
    }
  }

  get size(): number {
    let size = 0
    for (const set of this.sets.values()) size += set.size
    return size
  }

  /** Drops the fragments that `text`, which stays, holds too, and gives them. */
  dismiss(text: string): ReadonlySet<string> {
    const held = this.within(fold(text))
    this.drop(held)
    return held
  }

  drop(fragments: Iterable<string>): void {
    for (const fragment of fragments) this.sets.get(fragment.length)?.delete(this.nameOf(fragment))
  }

  /** Whether the text holds any fragment, also as JSON spells it, once or twice over. */
  hit(text: string): boolean {
    for (const spelt of spellings(text)) if (!this.matches(spelt).next().done) return true
    return false
  }

  /** The fragments that the text holds, spelt in any of these ways. */
  held(text: string): ReadonlySet<string> {
    const held = new Set<string>()
    for (const spelt of spellings(text)) for (const fragment of this.within(spelt)) held.add(fragment)
    return held
  }

  /** Parts of the text that fragments cover, in order and apart from each other. */
  spans(text: string): Span[] {
    const { folded, spanOf } = foldInPlace(text)
    const spans: { start: number; end: number }[] = []
    for (const match of [...this.matches(folded)].sort((a, b) => a.start - b.start)) {
      const { start, end } = spanOf(match)
      const last = spans.at(-1)
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
      else spans.push({ start, end })
    }
    return spans
  }

  /** Share of the fragments that the text holds, 0..1. */
  share(text: string): number {
    return this.size === 0 ? 0 : this.within(fold(text)).size / this.size
  }

  private within(folded: string): Set<string> {
    const held = new Set<string>()
    for (const { start, end } of this.matches(folded)) held.add(folded.slice(start, end))
    return held
  }

  private *matches(folded: string): Generator<Span> {
    const lengths = [...this.sets].filter(([, set]) => set.size > 0)
    if (lengths.length === 0) return
    for (let start = this.nextMarked(folded, 0); start >= 0; start = this.nextMarked(folded, start + 1)) {
      for (const [length, set] of lengths) {
        if (start + length > folded.length) continue
        if (set.has(this.nameOf(folded.slice(start, start + length)))) yield { start, end: start + length }
      }
    }
  }

  /** The first place from `from` on where a fragment may begin; -1 for none. */
  private nextMarked(folded: string, from: number): number {
    const { marks, marked } = this
    if (from + marked > folded.length) return -1
    let hash = hashOf(folded, from, marked)
    const leaving = powers[marked] ?? 0
    for (let start = from; ; start += 1) {
      if (marks[hash & (MARKS - 1)] === 1) return start
      if (start + marked >= folded.length) return -1
      hash =
        (Math.imul(hash, HASH_FACTOR) +
          folded.charCodeAt(start + marked) -
          Math.imul(folded.charCodeAt(start), leaving)) |
        0
    }
  }
}

/** Every fragment of a text; the whole of a text that is shorter than one. */
export function fragmentsOf(text: string): Set<string> {
  const folded = fold(text.trim())
  const fragments = new Set<string>()
  for (let start = 0; start < folded.length; start += 1) {
    const short = folded.slice(start, start + FRAGMENT_CJK_UNITS)
    if (short.length === FRAGMENT_CJK_UNITS && allCjk.test(short)) fragments.add(short)
    const long = folded.slice(start, start + FRAGMENT_UNITS)
    if (long.length === FRAGMENT_UNITS && tells(long, FRAGMENT_LETTERS, FRAGMENT_SIGNS)) fragments.add(long)
  }
  // A short one would be found in too much else as a part, so it counts as a whole word only by its length.
  if (fragments.size === 0 && tells(folded, SHORTEST, SHORTEST_SIGNS)) fragments.add(folded)
  return fragments
}

/** Whether it has so many letters, or so many letters and different signs, such as a password has. */
function tells(text: string, letters: number, signs: number): boolean {
  const found = text.match(letter)?.length ?? 0
  return found >= letters || found + new Set(text.match(sign)).size >= signs
}

/** In one of the spellings that Unicode takes for the same, in lower case: a letter whose small form is longer stays as it is. */
function fold(text: string): string {
  const same = text.normalize('NFKC')
  const lower = same.toLowerCase()
  if (lower.length === same.length) return lower
  return same.replace(/[^]/gu, (letter) => {
    const small = letter.toLowerCase()
    return small.length === letter.length ? small : letter
  })
}

/** The folded text, and where its parts come from. */
function foldInPlace(text: string): { readonly folded: string; readonly spanOf: (part: Span) => Span } {
  if (text.normalize('NFKC') === text) return { folded: fold(text), spanOf: (part) => part }
  let folded = ''
  const places: Span[] = []
  for (const { 0: whole, index } of text.matchAll(letterWithMarks)) {
    const piece = fold(whole)
    folded += piece
    for (let at = 0; at < piece.length; at += 1) places.push({ start: index, end: index + whole.length })
  }
  return {
    folded,
    spanOf: ({ start, end }) => ({ start: places[start]?.start ?? 0, end: places[end - 1]?.end ?? 0 }),
  }
}

/** The text, folded, as it is and with its JSON escapes spelt out. */
function* spellings(text: string): Generator<string> {
  let spelt = text
  for (let depth = 0; ; depth += 1) {
    yield fold(spelt)
    if (depth === SPELLINGS || !spelt.includes('\\')) return
    spelt = unescaped(spelt)
  }
}

function markOf(fragment: string, marked: number): number {
  return hashOf(fragment, 0, marked) & (MARKS - 1)
}

/** Of `length` units from `start` on; rolls on by one unit in `nextMarked`. */
function hashOf(text: string, start: number, length: number): number {
  let hash = 0
  for (let at = start; at < start + length; at += 1) {
    hash = (Math.imul(hash, HASH_FACTOR) + text.charCodeAt(at)) | 0
  }
  return hash
}

/** A text whose JSON escapes are spelt out, whether or not it is JSON. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|(.))/giu,
    (_, unit: string | undefined, other: string | undefined) =>
      unit === undefined
        ? (whites[other ?? ''] ?? other ?? '')
        : String.fromCharCode(Number.parseInt(unit, 16)),
  )
}

const whites: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
/** A document within a document is spelt twice. */
const SPELLINGS = 2
/** A power of two. */
const MARKS = 65_536
const MARKED_UNITS = 4
const HASH_FACTOR = 31
/** `HASH_FACTOR` to the power of the index. */
const powers: readonly number[] = [1, 31, 31 ** 2, 31 ** 3, 31 ** 4]
const SHORTEST = 2
const SHORTEST_SIGNS = 4
/** Pictures say as much as letters. */
const letter = /[\p{L}\p{N}\p{Extended_Pictographic}]/gu
/** What no document has between its words. */
const sign = /[^\p{L}\p{N}\p{M}\p{C}\p{Extended_Pictographic}\s"'\\[\]{}:,]/gu
/** A letter, or what Unicode makes one of: its accents, dots of kana of half width, parts of a Korean syllable. */
const letterWithMarks = /[^](?:\p{M}|[\uff9e\uff9f\u1160-\u11ff])*/gu
const allCjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
