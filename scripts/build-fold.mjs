// Writes src/engine/text/fold-table.ts: each Han character whose simplified form is one other character, taken
// from OpenCC's data through opencc-js, one character at a time (no context), followed to its fixpoint so that
// folding twice changes nothing. Usage: node scripts/build-fold.mjs
import { writeFileSync } from 'node:fs'
import { Converter } from 'opencc-js/t2cn'

const TABLE = new URL('../src/engine/text/fold-table.ts', import.meta.url)
const PAIRS_PER_LINE = 25
const HAN = /^\p{Script=Han}$/u
const LAST_CODE_POINT = 0x3ffff

const convert = Converter({ from: 't', to: 'cn' })
const simpler = new Map()
for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
  const character = String.fromCodePoint(code)
  if (!HAN.test(character)) continue
  const folded = convert(character)
  if (folded !== character && [...folded].length === 1) simpler.set(character, folded)
}

const pairs = [...simpler.keys()].map((character) => character + fixpoint(character))
const lines = []
for (let index = 0; index < pairs.length; index += PAIRS_PER_LINE) {
  lines.push(pairs.slice(index, index + PAIRS_PER_LINE).join(''))
}
writeFileSync(
  TABLE,
  `// Written by scripts/build-fold.mjs from OpenCC's data (Apache-2.0); do not edit.
/** Pairs of a character and its simplified form, without separators; line ends mean nothing. */
export const foldPairs = \`
${lines.join('\n')}
\`
`,
)
console.log(`${pairs.length} pairs`)

function fixpoint(character) {
  const seen = new Set([character])
  let current = character
  for (;;) {
    const next = simpler.get(current)
    if (next === undefined || seen.has(next)) return current
    seen.add(next)
    current = next
  }
}
