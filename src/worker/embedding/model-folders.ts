/** The folders of models on OPFS, as whoever keeps the record of them needs them. */
import { fileAt, modelsFolder } from './model-files.ts'
import type { ModelFolders } from './installer.ts'

/** Undefined where this browser has no place for them. */
export async function openModelFolders(): Promise<ModelFolders | undefined> {
  const models = await modelsFolder()
  if (models === undefined) return undefined
  return {
    async list() {
      const names: string[] = []
      for await (const name of models.keys()) names.push(name)
      return names
    },
    async remove(name) {
      try {
        await models.removeEntry(name, { recursive: true })
      } catch (error) {
        if (!isNotFound(error)) throw error
      }
    },
    async readText(folder, path) {
      try {
        const home = await models.getDirectoryHandle(folder)
        return await (await (await fileAt(home, path, false)).getFile()).text()
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
