/** The product's engine on storage of the bench's own, in its worker. */
import { readSettings } from '../../../src/engine/app-settings.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import type { DatabaseProvider, Log, SettingsStore } from '../../../src/engine/ports.ts'
import { heuristicCounter } from '../../../src/engine/text/tokens.ts'
import { createDeviceDeps, type DeviceDeps } from '../../../src/worker/deps.ts'
import { openStorageHome } from '../../../src/worker/storage/home.ts'
import { createEgress } from '../../../src/worker/transports/egress.ts'
import { fromWire, responseToWire } from '../../../src/worker/wire.ts'
import type { WireRequest } from '../../../src/engine/api.ts'

export interface BenchStorage {
  readonly device: DeviceDeps
  readonly databases: DatabaseProvider
  readonly settings: SettingsStore
  close(): Promise<void>
}

/** Fails where there is no OPFS: its times are what is asked for. */
export async function openBenchStorage(name: string): Promise<BenchStorage> {
  const device = createDeviceDeps()
  const home = await openStorageHome({ name, timer: device.timer })
  if (home.home !== 'opfs') throw new Error(`the storage is ${home.home}, not OPFS`)
  return { device, databases: home.databases, settings: home.settings, close: () => home.close() }
}

/** Started, with the models of the settings: the rules, as nothing is set. */
export async function startBenchEngine({ device, databases, settings }: BenchStorage): Promise<Engine> {
  const engine = createEngine({
    ...device,
    log: silent,
    databases,
    settings,
    tokens: heuristicCounter,
    fetch: createEgress(async () => (await readSettings(settings)).approvedOrigins),
    systemLanguage: navigator.language,
    notify: () => undefined,
  })
  await engine.start()
  return engine
}

/** One request as the worker answers it: out of its wire form, through the engine, and back into it. */
export async function answer(
  engine: Engine,
  path: string,
  body: object,
  stamps: object = {},
): Promise<string> {
  const request: WireRequest = {
    method: 'POST',
    path,
    headers: Object.entries({ 'Content-Type': 'application/json', ...stamps }),
    body: JSON.stringify(body),
  }
  const response = await responseToWire(await engine.handle(fromWire(request)))
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${response.body}`)
  return response.body
}

/** A debugger is attached, and would be sent each line. */
const silent: Log = { write: () => undefined }
