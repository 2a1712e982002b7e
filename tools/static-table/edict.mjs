// The common words of EDICT, a Japanese dictionary. No package of npm has it; Debian's package "edict" does.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { EDICT_SHA256 } from './settings.mjs'

const FILE = '/usr/share/edict/edict'
/** Parts of speech that make sentences, or of which words are made. */
const NO_WORD =
  /^(?:prt|conj|aux|aux-v|aux-adj|cop|cop-da|pref|suf|n-pref|n-suf|ctr|num|int|pn|exp|adj-pn|unc|id)$/
const OLD_SENSE = /\((?:arch|obs|obsc|ok|oK|oik)\)/

/** What may follow the part of a word that stays. */
const ENDINGS = new Map(
  Object.entries({
    v1: 'るてたなまらよ',
    'adj-i': 'いくかさ',
    v5k: 'かきくけこい',
    'v5k-s': 'かきくけこっ',
    v5g: 'がぎぐげごい',
    v5s: 'さしすせそ',
    v5t: 'たちつてとっ',
    v5n: 'なにぬねのん',
    v5b: 'ばびぶべぼん',
    v5m: 'まみむめもん',
    v5r: 'らりるれろっ',
    'v5r-i': 'らりるれろっ',
    v5u: 'わいうえおっ',
  }),
)

/**
 * Entries in the order of the file: the word as it is `written` (and once more in kana where that is usual), the `stem`
 * that all its forms begin with, these `forms` as far as they tell it from others of that stem, and its `glosses`.
 */
export function readEdict() {
  const lines = new TextDecoder('euc-jp').decode(readFile()).split('\n')
  return lines.filter((line) => line.includes('/(P)/')).flatMap(readLine)
}

function readFile() {
  if (!existsSync(FILE)) throw new Error(`${FILE} is not there: apt-get install edict`)
  const bytes = readFileSync(FILE)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== EDICT_SHA256) throw new Error(`${FILE} is another version: sha256 ${digest}`)
  return bytes
}

/** `飲む [のむ] /(v5m,vt) (1) to drink/to swallow/(2) to smoke/(P)/` */
function readLine(line) {
  const [, written, reading, body] = /^(\S+)(?: \[([^\]]+)\])? \/(.*)\/$/.exec(line) ?? []
  if (written === undefined) return []
  const senses = body.split('/').filter((sense) => sense !== '' && sense !== '(P)')
  const kinds = /^\(([^)]*)\)/.exec(senses[0])?.[1].split(',') ?? []
  const glosses = senses.filter((sense) => !OLD_SENSE.test(sense)).map(plainGloss)
  const known = glosses.filter((gloss) => gloss !== '')
  if (known.length === 0 || kinds.some((kind) => NO_WORD.test(kind))) return []
  const spellings = [written]
  if (reading !== undefined && senses.some((sense) => /^(?:\([^)]*\) ?)*\(uk\)/.test(sense)))
    spellings.push(reading.split(';')[0].replace(/\([^)]*\)/g, ''))
  return spellings.map((spelling) => ({ written: spelling, ...formsOf(spelling, kinds), glosses: known }))
}

function plainGloss(sense) {
  let plain = sense
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replace(/\([^()]*\)/g, ' ').replace(/\{[^}]*\}/g, ' ')
  }
  return plain.trim()
}

function formsOf(written, kinds) {
  const kind = kinds.find((one) => ENDINGS.has(one))
  if (kind === undefined) return { stem: written, forms: [written] }
  const stem = written.slice(0, -1)
  return { stem, forms: [...ENDINGS.get(kind)].map((ending) => stem + ending) }
}
