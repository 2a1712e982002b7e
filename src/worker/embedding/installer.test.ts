import { expect, test } from 'vitest'
import { createTestClock, createTestIds, until } from '../../../tests/fixtures/clock.ts'
import { probeTexts } from '../../engine/embedding/self-test.ts'
import type { SettingsStore } from '../../engine/ports.ts'
import { MODEL_DOWNLOAD_RETRY_MS } from '../../engine/settings.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { createMemorySettings } from '../storage/settings-store.ts'
import type { InstallProcess } from './install-process.ts'
import type { Arrived } from './install-worker.ts'
import type { InstallOutcome } from './install-trouble.ts'
import { createInstalledModels, type InstalledModel } from './installed-models.ts'
import { createInstaller } from './installer.ts'

const hub = { origin: 'https://hub.test', fileOrigins: [] }
const how = { hub, approved: [hub.origin], quantization: 'auto' } as const
const zh = { profile: 'local-zh-small-v1' }
const en = { profile: 'local-en-small-v1' }
const PENDING = 'embedding#pending'
const MODELS = 'embedding#models'
const full = new StorageError('storage_quota', 'The settings.')

test('of two pages that ask at the same moment one is served, and the other is told', async () => {
  const world = made()
  const answers = await Promise.all([world.installer.download(zh, how), world.installer.download(en, how)])
  expect(answers).toMatchObject([{ ok: true }, { ok: false, error: { code: 'embedding_busy' } }])
  expect(world.installs).toHaveLength(1)
  expect(await world.settings.get(PENDING)).toMatchObject({ profile: zh.profile })
})

test('what starts up leaves the folder of a download that a page has begun meanwhile', async () => {
  const world = made()
  world.folders.add('left over')
  const listed = gate()
  world.beforeList = listed.passed
  const starting = world.installer.start(how.approved)
  const answered = world.installer.download(zh, how)
  await settled()
  listed.open()
  await Promise.all([starting, answered])
  await settled()
  expect([...world.folders]).toEqual([world.installs[0]?.folder])
})

test('what starts up does not begin again what a page has begun before it', async () => {
  const world = made()
  await world.installer.download(zh, how)
  await world.installer.start(how.approved)
  expect(world.installs).toHaveLength(1)

  const other = made()
  const files = [{ path: 'config.json', content: new Blob() }]
  await other.installer.import({ profile: null, name: 'Mine', pooling: null, files }, 'auto')
  await other.installer.start(how.approved)
  expect([...other.folders]).toEqual([other.installs[0]?.folder])
})

test('a cancel while the record is being written leaves no record without its files', async () => {
  const world = made()
  const written = gate()
  world.beforeWrite = (key) => (key === MODELS ? written.passed : undefined)
  await world.installer.download(zh, how)
  world.installs[0]?.arrive()
  await until(() => world.waiting.includes(MODELS))
  const cancelled = world.installer.cancel()
  written.open()
  await cancelled
  const [model] = await world.models.list()
  expect([...world.folders]).toEqual(model === undefined ? [] : [model.folder])
  expect(world.installer.view()).toBeNull()
})

test('a cancel ends the worker that tries the model', async () => {
  const world = made()
  world.answersProbes = false
  await world.installer.download(zh, how)
  world.installs[0]?.arrive()
  await until(() => world.trials.length === 1)
  await world.installer.cancel()
  expect(world.trials).toEqual([{ closed: true }])
  expect([...world.folders]).toEqual([])
})

test('a cancel while the files tell what the model is starts no worker to try it', async () => {
  const world = made()
  const read = gate()
  world.beforeRead = read.passed
  await world.installer.download({ repository: 'made/tiny', revision: '', pooling: null }, how)
  world.installs[0]?.arrive()
  await settled()
  await world.installer.cancel()
  read.open()
  await settled()
  expect(world.trials).toEqual([])
  expect(await world.models.list()).toEqual([])
})

test('a model that was installed when the worker ended is not taken for a download that goes on', async () => {
  const first = made()
  await first.installer.download(zh, how)
  const pending = await first.settings.get(PENDING)
  first.installs[0]?.arrive()
  await until(() => first.installer.view() === null)
  const [model] = await first.models.list()

  // The record was written, and nothing after it.
  const next = made({ [PENDING]: pending, [MODELS]: await first.settings.get(MODELS) })
  next.folders.add(model?.folder ?? '')
  await next.installer.start(how.approved)
  expect(next.installs).toEqual([])
  expect(await next.settings.get(PENDING)).toBeUndefined()
  expect([...next.folders]).toEqual([model?.folder])
})

test('a model whose record was written stays, whatever fails behind that', async () => {
  const world = made()
  await world.installer.download(zh, how)
  world.onInstalled = () => Promise.reject(full)
  world.beforeDelete = () => Promise.reject(full)
  world.installs[0]?.arrive()
  await until(() => world.installer.view() === null)
  const [model] = await world.models.list()
  expect([...world.folders]).toEqual([model?.folder])
  // What was written down of the download is still there.
  world.beforeDelete = undefined
  await world.installer.cancel()
  expect([...world.folders]).toEqual([model?.folder])
})

test('a failure is told and its files go, also when the settings can’t be written', async () => {
  const world = made()
  await world.installer.download(zh, how)
  world.beforeDelete = () => Promise.reject(full)
  world.installs[0]?.fail({ code: 'storage_quota', passing: false })
  await until(() => world.installer.view()?.failure !== null)
  expect(world.installer.view()?.failure?.code).toBe('storage_quota')
  expect([...world.folders]).toEqual([])
  world.beforeDelete = undefined
  expect(await world.installer.download(en, how)).toMatchObject({ ok: true })
})

