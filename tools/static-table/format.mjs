// The file of the table; read by src/engine/embedding/static/word-table.ts, which describes it.
import { crc32 } from 'node:zlib'
import { COST_STEPS, DIMENSION } from './settings.mjs'

const MAGIC = 0x57494d4f // "OMIW"
const VERSION = 3
const HEADER_BYTES = 32
/** Before a word that means another thing in Japanese. */
export const JAPANESE_MARK = '゠'
const LARGEST = 127
const LARGEST_CROWDING = 255

/**
 * `words`: key, probability, crowding, vector, links (keys of words in letters). Sorted by key (UTF-16), so that the order of
 * their sources leaves no trace; letters come first, so that two bytes tell a word of them.
 */
export function encodeTable(words) {
  const sorted = [...words].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  for (let at = 1; at < sorted.length; at += 1) {
    if (sorted[at].key === sorted[at - 1].key) throw new Error(`"${sorted[at].key}" is there twice`)
  }
  const units = sorted.reduce((sum, { key }) => sum + key.length, 0)
  const places = new Map(sorted.map(({ key }, at) => [key, at]))
  const links = sorted.map((word) => word.links.map((key) => places.get(key)).sort((a, b) => a - b))
  const linkCount = links.reduce((sum, { length }) => sum + length, 0)
  const body = new Uint8Array(units * 2 + sorted.length * (4 + DIMENSION) + linkCount * 2)
  const view = new DataView(body.buffer)
  let unitAt = 0
  let byteAt = units * 2
  for (const { key } of sorted) {
    for (let at = 0; at < key.length; at += 1) {
      view.setUint16(unitAt, key.charCodeAt(at), true)
      unitAt += 2
    }
  }
  for (const { key } of sorted) body[byteAt++] = key.length
  for (const { probability } of sorted)
    body[byteAt++] = Math.min(255, Math.round(-Math.log(probability) * COST_STEPS))
  for (const { crowding } of sorted)
    body[byteAt++] = Math.max(1, Math.min(LARGEST_CROWDING, Math.round(crowding * LARGEST_CROWDING)))
  for (const { vector } of sorted) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    for (const value of vector)
      view.setInt8(byteAt++, largest === 0 ? 0 : Math.round((value / largest) * LARGEST))
  }
  for (const { length } of links) body[byteAt++] = atMost(255, length)
  for (const place of links.flat()) {
    view.setUint16(byteAt, atMost(0xffff, place), true)
    byteAt += 2
  }
  const bytes = new Uint8Array(HEADER_BYTES + body.length)
  const header = new DataView(bytes.buffer)
  ;[MAGIC, VERSION, DIMENSION, sorted.length, units, COST_STEPS, crc32Of(body), linkCount].forEach(
    (value, at) => header.setUint32(at * 4, value, true),
  )
  bytes.set(body, HEADER_BYTES)
  return bytes
}

function atMost(limit, value) {
  if (value > limit) throw new Error(`${value} does not fit`)
  return value
}

function crc32Of(bytes) {
  return crc32(bytes)
}
