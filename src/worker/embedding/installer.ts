/**
 * Brings models onto the device, one at a time. A download that was begun is written down, so that it goes on in
 * another worker and after a restart; whatever is not installed in the end is taken away.
 */
import * as v from 'valibot'
import { findProfile, modelProfiles } from '../../engine/embedding/profiles.ts'
import { probeFault, probeTexts } from '../../engine/embedding/self-test.ts'
import type { ImportRequest, InstallRequest, InstallView, ModelHub } from '../../engine/embedding/settings.ts'
import type { QuantizationChoice } from '../../engine/embedding/choice.ts'
import type { Clock, Ids, Log, SettingsStore, Timer } from '../../engine/ports.ts'
import { fail, messageOf, ok, type Result } from '../../engine/result.ts'
import { EMBEDDING_PROGRESS_MS, MODEL_DOWNLOAD_RETRY_MS } from '../../engine/settings.ts'
import type { EmbedProcess } from './embed-process.ts'
import { isRepository } from './hub-api.ts'
import type { InstallProcess } from './install-process.ts'
import { type InstallOutcome, InstallTrouble, installOutcome } from './install-trouble.ts'
import type { Arrived, InstallJob } from './install-worker.ts'
import type { InstalledModel, InstalledModels } from './installed-models.ts'
import { describeModel, type ModelOrigin } from './model-record.ts'
import { ModelTrouble } from './trouble.ts'

export interface InstallerDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly timer: Timer
  readonly log: Log
  readonly settings: SettingsStore
  readonly models: InstalledModels
  /** Undefined where the browser has no place for files. */
  readonly folders: ModelFolders | undefined
  readonly startInstall: () => InstallProcess
  readonly startEmbedding: () => EmbedProcess
  /** A model is installed. */
  readonly onInstalled: (model: InstalledModel) => Promise<void>
  readonly onChange: () => void
}

export interface ModelFolders {
  list(): Promise<readonly string[]>
  remove(name: string): Promise<void>
  /** Null for a file that is not there. */
  readText(folder: string, path: string): Promise<string | null>
}

export interface Installer {
  view(): InstallView | null
  /** Downloads after the user's yes: `approved` are the origins it may reach. Resolves once it is under way. */
  download(
    request: InstallRequest,
    how: {
      readonly hub: ModelHub
      readonly approved: readonly string[]
      readonly quantization: QuantizationChoice
    },
  ): Promise<Result<null>>
  import(request: ImportRequest, quantization: QuantizationChoice): Promise<Result<null>>
  /** Goes on with a download that stopped. */
  resume(approved: readonly string[]): Promise<void>
  /** Stops what is under way and takes away what it left; also puts a failure out of sight. */
  cancel(): Promise<void>
  /** Takes away folders that nothing names, and goes on with a download that was begun. */
  start(approved: readonly string[]): Promise<void>
  close(): void
}

const PENDING_KEY = 'embedding#pending'

/** A download as it is written down. */
const pendingDownload = v.object({
  folder: v.string(),
  name: v.string(),
  profile: v.nullable(v.string()),
  pooling: v.nullable(v.picklist(['mean', 'cls', 'last'])),
  origin: v.string(),
  repository: v.string(),
  revision: v.string(),
  quantization: v.picklist(['auto', 'int8', 'fp32']),
})
type PendingDownload = v.InferOutput<typeof pendingDownload>

/** An installation under way, or one that stopped. */
interface Work {
  readonly folder: string
  readonly name: string
  view: InstallView
  process: InstallProcess | null
  /** Set when it is cancelled or the worker ends: whatever comes back is nobody's then. */
  ended: boolean
  cancelPause: () => void
  /** Set while an announcement is on its way. */
  cancelTelling: (() => void) | null
}

