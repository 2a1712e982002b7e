import { defineConfig } from '@playwright/test'
import { findChromium, findFirefox } from './scripts/browsers.mjs'

const chromium = findChromium()
const firefox = findFirefox()
const asRoot = process.getuid?.() === 0

/** Quiet by themselves: what a browser asks of its maker's servers is not the app's traffic. */
const quietChromium = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each test has a browser of its own with one page busy at a time; two keep a two-core machine full.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env['OMOIDE_REPORT']
    ? [['dot'], ['json', { outputFile: process.env['OMOIDE_REPORT'] }]]
    : 'list',
  use: { trace: 'off', screenshot: 'off' },
  projects: [
    {
      name: 'chromium',
      testMatch: '**/*.spec.ts',
      use: {
        browserName: 'chromium',
        launchOptions: {
          ...(chromium ? { executablePath: chromium } : {}),
          args: [...quietChromium, ...(asRoot ? ['--no-sandbox'] : [])],
        },
      },
    },
    ...(firefox
      ? [
          {
            // The installed Firefox, driven over WebDriver BiDi; it knows fewer of the emulations.
            name: 'firefox',
            testMatch: '**/{boundary,core}.spec.ts',
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: firefox },
              colorScheme: null,
              contextOptions: { reducedMotion: null, forcedColors: null, contrast: null },
            },
          },
        ]
      : []),
  ],
})
