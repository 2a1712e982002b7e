/**
 * The built-in word table (tools/static-table builds it; docs/recall.md says how): some hundred thousand words, each
 * with how rare it is, a direction and its translations. Kept as the bytes of the file with a hash index over them: as
 * strings and arrays it would take ten times the memory.
 *
 * The file, little endian: a header of eight 32-bit numbers (magic, version, dimension, words, UTF-16 units of all
 * words, steps of a cost, CRC-32 of the rest, links), the units of the words in order, a byte of length for each word, a
 * byte of cost (−ln p times the steps), a byte of crowding (1 to 255, which is 1), `dimension` signed bytes of direction,
 * a byte of how many links it has, and the links: numbers of the words in letters, two bytes each, that translate it.
 */
import { crc32 } from '../../crc32.ts'

export interface WordTable {
  readonly dimension: number
  /** Words held. */
  readonly size: number
  /** The word at `text.slice(start, end)`, or -1. */
  find(text: string, start: number, end: number): number
  /** Tells each word that begins at `start` and ends by `end`, shortest first. */
  eachFrom(text: string, start: number, end: number, tell: (word: number, end: number) => void): void
  /** The word that stands for `word` in Japanese texts: itself where it means the same there. */
  inJapanese(word: number): number
  /** The word as the table writes it: lower case, without accents, in simplified characters. */
  text(word: number): string
  /** Whether the word is written in letters, not in characters. */
  inLetters(word: number): boolean
  /** −ln of how often the word turns up among all words of its language. */
  cost(word: number): number
  /**
   * How crowded it is around the word: mean cosine of the nearest words of the other writing (letters or
   * characters), above 0.
   */
  crowding(word: number): number
  /** Whether a dictionary explains one with the other alone; one of them is in letters, the other in characters. */
  translates(one: number, other: number): boolean
  /** Adds `factor` times the unit vector of the word. */
  addTo(sum: Float64Array, word: number, factor: number): void
  /** Cosine of two words. */
  cosine(one: number, other: number): number
}

/** Why a file is no table that this version can use. */
export type WordTableFault = 'truncated' | 'checksum' | 'version' | 'no_table'

export type OpenedWordTable =
  { readonly ok: true; readonly table: WordTable } | { readonly ok: false; readonly fault: WordTableFault }

const MAGIC = 0x57494d4f
const VERSION = 3
const HEADER_BYTES = 32

/** Reads a table over `bytes`, which must not change afterwards. */
export function openWordTable(bytes: Uint8Array): OpenedWordTable {
  if (bytes.byteLength < HEADER_BYTES) return { ok: false, fault: 'truncated' }
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  const field = (at: number) => header.getUint32(at * 4, true)
  if (field(0) !== MAGIC) return { ok: false, fault: 'no_table' }
  if (field(1) !== VERSION) return { ok: false, fault: 'version' }
  const [dimension, size, units, steps, linkCount] = [field(2), field(3), field(4), field(5), field(7)]
  const length = HEADER_BYTES + units * 2 + size * (4 + dimension) + linkCount * 2
  if (bytes.byteLength < length) return { ok: false, fault: 'truncated' }
  const body = bytes.subarray(HEADER_BYTES, length)
  if (bytes.byteLength > length || crc32(body) !== field(6)) return { ok: false, fault: 'checksum' }

  const lengths = body.subarray(units * 2, units * 2 + size)
  const costs = body.subarray(units * 2 + size, units * 2 + size * 2)
  const crowdings = body.subarray(units * 2 + size * 2, units * 2 + size * 3)
  const directions = new Int8Array(body.buffer, body.byteOffset + units * 2 + size * 3, size * dimension)
  const linksFrom = units * 2 + size * (3 + dimension)
  const linkCounts = body.subarray(linksFrom, linksFrom + size)
  const links = body.subarray(linksFrom + size)
  const parts = { units: readUnits(body, units), lengths, costs, crowdings, directions, linkCounts, links }
  return { ok: true, table: tableOver(parts, dimension, steps) }
}

/** A copy, as the units may lie at an odd address and a machine may be big endian. */
function readUnits(body: Uint8Array, units: number): Uint16Array {
  const read = new Uint16Array(units)
  for (let at = 0; at < units; at += 1) read[at] = (body[at * 2] ?? 0) | ((body[at * 2 + 1] ?? 0) << 8)
  return read
}

const EMPTY = -1
const MOST_CROWDED = 255
/** ゠, before a word that means another thing in Japanese than in Chinese, in its Japanese meaning. */
const JAPANESE_MARK = 0x30a0
/** Keys in letters are a–z. */
const LATIN_END = 0x80
const HASH_SEED = 0x811c9dc5
const HASH_PRIME = 0x01000193
/** Slots of the hash index for each word: at half full a miss looks at one and a half on average. */
const SLOTS_PER_WORD = 2
/** Words of a block of which it is kept where their links begin: 16, so that it takes next to no memory. */
const LINK_BLOCK_BITS = 4

interface TableParts {
  readonly units: Uint16Array
  readonly lengths: Uint8Array
  readonly costs: Uint8Array
  readonly crowdings: Uint8Array
  readonly directions: Int8Array
  readonly linkCounts: Uint8Array
  readonly links: Uint8Array
}

