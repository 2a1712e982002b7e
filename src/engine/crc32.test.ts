import { expect, test } from 'vitest'
import { crc32 } from './crc32.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('known texts', () => {
  const sum = (text: string) => crc32(bytesOf(text)).toString(16)
  expect(sum('')).toBe('0')
  expect(sum('123456789')).toBe('cbf43926')
  expect(sum('The quick brown fox jumps over the lazy dog')).toBe('414fa339')
})

test('in pieces as a whole, wherever it is cut', () => {
  const bytes = bytesOf('The quick brown fox jumps over the lazy dog')
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(0x414fa339)
  }
})
