import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { bucketsOf, cutTokens } from './batches.ts'
import { embeddingModelId, quantizationOf, widthOf } from './choice.ts'
import { pool, unitVector } from './pooling.ts'
import { findProfile, modelProfiles } from './profiles.ts'
import { probeFault, probeTexts } from './self-test.ts'

const reference = findProfile('local-text-retrieval-v1')
if (reference === undefined) throw new Error('the reference’s profile is missing')

test('the width follows the memory of the device, and a legal step is taken as it is (§1.1)', () => {
  expect([4, 7.9, 8, 15, 16, 64].map((memory) => widthOf(reference, 'auto', memory))).toEqual([
    64, 64, 128, 128, 256, 256,
  ])
  expect(widthOf(reference, 'auto', null)).toBe(128)
  expect(widthOf(reference, 512, 4)).toBe(512)
  expect(widthOf(reference, 100, 16)).toBe(256)
})

test('a model that was not trained to be cut keeps its width', () => {
  for (const profile of modelProfiles.filter(({ steps }) => steps.length === 1)) {
    expect(widthOf(profile, 64, 4)).toBe(profile.width)
  }
})

test('small weights are taken where there are some, unless the user insists (§1.2)', () => {
  expect(quantizationOf('auto', ['fp32', 'int8'])).toBe('int8')
  expect(quantizationOf('auto', ['fp32'])).toBe('fp32')
  expect(quantizationOf('fp32', ['int8'])).toBeNull()
  expect(quantizationOf('auto', [])).toBeNull()
})

test('the id says profile, width, weights and longest input (§2)', () => {
  expect(embeddingModelId(reference.id, reference, { dimension: 256, quantization: 'int8' })).toBe(
    'local-text-retrieval-v1-256d-int8-mlen1024',
  )
})

test('each way of pooling reads its hidden states, and padding none of them (§1)', () => {
  // Two texts of two and one tokens, width 2; the padding is not a number.
  const hidden = { values: [1, 2, 3, 4, 5, 6, NaN, NaN], batch: 2, length: 2, width: 2 }
  const texts = (pooling: 'mean' | 'cls' | 'last') =>
    pool(hidden, [2, 1], pooling).map((vector) => [...vector])
  expect(texts('mean')).toEqual([
    [2, 3],
    [5, 6],
  ])
  expect(texts('cls')).toEqual([
    [1, 2],
    [5, 6],
  ])
  expect(texts('last')).toEqual([
    [3, 4],
    [5, 6],
  ])
})

test('a vector is cut first and then made a unit vector', () => {
  expect([...unitVector(Float32Array.of(3, 4, 12), 2)]).toEqual([Math.fround(0.6), Math.fround(0.8)])
  expect([...unitVector(Float32Array.of(0, 0, 1), 2)]).toEqual([0, 0])
})

test('buckets keep to the budget and hold every text once (§4)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 50 })),
      fc.integer({ min: 1, max: 200 }),
      (lengths, budget) => {
        const buckets = bucketsOf(lengths, budget)
        expect(buckets.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, index) => index))
        for (const bucket of buckets) {
          const longest = Math.max(...bucket.map((index) => lengths[index] ?? 0))
          expect(bucket.length === 1 || longest * bucket.length <= budget).toBe(true)
        }
      },
    ),
  )
})

test('a long text is cut inside its marks', () => {
  expect(cutTokens([101, 1, 2, 3, 4, 102], 1, 4)).toEqual([101, 1, 2, 102])
  expect(cutTokens([1, 2, 3], 0, 2)).toEqual([1, 2])
  expect(cutTokens([1, 2], 0, 2)).toEqual([1, 2])
})

const unit = (index: number) =>
  unitVector(
    Float32Array.from({ length: 8 }, (_, at) => (at === index ? 1 : 0)),
    8,
  )
const good = probeTexts.map((_, index) => unit(index))

test('vectors that are finite, of unit length and distinct are used', () => {
  expect(probeFault(good, null)).toBeNull()
  expect(
    probeFault(
      good,
      good.map((vector) => [...vector]),
    ),
  ).toBeNull()
})

test('unusable vectors are refused, each fault by its name', () => {
  expect(probeFault(good.slice(1), null)).toBe('count')
  expect(probeFault([null, ...good.slice(1)], null)).toBe('count')
  expect(probeFault([Float32Array.of(NaN, 1), ...good.slice(1)], null)).toBe('not_finite')
  expect(probeFault([Float32Array.of(2), ...good.slice(1)], null)).toBe('not_unit')
  expect(
    probeFault(
      good.map(() => unit(0)),
      null,
    ),
  ).toBe('not_distinct')
})

test('a backend that does not give what WebAssembly gave is refused', () => {
  const tilted = good.map((vector, index) => {
    const other = [...vector]
    other[(index + 1) % 8] = 0.25
    const length = Math.hypot(...other)
    return other.map((value) => value / length)
  })
  expect(probeFault(good, tilted)).toBe('disagrees')
  expect(probeFault(good, [])).toBe('disagrees')
})
