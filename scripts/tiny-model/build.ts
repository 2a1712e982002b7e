/** Writes the test model: `node scripts/run.mjs scripts/tiny-model/build.ts`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tinyModelFiles } from './files.ts'

const folder = join(import.meta.dirname, '../../tests/fixtures/tiny-model')

for (const [path, bytes] of tinyModelFiles()) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
  console.log(`${path}: ${bytes.byteLength} bytes`)
}
