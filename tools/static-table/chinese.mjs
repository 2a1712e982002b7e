// Chinese word vectors: the vectors of the English words that CC-CEDICT explains a headword with.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { weightOf } from './english.mjs'
import { foldHan } from './fold.mjs'
import { normalise } from './linear.mjs'
import {
  CHARACTER_SHARE,
  GLOSSES,
  GLOSS_FALLOFF,
  KNOWN_NAME_RANK,
  LONG_GLOSS_WEIGHT,
  LONG_GLOSS_WORDS,
} from './settings.mjs'

const HAN_WORD = /^\p{Script=Han}+$/u
/** Glosses that only point elsewhere. */
const NO_MEANING =
  /^(?:CL:|classifier|used in |see |see also |also written|also pr|old variant|variant of|erhua variant|Japanese variant|archaic variant|nonstandard|unofficial variant|surname |abbr\. |Taiwan pr|same as|equivalent of|pr\. )/i
const OF_RARE_KIND =
  /\((?:idiom|literary|archaic|old|classical|bound form|dialect|Buddhism|chemistry|math\.?)\b|saying\)|proverb\)/
/** English words that glosses are built with and that carry no meaning of the headword. */
export const FUNCTION_WORDS = new Set(
  `a an the to of in on at by for from with as and or not be is are was been being being do does did have has had
  sb sth sb's etc one one's oneself that this these those it its his her their who which what where when how very
  into onto out up down off over so such than then if but also e g i esp usually often used use using
  make get give go some any no all more most other another something someone somebody lit fig`.split(/\s+/),
)

/**
 * Unit vectors and `glosses` by folded headword; `count` tells how often it turns up in jieba's texts, `rareKind`
 * that it is only a name, an idiom or a word of old books, `explained` how
 * much each English word explains.
 */
export async function readChinese(english) {
  const counts = readCounts()
  const { readings, rare, translated } = await readGlosses()
  const isKnown = (gloss) => english.index.get(gloss.toLowerCase().replace(/^the /, '')) < KNOWN_NAME_RANK
  for (const [word, glosses] of translated) if (glosses.some(isKnown)) rare.delete(word)
  const bare = new Map()
  for (const [word, glosses] of readings) {
    const vector = vectorOfGlosses(glosses, english)
    if (vector !== null) bare.set(word, vector)
  }
  const words = new Map()
  for (const [word, vector] of bare) {
    const count = counts.get(word) ?? 0
    words.set(word, {
      vector: withCharacters(word, vector, bare),
      glosses: readings.get(word),
      count,
      rareKind: rare.has(word),
    })
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { words, total, explained: weighExplaining(readings, counts, english) }
}

/** How much each English word explains: headwords, frequent ones counting more. */
function weighExplaining(readings, counts, english) {
  const explained = new Map()
  for (const [headword, glosses] of readings) {
    const weight = Math.log2(1 + (counts.get(headword) ?? 0))
    const words = new Set(glosses.slice(0, GLOSSES).flatMap((gloss) => contentWords(gloss, english)))
    for (const word of words) explained.set(word, (explained.get(word) ?? 0) + weight)
  }
  return explained
}

/** The vector of explanations, most usual first: a falling mean of the vectors of each; null when no word is known. */
export function vectorOfGlosses(glosses, english) {
  const sum = new Float64Array(english.row(0).length)
  let used = 0
  for (const gloss of glosses) {
    if (used === GLOSSES) break
    const words = contentWords(gloss, english)
    if (words.length === 0) continue
    const one = new Float64Array(sum.length)
    for (const word of words) {
      const at = english.index.get(word)
      const weight = weightOf(english.probability[at])
      english.row(at).forEach((value, index) => (one[index] += weight * value))
    }
    normalise(one)
    const weight =
      (1 / (1 + GLOSS_FALLOFF * used)) * (words.length > LONG_GLOSS_WORDS ? LONG_GLOSS_WEIGHT : 1)
    one.forEach((value, index) => (sum[index] += weight * value))
    used += 1
  }
  return used === 0 ? null : normalise(sum)
}

function contentWords(gloss, english) {
  const words = []
  for (const token of gloss.toLowerCase().match(/[a-z]+(?:['-][a-z]+)*/g) ?? []) {
    if (FUNCTION_WORDS.has(token)) continue
    const parts = english.index.has(token) ? [token] : token.split(/['-]/)
    for (const part of parts)
      if (part.length > 1 && !FUNCTION_WORDS.has(part) && english.index.has(part)) words.push(part)
  }
  return words
}

function withCharacters(word, vector, bare) {
  const characters = [...word]
  if (characters.length === 1) return vector
  const mean = new Float64Array(vector.length)
  for (const character of characters) {
    bare.get(character)?.forEach((value, at) => (mean[at] += value / characters.length))
  }
  return normalise(vector.map((value, at) => value + CHARACTER_SHARE * mean[at]))
}

/**
 * Glosses by folded headword: those of usual readings before those of names (capital pinyin). `rare`: headwords that are
 * nothing but names, idioms and words of old books; `translated`: glosses of those names.
 */
async function readGlosses() {
  // The package exports only its search; the entries lie beside it.
  const { all } = (await import(new URL('../data/all.js', import.meta.resolve('cc-cedict')))).default
  const usual = new Map()
  const ordinary = new Set()
  const names = new Map()
  const pointers = new Map()
  for (const [, simplified, pinyin, meanings] of all) {
    const word = foldHan(simplified.replace(/[，·]/g, ''))
    if (!HAN_WORD.test(word)) continue
    const glosses = (Array.isArray(meanings) ? meanings : [meanings]).flatMap(readGloss)
    const isName = /^[A-Z]/.test(pinyin)
    const into = isName ? names : usual
    if (!isName && !OF_RARE_KIND.test([meanings].flat().join('/'))) ordinary.add(word)
    into.set(word, [...(into.get(word) ?? []), ...glosses])
    pointers.set(word, [...(pointers.get(word) ?? []), ...[meanings].flat().flatMap(pointedAt)])
  }
  for (const [word, glosses] of names) usual.set(word, [...(usual.get(word) ?? []), ...glosses])
  // 体检 is explained as short for 体格检查 and nothing else.
  for (const [word, glosses] of usual) {
    if (glosses.length > 0) continue
    for (const other of pointers.get(word)) glosses.push(...(usual.get(other) ?? []))
  }
  const rare = new Set([...usual.keys()].filter((word) => !ordinary.has(word)))
  return { readings: usual, rare, translated: [...names].filter(([word]) => rare.has(word)) }
}

/** The words that a gloss names: `體格檢查|体格检查[ti3 ge2 …]`. */
function pointedAt(gloss) {
  const named = gloss.matchAll(/(?:\p{Script=Han}+\|)?(\p{Script=Han}+)\[/gu)
  return [...named].map(([, word]) => foldHan(word))
}

/** The translations in one gloss, without remarks and Chinese examples. */
function readGloss(gloss) {
  let plain = gloss
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, ' ').replace(/\[[^\][]*\]/g, ' ')
  }
  return plain
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NO_MEANING.test(part))
}

function readCounts() {
  const file = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')
  const counts = new Map()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word, count] = line.split(' ')
    if (word === '' || count === undefined) continue
    const folded = foldHan(word)
    counts.set(folded, (counts.get(folded) ?? 0) + Number(count))
  }
  return counts
}
