/** The device as the engine sees it: its clock, its chance, its timers, its console. */
import type { Clock, EngineDeps, Ids, Log, LogLevel, Timer } from '../engine/ports.ts'
import { REPLY_OUT_MS } from './limits.ts'

export type DeviceDeps = Pick<EngineDeps, 'clock' | 'ids' | 'timer' | 'log' | 'letRepliesOut'>

export function createDeviceDeps(): DeviceDeps {
  return { clock, ids, timer, log, letRepliesOut }
}

const clock: Clock = {
  now: () => Date.now(),
  // Asked at each use: the zone changes when the user travels.
  zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  monotonic: () => performance.now(),
}

const ids: Ids = {
  uuid: () => crypto.randomUUID(),
  uniform() {
    const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
    return word / 2 ** 32
  },
}

const timer: Timer = (milliseconds, callback) => {
  const handle = setTimeout(callback, milliseconds)
  return () => clearTimeout(handle)
}

function letRepliesOut(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REPLY_OUT_MS))
}

/** Debug lines may hold memory text, so they are printed in development only. */
const quiet: readonly LogLevel[] = import.meta.env.DEV ? [] : ['debug']

const log: Log = {
  write(level, event, fields = {}) {
    // eslint-disable-next-line no-console -- this is where the log goes
    if (!quiet.includes(level)) console[level](event, fields)
  },
}
