// What a reviewer should not have to look for: types, and the floors between the folders (design.md §2).
import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

const ambient = 'The engine is given this by its deps (src/engine/ports.ts).'
const wallClock = 'Local wall clock of the machine: use src/engine/time with an explicit zone.'

const engineFloor = [
  { group: ['**/worker/**', '**/ui/**'], message: 'src/engine is pure policy and imports nothing above it.' },
  { group: ['svelte', 'svelte/**', 'comlink', 'idb-keyval', 'wa-sqlite', 'wa-sqlite/**'], message: ambient },
]

const localDateMembers =
  '/^(?:[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|Milliseconds|Year)|getTimezoneOffset|to(?:Date|Time)String|toLocale(?:Date|Time)?String)$/'

/** A switched-off rule has to say why: `-- reason` at the end of the comment. */
const explainDisables = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reason: 'Say why the rule is off: eslint-disable-… rule -- reason' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (/^\s*eslint-disable/.test(comment.value) && !/\s--\s+\S/.test(comment.value)) {
            context.report({ loc: comment.loc, messageId: 'reason' })
          }
        }
      },
    }
  },
}

export default defineConfig(
  globalIgnores(['dist', 'coverage', 'playwright-report', 'test-results', '.cache', 'public']),
  js.configs.recommended,
  {
    plugins: { omoide: { rules: { 'explain-disables': explainDisables } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'omoide/explain-disables': 'error', eqeqeq: 'error', 'no-console': 'error' },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.{ts,svelte}'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description', 'ts-ignore': true },
      ],
      // `{ ok: true, value: undefined }`-like results and `() => void` callbacks are ordinary here.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Text is walked by code point on purpose: the contract counts in them.
      '@typescript-eslint/no-misused-spread': 'off',
      // A port is asynchronous also where one realisation of it has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Factories return plain objects of functions; none of them reads `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  {
    files: ['src/engine/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: engineFloor }] },
  },
  {
    files: ['src/engine/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [...engineFloor, { group: ['node:*'], message: 'The engine runs in a browser.' }] },
      ],
      'no-restricted-globals': [
        'error',
        ...[
          'window',
          'self',
          'globalThis',
          'navigator',
          'location',
          'document',
          'fetch',
          'localStorage',
          'sessionStorage',
          'indexedDB',
          'caches',
          'performance',
          'crypto',
          'setTimeout',
          'setInterval',
          'process',
          'console',
        ].map((name) => ({ name, message: ambient })),
      ],
      'no-restricted-syntax': [
        'error',
        { selector: "MemberExpression[object.name='Date'][property.name='now']", message: ambient },
        { selector: "MemberExpression[object.name='Math'][property.name='random']", message: ambient },
        { selector: "MemberExpression[object.name='Temporal'][property.name='Now']", message: ambient },
        { selector: "NewExpression[callee.name='Date'][arguments.length!=1]", message: wallClock },
        { selector: "CallExpression[callee.name='Date']", message: wallClock },
        {
          selector: `CallExpression > MemberExpression[property.name=${localDateMembers}]`,
          message: wallClock,
        },
        {
          selector:
            "NewExpression[callee.object.name='Intl'][callee.property.name='DateTimeFormat']:not(:has(Property[key.name='timeZone']))",
          message: wallClock,
        },
        {
          selector:
            "CallExpression[callee.object.name='Intl'][callee.property.name='DateTimeFormat']:not(:has(Property[key.name='timeZone']))",
          message: wallClock,
        },
      ],
    },
  },
  {
    files: ['src/ui/**/*.{ts,svelte}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/worker/(?!connect\\.ts$)',
              message: 'A page reaches the worker through src/worker/connect.ts only.',
            },
            { group: ['**/engine/store/**'], message: 'A page never touches storage.' },
            {
              group: ['comlink', 'idb-keyval', 'wa-sqlite', 'wa-sqlite/**'],
              message: 'A page never touches storage.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportDeclaration[source.value='fast-check']",
          message: 'tests/fixtures/properties.ts begins it from a seed.',
        },
      ],
    },
  },
  {
    // Programs of the command line talk through the console.
    files: ['scripts/**', 'tests/bench/**', 'tests/conformance/**', '*.config.*'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
)
