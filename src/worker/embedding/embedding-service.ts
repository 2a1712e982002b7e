/** Embeddings as the worker has them: the embedder that is used, the models on the device, and what a page may ask. */
import { readSetting } from '../../engine/app-settings.ts'
import type { EmbedderProvider } from '../../engine/embedding/embedder.ts'
import { modelProfiles } from '../../engine/embedding/profiles.ts'
import type {
  EmbeddingApi,
  EmbeddingModelView,
  EmbeddingSettings,
  EmbeddingStatus,
} from '../../engine/embedding/settings.ts'
import type { Clock, Ids, Log, SettingsStore, Timer } from '../../engine/ports.ts'
import { fail, messageOf, ok, type Result } from '../../engine/result.ts'
import { TABLE_AFTER_START_MS } from '../../engine/settings.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { createChosenProvider } from './chosen-provider.ts'
import type { EmbedProcess } from './embed-process.ts'
import { createInstaller, type ModelFolders } from './installer.ts'
import type { InstallProcess } from './install-process.ts'
import { createInstalledModels, type InstalledModel, installedBytes, isProfile } from './installed-models.ts'
import { type GpuKind, openOnnxEmbedder } from './onnx-embedder.ts'

export interface EmbeddingDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly timer: Timer
  readonly log: Log
  readonly settings: SettingsStore
  /** The built-in table. */
  readonly table: EmbedderProvider
  /** Undefined where models can't be kept. */
  readonly folders: ModelFolders | undefined
  readonly startInstall: () => InstallProcess
  readonly startEmbedding: () => EmbedProcess
  readonly gpu: () => Promise<GpuKind>
  readonly memoryGiB: number | null
  readonly freeBytes: () => Promise<number | null>
  /** The settings were changed here; told like a change that a page makes. */
  readonly onSettings: () => void
  /** Something of the status changed. */
  readonly onChange: () => void
}

export interface EmbeddingService {
  readonly provider: EmbedderProvider
  readonly api: EmbeddingApi
  /** A page changed the settings. */
  settingsChanged(): Promise<void>
  /** Goes on with what an earlier worker began. */
  start(): Promise<void>
  close(): void
}

export async function createEmbeddingService(deps: EmbeddingDeps): Promise<EmbeddingService> {
  const { settings, timer, log } = deps
  const models = createInstalledModels(settings)
  const provider = createChosenProvider(
    {
      ...deps,
      models,
      open: (model, how) =>
        openOnnxEmbedder({ start: deps.startEmbedding, gpu: deps.gpu, timer, log }, model, how),
    },
    await chosen(),
  )
  const installer = createInstaller({
    ...deps,
    models,
    onInstalled: use,
  })
  const unlisten = provider.onChange(deps.onChange)
  let cancelTable: () => void = () => undefined

  return {
    provider,
    api: {
      embedding: status,
      installEmbeddingModel: (request) =>
        guarded(async () => {
          const { hub, quantization } = await chosen()
          return installer.download(request, { hub, quantization, approved: await approvedOrigins() })
        }),
      importEmbeddingModel: (request) =>
        guarded(async () => installer.import(request, (await chosen()).quantization)),
      cancelEmbeddingInstall: () =>
        guarded(async () => {
          await installer.cancel()
          return ok(null)
        }),
      resumeEmbeddingInstall: () =>
        guarded(async () => {
          await installer.resume(await approvedOrigins())
          return ok(null)
        }),
      removeEmbeddingModel: (id) => guarded(() => remove(id)),
      retryEmbedding: async () => {
        provider.retry()
        return ok(null)
      },
    },
    async settingsChanged() {
      provider.use(await chosen())
    },
    async start() {
      // Reading it takes the worker a moment, which the first requests after a start must not wait for.
      if ((await chosen()).choice === 'static')
        cancelTable = timer(TABLE_AFTER_START_MS, () => deps.table.requestLoad())
      await installer.start(await approvedOrigins())
    },
    close() {
      cancelTable()
      unlisten()
      installer.close()
      provider.close()
    },
  }

  /** What the settings throw becomes a value: a page shows it, it must not break the page. */
  async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      return fail(error instanceof StorageError ? error.code : 'storage_failed', messageOf(error))
    }
  }

  function chosen(): Promise<EmbeddingSettings> {
    return readSetting(settings, 'embedding')
  }

  function approvedOrigins(): Promise<readonly string[]> {
    return readSetting(settings, 'approvedOrigins')
  }

  /** Whoever installs a model means to use it; one in use is another now, with other files. */
  async function use({ id }: InstalledModel): Promise<void> {
    if ((await chosen()).choice === id) provider.retry()
    else await choose(id)
  }

  async function choose(choice: string): Promise<void> {
    const next = { ...(await chosen()), choice }
    await settings.set('embedding', next)
    provider.use(next)
    deps.onSettings()
  }

  async function remove(id: string): Promise<Result<null>> {
    if ((await chosen()).choice === id) await choose('static')
    const folder = await models.remove(id)
    if (folder === null) return fail('embedding_not_installed', id)
    try {
      await deps.folders?.remove(folder)
    } catch (error) {
      // Its workers may hold a file for a moment yet; what nothing names goes at the next start.
      log.write('warn', 'embedding.folder_left', { folder, error: messageOf(error) })
    }
    deps.onChange()
    return ok(null)
  }

  async function status(): Promise<EmbeddingStatus> {
    const { choice } = await chosen()
    const installed = await models.list()
    const state = provider.current()
    const running = provider.running()
    const backends = running?.backends()
    return {
      choice,
      state: state.state,
      failure:
        state.state === 'failed' ? { code: `embedding_${state.trouble}`, message: state.trouble } : null,
      retryAt: state.state === 'failed' ? state.retryAt : null,
      running:
        running === null || backends === undefined
          ? null
          : {
              modelId: running.modelId,
              dimension: running.dimension,
              bulk: backends.bulk,
              refused: backends.refused === null ? null : `embedding_${backends.refused}`,
            },
      models: viewsOf(installed),
      install: installer.view(),
      canInstall: deps.folders !== undefined,
      freeBytes: await deps.freeBytes(),
    }
  }
}

/** The app's own list first, then what the user brought. */
function viewsOf(installed: readonly InstalledModel[]): readonly EmbeddingModelView[] {
  const known = modelProfiles.map((profile) => {
    const here = installed.find(({ id }) => id === profile.id)
    const { id, name, repository, languages, licence, commercial, pooling, width, steps, bytes } = profile
    return {
      id,
      name,
      repository,
      languages,
      licence,
      commercial,
      pooling,
      width,
      steps,
      bytes,
      installed: stateOf(here),
    }
  })
  const own = installed.filter((model) => !isProfile(model))
  return [
    ...known,
    ...own.map((model) => {
      const { id, name, repository, languages, licence, commercial, recipe } = model
      const { pooling, width, steps } = recipe
      return {
        id,
        name,
        repository,
        languages,
        licence,
        commercial,
        pooling,
        width,
        steps,
        bytes: null,
        installed: stateOf(model),
      }
    }),
  ]
}

function stateOf(model: InstalledModel | undefined): EmbeddingModelView['installed'] {
  if (model === undefined) return null
  return { bytes: installedBytes(model), quantization: model.quantization, at: model.installedAt }
}
