import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sameJson } from './golden.ts'
import { registry } from './registry.ts'
import { runFile } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fixtures = join(root, 'tests/conformance/fixtures')
/** Starting the loader on a busy machine takes seconds. */
const COMMAND_TIMEOUT_MS = 60_000

/** Runs the command as a user does. */
function conformance(directory: string): Promise<{ code: number; lines: string[] }> {
  return new Promise((done) => {
    const args = ['scripts/run.mjs', 'tests/conformance/cli.ts', directory]
    execFile(process.execPath, args, { cwd: root }, (error, stdout) => {
      const code = error === null ? 0 : Number(error.code)
      done({ code, lines: stdout.trim().split('\n') })
    })
  })
}

describe('the command', () => {
  test(
    'passes when only optional cases fail, and says what it skipped',
    async () => {
      expect(await conformance(join(fixtures, 'passing'))).toEqual({
        code: 0,
        lines: [
          'rrf: 1 passed, 0 failed',
          'tokens: 4 passed, 0 failed (quirk: 0 passed, 1 failed)',
          'unheard-of: skipped (no adapter for this file)',
          '5 passed, 0 failed',
        ],
      })
    },
    COMMAND_TIMEOUT_MS,
  )

  test(
    'fails on any other failure, and a case that throws is one',
    async () => {
      expect(await conformance(join(fixtures, 'failing'))).toEqual({
        code: 1,
        lines: ['temporal: 1 passed, 2 failed', '1 passed, 2 failed'],
      })
    },
    COMMAND_TIMEOUT_MS,
  )
})

describe('comparison', () => {
  test('key order means nothing, missing keys do', () => {
    expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
    expect(sameJson({ a: 1 }, { a: 1, b: null })).toBe(false)
    expect(sameJson([1, 2], [2, 1])).toBe(false)
  })

  test('numbers are equal within the tolerance only', () => {
    expect(sameJson(1, 1 + 1e-10, { relative: 1e-9 })).toBe(true)
    expect(sameJson(1, 1 + 1e-8, { relative: 1e-9 })).toBe(false)
    expect(sameJson(1, '1')).toBe(false)
  })
})

const golden = process.env['OMOIDE_GOLDEN'] ?? resolve(root, '../shared/golden')
const recorded = existsSync(golden)
if (!recorded) console.log('recorded cases skipped: set OMOIDE_GOLDEN to the folder that holds them')

describe.skipIf(!recorded)('recorded cases', () => {
  const files = recorded ? readdirSync(golden).filter((file) => file.endsWith('.json')) : []
  test.each(files)('%s', { timeout: COMMAND_TIMEOUT_MS }, async (file) => {
    const name = basename(file, '.json')
    const report = await runFile(name, readFileSync(join(golden, file), 'utf8'), registry[name])
    expect(report.failures.filter((line) => !line.startsWith(`${name} quirk-`))).toEqual([])
  })
})
