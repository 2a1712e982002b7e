// Builds public/models/static/words-v3.bin, the built-in word table (docs/recall.md). The same packages give the same
// bytes. Needs about 3 GB of memory and two minutes. Usage: apt-get install edict && npm ci && npm run build
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readChinese } from './chinese.mjs'
import { measureCrowding } from './crowding.mjs'
import { readEnglish, weightOf } from './english.mjs'
import { encodeTable, JAPANESE_MARK } from './format.mjs'
import { readJapaneseDictionary, readJapaneseList } from './japanese.mjs'
import { meanRow, normalise, normaliseRows, principalDirections, subtractFromRows } from './linear.mjs'
import { readLinks } from './links.mjs'
import {
  CHARACTER_COUNT,
  DIMENSION,
  ENGLISH_BY_FREQUENCY,
  ENGLISH_WORDS,
  JAPANESE_PROBABILITY,
  LONGEST_CJK_WORD,
  LONG_WORD_COUNT,
  OWN_MEANING_COSINE,
  RARE_KIND_COUNT,
  SHORT_CHINESE_WORD,
  SMALLEST_PROBABILITY,
} from './settings.mjs'

const FOLDER = new URL('../../public/models/static/', import.meta.url)
const FILE = 'words-v3.bin'

const started = performance.now()
step('reading English vectors')
const english = readEnglish()
step(`${english.words.length} English words; reading the Chinese dictionary`)
const chinese = await readChinese(english)
step(`${chinese.words.size} Chinese words; reading Japanese words`)
const listed = readJapaneseList(english)
const japanese = readJapaneseDictionary(english)
step(`${listed.size} and ${japanese.size} Japanese words; choosing`)
const groups = [chooseEnglish(), chooseChinese(), chooseJapanese()]
step(groups.map(({ length }) => length).join(' + '))
const words = project(groups)
step(`${words.length} words; measuring how crowded it is around them`)
const crowding = measureCrowding(words)
const links = linkWords(groups)
step(`${links.size} words that the dictionaries explain with one word; writing`)
const bytes = encodeTable(
  words.map((word, at) => ({ ...word, crowding: crowding[at], links: links.get(word.key) ?? [] })),
)
mkdirSync(FOLDER, { recursive: true })
writeFileSync(new URL(FILE, FOLDER), bytes)
const digest = createHash('sha256').update(bytes).digest('hex')
writeFileSync(new URL(`${FILE}.sha256`, FOLDER), `${digest}  ${FILE}\n`)
step(`${FILE}: ${(bytes.length / 1e6).toFixed(2)} MB, sha256 ${digest}`)

/** Words of letters alone; accents are taken off as they are from texts. */
function chooseEnglish() {
  const chosen = new Map()
  const choose = (word) => {
    const row = english.index.get(word)
    const key = word.normalize('NFD').replace(/\p{M}/gu, '')
    if (row === undefined || !/^[a-z]{2,24}$/.test(key) || chosen.has(key)) return
    chosen.set(key, { key, vector: english.row(row), probability: english.probability[row] })
  }
  for (const word of readChatWords()) choose(word)
  for (const word of english.words) if (chosen.size < ENGLISH_BY_FREQUENCY) choose(word)
  const rank = (word) => english.index.get(word)
  const explaining = [...chinese.explained].sort(([a, one], [b, other]) => other - one || rank(a) - rank(b))
  for (const [word] of explaining) if (chosen.size < ENGLISH_WORDS) choose(word)
  return [...chosen.values()]
}

function readChatWords() {
  const lines = readFileSync(new URL('chat.txt', import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' '))
}

/** The words of daily life, and what is frequent of the rest. */
function chooseChinese() {
  return [...chinese.words].filter(isChosen).map(([key, { vector, count }]) => ({
    key,
    vector,
    probability: Math.max(count / chinese.total, SMALLEST_PROBABILITY),
  }))
}

function isChosen([key, { count, rareKind }]) {
  const length = [...key].length
  // The product cuts at UTF-16 units; rare characters beyond the first plane would take two.
  if (length !== key.length || length > LONGEST_CJK_WORD) return false
  if (length === 1) return count >= CHARACTER_COUNT
  if (rareKind) return count >= RARE_KIND_COUNT
  return length <= SHORT_CHINESE_WORD || count >= LONG_WORD_COUNT
}

/**
 * Where Chinese writes a word alike its entry stays; a Japanese meaning that is another one stands beside it, by a mark, for
 * texts with kana.
 */
function chooseJapanese() {
  const chinesePlaces = new Map([...chinese.words].filter(isChosen))
  const chosen = new Map()
  for (const [key, { vector }] of listed) if (!chinese.words.has(key)) chosen.set(key, vector)
  for (const [key, { vector }] of japanese) {
    const other = chinesePlaces.get(key)
    if (key.length > LONGEST_CJK_WORD || chosen.has(key)) continue
    if (other === undefined) chosen.set(key, vector)
    else if (!listed.has(key) && cosine(vector, other.vector) < OWN_MEANING_COSINE)
      chosen.set(JAPANESE_MARK + key, vector)
  }
  return [...chosen].map(([key, vector]) => ({ key, vector, probability: JAPANESE_PROBABILITY }))
}

/** A Japanese word adds what it is explained with to its own entry, or to the Chinese one where that means the same. */
function linkWords([english, ...others]) {
  const keys = new Set(others.flat().map(({ key }) => key))
  const explained = [...chinese.words]
  for (const [key, word] of [...listed, ...japanese]) {
    const own = JAPANESE_MARK + key
    const other = chinese.words.get(key)
    if (keys.has(own)) explained.push([own, word])
    else if (other === undefined || cosine(word.vector, other.vector) >= OWN_MEANING_COSINE)
      explained.push([key, word])
  }
  const glossesOf = explained.filter(([key]) => keys.has(key)).map(([key, { glosses }]) => [key, glosses])
  return readLinks(glossesOf, new Set(english.map(({ key }) => key)))
}

function cosine(one, other) {
  return one.reduce((sum, value, at) => sum + value * other[at], 0)
}

/** Each language without its mean, then all of them in the directions that tell most words apart. */
function project(groups) {
  const width = english.row(0).length
  const centred = groups.map((group) => {
    const rows = new Float64Array(group.length * width)
    group.forEach(({ vector }, at) => rows.set(vector, at * width))
    const weights = group.map(({ probability }) => probability * weightOf(probability))
    subtractFromRows(rows, width, group.length, meanRow(rows, width, group.length, weights))
    normaliseRows(rows, width, group.length)
    return rows
  })
  const count = groups.reduce((sum, group) => sum + group.length, 0)
  const all = new Float64Array(count * width)
  let filled = 0
  for (const rows of centred) {
    all.set(rows, filled)
    filled += rows.length
  }
  const directions = principalDirections(all, width, count, DIMENSION)
  return groups.flat().map(({ key, probability }, at) => {
    const row = all.subarray(at * width, (at + 1) * width)
    const vector = directions.map((direction) => direction.reduce((sum, value, i) => sum + value * row[i], 0))
    return { key, probability, vector: normalise(Float64Array.from(vector)) }
  })
}

function step(text) {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}\n`)
}
