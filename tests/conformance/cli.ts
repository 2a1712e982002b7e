/**
 * `npm run conformance -- DIR`: every golden file of DIR through the product's exports. Exit code 1 on a failure
 * outside the optional `quirk-` groups.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { registry } from './registry.ts'
import { runFile, summaryLine } from './run.ts'

const directory = process.argv[2]
if (directory === undefined) {
  console.error('usage: npm run conformance -- DIR')
  process.exitCode = 2
} else {
  process.exitCode = await runDirectory(directory)
}

async function runDirectory(path: string): Promise<number> {
  const files = readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .sort()
  if (files.length === 0) {
    console.error(`no golden files in ${path}`)
    return 2
  }
  let passed = 0
  let failed = 0
  for (const file of files) {
    const name = basename(file, '.json')
    const report = await runFile(name, readFileSync(join(path, file), 'utf8'), registry[name])
    for (const failure of report.failures) console.error(failure)
    console.log(summaryLine(report))
    passed += report.cases.passed
    failed += report.cases.failed
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
