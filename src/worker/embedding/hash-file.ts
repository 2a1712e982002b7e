/** Digests of files, read in pieces so that a large one is never in memory as a whole. */
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { piecesOf } from './blob-pieces.ts'
import { fileAt } from './model-files.ts'

export interface Digests {
  readonly sha256: string
  /** The name that git gives the content: SHA-1 of a header and the bytes. */
  readonly gitBlob: string
}

export async function digestsOf(blob: Blob): Promise<Digests> {
  const long = sha256.create()
  const git = sha1.create().update(utf8ToBytes(`blob ${blob.size}\0`))
  for await (const piece of piecesOf(blob)) {
    long.update(piece)
    git.update(piece)
  }
  return { sha256: bytesToHex(long.digest()), gitBlob: bytesToHex(git.digest()) }
}

/** SHA-256 of a stored file. */
export async function sha256Of(
  folder: FileSystemDirectoryHandle,
  { path }: { path: string },
): Promise<string> {
  return (await digestsOf(await (await fileAt(folder, path, false)).getFile())).sha256
}
