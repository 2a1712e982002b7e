/** A model from a hub: listed, fetched file by file from where an earlier try stopped, and checked. */
import type { Digests } from './hash-file.ts'
import { digestsOf } from './hash-file.ts'
import type { Timer } from '../../engine/ports.ts'
import { commitUrl, fileUrl, type ListedFile, listingUrl, readCommit, readListing } from './hub-api.ts'
import { brokeOff, createHubConnection, type HubConnection, piecesOf } from './hub-connection.ts'
import { InstallTrouble } from './install-trouble.ts'
import type { Arrived, InstallProgress } from './install-worker.ts'
import { fileAt, type StoredFile } from './model-files.ts'
import { type ChosenFiles, listOf, mapChosen } from './model-layout.ts'
import { openFile, refuseWithoutRoom } from './write-file.ts'

export interface HubSource {
  readonly origin: string
  /** Every origin that the user has said yes to for this download, the hub's own included. */
  readonly approved: readonly string[]
  readonly repository: string
  /** A commit, or a branch whose present commit is taken. */
  readonly revision: string
}

type Choose = (files: readonly ListedFile[]) => ChosenFiles<ListedFile>
type OnProgress = (progress: InstallProgress) => void

export async function downloadModel(
  folder: FileSystemDirectoryHandle,
  source: HubSource,
  choose: Choose,
  onProgress: OnProgress,
  timer: Timer,
): Promise<Arrived> {
  const hub = createHubConnection(source.approved, timer)
  onProgress({ phase: 'asking', doneBytes: 0, totalBytes: 0 })
  const revision = await commitOf(hub, source)
  const chosen = choose(await listingOf(hub, source, revision))
  const wanted = listOf(chosen)
  const totalBytes = wanted.reduce((sum, file) => sum + file.bytes, 0)
  let missing = 0
  for (const { path, bytes } of wanted) missing += Math.max(0, bytes - (await sizeOf(folder, path)))
  await refuseWithoutRoom(missing)
  let before = 0
  const stored = new Map<ListedFile, StoredFile>()
  for (const file of wanted) {
    const url = fileUrl(source.origin, source.repository, revision, file.path)
    const arrived = await bring(folder, file, {
      pieces: async (from) => {
        const response = await hub.file(url, from)
        // A server that does not know ranges sends everything from the start.
        return { from: response.status === PARTIAL ? from : 0, pieces: piecesOf(response, timer) }
      },
      onBytes: (bytes, phase) => onProgress({ phase, doneBytes: before + bytes, totalBytes }),
    })
    before += file.bytes
    stored.set(file, arrived)
  }
  return { chosen: mapChosen(chosen, (file) => stored.get(file) ?? unreachable(file.path)), revision }
}

const PARTIAL = 206

async function commitOf(hub: HubConnection, source: HubSource): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(source.revision)) return source.revision
  const commit = readCommit(await hub.json(commitUrl(source.origin, source.repository, source.revision)))
  if (commit === null) throw new InstallTrouble('embedding_download_failed', 'the hub names no commit')
  return commit
}

async function listingOf(
  hub: HubConnection,
  source: HubSource,
  commit: string,
): Promise<readonly ListedFile[]> {
  const listing = readListing(await hub.json(listingUrl(source.origin, source.repository, commit)))
  if (listing === null) throw new InstallTrouble('embedding_download_failed', 'the hub lists no files')
  return listing
}

interface FileSource {
  /** What a file is from byte `from` on, or from an earlier one. */
  pieces(from: number): Promise<{ readonly from: number; readonly pieces: AsyncIterable<Uint8Array> }>
  onBytes(bytes: number, phase: 'fetching' | 'checking'): void
}

/**
 * Fetches what is missing of a file and reads the whole again. What an earlier try left may be of another commit, or
 * its server of another mind: where it does not fit, the file is fetched whole, once.
 */
async function bring(
  folder: FileSystemDirectoryHandle,
  listed: ListedFile,
  source: FileSource,
): Promise<StoredFile> {
  const isResumed = (await sizeOf(folder, listed.path)) > 0
  try {
    return await fetched(folder, listed, source)
  } catch (error) {
    const misfits = error instanceof InstallTrouble && error.code === 'embedding_checksum_wrong'
    if (!isResumed || !misfits) throw error
  }
  const file = await openFile(folder, listed.path)
  file.truncate(0)
  file.close()
  return fetched(folder, listed, source)
}

async function fetched(
  folder: FileSystemDirectoryHandle,
  listed: ListedFile,
  source: FileSource,
): Promise<StoredFile> {
  await fetchRest(folder, listed, source)
  source.onBytes(listed.bytes, 'checking')
  const handle = await fileAt(folder, listed.path, false)
  const digests = await digestsOf(await handle.getFile())
  if (!isContent(listed, digests)) throw new InstallTrouble('embedding_checksum_wrong', listed.path)
  return { path: listed.path, bytes: listed.bytes, sha256: digests.sha256 }
}

async function fetchRest(
  folder: FileSystemDirectoryHandle,
  listed: ListedFile,
  { pieces, onBytes }: FileSource,
): Promise<void> {
  const file = await openFile(folder, listed.path)
  try {
    if (file.size > listed.bytes) file.truncate(0)
    onBytes(file.size, 'fetching')
    if (file.size === listed.bytes) return
    const answer = await pieces(file.size)
    file.truncate(answer.from)
    for await (const piece of answer.pieces) {
      if (file.size + piece.byteLength > listed.bytes) {
        throw new InstallTrouble(
          'embedding_checksum_wrong',
          `${listed.path} is longer than ${listed.bytes} bytes`,
        )
      }
      file.write(piece)
      onBytes(file.size, 'fetching')
    }
    if (file.size < listed.bytes) throw brokeOff(listed.path, `${file.size} of ${listed.bytes} bytes`)
  } finally {
    file.close()
  }
}

async function sizeOf(folder: FileSystemDirectoryHandle, path: string): Promise<number> {
  return (await (await fileAt(folder, path, true)).getFile()).size
}

function isContent({ sha256, gitBlob }: ListedFile, digests: Digests): boolean {
  if (sha256 !== null) return digests.sha256 === sha256
  return gitBlob === null || digests.gitBlob === gitBlob
}

function unreachable(path: string): never {
  throw new Error(`${path} was not fetched`)
}
