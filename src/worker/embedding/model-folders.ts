/** The folders of models on OPFS, as whoever keeps the record of them needs them. */
import { fileAt, modelsFolder } from './model-files.ts'
import type { Timer } from '../../engine/ports.ts'
import { DESCRIPTION_LIMIT_BYTES, FOLDER_REMOVE_BACKOFF_MS } from '../limits.ts'
import type { ModelFolders } from './installer.ts'

/** Undefined where this browser has no place for them. */
export async function openModelFolders(timer: Timer): Promise<ModelFolders | undefined> {
  const models = await modelsFolder()
  if (models === undefined) return undefined
  return {
    async list() {
      const names: string[] = []
      for await (const name of models.keys()) names.push(name)
      return names
    },
    async remove(name) {
      for (const pause of [...FOLDER_REMOVE_BACKOFF_MS, null]) {
        try {
          await models.removeEntry(name, { recursive: true })
          return
        } catch (error) {
          if (isNotFound(error)) return
          // Files of a worker that was ended are free a moment later.
          if (pause === null) throw error
          await new Promise<void>((resolve) => timer(pause, resolve))
        }
      }
    },
    async readText(folder, path) {
      try {
        const home = await models.getDirectoryHandle(folder)
        const file = await (await fileAt(home, path, false)).getFile()
        return file.size > DESCRIPTION_LIMIT_BYTES ? null : await file.text()
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}
