/**
 * The page's half: one client for the API and for the routes, in every tab, whichever tab leads.
 */
import * as v from 'valibot'
import type { MemoryEvent, MemoryStatus, OmoideApi } from '../engine/api.ts'
import type { KnownFacts } from '../engine/model/diagnose.ts'
import type { Fetch } from '../engine/ports.ts'
import { createApiLink } from './api-link.ts'
import { readApprovedOrigins, readHubOrigins } from './approved-origins.ts'
import { createDeviceDeps } from './deps.ts'
import { BEGIN_WAIT_MS, CONTROL_WAIT_MS } from './limits.ts'
import { standForLeadership } from './leader.ts'
import { lockFreed } from './locks.ts'
import { createMemoryFetch } from './memory-fetch.ts'
import { aliveLock, EVENT_CHANNEL, fromServiceWorker, PROTOCOL, type ToServiceWorker } from './protocol.ts'
import { connectionFacts, createModelProbe } from './transports/connection.ts'
import { createEgress } from './transports/egress.ts'
import { scriptUrl } from './trusted-types.ts'

/**
 * Why the page should be reloaded. `update`: a new version waits. `approval`: the user approved an origin that
 * this page was loaded without. `protocol`: another version is at work already, this page can't go on.
 */
export type ReloadReason = 'update' | 'approval' | 'protocol'

export interface OmoideClient {
  readonly api: OmoideApi
  /**
   * A memory route (`/cache/Mika`), with the identity and time of the operation set here, once: however often
   * it has to be sent, it is applied once. Rejects only when the page is going away.
   */
  memoryFetch(path: string, init?: RequestInit): Promise<Response>
  /** `fetch` to an approved origin, e.g. for a reply that streams; rejects with code `origin_not_approved`. */
  readonly egress: Fetch
  /** Whether anything answers at an approved origin; tells a refused origin from a stopped server. */
  readonly probe: (origin: string) => Promise<boolean>
  /** What this page knows of its connection, for the same purpose. */
  readonly connectionFacts: () => Promise<KnownFacts>
  /** Calls `listener` for each event of the memory, of any tab; returns how to stop. */
  onEvent(listener: (event: MemoryEvent) => void): () => void
  /** Calls `listener` when the page should be reloaded, now or later; returns how to stop. */
  onReloadNeeded(listener: (reason: ReloadReason) => void): () => void
  /** Lets the worker finish what it has begun, takes a waiting version into use, and reloads. */
  reload(): Promise<void>
}

let client: Promise<OmoideClient> | undefined
let begin: () => void = () => undefined
const begun = new Promise<void>((resolve) => {
  begin = resolve
})

/**
 * Connects the page; later calls give the same client. Resolves as soon as calls can be made, at the latest after
 * a bounded wait for the service worker; calls themselves wait for the memory.
 */
export function connect(): Promise<OmoideClient> {
  client ??= createClient()
  return client
}

/**
 * Connects the page, and resolves as soon as its worker is being started, or need not be, or after a bounded wait: a page that
 * is busy with something else before is late for it. Never rejects; `connect` does.
 */
export function workerBegun(): Promise<void> {
  connect().catch(begin)
  return Promise.race([begun, new Promise<void>((resolve) => setTimeout(resolve, BEGIN_WAIT_MS))])
}

