// Japanese reforms of characters → the simplified form that the table's keys have, from OpenCC's data. Run by itself
// it writes src/engine/embedding/static/shinjitai.ts: texts must be folded as keys are.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import process, { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { Converter } from 'opencc-js'
import { foldHan } from './fold.mjs'

const SOURCE = new URL('../../src/engine/embedding/static/shinjitai.ts', import.meta.url)
const PAIRS_PER_LINE = 25
const [FIRST, LAST] = [0x4e00, 0x9fff]
/** A character that Chinese texts use as often as this is a Chinese one (欠, 予, 浜) and stays. */
const CHINESE_COUNT = 1000

/** OpenCC gives these a form that simplified Chinese does not use. */
const MENDED = new Map(
  [...'闘斗鉱矿郷乡緒绪餅饼醤酱挙举渋涩覇霸駅站併并穣穰麹曲缶罐荘庄'.matchAll(/../gu)].map(([pair]) => [
    ...pair,
  ]),
)

const pairs = readPairs()

export function foldShinjitai(text) {
  return [...text].map((character) => pairs.get(character) ?? character).join('')
}

function readPairs() {
  const toTraditional = Converter({ from: 'jp', to: 't' })
  const counts = countCharacters()
  const found = new Map()
  for (let code = FIRST; code <= LAST; code += 1) {
    const character = String.fromCodePoint(code)
    const simplified = MENDED.get(character) ?? foldHan(toTraditional(character))
    if (simplified === foldHan(character) || [...simplified].length !== 1) continue
    if ((counts.get(character) ?? 0) < CHINESE_COUNT) found.set(character, simplified)
  }
  return found
}

function countCharacters() {
  const counts = new Map()
  const file = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt')
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [word, count] = line.split(' ')
    for (const character of word) counts.set(character, (counts.get(character) ?? 0) + Number(count))
  }
  return counts
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const all = [...pairs].map(([from, to]) => from + to)
  const lines = []
  for (let at = 0; at < all.length; at += PAIRS_PER_LINE)
    lines.push(all.slice(at, at + PAIRS_PER_LINE).join(''))
  writeFileSync(
    SOURCE,
    `// Written by tools/static-table/shinjitai.mjs from OpenCC's data (Apache-2.0); do not edit.
/** Pairs of a Japanese form and its simplified Chinese one, without separators; line ends mean nothing. */
export const shinjitaiPairs = \`
${lines.join('\n')}
\`
`,
  )
  process.stdout.write(`${all.length} pairs\n`)
}
