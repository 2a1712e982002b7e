/** The dedicated worker of a leading page, from its start to its end. */
import * as v from 'valibot'
import { readApprovedOrigins } from './approved-origins.ts'
import { STOP_WAIT_MS } from './limits.ts'
import { lockFreed } from './locks.ts'
import { aliveLock, type FromWorker, fromWorker, PROTOCOL, type ToWorker } from './protocol.ts'
import { scriptUrl } from './trusted-types.ts'
import workerUrl from './worker.ts?worker&url'

export interface OwnWorker {
  readonly epoch: string
  /** The origins that its security policy lets it reach; fixed when its script was loaded. */
  readonly allowed: readonly string[]
  /** Resolves when the worker has ended, whatever ended it. */
  readonly ended: Promise<void>
  /** A new port to it: for comlink calls, or for routes. */
  openPort(kind: 'api' | 'routes'): MessagePort
  /** Lets it finish what it has begun, for a bounded time, and ends it. */
  stop(): Promise<void>
  /** Ends it at once; what was committed is safe, what was not is sent again by whoever waits for it. */
  terminate(): void
}

/** Starts the worker, says so, and resolves when it holds its lock; rejects when its script can't be loaded. */
export async function startWorker(epoch: string, onBegun: () => void): Promise<OwnWorker> {
  const controlled = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const allowed = controlled ? await readApprovedOrigins() : []
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'omoide' })
  onBegun()
  try {
    const hello = said(worker, (message) => message.type === 'hello' && message.epoch === epoch)
    tell(worker, { type: 'start', epoch })
    await Promise.race([hello, failed(worker)])
  } catch (error) {
    worker.terminate()
    throw error
  }
  const ended = lockFreed(aliveLock(epoch))
  return {
    epoch,
    allowed,
    ended,
    openPort(kind) {
      const { port1, port2 } = new MessageChannel()
      tell(worker, { type: 'port', kind, protocol: PROTOCOL }, port2)
      return port1
    },
    async stop() {
      const stopped = said(worker, ({ type }) => type === 'stopped')
      tell(worker, { type: 'stop' })
      await Promise.race([stopped, ended, new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS))])
      worker.terminate()
      await ended
    },
    terminate() {
      worker.terminate()
    },
  }
}

function tell(worker: Worker, message: ToWorker, port?: MessagePort): void {
  worker.postMessage(message, port ? [port] : [])
}

function said(worker: Worker, test: (message: FromWorker) => boolean): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('message', function listen({ data }: MessageEvent<unknown>) {
      if (!v.is(fromWorker, data) || !test(data)) return
      worker.removeEventListener('message', listen)
      resolve()
    })
  })
}

function failed(worker: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.addEventListener(
      'error',
      ({ message }) => reject(new Error(`the worker did not start: ${message}`)),
      {
        once: true,
      },
    )
  })
}
