import { expect, test } from 'vitest'
import { stemEnglish } from './stem-english.ts'

/** Words that must meet each other. */
const families = [
  ['run', 'runs', 'running', 'ran'],
  ['buy', 'buys', 'buying', 'bought'],
  ['hope', 'hopes', 'hoped', 'hoping'],
  ['hop', 'hops', 'hopped', 'hopping'],
  ['child', 'children'],
  ['study', 'studies', 'studied', 'studying'],
  ['die', 'dies', 'died', 'dying'],
  ['adopt', 'adopted', 'adoption', 'adopting'],
  ['relate', 'related', 'relational'],
  ['agree', 'agreed', 'agrees', 'agreeing'],
]

test.each(families)('%s and its forms have one stem', (...words) => {
  expect(new Set(words.map(stemEnglish)).size).toBe(1)
})

test('words that only look alike stay apart', () => {
  expect(stemEnglish('hoping')).not.toBe(stemEnglish('hopping'))
  expect(stemEnglish('news')).not.toBe(stemEnglish('new'))
  expect(stemEnglish('organ')).not.toBe(stemEnglish('organization'))
})

test('stems are those of the published stemmer', () => {
  const published = {
    consistency: 'consist',
    consolation: 'consol',
    generously: 'generous',
    happily: 'happili',
    caresses: 'caress',
    ponies: 'poni',
    ties: 'tie',
    gas: 'gas',
    proceed: 'proceed',
    communism: 'communism',
    youth: 'youth',
    saying: 'say',
    adding: 'add',
  }
  expect(Object.fromEntries(Object.keys(published).map((word) => [word, stemEnglish(word)]))).toEqual(
    published,
  )
})

test('short words, digits and other letters are left alone', () => {
  expect(['as', '5pm', 'été', 'x2'].map(stemEnglish)).toEqual(['as', '5pm', 'été', 'x2'])
})
