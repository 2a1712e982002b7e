// npm test: everything that has to hold, in the order in which a failure is cheapest to learn of. Each step's
// report is read, and the last line sums them: `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

/** Minutes after which a step that hangs is ended and counted as failed. */
const STEP_LIMIT = 18

const reports = join(root, '.cache', 'reports')
const bin = (name, file) => join(root, 'node_modules', name, file)
const total = { passed: 0, failed: 0, skipped: 0 }

setUp()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const { ensureChromium, ensureFirefox } = await import('./browsers.mjs')
if (!ensureChromium())
  console.log('No Chromium was found and none could be installed: the browser tests will fail.')
if (!ensureFirefox())
  console.log('No Firefox was found that can be driven: its part of the browser tests is left out.')

await step('lint', [bin('eslint', 'bin/eslint.js'), '.', '--max-warnings', '0'], single)
await step('format', [bin('prettier', 'bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'], single)
await step(
  'types',
  [
    bin('svelte-check', 'bin/svelte-check'),
    '--tsconfig',
    './tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
  single,
)
const unit = join(reports, 'unit.json')
await step(
  'unit',
  [bin('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  () => vitestCounts(unit),
)
for (const folder of [join(root, 'tests', 'conformance', 'fixtures', 'passing'), process.env.OMOIDE_GOLDEN]) {
  if (folder && existsSync(folder)) {
    await step(
      'conformance',
      [join(root, 'scripts', 'run.mjs'), 'tests/conformance/cli.ts', folder],
      lastCounts,
    )
  }
}
const built = await step('build', [bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn'], single)
if (built) {
  const e2e = join(reports, 'e2e.json')
  await step('browsers', [bin('@playwright/test', 'cli.js'), 'test'], () => playwrightCounts(e2e), {
    OMOIDE_REPORT: e2e,
  })
} else {
  total.failed += 1
  console.log('browsers: not run, there is no build')
}

console.log()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Runs one program of ours or of a package in Node and adds what `count` reads from its report. */
async function step(name, args, count, env = {}) {
  console.log(`\n== ${name}`)
  const started = performance.now()
  const { status, output } = await run(args, env)
  const counts = count(status, output) ?? { passed: 0, failed: 1 }
  // A runner that ends badly without a failed test broke before or after its tests.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  for (const key of Object.keys(total)) total[key] += counts[key] ?? 0
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`)
  return counts.failed === 0
}

function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const limit = setTimeout(() => {
      console.log(`ended after ${STEP_LIMIT} minutes`)
      child.kill('SIGKILL')
    }, STEP_LIMIT * 60_000)
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    child.on('close', (status) => {
      clearTimeout(limit)
      resolve({ status, output })
    })
  })
}

/** For programs that only say yes or no. */
function single(status) {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function vitestCounts(file) {
  const report = read(file)
  if (!report) return undefined
  // A file that could not be loaded is a failed suite without failed tests.
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function playwrightCounts(file) {
  const report = read(file)
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

/** The last `N passed, N failed` that a program has printed. */
function lastCounts(_status, output) {
  const found = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1)
  return found ? { passed: Number(found[1]), failed: Number(found[2]) } : undefined
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
