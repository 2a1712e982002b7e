/** A model from a hub: listed, fetched file by file from where an earlier try stopped, and checked. */
import type { Digests } from './hash-file.ts'
import { digestsOf } from './hash-file.ts'
import { commitUrl, fileUrl, type ListedFile, listingUrl, readCommit, readListing } from './hub-api.ts'
import { InstallTrouble } from './install-trouble.ts'
import type { Arrived, InstallProgress } from './install-worker.ts'
import { fileAt, type StoredFile } from './model-files.ts'
import { type ChosenFiles, listOf, mapChosen } from './model-layout.ts'
import { openFile } from './write-file.ts'

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
): Promise<Arrived> {
  onProgress({ phase: 'asking', doneBytes: 0, totalBytes: 0 })
  const revision = await commitOf(source)
  const chosen = choose(await listingOf(source, revision))
  const wanted = listOf(chosen)
  const totalBytes = wanted.reduce((sum, file) => sum + file.bytes, 0)
  await refuseWithoutRoom(folder, wanted)
  let before = 0
  const stored = new Map<ListedFile, StoredFile>()
  for (const file of wanted) {
    const url = fileUrl(source.origin, source.repository, revision, file.path)
    await fetchFile(
      folder,
      file,
      (from) => ask(source, url, from),
      (bytes) => onProgress({ phase: 'fetching', doneBytes: before + bytes, totalBytes }),
    )
    before += file.bytes
    onProgress({ phase: 'checking', doneBytes: before, totalBytes })
    stored.set(file, await checked(folder, file))
  }
  return { chosen: mapChosen(chosen, (file) => stored.get(file) ?? unreachable(file.path)), revision }
}

async function commitOf(source: HubSource): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(source.revision)) return source.revision
  const response = await ask(source, commitUrl(source.origin, source.repository, source.revision))
  const commit = readCommit(await jsonOf(response))
  if (commit === null) throw new InstallTrouble('embedding_download_failed', 'the hub names no commit')
  return commit
}

async function listingOf(source: HubSource, commit: string): Promise<readonly ListedFile[]> {
  const response = await ask(source, listingUrl(source.origin, source.repository, commit))
  const listing = readListing(await jsonOf(response))
  if (listing === null) throw new InstallTrouble('embedding_download_failed', 'the hub lists no files')
  return listing
}

/** Fetches what is missing of `file`. `from`: bytes that are here already. */
async function fetchFile(
  folder: FileSystemDirectoryHandle,
  listed: ListedFile,
  request: (from: number) => Promise<Response>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const file = await openFile(folder, listed.path)
  try {
    if (file.size > listed.bytes) file.truncate(0)
    onBytes(file.size)
    if (file.size === listed.bytes) return
    const response = await request(file.size)
    // A server that does not know ranges sends everything from the start.
    if (response.status !== 206) file.truncate(0)
    for await (const piece of piecesOf(response)) {
      if (file.size + piece.byteLength > listed.bytes) {
        throw new InstallTrouble(
          'embedding_checksum_wrong',
          `${listed.path} is longer than ${listed.bytes} bytes`,
        )
      }
      file.write(piece)
      onBytes(file.size)
    }
    if (file.size < listed.bytes) throw brokeOff(listed.path, `${file.size} of ${listed.bytes} bytes`)
  } finally {
    file.close()
  }
}

async function* piecesOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    if (error instanceof TypeError) throw brokeOff(response.url, error.message)
    throw error
  } finally {
    // Also when a full disk ended it: the connection must not go on behind it.
    await reader.cancel().catch(() => undefined)
  }
}

/** What was written is read again: a wrong file is taken away, so that another try starts from nothing. */
async function checked(folder: FileSystemDirectoryHandle, listed: ListedFile): Promise<StoredFile> {
  const handle = await fileAt(folder, listed.path, false)
  const digests = await digestsOf(await handle.getFile())
  if (!isContent(listed, digests)) {
    const file = await openFile(folder, listed.path)
    file.truncate(0)
    file.close()
    throw new InstallTrouble('embedding_checksum_wrong', listed.path)
  }
  return { path: listed.path, bytes: listed.bytes, sha256: digests.sha256 }
}

function isContent({ sha256, gitBlob }: ListedFile, digests: Digests): boolean {
  if (sha256 !== null) return digests.sha256 === sha256
  return gitBlob === null || digests.gitBlob === gitBlob
}

/** Before anything is fetched, where the browser tells how much it would take. */
async function refuseWithoutRoom(
  folder: FileSystemDirectoryHandle,
  wanted: readonly ListedFile[],
): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate()
  if (quota === undefined || usage === undefined) return
  let missing = 0
  for (const { path, bytes } of wanted) {
    const file = await openFile(folder, path)
    missing += Math.max(0, bytes - file.size)
    file.close()
  }
  if (missing > quota - usage) {
    throw new InstallTrouble('storage_quota', `${missing} bytes are needed, ${quota - usage} are free`)
  }
}

/**
 * One request, to approved origins only. A hub sends downloads on to its file servers, so redirects are followed: the
 * security policy of this worker holds each hop to what was approved when it started.
 */
async function ask({ approved }: HubSource, url: string, from = 0): Promise<Response> {
  const { origin } = new URL(url)
  if (!approved.includes(origin)) throw new InstallTrouble('origin_not_approved', origin)
  let response: Response
  try {
    response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
    })
  } catch (error) {
    throw brokeOff(url, error instanceof Error ? error.message : String(error))
  }
  if (response.ok) return response
  // What a hub is too busy for now may go in a moment; what it does not have it will not have then.
  const passing = response.status >= 500 || response.status === 429
  throw new InstallTrouble('embedding_download_failed', `${url} answered ${response.status}`, passing)
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw brokeOff(response.url, error instanceof Error ? error.message : String(error))
  }
}

function brokeOff(what: string, detail: string): InstallTrouble {
  return new InstallTrouble('embedding_download_failed', `${what}: ${detail}`, true)
}

function unreachable(path: string): never {
  throw new Error(`${path} was not fetched`)
}
