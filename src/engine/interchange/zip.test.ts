import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readZip, type ZipMember } from './zip.ts'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const archive = (): Uint8Array =>
  zipSync({
    'USER.md': text('likes tea. '.repeat(500)),
    'a/': new Uint8Array(0),
    'a/b.md': [text('x'), { level: 0 }],
  })

function members(bytes: Uint8Array): readonly ZipMember[] {
  const read = readZip(bytes, 10)
  if (read === null || read === 'too_many') throw new Error('not read')
  return read
}

/** The archive with 32 bits at `field` of the first directory entry changed. */
function forged(field: number, value: number): Uint8Array {
  const bytes = archive()
  const view = new DataView(bytes.buffer)
  const header =
    [...bytes.keys()].find((at) => at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50) ?? 0
  view.setUint32(header + field, value, true)
  return bytes
}

test('members are read in order, packed or stored, with a comment behind and something before', () => {
  const read = members(archive())
  expect(read.map(({ name, folder, size }) => [name, folder, size])).toEqual([
    ['USER.md', false, 5500],
    ['a/', true, 0],
    ['a/b.md', false, 1],
  ])
  expect(new TextDecoder().decode(read[0]?.unpack() ?? undefined)).toBe('likes tea. '.repeat(500))
  expect(new TextDecoder().decode(read[2]?.unpack() ?? undefined)).toBe('x')
})

test('what is no archive, is cut off or has too many members is refused', () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(100), archive().slice(0, 50), archive().slice(7)]) {
    expect(readZip(bytes, 10)).toBeNull()
  }
  expect(readZip(archive(), 2)).toBe('too_many')
})

test('a member that is not what it was declared to be does not come out', () => {
  for (const lie of [
    forged(24, 10), // Smaller than it is: a bomb would be cut short, not unpacked.
    forged(24, 6000),
    forged(16, 1), // Another checksum.
    forged(20, 0xffffffff), // Longer than the archive.
    forged(42, 0xfffffff0), // Elsewhere.
    forged(8, 1), // Encrypted.
  ]) {
    expect(members(lie)[0]?.unpack()).toBeNull()
  }
})
