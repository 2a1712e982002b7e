/** The documents say what is so: every failure is listed, every command that is named exists, every link leads somewhere. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

import { errorCatalogue } from '../src/engine/errors.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const pages = [
  'README.md',
  'CHANGELOG.md',
  'docs/bench.md',
  'docs/differences.md',
  'docs/dependencies.md',
  'docs/errors.md',
  'docs/recall.md',
]

it('lists every failure with its sentence, and no other', () => {
  const listed = [...read('docs/errors.md').matchAll(/^\| `(\w+)` +\| (.+?) +\|/gmu)].map(
    ([, code, words]) => [code, words],
  )
  expect(Object.fromEntries(listed)).toEqual(errorCatalogue)
})

it('names only commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const known = new Set(Object.keys(scripts))
  for (const page of pages) {
    for (const [, run, plain] of read(page).matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test))/gu)) {
      expect(known, `${page} names npm ${run ?? plain ?? ''}`).toContain(run ?? plain)
    }
  }
})

it.each(pages)('%s links to files that are there', (page) => {
  for (const [, target] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/gu)) {
    expect(existsSync(join(root, dirname(page), target ?? '')), `${page} → ${target ?? ''}`).toBe(true)
  }
})

it('gives every difference a reason and a test that exists', () => {
  const rows = read('docs/differences.md')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|[\s|:-]+\|$/u.test(line))
    .slice(1)
  expect(rows.length).toBeGreaterThan(20)
  for (const row of rows) {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    expect(cells, row).toHaveLength(5)
    const tests = [...(cells[4] ?? '').matchAll(/`([\w./-]+\.ts)`/gu)].map(([, file]) => file ?? '')
    for (const file of tests) {
      const path = /^(?:tests|src)\//u.test(file) ? file : `src/engine/${file}`
      expect(existsSync(join(root, path)), `${cells[0] ?? ''} → ${path}`).toBe(true)
    }
    expect(tests.length > 0 || /golden `\w+`/u.test(cells[4] ?? ''), row).toBe(true)
  }
})
