import { describe, expect, it } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { createThoughtFilter, stripThoughts } from './thoughts.ts'

describe('what a model thinks aloud', () => {
  it.each([
    ['<think>a</think>b', 'b'],
    ['a <THINK>b</Think> c', 'a  c'],
    ['<thinking>a<think>b</thinking>c', 'c'],
    ['started before</think> shown', 'shown'],
    ['shown <think>never ends', 'shown'],
    ['a < b and <thin air', 'a < b and <thin air'],
  ])('%j shows %j', (text, shown) => {
    expect(stripThoughts(text)).toBe(shown)
  })

  it('shows the same in a stream, however it is cut', () => {
    const pieces = fc.array(fc.constantFrom('<think>', '</think>', 'a', '<', ' ', 'th', '>', 'é'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 5 }), (list, size) => {
        const text = list.join('')
        // A closing tag without an opening one can't be known in time by a stream.
        fc.pre(
          !/^(?:(?!<think>)[^])*<\/think>/.test(text) && !/<\/think>(?:(?!<think>)[^])*<\/think>/.test(text),
        )
        const filter = createThoughtFilter()
        let shown = ''
        for (let index = 0; index < text.length; index += size)
          shown += filter.push(text.slice(index, index + size))
        expect((shown + filter.end()).trim()).toBe(stripThoughts(text))
      }),
      { numRuns: 500 },
    )
  })

  it('takes linear time', () => {
    expect(stripThoughts('<think>'.repeat(100_000))).toBe('')
    expect(stripThoughts('</think>'.repeat(100_000))).toBe('')
  })
})
