// Finds the browsers that the tests drive, and installs them where that is possible without asking anyone.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { root } from './setup.mjs'

const isRoot = process.getuid?.() === 0

/** The path of a Chromium to drive, or undefined. `CHROME_PATH` comes first. */
export function findChromium() {
  return findBrowser(
    process.env.CHROME_PATH,
    ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    'chromium',
  )
}

/** Older ones lack commands of WebDriver BiDi that Playwright sends at launch. */
const OLDEST_FIREFOX = 153

/** The path of a Firefox that can be driven, or undefined. `FIREFOX_PATH` comes first. */
export function findFirefox() {
  const path = findBrowser(process.env.FIREFOX_PATH, ['firefox-esr', 'firefox'])
  if (path === undefined) return undefined
  const said = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const version = Number(/\b(\d+)\./.exec(said)?.[1] ?? NaN)
  return version >= OLDEST_FIREFOX ? path : undefined
}

/** Like `findChromium`, after an attempt to install one. */
export function ensureChromium() {
  return (
    findChromium() ??
    (installDebian('chromium') ? findChromium() : undefined) ??
    (installPlaywright('chromium') ? findChromium() : undefined)
  )
}

/** Like `findFirefox`, after an attempt to install one; the tests do without where there is none. */
export function ensureFirefox() {
  return findFirefox() ?? (installDebian('firefox-esr') ? findFirefox() : undefined)
}

function findBrowser(named, commands, playwrightName) {
  if (named && existsSync(named)) return named
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const command of commands) {
      const path = join(folder, command)
      if (folder && existsSync(path)) return path
    }
  }
  if (!playwrightName) return undefined
  const own = createRequire(import.meta.url)('playwright-core')[playwrightName].executablePath()
  return existsSync(own) ? own : undefined
}

function installDebian(name) {
  if (!isRoot || spawnSync('apt-get', ['--version']).error) return false
  console.log(`Installing ${name} …`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  return spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
}

function installPlaywright(name) {
  console.log(`Downloading ${name} …`)
  const cli = join(root, 'node_modules', 'playwright', 'cli.js')
  return (
    spawnSync(process.execPath, [cli, 'install', name], { stdio: ['ignore', 'ignore', 'inherit'] }).status ===
    0
  )
}
