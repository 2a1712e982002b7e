/** The worker that installs, as its owner sees it. */
import * as Comlink from 'comlink'
import { scriptUrl } from '../trusted-types.ts'
import type { InstallOutcome } from './install-trouble.ts'
import type { Arrived, InstallJob, InstallProgress, InstallWorker } from './install-worker.ts'
import installWorkerUrl from './install-worker.ts?worker&url'

export interface InstallProcess {
  /** Resolves when all files are there, or with why they are not. Never after `close`. */
  run(job: InstallJob, onProgress: (progress: InstallProgress) => void): Promise<InstallOutcome<Arrived>>
  /** Ends the worker at once; its open files are free a moment later. */
  close(): void
}

/** Started for each try: its security policy is the one of that moment, with what the user has just approved. */
export function startInstallProcess(): InstallProcess {
  const worker = new Worker(scriptUrl(installWorkerUrl), { type: 'module', name: 'omoide-install' })
  const remote = Comlink.wrap<InstallWorker>(worker)
  const broken = new Promise<InstallOutcome<Arrived>>((resolve) => {
    worker.addEventListener('error', ({ message }) =>
      resolve({ ok: false, code: 'storage_failed', passing: false, detail: `the worker broke: ${message}` }),
    )
  })
  return {
    run: (job, onProgress) => Promise.race([remote.run(job, Comlink.proxy(onProgress)), broken]),
    close() {
      remote[Comlink.releaseProxy]()
      worker.terminate()
    },
  }
}
