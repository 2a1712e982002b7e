/**
 * The test model in Firefox, without a driver: the page does everything by itself and reports. Any Firefox will do,
 * also one that this version of the driver does not know.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox } from '../../scripts/browsers.mjs'
import { tinyModelFiles } from '../../scripts/tiny-model/files.ts'
import { expect, test } from './embedding-page.ts'

interface Report {
  readonly error?: string
  readonly install?: unknown
  readonly state?: string
  readonly running?: unknown
  readonly vectors?: readonly (readonly number[])[]
  readonly folders?: readonly string[]
}

test('Firefox downloads, tests and runs a model', async ({ embeddingPage, hub }) => {
  const firefox = findFirefox()
  test.skip(firefox === undefined, 'there is no Firefox on this machine')
  test.setTimeout(120_000)
  hub.offer('made/tiny', tinyModelFiles())
  const report = await reportOf(firefox ?? '', embeddingPage, hub)
  expect(report).toMatchObject({ install: null, state: 'ready', running: { bulk: 'wasm', dimension: 64 } })
  expect(report.folders).toHaveLength(1)
  const [climbing = [], inChinese = [], tea = []] = report.vectors ?? []
  expect(dot(climbing, climbing)).toBeCloseTo(1, 5)
  expect(dot(climbing, inChinese)).toBeGreaterThan(0.8)
  expect(dot(climbing, tea)).toBeLessThan(0.4)
})

/** Starts the browser with a profile of its own, and ends it when the page has said what came of it. */
async function reportOf(
  firefox: string,
  page: string,
  hub: { readonly origin: string; readonly fileOrigin: string },
): Promise<Report> {
  const profile = await mkdtemp(join(tmpdir(), 'omoide-firefox-'))
  await writeFile(join(profile, 'user.js'), quietPreferences)
  let taken: (report: Report) => void = () => undefined
  const reported = new Promise<Report>((resolve) => (taken = resolve))
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.end()
      taken(JSON.parse(body) as Report)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = `http://localhost:${String((server.address() as AddressInfo).port)}/`
  const wanted = new URLSearchParams({ report: address, hub: hub.origin, files: hub.fileOrigin })
  const browser = spawn(
    firefox,
    ['--headless', '--no-remote', '--profile', profile, `${page}#${wanted.toString()}`],
    {
      stdio: 'ignore',
      env: { ...process.env, HOME: profile },
    },
  )
  const ended = new Promise((resolve) => browser.once('close', resolve))
  try {
    return await reported
  } finally {
    browser.kill()
    await ended
    server.closeAllConnections()
    server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Asks nothing of its maker, and shows no page of its own. */
const quietPreferences = [
  ['browser.shell.checkDefaultBrowser', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['toolkit.telemetry.enabled', false],
  ['app.normandy.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['services.settings.server', 'http://localhost:1'],
  ['browser.startup.page', 0],
  ['browser.aboutwelcome.enabled', false],
]
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  .join('\n')

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
