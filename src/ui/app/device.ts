/** The device as the pages' logic sees it: the ports of src/engine/ports.ts, made of the browser. */
import type { Clock, Ids, Timer } from '../../engine/ports.ts'

export const deviceClock: Clock = {
  now: () => Date.now(),
  zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
  monotonic: () => performance.now(),
}

export const deviceIds: Ids = {
  uuid: () => crypto.randomUUID(),
  uniform: () => Math.random(),
}

export const deviceTimer: Timer = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** Gives the user a file; nothing leaves the device. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Firefox reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
