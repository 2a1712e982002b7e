/**
 * Entry of the worker that runs one model on one backend. It is apart from the worker of the memory so that no
 * inference, which may take a second, ever stands before a turn; it knows nothing of memories.
 */
import * as Comlink from 'comlink'
import type { EmbedPurpose, EncoderRecipe } from '../../engine/embedding/profiles.ts'
import { createEncoder, type Encoder } from './encoder.ts'
import { modelsFolder, readStored, type StoredFile } from './model-files.ts'
import { sha256Of } from './hash-file.ts'
import { type Backend, openSession } from './session.ts'
import { createTokenizer } from './tokenizer.ts'
import { ModelTrouble, type Outcome, outcomeOf } from './trouble.ts'
import { modelConfig } from './model-config.ts'

export interface LoadRequest {
  /** Name of the model's folder. */
  readonly folder: string
  readonly recipe: EncoderRecipe
  readonly dimension: number
  readonly backend: Backend
  readonly files: ModelFiles
}

/** Which stored file is what. */
export interface ModelFiles {
  readonly config: StoredFile
  readonly tokenizer: StoredFile
  readonly tokenizerConfig: StoredFile | null
  readonly graph: StoredFile
  readonly data: StoredFile | null
}

export interface EmbedWorker {
  load(request: LoadRequest): Promise<Outcome<null>>
  embed(texts: readonly string[], purpose: EmbedPurpose): Promise<Outcome<readonly (Float32Array | null)[]>>
}

let encoder: Encoder | undefined

const worker: EmbedWorker = {
  load: (request) =>
    outcomeOf(async () => {
      encoder = await load(request)
      return null
    }, 'inference_failed'),
  embed: (texts, purpose) =>
    outcomeOf(async () => {
      if (encoder === undefined) throw new Error('no model is loaded')
      return encoder.encode(texts, purpose)
    }, 'inference_failed'),
}

Comlink.expose(worker)

async function load({ folder, recipe, dimension, backend, files }: LoadRequest): Promise<Encoder> {
  const models = await modelsFolder()
  if (models === undefined) throw new ModelTrouble('file_missing', 'the browser gives no files')
  const home = await folderOf(models, folder)
  const text = async (stored: StoredFile) => new TextDecoder().decode(await readStored(home, stored))
  try {
    const config = modelConfig(await text(files.config))
    const tokenizer = createTokenizer(
      {
        tokenizer: await text(files.tokenizer),
        config: files.tokenizerConfig === null ? null : await text(files.tokenizerConfig),
        vocabulary: config.vocabulary,
      },
      recipe.maxTokens,
    )
    const graph = await readStored(home, files.graph)
    const data =
      files.data === null ? null : { name: nameOf(files.data), bytes: await readStored(home, files.data) }
    return createEncoder(tokenizer, await openSession({ graph, data }, backend), recipe, dimension)
  } catch (error) {
    if (error instanceof ModelTrouble && error.trouble === 'file_missing') throw error
    throw (await damage(home, files)) ?? error
  }
}

async function folderOf(models: FileSystemDirectoryHandle, name: string): Promise<FileSystemDirectoryHandle> {
  try {
    return await models.getDirectoryHandle(name)
  } catch (error) {
    throw new ModelTrouble('file_missing', name, { cause: error })
  }
}

/** A file that is not what was installed, which explains any other trouble; looked for only when there is some. */
async function damage(home: FileSystemDirectoryHandle, files: ModelFiles): Promise<ModelTrouble | null> {
  const present: readonly (StoredFile | null)[] = Object.values(files)
  for (const stored of present) {
    if (stored === null) continue
    const found = await outcomeOf(() => sha256Of(home, stored), 'file_missing')
    if (!found.ok) return new ModelTrouble(found.trouble, found.detail)
    if (found.value !== stored.sha256) return new ModelTrouble('checksum_wrong', stored.path)
  }
  return null
}

/** The graph names what is beside it by its file name. */
function nameOf({ path }: StoredFile): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
