/**
 * Brings models onto the device, one at a time. A download that was begun is written down, so that it goes on in
 * another worker and after a restart; whatever is not installed in the end is taken away.
 */
import * as v from 'valibot'
import { findProfile, modelProfiles } from '../../engine/embedding/profiles.ts'
import { probeFault, probeTexts } from '../../engine/embedding/self-test.ts'
import type { ImportRequest, InstallRequest, InstallView, ModelHub } from '../../engine/embedding/settings.ts'
import type { QuantizationChoice } from '../../engine/embedding/choice.ts'
import { createMutex } from '../../engine/mutex.ts'
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
  /** Null for a file that is not there, or far too long for what a model says of itself. */
  readText(folder: string, path: string): Promise<string | null>
}

export interface Installer {
  view(): InstallView | null
  /** Downloads after the user's yes: `approved` are the origins it may reach. Resolves once it is under way. */
  download(request: InstallRequest, how: DownloadHow): Promise<Result<null>>
  import(request: ImportRequest, quantization: QuantizationChoice): Promise<Result<null>>
  /** Goes on with a download that stopped. */
  resume(approved: readonly string[]): Promise<void>
  /** Stops what is under way and takes away what it left; also puts a failure out of sight. */
  cancel(): Promise<void>
  /** Takes away folders that nothing names, and goes on with a download that was begun. */
  start(approved: readonly string[]): Promise<void>
  close(): void
}

export interface DownloadHow {
  readonly hub: ModelHub
  readonly approved: readonly string[]
  readonly quantization: QuantizationChoice
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
  /** The worker that fetches the files, or tries the model. */
  process: { close(): void } | null
  /** Set when it is cancelled or the worker ends: whatever comes back is nobody's then. */
  ended: boolean
  cancelPause: () => void
  /** Set while an announcement is on its way. */
  cancelTelling: (() => void) | null
}

