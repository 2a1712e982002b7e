// Makes the packages of the lock file be there, and says so plainly when it can't. Safe to call at every start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = new URL('../node_modules/.omoide-lock', import.meta.url)
const lowestNode = [20, 19]

/** Installs when nothing is installed or the lock file has changed since. Ends the program when that fails. */
export function setUp() {
  requireNode()
  const lock = digest(readFileSync(new URL('../package-lock.json', import.meta.url)))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing packages (npm ci) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    stop(
      `npm ci failed${error ? ` (${error.message})` : ''}. Is the package registry reachable? Try again when it is.`,
    )
  }
  writeFileSync(stamp, lock)
}

/** Says what is wrong and ends the program. */
export function stop(message, code = 1) {
  console.error(`omoide: ${message}`)
  process.exit(code)
}

export function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > lowestNode[0] || (major === lowestNode[0] && minor >= lowestNode[1])) return
  stop(`Node ${lowestNode.join('.')} or newer is needed; this is ${process.versions.node}.`)
}
