// The tests of properties from seeds that nobody has tried: npm run sweep [-- ROUNDS]. Short form: `npm test`, one seed.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, setUp } from './setup.mjs'

const DEFAULT_ROUNDS = 5
const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('usage: npm run sweep [-- ROUNDS]')
  process.exit(2)
}

setUp()
const files = ['src', 'tests', 'scripts']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.test.ts'))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('/properties.ts'))
let failed = 0
for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(2 ** 31)
  console.log(`\n== round ${round} of ${rounds}, seed ${seed}`)
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=dot', ...files],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NO_COLOR: '1', OMOIDE_SEED: String(seed) } },
  )
  if (status !== 0) {
    failed += 1
    console.log(`failed; again with: OMOIDE_SEED=${seed} npx vitest run`)
  }
}
console.log(`\n${rounds - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
