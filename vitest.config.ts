import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          // Real databases and regular expressions on a busy machine; a test that hangs still ends.
          testTimeout: 30_000,
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, '**/*.browser.test.ts', 'tests/e2e/**'],
        },
      },
    ],
  },
})
