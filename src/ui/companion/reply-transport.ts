/** The chat model of the settings. Replies stream from the page to the server itself (platform.md, 3). */
import type { ModelEndpoint } from '../../engine/config.ts'
import { createOpenAiTransport } from '../../engine/model/openai.ts'
import { createServerQuirks } from '../../engine/model/server-quirks.ts'
import type { ChatTransport } from '../../engine/model/transport.ts'
import type { OmoideClient } from '../../worker/connect.ts'
import { deviceClock, deviceTimer } from '../app/device.ts'

/** Gives the transport to an endpoint, or null for none; what a server refused once is remembered between calls. */
export type ReplyTransports = (endpoint: ModelEndpoint | null) => ChatTransport | null

/** Both ways out refuse origins that the user has not approved. */
export function createReplyTransports(
  client: Pick<OmoideClient, 'egress' | 'probe' | 'connectionFacts'>,
): ReplyTransports {
  const quirks = createServerQuirks()
  return (endpoint) =>
    endpoint === null
      ? null
      : createOpenAiTransport({
          ...endpoint,
          fetch: client.egress,
          timer: deviceTimer,
          now: () => deviceClock.now(),
          quirks,
          facts: client.connectionFacts,
          probe: client.probe,
        })
}
