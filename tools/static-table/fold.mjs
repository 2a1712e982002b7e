// Traditional → simplified, with the product's own table, so that keys are folded as texts are.
import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../src/engine/text/fold-table.ts', import.meta.url), 'utf8')
const pairs = [...(/foldPairs = `([^`]+)`/.exec(source)?.[1] ?? '').replace(/\n/g, '')]
const table = new Map()
for (let at = 0; at < pairs.length; at += 2) table.set(pairs[at], pairs[at + 1])
if (table.size === 0) throw new Error('src/engine/text/fold-table.ts holds no pairs')

export function foldHan(text) {
  return [...text].map((character) => table.get(character) ?? character).join('')
}
