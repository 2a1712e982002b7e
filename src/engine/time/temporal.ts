/**
 * Temporal as the browser has it, else the polyfill, which is a sixth of the engine's code: browsers of today need not read
 * it at each start.
 */
import type { Temporal as TemporalApi } from 'temporal-polyfill'

type Namespace = typeof TemporalApi

export const Temporal: Namespace = builtIn() ?? (await import('temporal-polyfill')).Temporal

function builtIn(): Namespace | undefined {
  // eslint-disable-next-line no-restricted-globals -- a part of the language that some engines lack, not of the device
  return Reflect.get(globalThis, 'Temporal') as Namespace | undefined // the polyfill's types are those of the proposal
}