export function createInstaller(deps: InstallerDeps): Installer {
  const { settings, models, timer, clock, log } = deps
  /** Pages ask at the same time, and what they ask for takes several writes: one after the other. */
  const turns = createMutex()
  let work: Work | null = null

  return {
    view: () => work?.view ?? null,
    download: (request, how) => turns.run(() => download(request, how)),
    import: (request, quantization) => turns.run(() => importFiles(request, quantization)),
    resume: (approved) => turns.run(() => resume(approved)),
    cancel: () =>
      turns.run(async () => {
        await clear()
        deps.onChange()
      }),
    start: (approved) => turns.run(() => start(approved)),
    close() {
      if (work !== null) end(work)
      work = null
    },
  }

  async function download(
    request: InstallRequest,
    { hub, approved, quantization }: DownloadHow,
  ): Promise<Result<null>> {
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
  }

  async function importFiles(
    request: ImportRequest,
    quantization: QuantizationChoice,
  ): Promise<Result<null>> {
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
  }

  async function resume(approved: readonly string[]): Promise<void> {
    if (isBusy()) return
    const pending = await readPending()
    if (pending !== null) void runDownload(pending, approved)
  }

  async function start(approved: readonly string[]): Promise<void> {
    if (deps.folders === undefined) return
    const named = new Set((await models.list()).map(({ folder }) => folder))
    // The worker ended between the record of the model and the end of the download's own.
    if (named.has((await readPending())?.folder ?? '')) await settings.delete(PENDING_KEY)
    const pending = await readPending()
    for (const folder of [pending?.folder, work?.folder]) if (folder !== undefined) named.add(folder)
    for (const name of await deps.folders.list()) if (!named.has(name)) await remove(name)
    await resume(approved)
  }

  function isBusy(): boolean {
    return work !== null && (work.view.failure === null || work.view.retryAt !== null)
  }

  /** Ends what is there, running or failed, with everything it wrote. */
  async function clear(): Promise<void> {
    const before = work
    work = null
    if (before !== null) end(before)
    const pending = await readPending()
    await settings.delete(PENDING_KEY)
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
    const view: InstallView = {
      name,
      phase: 'asking',
      doneBytes: 0,
      totalBytes: 0,
      failure: null,
      retryAt: null,
      goesOn: false,
    }
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

  /**
   * Tries again after pauses while what stops it may pass; a file goes on where it broke off. One that got further than
   * ever starts with the shortest pause anew: a poor connection is no reason to give up.
   */
  async function patiently(begun: Work, job: InstallJob): Promise<InstallOutcome<Arrived>> {
    let furthest = 0
    let failures = 0
    for (;;) {
      const outcome = await attempt(begun, job)
      if (begun.view.doneBytes > furthest) failures = 0
      furthest = Math.max(furthest, begun.view.doneBytes)
      const pause = MODEL_DOWNLOAD_RETRY_MS[failures]
      failures += 1
      if (outcome.ok || !outcome.passing || pause === undefined || begun.ended) return outcome
      show(begun, { failure: { code: outcome.code, message: outcome.detail }, retryAt: clock.now() + pause })
      await new Promise<void>((resolve) => (begun.cancelPause = timer(pause, resolve)))
      show(begun, { failure: null, retryAt: null })
    }
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
    const outcome = await installOutcome(async () => {
      await install(begun, origin, arrivedOf(await bring()))
    })
    if (outcome.ok) return
    await turns.run(async () => {
      if (begun.ended) return
      log.write('warn', 'embedding.install_failed', { code: outcome.code, error: outcome.detail })
      // A download that only broke off is kept for when the user wants it to go on.
      const goesOn = outcome.passing && origin.repository !== null
      if (!goesOn) {
        await remove(begun.folder)
        await forgetPending()
      }
      show(begun, { failure: { code: outcome.code, message: outcome.detail }, retryAt: null, goesOn })
    })
  }

  async function install(begun: Work, origin: ModelOrigin, arrived: Arrived): Promise<void> {
    show(begun, { phase: 'testing' })
    const readText = (path: string) => deps.folders?.readText(begun.folder, path) ?? Promise.resolve(null)
    const described = await describeModel(begun.folder, origin, arrived, readText, clock.now())
    if (begun.ended) return
    const model = { ...described, probes: await probesOf(begun, described) }
    await turns.run(async () => {
      if (begun.ended) return
      const replaced = await models.add(model)
      // It is installed: nothing that fails behind this may take its files away.
      await forgetPending()
      try {
        await deps.onInstalled(model)
      } catch (error) {
        log.write('warn', 'embedding.not_chosen', { error: messageOf(error) })
      }
      if (replaced !== null) await remove(replaced)
      work = null
      deps.onChange()
    })
  }

  /** The vectors that other backends and later versions are measured by. Throws what is wrong with the model. */
  async function probesOf(begun: Work, model: Omit<InstalledModel, 'probes'>): Promise<number[][]> {
    const process = deps.startEmbedding()
    begun.process = process
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
      begun.process = null
    }
  }

  /** What can't be written now is taken for what it is at the next start. */
  async function forgetPending(): Promise<void> {
    try {
      await settings.delete(PENDING_KEY)
    } catch (error) {
      log.write('warn', 'embedding.pending_left', { error: messageOf(error) })
    }
  }

  async function readPending(): Promise<PendingDownload | null> {
    const parsed = v.safeParse(pendingDownload, await settings.get(PENDING_KEY))
    return parsed.success ? parsed.output : null
  }

  /** Never what the record names. What can't be removed now, a file that is still open most likely, goes at the next start. */
  async function remove(folder: string): Promise<void> {
    try {
      const installed = await models.list()
      if (!installed.some((model) => model.folder === folder)) await deps.folders?.remove(folder)
    } catch (error) {
      log.write('warn', 'embedding.folder_left', { folder, error: messageOf(error) })
    }
  }
}

function arrivedOf(outcome: InstallOutcome<Arrived>): Arrived {
  if (!outcome.ok) throw new InstallTrouble(outcome.code, outcome.detail, outcome.passing)
  return outcome.value
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
