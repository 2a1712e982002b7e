import { expect, test } from 'vitest'
import { StorageError } from '../../engine/store/storage-error.ts'
import { InstallTrouble, installOutcome } from './install-trouble.ts'

test('whatever is thrown is a failure that the user can be told', async () => {
  for (const [thrown, code, passing] of [
    [new InstallTrouble('embedding_download_failed', 'cut', true), 'embedding_download_failed', true],
    [new StorageError('storage_quota', 'The settings.'), 'storage_quota', false],
    [new DOMException('no room', 'QuotaExceededError'), 'storage_quota', false],
    [new DOMException('taken away', 'NotFoundError'), 'embedding_file_missing', false],
    [new DOMException('written meanwhile', 'NotReadableError'), 'embedding_file_missing', false],
    [new TypeError('a bug'), 'storage_failed', false],
  ] as const) {
    const outcome = await installOutcome(() => Promise.reject(thrown))
    expect(outcome).toEqual({ ok: false, code, passing, detail: thrown.message })
  }
  expect(await installOutcome(() => Promise.resolve(7))).toEqual({ ok: true, value: 7 })
})
