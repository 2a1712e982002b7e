/** Runs golden files and counts. */
import { type GoldenAdapter, type GoldenCase, isRecord, sameJson, type SkippedFile } from './golden.ts'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

export interface FileReport {
  readonly name: string
  /** Why nothing was run. */
  readonly skipped?: string
  readonly cases: Tally
  /** Optional groups; they never fail a run. */
  readonly quirks: Tally
  /** Cases of parts that are not built yet. */
  readonly uncovered: number
  /** One line for each failure. */
  readonly failures: readonly string[]
}

/** Runs the golden file `json` under `name`; unreadable files throw. */
export async function runFile(
  name: string,
  json: string,
  adapter: GoldenAdapter | SkippedFile | undefined,
): Promise<FileReport> {
  if (adapter === undefined) return skippedFile(name, 'no adapter for this file')
  if ('skipped' in adapter) return skippedFile(name, adapter.skipped)
  const cases = { passed: 0, failed: 0 }
  const quirks = { passed: 0, failed: 0 }
  const failures: string[] = []
  let uncovered = 0
  for (const golden of readCases(name, json)) {
    if (adapter.covers?.(golden.input) === false) {
      uncovered += 1
      continue
    }
    const problem = await runCase(golden, adapter)
    const tally = golden.name.startsWith('quirk-') ? quirks : cases
    if (problem === null) {
      tally.passed += 1
    } else {
      tally.failed += 1
      failures.push(`${name} ${golden.name}: ${problem}`)
    }
  }
  return { name, cases, quirks, uncovered, failures }
}

function skippedFile(name: string, reason: string): FileReport {
  const none = { passed: 0, failed: 0 }
  return { name, skipped: reason, cases: none, quirks: none, uncovered: 0, failures: [] }
}

/** `NAME: 3 passed, 0 failed`, with optional groups in brackets. */
export function summaryLine(report: FileReport): string {
  if (report.skipped !== undefined) return `${report.name}: skipped (${report.skipped})`
  const { cases, quirks, uncovered } = report
  const optional =
    quirks.passed + quirks.failed === 0 ? '' : ` (quirk: ${quirks.passed} passed, ${quirks.failed} failed)`
  const later = uncovered === 0 ? '' : ` (${uncovered} of parts that are not built yet)`
  return `${report.name}: ${cases.passed} passed, ${cases.failed} failed${optional}${later}`
}

/** Longest printed value of a failure, in UTF-16 units. */
const EXCERPT = 300

async function runCase(golden: GoldenCase, adapter: GoldenAdapter): Promise<string | null> {
  let actual: unknown
  try {
    actual = await adapter.answer(golden.input)
  } catch (error) {
    return `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
  }
  const accepted =
    adapter.accepts?.(actual, golden.expected, golden.input) ?? sameJson(actual, golden.expected)
  return accepted ? null : `got ${excerpt(actual)}, expected ${excerpt(golden.expected)}`
}

function excerpt(value: unknown): string {
  const text = JSON.stringify([value]).slice(1, -1)
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}

function readCases(name: string, json: string): GoldenCase[] {
  const file: unknown = JSON.parse(json)
  const cases = isRecord(file) ? file['cases'] : undefined
  if (!Array.isArray(cases)) throw new TypeError(`${name}: no list of cases`)
  return cases.map((golden: unknown, index) => {
    if (!isRecord(golden) || typeof golden['name'] !== 'string' || !isRecord(golden['input'])) {
      throw new TypeError(`${name}: case ${index} has no name or input`)
    }
    return { name: golden['name'], input: golden['input'], expected: golden['expected'] }
  })
}
