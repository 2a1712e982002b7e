/** The chat model of the settings. Replies stream from the page to the server itself (platform.md, 3). */
import type { ModelEndpoint } from '../../engine/config.ts'
import { createOpenAiTransport } from '../../engine/model/openai.ts'
import { createServerQuirks } from '../../engine/model/server-quirks.ts'
import type { ChatTransport } from '../../engine/model/transport.ts'
import type { Fetch } from '../../engine/ports.ts'
import { deviceClock, deviceTimer } from '../app/device.ts'

/** Gives the transport to an endpoint, or null for none; what a server refused once is remembered between calls. */
export type ReplyTransports = (endpoint: ModelEndpoint | null) => ChatTransport | null

/** `egress` refuses origins that the user has not approved. */
export function createReplyTransports(egress: Fetch): ReplyTransports {
  const quirks = createServerQuirks()
  return (endpoint) =>
    endpoint === null
      ? null
      : createOpenAiTransport({
          ...endpoint,
          fetch: egress,
          timer: deviceTimer,
          now: () => deviceClock.now(),
          quirks,
          facts: connectionFacts,
        })
}

async function connectionFacts() {
  return {
    pageOrigin: location.origin,
    online: navigator.onLine,
    localNetwork: await localNetworkPermission(),
  }
}

async function localNetworkPermission(): Promise<PermissionState | null> {
  try {
    // TypeScript's list of permissions does not have this one yet; browsers without it reject.
    const status = await navigator.permissions.query({ name: 'local-network-access' as PermissionName })
    return status.state
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
