/** Short marks of texts and ids, for telling whether two are the same without keeping them. */

/** 53 bits in a number, never 0. Two different texts share one in a memory of a million once in twenty thousand such memories. */
export function markOf(text: string): number {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x9e3779b1)
    other = Math.imul(other ^ unit, 0x5f356495)
    one = (one << 13) | (one >>> 19)
    other = (other << 11) | (other >>> 21)
  }
  one = finished(one ^ text.length)
  other = finished(other ^ one)
  return (other & 0x1fffff) * 2 ** 32 + (one >>> 0) || 1
}

/** Spreads each bit over all. */
function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
