import { expect, test } from 'vitest'
import { createTestClock, createTestIds, until } from '../../../tests/fixtures/clock.ts'
import { noTable } from '../../../tests/fixtures/embedding-page/no-table.ts'
import { probeTexts } from '../../engine/embedding/self-test.ts'
import { defaultEmbedding } from '../../engine/embedding/settings.ts'
import { createMemorySettings } from '../storage/settings-store.ts'
import { createEmbeddingService } from './embedding-service.ts'
import type { EmbedProcess } from './embed-process.ts'
import { ModelTrouble } from './trouble.ts'

const PROFILE = 'local-zh-small-v1'
const file = { path: 'x', bytes: 1, sha256: '' }
const request = {
  profile: PROFILE,
  name: 'Files',
  pooling: null,
  files: [{ path: 'x', content: new Blob() }],
}

test('a model that is installed anew while it is in use is opened anew', async () => {
  const world = await made()
  await world.install('int8')
  await world.load()
  expect(world.modelId()).toBe('local-zh-small-v1-512d-int8-mlen512')
  await world.install('fp32')
  await until(() => world.modelId() !== null)
  expect(world.modelId()).toBe('local-zh-small-v1-512d-fp32-mlen512')
  // Of the first: its trial and its run; of the second its trial. The run that is left is the one in use.
  expect(world.processes.map(({ closed }) => closed)).toEqual([true, true, true, false])
  expect(world.folders.size).toBe(1)
})

test('a chosen model whose files were damaged works again once it is installed again', async () => {
  const world = await made()
  await world.install('int8')
  world.damaged = true
  await world.load()
  expect(await world.service.api.embedding()).toMatchObject({
    state: 'failed',
    failure: { code: 'embedding_checksum_wrong' },
    retryAt: null,
  })
  world.damaged = false
  await world.install('int8')
  await until(() => world.service.provider.current().state !== 'waiting')
  expect(world.service.provider.current().state).toBe('ready')
})

async function made() {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  const settings = createMemorySettings()
  const folders = new Set<string>()
  let weights: 'int8' | 'fp32' = 'int8'
  const processes: { closed: boolean }[] = []
  const service = await createEmbeddingService({
    clock,
    ids: createTestIds(),
    timer: clock.timer,
    log: { write: () => undefined },
    settings,
    table: noTable,
    folders: {
      list: async () => [...folders],
      remove: async (name) => void folders.delete(name),
      readText: async () => null,
    },
    startInstall: () => ({
      async run({ folder }) {
        folders.add(folder)
        const chosen = {
          config: file,
          tokenizer: file,
          tokenizerConfig: null,
          pooling: null,
          graph: file,
          data: null,
          quantization: weights,
        }
        return { ok: true, value: { chosen, revision: null } }
      },
      close: () => undefined,
    }),
    startEmbedding,
    gpu: async () => 'none',
    memoryGiB: 8,
    freeBytes: async () => null,
    onSettings: () => undefined,
    onChange: () => undefined,
  })
  const world = {
    service,
    folders,
    processes,
    damaged: false,
    /** Resolves when it is installed and chosen. */
    async install(kind: 'int8' | 'fp32') {
      weights = kind
      await settings.set('embedding', {
        ...((await settings.get('embedding')) ?? defaultEmbedding),
        quantization: kind,
      })
      await service.api.importEmbeddingModel(request)
      for (;;) {
        const { install, choice } = await service.api.embedding()
        if (install === null && choice === PROFILE) return
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
    async load() {
      service.provider.requestLoad()
      await until(() => service.provider.current().state !== 'waiting')
    },
    modelId() {
      const current = service.provider.current()
      return current.state === 'ready' ? current.embedder.modelId : null
    },
  }
  return world

  function startEmbedding(): EmbedProcess {
    const process = { closed: false }
    processes.push(process)
    return {
      async load() {
        if (world.damaged) throw new ModelTrouble('checksum_wrong', 'x')
      },
      embed: async () =>
        probeTexts.map((_, at) => Float32Array.from({ length: 512 }, (_, i) => Number(i === at))),
      close: () => void (process.closed = true),
    }
  }
}
