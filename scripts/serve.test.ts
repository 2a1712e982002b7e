import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryPathPattern, pagePaths } from '../src/worker/routes.ts'
import { serve, type StaticServer } from './serve.mjs'

let folder: string
let server: StaticServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omoide-serve-'))
  await mkdir(join(folder, 'app', 'assets'), { recursive: true })
  const settings = {
    headers: [['X-Fixed', 'yes']],
    contentSecurityPolicy: 'page policy',
    serviceWorkerPolicy: 'worker policy',
    memoryPathPattern,
    pagePaths,
  }
  const files = {
    'secret.txt': 'outside',
    'app/serve.json': JSON.stringify(settings),
    'app/index.html': '<title>Omoide</title>',
    'app/sw.js': '// sw',
    'app/assets/a.wasm': 'wasm',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  server = await serve({ folder: join(folder, 'app'), port: 0 })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const at = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init)

describe('the static server', () => {
  it.each(['/', '/memory_browser'])('shows the app at %s, never from a stale cache', async (path) => {
    const response = await at(path)
    expect(await response.text()).toContain('Omoide')
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('Content-Security-Policy')).toBe('page policy')
    expect(response.headers.get('X-Fixed')).toBe('yes')
  })

  it('gives files of a digest for good, with the type that compiles while it loads', async () => {
    const response = await at('/assets/a.wasm')
    expect(response.headers.get('Content-Type')).toBe('application/wasm')
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })

  it('gives the service worker a policy of its own', async () => {
    expect((await at('/sw.js')).headers.get('Content-Security-Policy')).toBe('worker policy')
  })

  it.each([
    '/nothing',
    '/memory_browser/x',
    '/serve.json',
    '/..%2fsecret.txt',
    '/assets/',
    '/assets/..%5c..%5csecret.txt',
    '/assets/a.wasm/x',
    '/%00',
    `/${'x'.repeat(300)}`,
    `/${'x/'.repeat(3000)}`,
  ])('has nothing at %s, and no page in its place', async (path) => {
    const response = await at(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('Not found')
  })

  it.each(['/health', '/cache/Mika', '/api/memory/recent_files'])(
    'says at %s that a tab is needed',
    async (path) => {
      const response = await at(path, { method: 'POST' })
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ ok: false, error_code: 'no_open_tab' })
    },
  )

  it('refuses to be written to, and a malformed address', async () => {
    expect((await at('/', { method: 'POST' })).status).toBe(405)
    expect((await at('/%zz')).status).toBe(400)
  })

  it('answers HEAD without a body', async () => {
    const response = await at('/', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })
})

describe('npm start', () => {
  it('says at once that the port is busy, and what to do', async () => {
    const busy = createServer()
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const { port } = busy.address() as AddressInfo
    const { code, output } = await start({ PORT: String(port) })
    expect(code).toBe(1)
    expect(output).toContain(`port ${port} is in use`)
    expect(output).toContain('PORT=')
    await new Promise((resolve) => busy.close(resolve))
  })

  it('refuses a port that is none', async () => {
    const { code, output } = await start({ PORT: 'eighty' })
    expect(code).toBe(2)
    expect(output).toContain('not a port number: eighty')
  })
})

function start(
  env: Record<string, string>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const script = fileURLToPath(new URL('start.mjs', import.meta.url))
    const child = spawn(process.execPath, [script], { env: { ...process.env, ...env } })
    let output = ''
    child.stderr.on('data', (text) => {
      output += String(text)
    })
    child.on('close', (code) => resolve({ code, output }))
  })
}
