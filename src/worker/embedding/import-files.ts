/** A model from files of the user: a folder in the hub's layout, or one archive of it. */
import { digestsOf } from './hash-file.ts'
import { InstallTrouble } from './install-trouble.ts'
import type { InstallProgress } from './install-worker.ts'
import { fileAt, type StoredFile } from './model-files.ts'
import { type ChosenFiles, listOf, mapChosen } from './model-layout.ts'
import { readArchive } from './archive.ts'
import { piecesOf } from './blob-pieces.ts'
import { openFile, refuseWithoutRoom } from './write-file.ts'

/** A file to be imported: its path inside the model, its length, and its content piece by piece. */
export interface SourceFile {
  readonly path: string
  readonly bytes: number
  pieces(): AsyncIterable<Uint8Array>
}

export async function importModel(
  folder: FileSystemDirectoryHandle,
  given: readonly { readonly path: string; readonly content: Blob }[],
  choose: (files: readonly SourceFile[]) => ChosenFiles<SourceFile>,
  onProgress: (progress: InstallProgress) => void,
): Promise<ChosenFiles<StoredFile>> {
  onProgress({ phase: 'asking', doneBytes: 0, totalBytes: 0 })
  const chosen = choose(fromTop(await sourcesOf(given)))
  const wanted = listOf(chosen)
  const totalBytes = wanted.reduce((sum, file) => sum + file.bytes, 0)
  await refuseWithoutRoom(totalBytes)
  let doneBytes = 0
  const stored = new Map<SourceFile, StoredFile>()
  for (const source of wanted) {
    const file = await openFile(folder, source.path)
    try {
      file.truncate(0)
      for await (const piece of source.pieces()) {
        file.write(piece)
        doneBytes += piece.byteLength
        onProgress({ phase: 'fetching', doneBytes, totalBytes })
      }
    } finally {
      file.close()
    }
    onProgress({ phase: 'checking', doneBytes, totalBytes })
    const kept = await (await fileAt(folder, source.path, false)).getFile()
    if (kept.size !== source.bytes)
      throw new InstallTrouble('embedding_file_missing', `${source.path} is cut short`)
    const { sha256 } = await digestsOf(kept)
    stored.set(source, { path: source.path, bytes: source.bytes, sha256 })
  }
  return mapChosen(chosen, (source) => {
    const file = stored.get(source)
    if (file === undefined) throw new Error(`${source.path} was not written`)
    return file
  })
}

async function sourcesOf(
  given: readonly { readonly path: string; readonly content: Blob }[],
): Promise<readonly SourceFile[]> {
  const [only] = given
  if (given.length === 1 && only !== undefined && only.path.toLowerCase().endsWith('.zip'))
    return readArchive(only.content)
  return given.map(({ path, content }) => ({
    path: path.replaceAll('\\', '/'),
    bytes: content.size,
    pieces: () => piecesOf(content),
  }))
}

/** Paths counted from the folder that holds `tokenizer.json`: archives and folder pickers put their own name before. */
function fromTop(files: readonly SourceFile[]): readonly SourceFile[] {
  const tops = files
    .filter(({ path }) => path === 'tokenizer.json' || path.endsWith('/tokenizer.json'))
    .map(({ path }) => path.slice(0, -'tokenizer.json'.length))
    .sort((a, b) => a.length - b.length)
  const top = tops[0] ?? ''
  return files.flatMap((file) =>
    file.path.startsWith(top) ? [{ ...file, path: file.path.slice(top.length) }] : [],
  )
}
