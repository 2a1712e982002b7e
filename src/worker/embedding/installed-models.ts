/**
 * The models on this device: their record is one setting, their files are a folder each. A folder that the record
 * does not name is none of ours any more: an installation becomes one in the one write of the record.
 */
import * as v from 'valibot'
import { findProfile } from '../../engine/embedding/profiles.ts'
import { createMutex } from '../../engine/mutex.ts'
import type { SettingsStore } from '../../engine/ports.ts'

const KEY = 'embedding#models'

const storedFile = v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })
const installedModel = v.object({
  /** A profile's id, or one made from the content of a model that the user brought. */
  id: v.string(),
  name: v.string(),
  folder: v.string(),
  repository: v.nullable(v.string()),
  /** The commit that was downloaded. */
  revision: v.nullable(v.string()),
  languages: v.array(v.string()),
  licence: v.nullable(v.string()),
  commercial: v.boolean(),
  quantization: v.picklist(['int8', 'fp32']),
  recipe: v.object({
    pooling: v.picklist(['mean', 'cls', 'last']),
    width: v.number(),
    steps: v.array(v.number()),
    maxTokens: v.number(),
    prefix: v.object({ query: v.string(), entry: v.string() }),
  }),
  files: v.object({
    config: storedFile,
    tokenizer: storedFile,
    tokenizerConfig: v.nullable(storedFile),
    graph: storedFile,
    data: v.nullable(storedFile),
  }),
  /** Whole-width vectors of the probe texts, as WebAssembly gave them at the installation. */
  probes: v.array(v.array(v.number())),
  installedAt: v.number(),
})

export type InstalledModel = v.InferOutput<typeof installedModel>

export interface InstalledModels {
  list(): Promise<readonly InstalledModel[]>
  /** Replaces one of the same id. Returns the folder that is not needed any more, if another was. */
  add(model: InstalledModel): Promise<string | null>
  remove(id: string): Promise<string | null>
}

export function createInstalledModels(settings: SettingsStore): InstalledModels {
  const changes = createMutex()

  return {
    list,
    async add(model) {
      const replaced = await change(model.id, [model])
      return replaced === model.folder ? null : replaced
    },
    remove: (id) => change(id, []),
  }

  /** Puts `models` in the place of the one of that id, whose folder it returns. */
  function change(id: string, models: readonly InstalledModel[]): Promise<string | null> {
    return changes.run(async () => {
      const before = await list()
      await settings.set(KEY, [...before.filter((model) => model.id !== id), ...models])
      return before.find((model) => model.id === id)?.folder ?? null
    })
  }

  /** A record that can't be read is left out: its model has to be installed again. */
  async function list(): Promise<readonly InstalledModel[]> {
    const stored = await settings.get(KEY)
    if (!Array.isArray(stored)) return []
    return stored.flatMap((entry: unknown) => {
      const parsed = v.safeParse(installedModel, entry)
      return parsed.success ? [parsed.output] : []
    })
  }
}

export function installedBytes({ files }: Pick<InstalledModel, 'files'>): number {
  const present: readonly ({ readonly bytes: number } | null)[] = Object.values(files)
  return present.reduce((sum, file) => sum + (file?.bytes ?? 0), 0)
}

/** Whether this is a model of the app's own list. */
export function isProfile({ id }: Pick<InstalledModel, 'id'>): boolean {
  return findProfile(id) !== undefined
}
