/** The product's engine on storage of the bench's own, in its worker. */
import { readSettings } from '../../../src/engine/app-settings.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import type { DatabaseProvider, EngineDeps, Log, SettingsStore } from '../../../src/engine/ports.ts'
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

/** Fails where there is no OPFS: its times are what is asked for. Without a name it is the storage of the app. */
export async function openBenchStorage(name: string | null): Promise<BenchStorage> {
  const device = createDeviceDeps()
  const home = await openStorageHome({ ...(name === null ? {} : { name }), timer: device.timer })
  if (home.home !== 'opfs') throw new Error(`the storage is ${home.home}, not OPFS`)
  return { device, databases: home.databases, settings: home.settings, close: () => home.close() }
}

/** Started, with the models of the settings: the rules, as nothing is set. `others` take the place of parts. */
export async function startBenchEngine(
  { device, databases, settings }: BenchStorage,
  others: Partial<EngineDeps> = {},
): Promise<Engine> {
  const engine = createEngine({
    ...device,
    log: silent,
    databases,
    settings,
    tokenCounter: () => Promise.resolve(heuristicCounter),
    fetch: createEgress(async () => (await readSettings(settings)).approvedOrigins),
    systemLanguage: navigator.language,
    notify: () => undefined,
    ...others,
  })
  await engine.start()
  return engine
}

/** One request as the worker answers it, without a body a `GET`: out of its wire form, through the engine, and back. */
export async function answer(
  engine: Engine,
  path: string,
  body: object | null,
  stamps: object = {},
): Promise<string> {
  const request: WireRequest =
    body === null
      ? { method: 'GET', path, headers: Object.entries(stamps), body: null }
      : {
          method: 'POST',
          path,
          headers: Object.entries({ 'Content-Type': 'application/json', ...stamps }),
          body: JSON.stringify(body),
        }
  const response = await responseToWire(await engine.handle(fromWire(request)))
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${response.body}`)
  return response.body
}

/** A turn of two messages, kept by `/cache`; resolves when it is durable. */
export async function keepTurn(
  engine: Engine,
  { device }: Pick<BenchStorage, 'device'>,
  path: string,
  said: readonly [string, string],
): Promise<void> {
  const history = said.map((text, index) => ({
    type: index === 0 ? 'human' : 'ai',
    data: { content: [{ type: 'text', text }] },
  }))
  const stamps = {
    'Idempotency-Key': device.ids.uuid(),
    'X-Omoide-At': String(device.clock.now()),
    'X-Omoide-Zone': device.clock.zone(),
  }
  const body = await answer(engine, path, { input_history: JSON.stringify(history) }, stamps)
  if (body !== '{"status":"cached","count":2}') throw new Error(`${path} answered ${body}`)
}

/** A debugger is attached, and would be sent each line. */
const silent: Log = { write: () => undefined }
