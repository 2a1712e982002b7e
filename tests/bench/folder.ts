import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` with the path of a new, empty folder, and removes it afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'omoide-bench-'))
  try {
    return await work(folder)
  } finally {
    // A browser that was just closed may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
