/**
 * The service worker holds no memory and knows nothing of it. It forwards memory routes to the leader's worker,
 * serves the app from its cache, and refuses requests to origins that the user has not approved.
 */
import * as v from 'valibot'
import type { MemoryEvent } from './src/engine/api.ts'
import { tooLarge } from './src/engine/http/replies.ts'
import { readApprovedOrigins } from './src/worker/approved-origins.ts'
import { lockFreed } from './src/worker/locks.ts'
import { isMemoryPath, isReferenceOrigin, pagePaths } from './src/worker/routes.ts'
import {
  aliveLock,
  EVENT_CHANNEL,
  type FromServiceWorker,
  PROTOCOL,
  toServiceWorker,
} from './src/worker/protocol.ts'
import { createForwarder } from './src/worker/service-worker/forwarder.ts'
import { createShell, type ShellFiles } from './src/worker/service-worker/shell.ts'
import { newStamp, refusal, toWire, wireToResponse } from './src/worker/wire.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build; both lists are empty in development, where pages come from the network. */
declare const __SHELL__: ShellFiles

const shell = createShell(__SHELL__, pagePaths, readApprovedOrigins)
const forwarder = createForwarder({
  askPages: () => void askPages(),
  ended: (epoch) => lockFreed(aliveLock(epoch)),
  monotonic: () => performance.now(),
})

/** Known shortly after each start; a request that comes earlier waits for it. */
let approved: readonly string[] | undefined

self.addEventListener('install', (event) => {
  // Only the very first version takes over by itself: a later one would meet pages of the version before it.
  if (!self.registration.active) void self.skipWaiting()
  event.waitUntil(shell.install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([shell.activate(), self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (isReferenceOrigin(url.origin) || (url.origin === self.location.origin && isMemoryPath(url.pathname))) {
    event.respondWith(answerFromMemory(request))
  } else if (url.origin !== self.location.origin) {
    guardForeign(event, url.origin)
  } else if (request.method === 'GET' && shell.has(url.pathname)) {
    event.respondWith(shell.answer(request))
  }
})

self.addEventListener('message', (event) => {
  const client = event.source instanceof Client ? event.source : undefined
  if (!client || !isOurs(event.data)) return
  if (event.data['protocol'] !== undefined && event.data['protocol'] !== PROTOCOL) {
    client.postMessage({ type: 'omoide:mismatch', protocol: PROTOCOL } satisfies FromServiceWorker)
    return
  }
  const message = v.parse(toServiceWorker, event.data)
  const port = event.ports[0]
  switch (message.type) {
    case 'omoide:port':
      if (port) forwarder.adopt(message.epoch, port)
      break
    case 'omoide:connect':
      if (port) forwarder.admit(port, message.protocol)
      break
    case 'omoide:claim':
      event.waitUntil(self.clients.claim())
      break
    case 'omoide:activate':
      void self.skipWaiting()
      break
    case 'omoide:fetch-large':
      event.waitUntil(shell.fetchLarge())
  }
})

// Pages are told of new approvals by the worker; a service worker that sleeps reads them when it wakes.
new BroadcastChannel(EVENT_CHANNEL).addEventListener('message', ({ data }: MessageEvent<MemoryEvent>) => {
  if (data.type === 'settings') void refreshApproved()
})
void refreshApproved()

/** The request goes on in the worker even if the page that sent it goes away. */
async function answerFromMemory(request: Request): Promise<Response> {
  const origin = request.headers.get('Origin')
  // A navigation can come from any site and carry a body; no page of ours navigates to a memory route.
  if (request.mode === 'navigate' || (origin !== null && origin !== self.location.origin)) {
    return refusal(
      403,
      'foreign_origin',
      'Memory routes answer fetches of this app only, no links and no other sites.',
    )
  }
  const wire = await toWire(request, newStamp())
  if (wire === null) return tooLarge()
  const outcome = await forwarder.forward(wire)
  switch (outcome) {
    case 'no_open_tab':
      return refusal(
        503,
        'no_open_tab',
        'The memory lives in an Omoide tab and none is open. Open one and try again.',
      )
    case 'no_leader':
      return refusal(
        503,
        'storage_not_ready',
        'An Omoide tab is open but does not answer. Try again, or reload it.',
      )
    default:
      return wireToResponse(outcome)
  }
}

/** Leaves an approved request to the browser (a stream through here would end after minutes); fails any other. */
function guardForeign(event: FetchEvent, origin: string): void {
  if (approved?.includes(origin)) return
  event.respondWith(
    refreshApproved().then((now) => (now.includes(origin) ? passedOn(event.request) : Response.error())),
  )
}

/**
 * This script's policy allows every origin, so it must follow no redirect for anybody. Sent back to its own address
 * a request comes again, is left to the browser, and its redirects are held by the policy of whoever made it.
 */
function passedOn(request: Request): Response | Promise<Response> {
  return request.redirect === 'follow' ? Response.redirect(request.url, 307) : fetch(request)
}

async function refreshApproved(): Promise<readonly string[]> {
  approved = await readApprovedOrigins()
  return approved
}

/** Asks every page for a port. A page of the app may lead before long, also one that is still loading. */
async function askPages(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    if (!pagePaths.includes(new URL(page.url).pathname)) continue
    forwarder.pageIsThere()
    page.postMessage({ type: 'omoide:need-port', protocol: PROTOCOL } satisfies FromServiceWorker)
  }
}

function isOurs(data: unknown): data is Record<string, unknown> {
  return (
    typeof data === 'object' && data !== null && 'type' in data && String(data.type).startsWith('omoide:')
  )
}
