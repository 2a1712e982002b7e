/** Families are looked up by the words of a text; the same as looking through it for every word of every family. */
import { expect, it } from 'vitest'
import { topicOf } from './about.ts'
import { CONCEPTS } from './data/concepts/index.ts'

const spelt = (words: string): string[] => words.split(' ').map((word) => word.replaceAll('_', ' '))

const holders = Object.entries(CONCEPTS).map(([id, { zh, en, ja, also, opposite }]) => {
  const english = spelt(en).join('|')
  const edge = '[\\p{L}\\p{N}]'
  const words = new RegExp(`(?<!${edge})(?:${english})(?:s|es|ed|d|ing|er|ers|y)?(?!${edge})`, 'u')
  const within = (text: string, list: string): boolean => spelt(list).some((word) => text.includes(word))
  const holds = (text: string, language: 'zh' | 'en' | 'ja'): boolean =>
    also?.test(text) === true ||
    (language !== 'ja' && words.test(text)) ||
    (language !== 'en' && within(text, language === 'zh' ? zh : ja))
  return { id, opposite, holds }
})

it.each(['zh', 'en', 'ja'] as const)('finds the families of each word, in %s', (language) => {
  const words = Object.values(CONCEPTS).flatMap((concept) => spelt(concept[language]))
  const texts =
    language === 'en'
      ? words.flatMap((word) => [word, `it's ${word}ers, now`, `un${word}`, `${word}-y`])
      : words.flatMap((word) => [word, `啊${word}s`, `tea${word}`])
  for (const text of texts) {
    const held = holders.filter(({ holds }) => holds(text, language))
    const ids = held.map(({ id }) => id)
    const found = [...topicOf(text, language).concepts]
    // Of two opposites the one that is there in name only is left out.
    const sure = held.filter(({ opposite }) => opposite === undefined || !ids.includes(opposite))
    expect(found, text).toEqual(ids.filter((id) => found.includes(id)))
    expect(found, text).toEqual(expect.arrayContaining(sure.map(({ id }) => id)))
  }
})
