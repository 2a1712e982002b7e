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
  const handle = await (await fileAt(folder, path, true)).createSyncAccessHandle()
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
      handle.flush()
      handle.close()
    },
  }
}
