/**
 * What page, dedicated worker and service worker say to each other. Every handshake carries `PROTOCOL`; parts
 * of different versions never exchange anything else, the page is asked to reload instead.
 */
import * as v from 'valibot'
import type { WireRequest, WireResponse } from '../engine/api.ts'

/** Changed with every message's shape or meaning. A text, so that it is found in what is built. */
export const PROTOCOL = 'omoide-protocol-1'

/** Held by the page whose worker owns the storage. */
export const LEADER_LOCK = 'omoide-leader'

/** Held by the worker of one leadership for as long as it lives: whoever is granted it knows that it has ended. */
export function aliveLock(epoch: string): string {
  return `omoide-alive-${epoch}`
}

/** Cache of the app's own files. */
export const SHELL_CACHE = 'omoide-shell'

/** Channel of `MemoryEvent`. */
export const EVENT_CHANNEL = 'omoide'

const protocol = v.string()
const epoch = v.string()

// ----------------------------------------------------------------------------------- page → dedicated worker

export const toWorker = v.variant('type', [
  /** The first message to a new worker. */
  v.object({ type: v.literal('start'), epoch }),
  /** Brings a port along: `api` is spoken by comlink, `routes` with `RouteMessage` and `RouteReply`. */
  v.object({ type: v.literal('port'), kind: v.picklist(['api', 'routes']), protocol }),
  /** Asks for an orderly end: finish what has begun, close the storage, answer nothing from then on. */
  v.object({ type: v.literal('stop') }),
])
export type ToWorker = v.InferOutput<typeof toWorker>

export const fromWorker = v.variant('type', [
  /** The worker holds its `aliveLock` and takes ports. */
  v.object({ type: v.literal('hello'), epoch }),
  v.object({ type: v.literal('stopped') }),
])
export type FromWorker = v.InferOutput<typeof fromWorker>

/** First message on an `api` port, before comlink takes over. */
export const welcomeMessage = v.object({ type: v.picklist(['welcome', 'mismatch']), protocol, epoch })
export type WelcomeMessage = v.InferOutput<typeof welcomeMessage>

// ------------------------------------------------------------------------------- service worker ↔ dedicated worker

/** On the `routes` port; the second kind brings along the port of a page that is let in. */
export type RouteMessage =
  | { readonly type: 'request'; readonly id: number; readonly request: WireRequest }
  | { readonly type: 'admit'; readonly protocol: string }
export interface RouteReply {
  readonly type: 'response'
  readonly id: number
  readonly response: WireResponse
}

// ---------------------------------------------------------------------------------------- page ↔ service worker

export const toServiceWorker = v.variant('type', [
  /** The leader's end of a `routes` port comes along. */
  v.object({ type: v.literal('omoide:port'), protocol, epoch }),
  /** A page wants an `api` port to the leader's worker; its end comes along. */
  v.object({ type: v.literal('omoide:connect'), protocol }),
  /** A page loaded past the service worker (hard reload) asks to be controlled. */
  v.object({ type: v.literal('omoide:claim') }),
  /** The user agreed to the update: the waiting service worker takes over, every page reloads. */
  v.object({ type: v.literal('omoide:activate') }),
  /** The app runs: fetch the large files that were not part of the install. */
  v.object({ type: v.literal('omoide:fetch-large') }),
])
export type ToServiceWorker = v.InferOutput<typeof toServiceWorker>

export const fromServiceWorker = v.variant('type', [
  v.object({ type: v.literal('omoide:need-port'), protocol }),
  v.object({ type: v.literal('omoide:mismatch'), protocol }),
])
export type FromServiceWorker = v.InferOutput<typeof fromServiceWorker>
