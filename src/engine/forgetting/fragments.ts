/**
 * The fragments of forgotten texts: every run of characters that is long enough to be told from chance, whatever its
 * case. What other memories say too is no fragment: it was not only said there. Pure.
 */
import { FRAGMENT_CJK_UNITS, FRAGMENT_LETTERS, FRAGMENT_UNITS } from '../settings.ts'

/** A part of a text, `[start, end)` in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

export class Fragments {
  private readonly sets = new Map<number, Set<string>>()
  /** Marks the first units of each fragment, so that most places of a text are passed over without a look-up. */
  private readonly marks = new Uint8Array(MARKS)

  constructor(texts: Iterable<string>) {
    for (const text of texts) for (const fragment of fragmentsOf(text)) this.add(fragment)
  }

  get size(): number {
    let size = 0
    for (const set of this.sets.values()) size += set.size
    return size
  }

  /** Drops the fragments that `text`, which stays, holds too. */
  dismiss(text: string): void {
    const folded = fold(text)
    for (const { start, end } of this.matches(folded)) {
      this.sets.get(end - start)?.delete(folded.slice(start, end))
    }
  }

  /** Whether the text holds any fragment, also as JSON spells it, once or twice over. */
  hit(text: string): boolean {
    let spelt = text
    for (let depth = 0; ; depth += 1) {
      if (!this.matches(fold(spelt)).next().done) return true
      if (depth === SPELLINGS || !spelt.includes('\\')) return false
      spelt = unescaped(spelt)
    }
  }

  /** Parts of the text that fragments cover, in order and apart from each other. */
  spans(text: string): Span[] {
    const spans: { start: number; end: number }[] = []
    for (const { start, end } of [...this.matches(fold(text))].sort((a, b) => a.start - b.start)) {
      const last = spans.at(-1)
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
      else spans.push({ start, end })
    }
    return spans
  }

  /** Share of the fragments that the text holds, 0..1. */
  share(text: string): number {
    const folded = fold(text)
    const held = new Set<string>()
    for (const { start, end } of this.matches(folded)) held.add(folded.slice(start, end))
    return this.size === 0 ? 0 : held.size / this.size
  }

  private add(fragment: string): void {
    const set = this.sets.get(fragment.length) ?? new Set()
    this.sets.set(fragment.length, set.add(fragment))
    this.marks[mark(fragment, 0)] = 1
  }

  private *matches(folded: string): Generator<Span> {
    const lengths = [...this.sets].filter(([, set]) => set.size > 0)
    if (lengths.length === 0) return
    for (let start = 0; start < folded.length; start += 1) {
      if (this.marks[mark(folded, start)] === 0) continue
      for (const [length, set] of lengths) {
        if (start + length > folded.length) continue
        if (set.has(folded.slice(start, start + length))) yield { start, end: start + length }
      }
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
    if (long.length === FRAGMENT_UNITS && (long.match(letter)?.length ?? 0) >= FRAGMENT_LETTERS)
      fragments.add(long)
  }
  // A short one would be found in too much else as a part, so it counts as a whole word only by its length.
  if (fragments.size === 0 && (folded.match(letter)?.length ?? 0) >= SHORTEST) fragments.add(folded)
  return fragments
}

/** Lower case, of the same length. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function mark(text: string, start: number): number {
  return ((text.charCodeAt(start) * 31 + (text.charCodeAt(start + 1) || 0)) * 31) % MARKS
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
const MARKS = 65_536
const SHORTEST = 2
const letter = /[\p{L}\p{N}]/gu
const allCjk = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
