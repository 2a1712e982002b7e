import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tinyModelFiles } from './files.ts'

test('the committed model is what the script makes', () => {
  const folder = join(import.meta.dirname, '../../tests/fixtures/tiny-model')
  for (const [path, bytes] of tinyModelFiles()) {
    expect(Buffer.compare(readFileSync(join(folder, path)), bytes), path).toBe(0)
  }
})
