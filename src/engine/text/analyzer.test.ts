import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { ANALYZER_IDENTITY, createAnalyzer } from './analyzer.ts'
import { sha256Hex } from './hash.ts'

const { terms } = createAnalyzer()

/** Terms that two texts share. */
function shared(a: string, b: string): string[] {
  const other = new Set(terms(b))
  return [...new Set(terms(a))].filter((term) => other.has(term))
}

describe('scripts without blanks', () => {
  test('give characters, pairs and triples', () => {
    expect(terms('放风筝')).toEqual(['放', '风', '筝', '放风', '风筝', '放风筝'])
  })

  test('traditional and simplified, full and half width meet', () => {
    expect(terms('放風箏')).toEqual(terms('放风筝'))
    expect(terms('ﾀｺ')).toEqual(terms('タコ'))
    expect(terms('ＫＩＴＥ')).toEqual(terms('kite'))
  })

  test('Korean particles do not hide the noun', () => {
    expect(shared('연을 샀다', '연이 좋다')).toContain('연')
  })

  test('Thai, which has no blanks either, is cut the same way', () => {
    expect(terms('วาว')).toContain('วาว')
    expect(terms('ชอบว่าว').length).toBeGreaterThan(3)
  })
})

describe('words', () => {
  test('mixed runs split where the script changes', () => {
    expect(terms('用Python写')).toEqual(['用', 'python', '写'])
  })

  test('English loses stop words, case and endings', () => {
    expect(terms('What were the Kites doing?')).toEqual(['kite'])
    expect(shared('When did she buy a kite?', 'She bought two kites')).toEqual(['buy', 'kite'])
  })

  test('contractions and possessives leave the word they hang on', () => {
    expect(terms("Ada’s kite won't fly, they'd said")).toEqual(['ada', 'kite', 'fli', 'say'])
  })

  test('hyphens, digits and marks are no obstacle', () => {
    expect(shared('wi-fi', 'WiFi')).toEqual(['wifi'])
    expect(shared('iPhone15', 'iphone 15')).toEqual(['iphon', '15'])
    expect(shared('12,500 yen', '12500')).toEqual(['12500'])
    expect(shared('C++ and C#', 'c++')).toEqual(['c++'])
    expect(terms('2026-05-01')).toEqual(['2026', '05', '01'])
  })

  test('accents of Latin letters and the Russian ё may be left out', () => {
    expect(terms('Café')).toEqual(terms('cafe'))
    expect(terms('ёлка')).toEqual(terms('елка'))
    expect(terms('й')).not.toEqual(terms('и'))
  })
})

test('a pictograph is a term', () => {
  expect(terms('fun 🪁')).toEqual(['fun', '🪁'])
})

test('names can be taken out', () => {
  expect(createAnalyzer({ stopNames: ['阿木', 'Ada'] }).terms('阿木 and ada fly')).toEqual(['fli'])
})

test('any text is analysed, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const term of terms(text)) expect(term).not.toBe('')
    }),
  )
  expect(terms('a'.repeat(200_000))).toEqual(['a'.repeat(64)])
  expect(terms("n't".repeat(1000)).length).toBeLessThan(3000)
})

test('terms that changed have another identity, so that no index on disk outlives them', () => {
  const sample = [
    '主人喜歡在週末去海邊放風箏🪁',
    "She didn't fly two kites at Mika's café in 2026-03, at 1,000 m",
    'ｺｰﾋｰ 抹茶ラテ 한국어 좋아 สวัสดี',
    'Ёлка и iPhone15, wi-fi, C++ and C#',
  ]
  const digest = sha256Hex(JSON.stringify(sample.map(terms))).slice(0, 16)
  // When the second changes, give the first another number.
  expect([ANALYZER_IDENTITY, digest]).toEqual(['omoide-terms-2', '299a81d539de4000'])
})

test('who lives and who leaves is found by the verb', () => {
  expect(terms('lives')).toEqual(terms('live'))
  expect(terms('leaves')).toEqual(terms('leave'))
})
