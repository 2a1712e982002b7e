import { expect, test } from 'vitest'
import { installedModel } from '../../../tests/fixtures/installed-model.ts'
import type { EmbedderProvider, EmbedderTrouble } from '../../engine/embedding/embedder.ts'
import { defaultEmbedding, type EmbeddingSettings } from '../../engine/embedding/settings.ts'
import { EMBEDDING_RETRY_MS } from '../../engine/settings.ts'
import { createChosenProvider } from './chosen-provider.ts'
import type { InstalledModel } from './installed-models.ts'
import type { OnnxEmbedder } from './onnx-embedder.ts'
import { ModelTrouble } from './trouble.ts'

test('a model is loaded when something asks for it, and not before', async () => {
  const world = made({ choice: 'model' })
  expect(world.provider.current()).toEqual({ state: 'waiting' })
  expect(world.opened).toEqual([])
  world.provider.requestLoad()
  world.provider.requestLoad()
  await world.settled()
  expect(world.opened).toEqual([{ dimension: 128, backend: 'auto' }])
  expect(world.provider.current().state).toBe('ready')
})

test('what may pass is tried again after longer and longer pauses, and then only when the user asks', async () => {
  const world = made({ choice: 'model' })
  world.trouble = 'inference_failed'
  world.provider.requestLoad()
  for (const pause of EMBEDDING_RETRY_MS) {
    await world.settled()
    expect(world.provider.current()).toMatchObject({ state: 'failed', retryAt: world.now + pause })
    world.pass(pause)
  }
  await world.settled()
  expect(world.provider.current()).toEqual({ state: 'failed', trouble: 'inference_failed', retryAt: null })
  world.trouble = null
  world.provider.retry()
  await world.settled()
  expect(world.provider.current().state).toBe('ready')
})

test('a model whose files are wrong, or that is not here, waits for the user', async () => {
  for (const trouble of [
    'file_missing',
    'checksum_wrong',
    'tokenizer_unfit',
    'graph_unfit',
    'vectors_unusable',
  ] as const) {
    const world = made({ choice: 'model' })
    world.trouble = trouble
    world.provider.requestLoad()
    await world.settled()
    expect(world.provider.current()).toEqual({ state: 'failed', trouble, retryAt: null })
  }
  const world = made({ choice: 'another' })
  world.provider.requestLoad()
  await world.settled()
  expect(world.provider.current()).toEqual({ state: 'failed', trouble: 'not_installed', retryAt: null })
})

test('a call that fails puts the model away; one that succeeds ends the count of failures', async () => {
  const world = made({ choice: 'model' })
  world.provider.requestLoad()
  await world.settled()
  const [first] = EMBEDDING_RETRY_MS
  for (let round = 0; round < 3; round += 1) {
    const current = world.provider.current()
    if (current.state !== 'ready') throw new Error(current.state)
    await current.embedder.embed(['tea'])
    world.provider.failed(current.embedder, new ModelTrouble('inference_failed', 'made to'))
    expect(world.provider.current()).toMatchObject({ state: 'failed', retryAt: world.now + (first ?? 0) })
    world.pass(first ?? 0)
    await world.settled()
  }
  expect(world.closed).toBe(3)
})

test('another choice takes effect at once, and what was being loaded is put away', async () => {
  const world = made({ choice: 'model' })
  const told: string[] = []
  world.provider.onChange(() => told.push(world.provider.current().state))
  world.provider.requestLoad()
  world.provider.use({ ...defaultEmbedding, choice: 'model', backend: 'wasm' })
  await world.settled()
  expect(world.provider.current().state).toBe('ready')
  expect([world.opened.length, world.closed]).toEqual([2, 1])
  world.provider.use({ ...defaultEmbedding, choice: 'none' })
  expect(world.provider.current()).toEqual({ state: 'off' })
  expect(world.closed).toBe(2)
  world.provider.use({ ...defaultEmbedding, choice: 'static' })
  expect(world.provider.current()).toEqual({ state: 'waiting' })
  expect(world.tableAsked).toBe(1)
  expect(told).toContain('off')
})

interface World {
  readonly provider: ReturnType<typeof createChosenProvider>
  readonly opened: object[]
  trouble: EmbedderTrouble | null
  now: number
  closed: number
  tableAsked: number
  /** Lets the clock go on and calls what is due. */
  pass(milliseconds: number): void
  settled(): Promise<void>
}

function made(change: Partial<EmbeddingSettings>): World {
  const due: { readonly at: number; readonly callback: () => void }[] = []
  const table: EmbedderProvider = {
    current: () => ({ state: 'waiting' }),
    requestLoad: () => void (world.tableAsked += 1),
    onChange: () => () => undefined,
    failed: () => undefined,
  }
  const deps = {
    clock: { now: () => world.now, zone: () => 'UTC', monotonic: () => world.now },
    timer: (milliseconds: number, callback: () => void) => {
      const entry = { at: world.now + milliseconds, callback }
      due.push(entry)
      return () => void due.splice(due.indexOf(entry), due.includes(entry) ? 1 : 0)
    },
    log: { write: () => undefined },
    table,
    models: { list: () => Promise.resolve([installed]) },
    open: async (_model: InstalledModel, how: object): Promise<OnnxEmbedder> => {
      world.opened.push(how)
      if (world.trouble !== null) throw new ModelTrouble(world.trouble, 'made to')
      return {
        kind: 'onnx',
        modelId: 'model-128d-int8-mlen8',
        dimension: 128,
        embed: (texts) => Promise.resolve(texts.map(() => null)),
        backends: () => ({ bulk: 'wasm', refused: null }),
        close: () => void (world.closed += 1),
      }
    },
    memoryGiB: null,
  }
  const world: World = {
    provider: createChosenProvider(deps, { ...defaultEmbedding, ...change }),
    opened: [],
    trouble: null,
    now: 1_000,
    closed: 0,
    tableAsked: 0,
    pass(milliseconds) {
      world.now += milliseconds
      for (const entry of due.splice(0).filter(({ at }) => at <= world.now)) entry.callback()
    },
    // Everything here resolves without a timer: a turn of the event loop is enough.
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  }
  return world
}

const installed = installedModel({
  recipe: { pooling: 'mean', width: 256, steps: [128, 256], maxTokens: 8, prefix: { query: '', entry: '' } },
})
