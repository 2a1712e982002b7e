import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { decodeVector, encodeVector } from './codec.ts'

const roundTrip = (value: number): number | undefined => decodeVector(encodeVector([value]))?.[0]

test('bytes are little-endian half floats', () => {
  expect([...atob(encodeVector([1, -2]))].map((char) => char.charCodeAt(0))).toEqual([0, 0x3c, 0, 0xc0])
})

test('rounds to the nearest value, ties to the even one, down to the smallest', () => {
  expect(roundTrip(1 + 1 / 2048)).toBe(1)
  expect(roundTrip(1 + 3 / 2048)).toBe(1 + 2 / 1024)
  expect(roundTrip(2 ** -24)).toBe(2 ** -24)
  expect(roundTrip(2 ** -25)).toBe(0)
  expect(roundTrip(65_519)).toBe(65_504)
  expect(roundTrip(2 - 2 ** -12)).toBe(2)
})

test('what is not finite is no vector', () => {
  for (const value of [65_520, -1e9, Infinity, NaN]) expect(decodeVector(encodeVector([value]))).toBeNull()
})

test('only padded base64 of whole values is read', () => {
  for (const text of ['', 'AA==', 'ADw', 'ADw=\n', ' ADw=', 'AD-_', 5, null, undefined, [1]]) {
    expect(decodeVector(text)).toBeNull()
  }
})

test('every half float comes back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), (bits) => {
      const text = btoa(String.fromCharCode(bits & 0xff, bits >> 8))
      const decoded = decodeVector(text)
      if ((bits & 0x7c00) === 0x7c00) expect(decoded).toBeNull()
      else expect(encodeVector(decoded ?? [])).toBe(text)
    }),
  )
})
