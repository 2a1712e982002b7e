import { describe, expect, it } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { deleteFences, firstFencedBlock, stripLeadingFence, stripTaggedFence } from './fences.ts'
import { parseTolerant } from './tolerant-json.ts'

function valueOf(text: string): unknown {
  const parsed = parseTolerant(text)
  return parsed.ok ? parsed.value : parsed.error.code
}

describe('tolerant JSON (prompts.md §1.4)', () => {
  it.each([
    ["{summary: 'a', n: None,}", { summary: 'a', n: null }],
    ['[{"a":1} {"b":2}]', [{ a: 1 }, { b: 2 }]],
    ['[{{"index":0}}]', [{ index: 0 }]],
    ['{"t": "she said "hello" to me", "n": 1}', { t: 'she said "hello" to me', n: 1 }],
    ['{"a": True, "b": [False, None]}', { a: true, b: [false, null] }],
    ['{"a": "True story", "b": True}', { a: 'True story', b: true }],
    ['{"a": [1, 2, ], }', { a: [1, 2] }],
    ['{"a": {"b": 1,}}', { a: { b: 1 } }],
    ["['it\\'s', 'don't', 'say \"x\"']", ["it's", "don't", 'say "x"']],
    ['[ 的{"a":1}, 🎉"b"]', [{ a: 1 }, 'b']],
    ['["a", 的的"b"]', ['a', 'b']],
    ['{"a":[1][2]}', 'model_bad_answer'],
    ['[[1][2]]', [[1], [2]]],
    ['{"text": "line\nbreak\tand tab"}', { text: 'line\nbreak\tand tab' }],
    ['{名字: "小林"}', { 名字: '小林' }],
    ['Here you are: [1]', 'model_bad_answer'],
    ['', 'model_bad_answer'],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toEqual(expected)
  })

  it('turns a divider whose line breaks were escaped twice into a real one, and no other escape', () => {
    expect(valueOf(JSON.stringify({ s: 'now\\n\\n ---- \\r\\nearlier', p: 'C:\\new\\readme' }))).toEqual({
      s: 'now\n\n---\n\nearlier',
      p: 'C:\\new\\readme',
    })
  })

  it('keeps a key that names the prototype as data', () => {
    const parsed = valueOf('{"__proto__": {"x": 1},}')
    expect(Object.keys(parsed as object)).toEqual(['__proto__'])
  })

  it('never throws and never changes what strict JSON holds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(valueOf(text)).toEqual(JSON.parse(text))
      }),
    )
    const noise = fc.string({ unit: fc.constantFrom(...'{}[]",:\'\\ abT1🎉的\n'.split('')), maxLength: 60 })
    fc.assert(
      fc.property(noise, (text) => {
        parseTolerant(text)
      }),
    )
  })

  it('gives up cleanly on nesting deeper than the stack', () => {
    expect(valueOf('['.repeat(150_000))).toBe('model_bad_answer')
  })

  it.each([' ', ',', '[', "',a", '{a: ', '\\', '[🎉'])('gives up on much of %j in linear time', (piece) => {
    expect(valueOf(piece.repeat(199_000 / piece.length))).toBe('model_bad_answer')
  })

  it('repairs a long answer in linear time', () => {
    const text = `[${Array.from({ length: 2_000 }, (_, index) => `{text: 'fact ${String(index)}', n: None}`).join(' ')}]`
    expect((valueOf(text) as unknown[]).length).toBe(2_000)
  })
})

describe('fences (prompts.md §1.3)', () => {
  it('calls 5–8 unwrap a leading fence only', () => {
    expect(stripLeadingFence(' ```json\n[1]\n``` trailing')).toBe('[1]')
    expect(stripLeadingFence('```[1]')).toBe('[1]')
    expect(stripLeadingFence('text ```[1]```')).toBe('text ```[1]```')
  })
  it('calls 2–4 take the first block anywhere', () => {
    expect(firstFencedBlock('Sure:\n```json\n{"a":1}\n```\nand ```{}```')).toBe('{"a":1}')
    expect(firstFencedBlock(' {"a":1} ')).toBe('{"a":1}')
  })
  it('calls 9–17 delete marks', () => {
    expect(deleteFences('```json\n[1]\n```')).toBe('[1]')
    expect(stripTaggedFence('```JSON5\n[1]\n```')).toBe('[1]')
  })
})