function tableOver(
  { units, lengths, costs, crowdings, directions, linkCounts, links }: TableParts,
  dimension: number,
  steps: number,
): WordTable {
  const size = lengths.length
  const starts = new Uint32Array(size + 1)
  /** Length of the longest word by its first unit. */
  const longest = new Uint8Array(0x10000)
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, size * SLOTS_PER_WORD))) - 1
  const slots = new Int32Array(mask + 1).fill(EMPTY)
  for (let word = 0; word < size; word += 1) enter(word)
  const scales = readScales(directions, size, dimension)
  const japanese = readJapanese()
  const linksBefore = countLinks(linkCounts)

  return {
    dimension,
    size,
    find,

    eachFrom(text, start, end, tell) {
      const last = Math.min(end, start + (longest[text.charCodeAt(start)] ?? 0))
      let hash = HASH_SEED
      for (let at = start; at < last; at += 1) {
        hash = mix(hash, text.charCodeAt(at))
        const word = lookUp(hash, text, start, at + 1 - start)
        if (word !== EMPTY) tell(word, at + 1)
      }
    },

    inJapanese: (word) => japanese.get(word) ?? word,

    text: textOf,

    inLetters,

    cost: (word) => (costs[word] ?? 0) / steps,

    crowding: (word) => (crowdings[word] ?? 0) / MOST_CROWDED,

    translates(one, other) {
      if (inLetters(one) === inLetters(other)) return false
      const [letters, characters] = inLetters(one) ? [one, other] : [other, one]
      let at = linksBefore[characters >> LINK_BLOCK_BITS] ?? 0
      const block = (characters >> LINK_BLOCK_BITS) << LINK_BLOCK_BITS
      for (let word = block; word < characters; word += 1) at += linkCounts[word] ?? 0
      for (const end = at + (linkCounts[characters] ?? 0); at < end; at += 1) {
        if (((links[at * 2] ?? 0) | ((links[at * 2 + 1] ?? 0) << 8)) === letters) return true
      }
      return false
    },

    addTo(sum, word, factor) {
      const from = word * dimension
      const scale = factor * (scales[word] ?? 0)
      for (let at = 0; at < dimension; at += 1)
        sum[at] = (sum[at] ?? 0) + scale * (directions[from + at] ?? 0)
    },

    cosine(one, other) {
      const to = other * dimension
      let dot = 0
      for (let from = one * dimension, at = to; at < to + dimension; from += 1, at += 1) {
        dot += (directions[from] ?? 0) * (directions[at] ?? 0)
      }
      return dot * (scales[one] ?? 0) * (scales[other] ?? 0)
    },
  }

  function find(text: string, start: number, end: number): number {
    if (end - start > (longest[text.charCodeAt(start)] ?? 0)) return EMPTY
    let hash = HASH_SEED
    for (let at = start; at < end; at += 1) hash = mix(hash, text.charCodeAt(at))
    return lookUp(hash, text, start, end - start)
  }

  function inLetters(word: number): boolean {
    return (units[starts[word] ?? 0] ?? 0) < LATIN_END
  }

  function textOf(word: number): string {
    const start = starts[word] ?? 0
    const from = units[start] === JAPANESE_MARK ? start + 1 : start
    return String.fromCharCode(...units.subarray(from, starts[word + 1] ?? 0))
  }

  /** Words that mean another thing in Japanese, and the entries of that. */
  function readJapanese(): Map<number, number> {
    const own = new Map<number, number>()
    for (let word = 0; word < size; word += 1) {
      if (units[starts[word] ?? 0] !== JAPANESE_MARK) continue
      const text = textOf(word)
      const chinese = find(text, 0, text.length)
      if (chinese !== EMPTY) own.set(chinese, word)
    }
    return own
  }

  function enter(word: number): void {
    const start = starts[word] ?? 0
    const length = lengths[word] ?? 0
    starts[word + 1] = start + length
    let hash = HASH_SEED
    for (let at = start; at < start + length; at += 1) hash = mix(hash, units[at] ?? 0)
    let slot = finish(hash) & mask
    while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
    slots[slot] = word
    const first = units[start] ?? 0
    if (length > (longest[first] ?? 0)) longest[first] = length
  }

  function lookUp(hash: number, text: string, start: number, length: number): number {
    for (let slot = finish(hash) & mask; ; slot = (slot + 1) & mask) {
      const word = slots[slot] ?? EMPTY
      if (word === EMPTY) return EMPTY
      if (lengths[word] === length && isAt(word, text, start, length)) return word
    }
  }

  function isAt(word: number, text: string, start: number, length: number): boolean {
    const from = starts[word] ?? 0
    for (let at = 0; at < length; at += 1) {
      if (units[from + at] !== text.charCodeAt(start + at)) return false
    }
    return true
  }
}

/** Links before each block of words: of the words of a block the counts are added up when one is asked for. */
function countLinks(linkCounts: Uint8Array): Uint32Array {
  const before = new Uint32Array((linkCounts.length >> LINK_BLOCK_BITS) + 1)
  let links = 0
  linkCounts.forEach((count, word) => {
    if (word % (1 << LINK_BLOCK_BITS) === 0) before[word >> LINK_BLOCK_BITS] = links
    links += count
  })
  return before
}

/** FNV-1a over UTF-16 units, so that each longer word costs one more step. */
function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, HASH_PRIME)
}

/** FNV leaves its low bits thin. */
function finish(hash: number): number {
  return hash ^ (hash >>> 15)
}

/** Directions are stored as large as a byte allows; this makes them of unit length. */
function readScales(directions: Int8Array, size: number, dimension: number): Float32Array {
  const scales = new Float32Array(size)
  for (let word = 0; word < size; word += 1) {
    let sum = 0
    const from = word * dimension
    for (let at = from; at < from + dimension; at += 1) sum += (directions[at] ?? 0) ** 2
    scales[word] = sum > 0 ? 1 / Math.sqrt(sum) : 0
  }
  return scales
}
