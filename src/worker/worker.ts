/**
 * Entry of the dedicated worker: holds the lock that says it lives, opens the memory, and answers whoever is let
 * in: pages by comlink, the service worker by requests. Small, so that the storage opens while the engine's code is read.
 */
import * as Comlink from 'comlink'
import * as v from 'valibot'
import type { MemoryEvent } from '../engine/api.ts'
import { createDeviceDeps } from './deps.ts'
import { RESTART_PAUSE_MS } from './limits.ts'
import { holdLock } from './locks.ts'
import { createMemoryService, type OpenMemory } from './memory-service.ts'
import {
  aliveLock,
  EVENT_CHANNEL,
  type FromWorker,
  PROTOCOL,
  type RouteMessage,
  type RouteReply,
  toWorker,
  type WelcomeMessage,
} from './protocol.ts'
import { openStorageHome } from './storage/home.ts'

declare const self: DedicatedWorkerGlobalScope

const device = createDeviceDeps()
const channel = new BroadcastChannel(EVENT_CHANNEL)
const notify = (event: MemoryEvent) => channel.postMessage(event)
const instanceId = device.ids.uuid()

const service = createMemoryService({
  open,
  instanceId,
  timer: device.timer,
  onStatus: (status) => notify({ type: 'status', status }),
})

let epoch = ''

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  const message = v.parse(toWorker, event.data)
  const port = event.ports[0]
  switch (message.type) {
    case 'start':
      epoch = message.epoch
      void holdLock(aliveLock(epoch)).then(() => tellPage({ type: 'hello', epoch }))
      break
    case 'port':
      if (!port) break
      if (message.kind === 'api') admit(port, message.protocol)
      else serveRoutes(port)
      break
    case 'stop':
      void service.stop().then(() => tellPage({ type: 'stopped' }))
  }
})

async function open(): Promise<OpenMemory> {
  const [home, code] = await Promise.allSettled([
    openStorageHome({ timer: device.timer }),
    import('./open-memory.ts'),
  ])
  if (home.status === 'rejected') throw home.reason
  if (code.status === 'rejected') {
    await home.value.close()
    // To a worker code that failed once has failed for good: only another one can read it again.
    device.timer(RESTART_PAUSE_MS, () => self.close())
    throw code.reason
  }
  return code.value.openMemory({ home: home.value, device, notify })
}

function tellPage(message: FromWorker): void {
  self.postMessage(message)
}

/** Lets a page in, or tells it that it is of another version. */
function admit(port: MessagePort, protocol: string): void {
  const type = protocol === PROTOCOL ? 'welcome' : 'mismatch'
  port.postMessage({ type, protocol: PROTOCOL, epoch } satisfies WelcomeMessage)
  if (type === 'welcome') Comlink.expose(service.api, port)
}

function serveRoutes(port: MessagePort): void {
  port.onmessage = ({ data, ports }: MessageEvent<RouteMessage>) => {
    if (data.type === 'admit') {
      if (ports[0]) admit(ports[0], data.protocol)
      return
    }
    const { id, request } = data
    void service.respond(request).then((response) => {
      port.postMessage({ type: 'response', id, response } satisfies RouteReply)
    })
  }
}