test('a download that gets further each time is tried again without end', async () => {
  const world = made()
  await world.installer.download(zh, how)
  const [first = 0] = MODEL_DOWNLOAD_RETRY_MS
  for (let round = 0; round < 2 * MODEL_DOWNLOAD_RETRY_MS.length; round += 1) {
    // A worker tells first what was here before.
    for (const bytes of [0, round * 100, (round + 1) * 100]) world.installs[round]?.fetch(bytes)
    world.installs[round]?.fail({ code: 'embedding_download_failed', passing: true })
    await until(() => world.installer.view()?.retryAt !== null)
    expect(world.installer.view()?.retryAt).toBe(world.clock.now() + first)
    await world.clock.advance(first)
  }
})

test('what a hub does not have is not offered to go on', async () => {
  const world = made()
  await world.installer.download(zh, how)
  world.installs[0]?.fail({ code: 'embedding_download_failed', passing: false })
  await until(() => world.installer.view()?.failure !== null)
  expect(world.installer.view()?.goesOn).toBe(false)
  expect([...world.folders]).toEqual([])
})

test('a worker that can’t be started is a failure that is told', async () => {
  const world = made()
  world.startsWorkers = false
  await world.installer.download(zh, how)
  await until(() => world.installer.view()?.failure !== null)
  expect(world.installer.view()?.failure).toEqual({ code: 'storage_failed', message: 'no worker' })
})

test('a download that breaks off goes on after longer and longer pauses, then when the user asks', async () => {
  const world = made()
  await world.installer.download(zh, how)
  for (const [round, pause] of MODEL_DOWNLOAD_RETRY_MS.entries()) {
    world.installs[round]?.fail({ code: 'embedding_download_failed', passing: true })
    await until(() => world.installer.view()?.retryAt !== null)
    expect(world.installer.view()?.retryAt).toBe(world.clock.now() + pause)
    await world.clock.advance(pause)
  }
  world.installs.at(-1)?.fail({ code: 'embedding_download_failed', passing: true })
  await until(() => world.installer.view()?.failure !== null)
  expect(world.installer.view()).toMatchObject({ retryAt: null, goesOn: true })
  expect(world.folders.size).toBe(1)
  await world.installer.resume(how.approved)
  world.installs.at(-1)?.arrive()
  await until(() => world.installer.view() === null)
  expect(await world.models.list()).toMatchObject([{ id: zh.profile, folder: world.installs[0]?.folder }])
})

// ---------------------------------------------------------------------------------------------------- helpers

interface Trial {
  closed: boolean
}

interface Running {
  readonly folder: string
  /** So many bytes are here. */
  fetch(bytes: number): void
  arrive(): void
  fail(trouble: Pick<InstallOutcome<Arrived> & { ok: false }, 'code' | 'passing'>): void
}

function made(initial: Readonly<Record<string, unknown>> = {}) {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  const stored = createMemorySettings(initial)
  const world = {
    clock,
    folders: new Set<string>(),
    installs: [] as Running[],
    trials: [] as Trial[],
    /** Keys of writes that were begun. */
    waiting: [] as string[],
    startsWorkers: true,
    answersProbes: true,
    beforeRead: undefined as Promise<void> | undefined,
    beforeList: undefined as Promise<void> | undefined,
    beforeWrite: undefined as ((key: string) => Promise<void> | undefined) | undefined,
    beforeDelete: undefined as (() => Promise<void>) | undefined,
    onInstalled: (_: InstalledModel) => Promise.resolve(),
  }
  const settings: SettingsStore = {
    ...stored,
    async set(key, value) {
      world.waiting.push(key)
      await world.beforeWrite?.(key)
      await stored.set(key, value)
    },
    async delete(key) {
      await world.beforeDelete?.()
      await stored.delete(key)
    },
  }
  const models = createInstalledModels(settings)
  const installer = createInstaller({
    clock,
    ids: createTestIds(),
    timer: clock.timer,
    log: { write: () => undefined },
    settings,
    models,
    folders: {
      async list() {
        await world.beforeList
        return [...world.folders]
      },
      remove: async (name) => void world.folders.delete(name),
      async readText() {
        await world.beforeRead
        return '{"hidden_size":4}'
      },
    },
    startInstall: () => {
      if (!world.startsWorkers) throw new Error('no worker')
      return startedInstall()
    },
    startEmbedding: () => {
      const trial = { closed: false }
      world.trials.push(trial)
      return {
        load: () => (world.answersProbes ? Promise.resolve() : new Promise(() => undefined)),
        embed: async () =>
          probeTexts.map((_, at) => Float32Array.from({ length: 4 }, (_, i) => Number(i === at))),
        close: () => void (trial.closed = true),
      }
    },
    onInstalled: (model) => world.onInstalled(model),
    onChange: () => undefined,
  })
  return Object.assign(world, { settings, models, installer })

  function startedInstall(): InstallProcess {
    let closed = false
    return {
      run: ({ folder }, onProgress) =>
        new Promise((resolve) => {
          const answer = (outcome: InstallOutcome<Arrived>) => {
            if (!closed) resolve(outcome)
          }
          world.folders.add(folder)
          world.installs.push({
            folder,
            fetch: (doneBytes) => onProgress({ phase: 'fetching', doneBytes, totalBytes: 1_000 }),
            arrive: () => answer({ ok: true, value: arrived }),
            fail: (trouble) => answer({ ok: false, detail: 'made to', ...trouble }),
          })
        }),
      close: () => void (closed = true),
    }
  }
}

/** Everything here resolves without a timer: a turn of the event loop is enough. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

const file = { path: 'x', bytes: 1, sha256: '' }
const arrived: Arrived = {
  chosen: {
    config: file,
    tokenizer: file,
    tokenizerConfig: null,
    pooling: null,
    graph: file,
    data: null,
    quantization: 'int8',
  },
  revision: null,
}
