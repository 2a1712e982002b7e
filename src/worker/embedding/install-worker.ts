/**
 * Entry of the worker that brings a model's files onto the device: from a hub, a folder or an archive, each written
 * to its place and read again. It decides nothing about what is installed: its owner does, once it says that all is
 * there. Ending it at any moment leaves files that a later one takes up again.
 */
import * as Comlink from 'comlink'
import type { QuantizationChoice } from '../../engine/embedding/choice.ts'
import type { InstallPhase } from '../../engine/embedding/settings.ts'
import { createDeviceDeps } from '../deps.ts'
import { downloadModel, type HubSource } from './download.ts'
import { importModel } from './import-files.ts'
import type { InstallOutcome } from './install-trouble.ts'
import { installOutcome } from './install-trouble.ts'
import { chooseFiles, type ChosenFiles } from './model-layout.ts'
import { modelsFolder, type StoredFile } from './model-files.ts'
import { InstallTrouble } from './install-trouble.ts'

export type InstallSource =
  | ({ readonly kind: 'hub' } & HubSource)
  | { readonly kind: 'files'; readonly files: readonly { readonly path: string; readonly content: Blob }[] }

export interface InstallJob {
  /** Name of the folder; what is in it already is used where it is what it should be. */
  readonly folder: string
  readonly source: InstallSource
  readonly quantization: QuantizationChoice
}

export interface InstallProgress {
  readonly phase: InstallPhase
  readonly doneBytes: number
  readonly totalBytes: number
}

export interface Arrived {
  readonly chosen: ChosenFiles<StoredFile>
  /** The commit, for a model of a hub. */
  readonly revision: string | null
}

export interface InstallWorker {
  run(job: InstallJob, onProgress: (progress: InstallProgress) => void): Promise<InstallOutcome<Arrived>>
}

const { timer } = createDeviceDeps()
const worker: InstallWorker = {
  run: (job, onProgress) => installOutcome(() => run(job, onProgress)),
}

Comlink.expose(worker)

async function run(job: InstallJob, onProgress: (progress: InstallProgress) => void): Promise<Arrived> {
  const models = await modelsFolder()
  if (models === undefined)
    throw new InstallTrouble('embedding_no_file_storage', 'the browser gives no files')
  const folder = await models.getDirectoryHandle(job.folder, { create: true })
  const choose = <T extends { readonly path: string }>(files: readonly T[]) =>
    chooseFiles(files, job.quantization)
  const { source } = job
  if (source.kind === 'files')
    return { chosen: await importModel(folder, source.files, choose, onProgress), revision: null }
  return downloadModel(folder, source, choose, onProgress, timer)
}
