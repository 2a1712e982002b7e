/** The files of models on OPFS: one folder each, under one folder of their own (not in the database's pool). */
import { ModelTrouble } from './trouble.ts'

export interface StoredFile {
  /** As in the hub's layout, e.g. `onnx/model.onnx`. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

const FOLDER = 'omoide-models'

/** Undefined where this browser gives no such files: there is no OPFS, or it throws (private mode). */
export async function modelsFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  if (!('storage' in navigator) || !('getDirectory' in navigator.storage)) return undefined
  if (!('createSyncAccessHandle' in FileSystemFileHandle.prototype)) return undefined
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(FOLDER, { create: true })
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Handle of `path` in `folder`; folders on the way are made when `create` says so. */
export async function fileAt(
  folder: FileSystemDirectoryHandle,
  path: string,
  create: boolean,
): Promise<FileSystemFileHandle> {
  const names = path.split('/')
  const last = names.pop() ?? ''
  let parent = folder
  for (const name of names) parent = await parent.getDirectoryHandle(name, { create })
  return parent.getFileHandle(last, { create })
}

/** Throws `ModelTrouble` `file_missing` for a file that is not there or not of the length that was written down. */
export async function readStored(folder: FileSystemDirectoryHandle, stored: StoredFile): Promise<Uint8Array> {
  let file: File
  try {
    file = await (await fileAt(folder, stored.path, false)).getFile()
  } catch (error) {
    throw new ModelTrouble('file_missing', stored.path, { cause: error })
  }
  if (file.size !== stored.bytes) {
    throw new ModelTrouble('file_missing', `${stored.path}: ${file.size} of ${stored.bytes} bytes`)
  }
  return new Uint8Array(await file.arrayBuffer())
}
