/**
 * Stems of English words: irregular forms go to their base form, then the Snowball English stemmer
 * ("Porter2", M. F. Porter, snowballstem.org) takes the endings off. Stems are for comparing only.
 */
import { irregularEnglish } from './irregular-english.ts'

/** The stem of a lower-case word; words with letters beyond a–z are left as they are. */
export function stemEnglish(word: string): string {
  const base = irregularEnglish.get(word) ?? word
  if (base.length <= 2 || !/^[a-z]+$/.test(base)) return base
  return whole.get(base) ?? snowball(base)
}

/** Words that the endings' rules would maim. */
const whole: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: 'ski',
    skies: 'sky',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
    sky: 'sky',
    news: 'news',
    howe: 'howe',
    atlas: 'atlas',
    cosmos: 'cosmos',
    bias: 'bias',
    andes: 'andes',
  }),
)
const wholeAfterPlural = new Set([
  'inning',
  'outing',
  'canning',
  'herring',
  'earring',
  'proceed',
  'exceed',
  'succeed',
])

/** Endings of step 2 (in R1) and what stands for them; longer ones first. */
const step2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
]

/** Endings of step 3 (in R1). */
const step3: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]

/** Endings of step 4 (in R2), which go without replacement; longer ones first. */
const step4: readonly string[] = [
  'ement',
  'able',
  'ance',
  'ence',
  'ible',
  'ment',
  'ant',
  'ate',
  'ent',
  'ion',
  'ism',
  'iti',
  'ive',
  'ize',
  'ous',
  'al',
  'er',
  'ic',
]

function snowball(word: string): string {
  // A y that acts as a consonant is written Y.
  const marked = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
  const r1 = firstRegion(marked)
  const r2 = r1 + regionAfter(marked.slice(r1))
  const singular = takePlural(marked)
  if (wholeAfterPlural.has(singular)) return singular
  const stem = takeParticiple(singular, r1)
  const derived = replaceEndings(stem.replace(/(?<=.[^aeiouy])[yY]$/, 'i'), r1, r2)
  return takeFinal(takeSuffix(derived, r2), r1, r2).toLowerCase()
}

function takePlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/(us|ss)$/.test(word)) return word
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word
}

function takeParticiple(word: string, r1: number): string {
  const eed = /eed(ly)?$/.exec(word)
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word
  const ending = /(ed|ing)(ly)?$/.exec(word)
  if (!ending) return word
  const stem = word.slice(0, ending.index)
  if (!/[aeiouy]/.test(stem)) return word
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return /^[aeo]..$/.test(stem) ? stem : stem.slice(0, -1)
  return r1 >= stem.length && endsShort(stem) ? `${stem}e` : stem
}

function replaceEndings(word: string, r1: number, r2: number): string {
  const first = replaceFirst(word, step2, r1) ?? takeAdverb(word, r1)
  const second = replaceFirst(first, step3, r1) ?? first
  return second.endsWith('ative') && second.length - 5 >= r2 ? second.slice(0, -5) : second
}

/** The word with its longest listed ending replaced, or undefined when it has none of them. */
function replaceFirst(
  word: string,
  endings: readonly (readonly [string, string])[],
  region: number,
): string | undefined {
  const found = endings.find(([ending]) => word.endsWith(ending))
  if (found === undefined) return undefined
  const [ending, replacement] = found
  const start = word.length - ending.length
  return start >= region ? word.slice(0, start) + replacement : word
}

function takeAdverb(word: string, r1: number): string {
  if (word.endsWith('ogi')) return word.length - 3 >= r1 && word.endsWith('logi') ? word.slice(0, -1) : word
  return word.length - 2 >= r1 && /[cdeghkmnrt]li$/.test(word) ? word.slice(0, -2) : word
}

function takeSuffix(word: string, r2: number): string {
  const ending = step4.find((candidate) => word.endsWith(candidate))
  if (ending === undefined || word.length - ending.length < r2) return word
  if (ending === 'ion' && !/[st]ion$/.test(word)) return word
  return word.slice(0, -ending.length)
}

function takeFinal(word: string, r1: number, r2: number): string {
  const last = word.length - 1
  if (word.endsWith('e') && (last >= r2 || (last >= r1 && !endsShort(word.slice(0, -1)))))
    return word.slice(0, -1)
  return word.endsWith('ll') && last >= r2 ? word.slice(0, -1) : word
}

/** Where R1 starts: behind the first consonant after a vowel, or behind a prefix that hides one. */
function firstRegion(word: string): number {
  const prefix = /^(gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(word)
  return prefix ? prefix[0].length : regionAfter(word)
}

function regionAfter(word: string): number {
  const match = /[aeiouy][^aeiouy]/.exec(word)
  return match ? match.index + 2 : word.length
}

function endsShort(word: string): boolean {
  return /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word)
}