export function createInstaller(deps: InstallerDeps): Installer {
  const { settings, models, timer, clock, log } = deps
  let work: Work | null = null

  return {
    view: () => work?.view ?? null,

    async download(request, { hub, approved, quantization }) {
      if (deps.folders === undefined) return fail('embedding_no_file_storage', 'no OPFS')
      const wanted = wantedOf(request)
      if (wanted === null) return fail('bad_request', 'no such profile or repository')
      // Asked again by a page whose worker ended in between: this one has it from what was written down.
      if (isBusy() && work?.name === wanted.name) return ok(null)
      if (isBusy()) return fail('embedding_busy', work?.name ?? '')
      if (!approved.includes(hub.origin)) return fail('origin_not_approved', hub.origin)
      await clear()
      const pending = { ...wanted, folder: deps.ids.uuid(), origin: hub.origin, quantization }
      await settings.set(PENDING_KEY, pending)
      void runDownload(pending, approved)
      return ok(null)
    },

    async import(request, quantization) {
      if (deps.folders === undefined) return fail('embedding_no_file_storage', 'no OPFS')
      if (isBusy()) return fail('embedding_busy', work?.name ?? '')
      const { profile } = request
      if (profile !== null && findProfile(profile) === undefined) return fail('bad_request', profile)
      if (request.files.length === 0) return fail('embedding_file_missing', 'nothing was chosen')
      await clear()
      const begun = begin(deps.ids.uuid(), request.name)
      const source = { kind: 'files', files: request.files } as const
      void finish(begun, { ...request, repository: null }, () =>
        attempt(begun, { folder: begun.folder, source, quantization }),
      )
      return ok(null)
    },

    async resume(approved) {
      if (isBusy()) return
      const pending = await readPending()
      if (pending !== null) void runDownload(pending, approved)
    },

    async cancel() {
      await clear()
      deps.onChange()
    },

    async start(approved) {
      if (deps.folders === undefined) return
      const pending = await readPending()
      const named = new Set((await models.list()).map(({ folder }) => folder))
      if (pending !== null) named.add(pending.folder)
      for (const name of await deps.folders.list()) if (!named.has(name)) await remove(name)
      if (pending !== null) void runDownload(pending, approved)
    },

    close() {
      if (work !== null) end(work)
      work = null
    },
  }

  function isBusy(): boolean {
    return work !== null && (work.view.failure === null || work.view.retryAt !== null)
  }

  /** Ends what is there, running or failed, with everything it wrote. */
  async function clear(): Promise<void> {
    const before = work
    work = null
    const pending = await readPending()
    await settings.delete(PENDING_KEY)
    if (before !== null) end(before)
    for (const folder of new Set([before?.folder, pending?.folder]))
      if (folder !== undefined) await remove(folder)
  }

  function end(ending: Work): void {
    ending.ended = true
    ending.cancelPause()
    ending.cancelTelling?.()
    ending.process?.close()
  }

  function begin(folder: string, name: string): Work {
    const view = { name, phase: 'asking', doneBytes: 0, totalBytes: 0, failure: null, retryAt: null } as const
    const begun: Work = {
      folder,
      name,
      view,
      process: null,
      ended: false,
      cancelPause: () => undefined,
      cancelTelling: null,
    }
    work = begun
    deps.onChange()
    return begun
  }

  /** Steps and failures are told at once, bytes a few times a second, the last of them always. */
  function show(begun: Work, change: Partial<InstallView>): void {
    const phaseBefore = begun.view.phase
    begun.view = { ...begun.view, ...change }
    if (begun.view.phase !== phaseBefore || change.failure !== undefined) deps.onChange()
    else
      begun.cancelTelling ??= timer(EMBEDDING_PROGRESS_MS, () => {
        begun.cancelTelling = null
        deps.onChange()
      })
  }

  async function runDownload(pending: PendingDownload, approved: readonly string[]): Promise<void> {
    const begun = begin(pending.folder, pending.name)
    const { origin, repository, revision, quantization, folder } = pending
    const job: InstallJob = {
      folder,
      quantization,
      source: { kind: 'hub', origin, approved, repository, revision },
    }
    await finish(begun, pending, () => patiently(begun, job))
  }

  /** Tries again after pauses while what stops it may pass; a file goes on where it broke off. */
  async function patiently(begun: Work, job: InstallJob): Promise<InstallOutcome<Arrived>> {
    for (const pause of [...MODEL_DOWNLOAD_RETRY_MS, null]) {
      const outcome = await attempt(begun, job)
      if (outcome.ok || !outcome.passing || pause === null || begun.ended) return outcome
      show(begun, { failure: { code: outcome.code, message: outcome.detail }, retryAt: clock.now() + pause })
      await new Promise<void>((resolve) => (begun.cancelPause = timer(pause, resolve)))
      show(begun, { failure: null, retryAt: null })
    }
    throw new Error('the last round returns')
  }

  async function attempt(begun: Work, job: InstallJob): Promise<InstallOutcome<Arrived>> {
    const process = deps.startInstall()
    begun.process = process
    try {
      return await process.run(job, (progress) => {
        if (!begun.ended) show(begun, progress)
      })
    } finally {
      process.close()
      begun.process = null
    }
  }

  /** From the files to a model that is used, or to a failure that leaves nothing of it. */
  async function finish(
    begun: Work,
    origin: ModelOrigin,
    bring: () => Promise<InstallOutcome<Arrived>>,
  ): Promise<void> {
    const brought = await bring()
    const outcome = brought.ok ? await installOutcome(() => install(begun, origin, brought.value)) : brought
    if (begun.ended) return
    if (outcome.ok) {
      work = null
      deps.onChange()
      return
    }
    log.write('warn', 'embedding.install_failed', { code: outcome.code, error: outcome.detail })
    // A download that only broke off is kept for when the user wants it to go on.
    if (!outcome.passing) {
      await settings.delete(PENDING_KEY)
      await remove(begun.folder)
    }
    show(begun, { failure: { code: outcome.code, message: outcome.detail }, retryAt: null })
  }

  async function install(begun: Work, origin: ModelOrigin, arrived: Arrived): Promise<void> {
    show(begun, { phase: 'testing' })
    const readText = (path: string) => deps.folders?.readText(begun.folder, path) ?? Promise.resolve(null)
    const described = await describeModel(begun.folder, origin, arrived, readText, clock.now())
    const model = { ...described, probes: await probesOf(described) }
    if (begun.ended) return
    const replaced = await models.add(model)
    await settings.delete(PENDING_KEY)
    await deps.onInstalled(model)
    if (replaced !== null) await remove(replaced)
  }

  /** The vectors that other backends and later versions are measured by. Throws what is wrong with the model. */
  async function probesOf(model: Omit<InstalledModel, 'probes'>): Promise<number[][]> {
    const process = deps.startEmbedding()
    try {
      const { folder, recipe, files } = model
      await process.load({ folder, recipe, dimension: recipe.width, backend: 'wasm', files })
      const vectors = await process.embed(probeTexts, 'entry')
      const fault = probeFault(vectors, null)
      if (fault !== null) throw new ModelTrouble('vectors_unusable', fault)
      return vectors.map((vector) => [...(vector ?? [])])
    } catch (error) {
      if (!(error instanceof ModelTrouble)) throw error
      throw new InstallTrouble(`embedding_${error.trouble}`, error.message, false, { cause: error })
    } finally {
      process.close()
    }
  }

  async function readPending(): Promise<PendingDownload | null> {
    const parsed = v.safeParse(pendingDownload, await settings.get(PENDING_KEY))
    return parsed.success ? parsed.output : null
  }

  /** What can't be removed now, a file that is still open most likely, goes at the next start. */
  async function remove(folder: string): Promise<void> {
    try {
      await deps.folders?.remove(folder)
    } catch (error) {
      log.write('warn', 'embedding.folder_left', { folder, error: messageOf(error) })
    }
  }
}

function wantedOf(
  request: InstallRequest,
): Pick<PendingDownload, 'name' | 'profile' | 'pooling' | 'repository' | 'revision'> | null {
  const profile =
    'profile' in request
      ? findProfile(request.profile)
      : modelProfiles.find(({ repository }) => repository === request.repository)
  if (profile !== undefined) {
    const { id, name, repository, revision } = profile
    return { profile: id, name, pooling: null, repository, revision }
  }
  if ('profile' in request || !isRepository(request.repository)) return null
  const { repository, revision, pooling } = request
  return {
    profile: null,
    name: repository,
    pooling,
    repository,
    revision: revision === '' ? 'main' : revision,
  }
}
