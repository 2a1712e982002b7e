/** Writing a file of a model through a synchronous handle, which only a worker has (platform.md 7). */
import { fileAt } from './model-files.ts'
import { InstallTrouble } from './install-trouble.ts'

export interface OpenFile {
  /** Bytes written so far, those of an earlier try included. */
  readonly size: number
  write(piece: Uint8Array): void
  /** Forgets all but the first `bytes`. */
  truncate(bytes: number): void
  /** What is written is on the device then. */
  close(): void
}

export async function openFile(folder: FileSystemDirectoryHandle, path: string): Promise<OpenFile> {
  const handle = await handleOf(folder, path)
  let size = handle.getSize()
  return {
    get size() {
      return size
    },
    write(piece) {
      const written = handle.write(piece, { at: size })
      // A full disk shows as a short write, as an exception, or (Chromium) as a count that no file could have.
      if (written !== piece.byteLength)
        throw new InstallTrouble('storage_quota', `${path}: no room after ${size} bytes`)
      size += written
    },
    truncate(bytes) {
      handle.truncate(bytes)
      size = bytes
    },
    close() {
      try {
        handle.flush()
      } finally {
        handle.close()
      }
    },
  }
}

/** Throws `storage_quota` before `bytes` are written, where the browser tells how much it would take. */
export async function refuseWithoutRoom(bytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate()
  if (quota === undefined || usage === undefined || bytes <= quota - usage) return
  throw new InstallTrouble('storage_quota', `${bytes} bytes are needed, ${quota - usage} are free`)
}

async function handleOf(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemSyncAccessHandle> {
  try {
    return await (await fileAt(folder, path, true)).createSyncAccessHandle()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NoModificationAllowedError') throw error
    // A worker that was just ended, of this tab or another, holds its files for a moment yet.
    throw new InstallTrouble('embedding_download_failed', `${path} is still held`, true, { cause: error })
  }
}