async function createClient(): Promise<OmoideClient> {
  const events = createListeners<MemoryEvent>()
  const reloads = createListeners<ReloadReason>()
  const raised = new Set<ReloadReason>()
  const { timer } = createDeviceDeps()
  const registered = registerServiceWorker()
  // The page's own policy was fixed when it was loaded; without a service worker it allows no origin at all.
  const allowedHere = controller() ? readApprovedOrigins() : Promise.resolve([])

  const leadership = standForLeadership({
    onBegun: begin,
    onStart: () => {
      link.reset()
      void offerPort()
      void checkApprovals()
    },
    onEnd: () => link.reset(),
    // As a method of `events` it would be called on the wrong object.
    onError: (error) => reportError(error),
  })
  const link = createApiLink({
    openPort,
    ended: (epoch) => lockFreed(aliveLock(epoch)),
    onMismatch,
    // Its announcements may have been made before this page listened.
    onConnected: () => void status().then((now) => events.tell({ type: 'status', status: now })),
  })
  link.connect()

  serviceWorkers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(fromServiceWorker, data)
    if (!message.success) return
    if (message.output.type === 'omoide:mismatch' || message.output.protocol !== PROTOCOL) onMismatch()
    else void offerPort()
  })
  serviceWorkers()?.addEventListener('controllerchange', () => void checkApprovals())
  serviceWorkers()?.startMessages()

  const channel = new BroadcastChannel(EVENT_CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<MemoryEvent>) => {
    events.tell(data.type === 'status' ? { ...data, status: { ...data.status, role: role() } } : data)
    if (data.type === 'settings') void checkApprovals()
  })

  const registration = await registered
  if (registration) onWaitingVersion(registration, () => needReload('update'))
  if (registration && !controller()) await gainControl(registration)
  registration?.active?.postMessage({ type: 'omoide:fetch-large' } satisfies ToServiceWorker)

  return {
    api: { ...link.api, status },
    memoryFetch: createMemoryFetch({
      origin: location.origin,
      fetch: (request) => fetch(request),
      isServed: () => controller() !== null && !raised.has('protocol'),
      send: link.api.request,
      timer,
    }),
    egress: createEgress(readApprovedOrigins),
    connectionFacts,
    probe: createModelProbe(readApprovedOrigins, timer),
    onEvent: events.add,
    onReloadNeeded(listener) {
      for (const reason of raised) listener(reason)
      return reloads.add(listener)
    },
    reload,
  }

  function role(): MemoryStatus['role'] {
    return leadership.worker() ? 'leader' : 'follower'
  }

  /** Answers at once also while nobody leads. */
  async function status(): Promise<MemoryStatus> {
    if (link.connected()) return { ...(await link.api.status()), role: role() }
    link.connect()
    return { storage: 'starting', reason: null, setAside: [], role: role(), instanceId: '' }
  }

  /** A port on its way to the worker of whichever page leads. */
  async function openPort(): Promise<MessagePort | undefined> {
    const own = leadership.worker()
    if (own) return own.openPort('api')
    const active = (await registered)?.active
    if (!active) return undefined
    const { port1, port2 } = new MessageChannel()
    active.postMessage({ type: 'omoide:connect', protocol: PROTOCOL } satisfies ToServiceWorker, [port2])
    return port1
  }

  /** Gives the service worker a port to our worker, if there is one. */
  async function offerPort(): Promise<void> {
    const active = (await registered)?.active
    const own = leadership.worker()
    if (!active || !own) return
    const message: ToServiceWorker = { type: 'omoide:port', protocol: PROTOCOL, epoch: own.epoch }
    active.postMessage(message, [own.openPort('routes')])
  }

  /** After a new approval: our worker is started anew under the new policy, the page asks to be reloaded. */
  async function checkApprovals(): Promise<void> {
    const [approved, allowed, hub] = await Promise.all([readApprovedOrigins(), allowedHere, readHubOrigins()])
    if (approved.some((origin) => !allowed.includes(origin) && !hub.includes(origin))) needReload('approval')
    const own = leadership.worker()
    if (own && controller() && approved.some((origin) => !own.allowed.includes(origin)))
      await leadership.restart()
  }

  /** Parts of two versions never work together: what runs here is ended in order, so that the newer one can lead. */
  function onMismatch(): void {
    needReload('protocol')
    void leadership.resign()
  }

  function needReload(reason: ReloadReason): void {
    if (raised.has(reason)) return
    raised.add(reason)
    reloads.tell(reason)
  }

  async function reload(): Promise<void> {
    await leadership.resign()
    const waiting = (await registered)?.waiting
    if (waiting) {
      const changed = controllerChanged()
      waiting.postMessage({ type: 'omoide:activate' } satisfies ToServiceWorker)
      await changed
    }
    location.reload()
  }
}

/** Undefined where the browser has none, or does not let us (a private window). Routes then go through the API. */
async function registerServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = serviceWorkers()
  if (!workers) return undefined
  try {
    // Not `ready`, which never comes where an installation fails.
    return await workers.register(scriptUrl('/sw.js'), { updateViaCache: 'none' })
  } catch (error) {
    reportError(error)
    return undefined
  }
}

function serviceWorkers(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
}

function controller(): ServiceWorker | null {
  return serviceWorkers()?.controller ?? null
}

/** On the first load control comes by itself; after a hard reload it has to be asked for. */
async function gainControl(registration: ServiceWorkerRegistration): Promise<void> {
  const changed = controllerChanged()
  registration.active?.postMessage({ type: 'omoide:claim' } satisfies ToServiceWorker)
  if (!controller()) await changed
}

/** Resolves at the next change of controller, or after a bounded wait. */
function controllerChanged(): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, CONTROL_WAIT_MS)
    const done = () => {
      clearTimeout(limit)
      resolve()
    }
    navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
  })
}

function onWaitingVersion(registration: ServiceWorkerRegistration, tell: () => void): void {
  if (registration.waiting) tell()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && controller()) tell()
    })
  })
}

function createListeners<T>() {
  const listeners = new Set<(value: T) => void>()
  return {
    add(listener: (value: T) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(value: T): void {
      for (const listener of listeners) listener(value)
    },
  }
}
