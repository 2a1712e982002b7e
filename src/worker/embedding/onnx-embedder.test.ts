import { expect, test } from 'vitest'
import { createTestClock, until } from '../../../tests/fixtures/clock.ts'
import { installedModel } from '../../../tests/fixtures/installed-model.ts'
import { probeTexts } from '../../engine/embedding/self-test.ts'
import { EMBEDDING_BULK_TEXTS } from '../../engine/settings.ts'
import type { EmbedProcess } from './embed-process.ts'
import { type GpuKind, openOnnxEmbedder } from './onnx-embedder.ts'

const WIDTH = 4
const many = Array.from({ length: EMBEDDING_BULK_TEXTS }, (_, at) => `text ${at}`)
const how = { dimension: WIDTH, backend: 'auto' } as const

test('a browser that fails to say what graphics processor it has has none', async () => {
  const world = made(() => Promise.reject(new Error('the process of the graphics went away')))
  const embedder = await world.open()
  expect(embedder.backends()).toEqual({ bulk: 'wasm', refused: null })
  expect(await embedder.embed(many)).toHaveLength(many.length)
  embedder.close()
  expect(world.running()).toEqual([])
})

test('a model that is put away while the graphics processor opens it leaves no worker', async () => {
  const world = made(async () => 'real')
  const embedder = await world.open()
  const opened = world.hold()
  const work = embedder.embed(many)
  await until(() => world.running().includes('webgpu'))
  embedder.close()
  opened()
  await expect(work).rejects.toThrow('the model was put away')
  expect(world.running()).toEqual([])
  expect(world.clock.waiting).toBe(0)
})

test('a graphics processor that gives other vectors is refused, and its worker is ended', async () => {
  const world = made(async () => 'real')
  const embedder = await world.open()
  world.gpuDisagrees = true
  expect(await embedder.embed(many)).toHaveLength(many.length)
  expect(embedder.backends()).toEqual({ bulk: 'wasm', refused: 'vectors_unusable' })
  expect(world.running()).toEqual(['wasm'])
})

test('a model whose weights give other vectors than at its installation is damaged', async () => {
  const world = made(async () => 'none')
  world.damaged = true
  await expect(world.open()).rejects.toMatchObject({ trouble: 'checksum_wrong' })
  expect(world.running()).toEqual([])
})

function made(gpu: () => Promise<GpuKind>) {
  const clock = createTestClock('2026-05-01T12:00:00Z')
  const running: EmbeddedOn[] = []
  let held: Promise<void> = Promise.resolve()
  const world = {
    clock,
    gpuDisagrees: false,
    damaged: false,
    /** What is loaded, or being loaded, by the workers that have not ended. */
    running: () => running.map(({ on }) => on),
    /** Models are not loaded from now on until the returned function is called. */
    hold(): () => void {
      let release = () => undefined as void
      held = new Promise((resolve) => (release = resolve))
      return release
    },
    open: () =>
      openOnnxEmbedder({ start, gpu, timer: clock.timer, log: { write: () => undefined } }, model, how),
  }
  return world

  function start(): EmbedProcess {
    const process: EmbeddedOn = { on: 'none' }
    running.push(process)
    return {
      async load({ backend }) {
        process.on = backend
        await held
      },
      embed: async (texts) =>
        texts.map((_, at) =>
          unit(world.damaged || (world.gpuDisagrees && process.on === 'webgpu') ? at + 1 : at),
        ),
      close() {
        if (running.includes(process)) running.splice(running.indexOf(process), 1)
      },
    }
  }
}

interface EmbeddedOn {
  on: 'none' | 'wasm' | 'webgpu'
}

function unit(at: number): Float32Array {
  return Float32Array.from({ length: WIDTH }, (_, index) => Number(index === at % WIDTH))
}

const model = installedModel({ probes: probeTexts.map((_, at) => [...unit(at)]) })
