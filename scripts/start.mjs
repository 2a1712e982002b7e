// npm start: installs what is missing, builds when a source has changed, serves the app.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { busy, serveApp, wantedPort } from './serve.mjs'
import { digest, root, setUp, stop } from './setup.mjs'

const sources = [
  'src',
  'public',
  'index.html',
  'service-worker.ts',
  'vite.config.ts',
  'package-lock.json',
  'scripts/service-worker-plugin.ts',
]
const stamp = join(root, 'dist', '.sources')

await requireFreePort()
setUp()
buildWhenStale()
await serveApp()

/** Before the long work, so that a busy port is known at once. */
async function requireFreePort() {
  const port = wantedPort()
  for (const host of ['127.0.0.1', '::1']) {
    const probe = createServer()
    const code = await new Promise((resolve) => {
      probe.once('error', (error) => resolve(error.code)).listen(port, host, () => resolve(undefined))
    })
    if (code === 'EADDRINUSE') stop(busy(port))
    if (code === undefined) await new Promise((resolve) => probe.close(resolve))
  }
}

/** The stamp lies in `dist`, which every build empties: a build by other means is never taken for ours. */
function buildWhenStale() {
  const wanted = digest(
    ...sources.flatMap(listFiles).flatMap((file) => [file, readFileSync(join(root, file))]),
  )
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) stop('the build failed; what is wrong is said above.')
  writeFileSync(stamp, wanted)
}

function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}
