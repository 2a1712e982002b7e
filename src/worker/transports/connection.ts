/** What page and worker can tell of the way to a model server that gave no answer (cases.md 31). */
import type { KnownFacts } from '../../engine/model/diagnose.ts'
import { createProbe } from '../../engine/model/probe.ts'
import type { Fetch, Timer } from '../../engine/ports.ts'
import { createProbeEgress } from './egress.ts'

/** Whether anything answers at an origin; false, and nothing is sent, for one that the user has not approved. */
export function createModelProbe(
  approvedOrigins: () => Promise<readonly string[]>,
  timer: Timer,
  send?: Fetch,
): (origin: string) => Promise<boolean> {
  return createProbe(createProbeEgress(approvedOrigins, send), timer)
}

export async function connectionFacts(): Promise<KnownFacts> {
  return {
    pageOrigin: location.origin,
    online: navigator.onLine,
    localNetwork: await localNetworkPermission(),
  }
}

async function localNetworkPermission(): Promise<PermissionState | null> {
  // Some browsers have permissions on pages only.
  if (!('permissions' in navigator)) return null
  try {
    // TypeScript's list of permissions does not have this one yet; browsers without it reject.
    const status = await navigator.permissions.query({ name: 'local-network-access' as PermissionName })
    return status.state
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
