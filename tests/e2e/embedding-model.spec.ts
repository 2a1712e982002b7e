/**
 * Embedding models in real browsers: brought here from a hub, a folder or an archive, tested, run, and refused with a
 * reason. On a page of the service and its workers alone; the app's own path is in embedding.spec.ts.
 */
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import {
  defaultEmbedding,
  type EmbeddingSettings,
  type EmbeddingStatus,
} from '../../src/engine/embedding/settings.ts'
import { tinyModelFiles } from '../../scripts/tiny-model/files.ts'
import type { ModelHub } from '../fixtures/model-hub/server.ts'
import { expect, test } from './embedding-page.ts'

const REPOSITORY = 'made/tiny'
const tiny = tinyModelFiles()
const GRAPH = 'onnx/model_quantized.onnx'
const graphBytes = tiny.get(GRAPH)?.byteLength ?? 0

test.beforeEach(async ({ page, embeddingPage }) => {
  await page.goto(embeddingPage)
})

test('a model is downloaded, tested, used and removed', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  await start(page, hub)
  const status = await installed(page)
  expect(status.install).toBeNull()
  expect(status.choice).toMatch(/^own-[0-9a-f]{12}$/)
  expect(status.models.at(-1)).toMatchObject({
    repository: REPOSITORY,
    width: 64,
    pooling: 'mean',
    installed: { quantization: 'int8' },
  })
  expect(await loaded(page)).toMatchObject({
    state: 'ready',
    running: { modelId: `${status.choice}-64d-int8-mlen128`, bulk: 'wasm', refused: null },
  })
  const [climbing = [], climbingInChinese, tea] = await vectors(page, [
    'She goes rock climbing every weekend',
    '她每周末去攀岩',
    'I drink matcha tea',
  ])
  expect(cosine(climbing, climbingInChinese)).toBeGreaterThan(0.8)
  expect(cosine(climbing, tea)).toBeLessThan(0.4)
  expect(Math.hypot(...climbing)).toBeCloseTo(1, 5)

  // Everything that was asked for is one listing and one way to each file.
  expect(hub.requests.filter(({ path }) => path.includes('/onnx/')).length).toBe(2)
  hub.requests.length = 0
  await page.evaluate(() => embeddings.start())
  expect(await loaded(page)).toMatchObject({ state: 'ready' })
  expect(hub.requests).toEqual([])

  await call(page, 'removeEmbeddingModel', status.choice)
  expect(await page.evaluate(() => embeddings.folders())).toEqual([])
  expect(await call(page, 'embedding')).toMatchObject({ choice: 'static' })
})

test('a call that is under way when the model is put away ends with it', async ({ page, hub }) => {
  await ready(page, hub)
  const outcome = await page.evaluate(async (embedding) => {
    const long = 'a long walk through the city with my sister and her dog '.repeat(40)
    const call = embeddings.embed(Array.from({ length: 400 }, () => long)).then(
      () => 'done',
      (error: unknown) => String(error),
    )
    await embeddings.use({ ...embedding, choice: 'none' })
    return call
  }, settingsOf(hub))
  expect(outcome).toContain('was ended')
})

test('vectors do not depend on what else is embedded with them, and an empty text has none', async ({
  page,
  hub,
}) => {
  await ready(page, hub)
  const texts = ['茶', 'a long walk through the city with my sister and her dog '.repeat(40), '', 'sea']
  const together = await page.evaluate((all) => embeddings.embed(all), texts)
  expect(together[2]).toBeNull()
  for (const index of [0, 1, 3]) {
    const [alone] = await vectors(page, [texts[index] ?? ''])
    expect(cosine(alone, together[index] ?? [])).toBeGreaterThan(0.9999)
  }
})

test('full weights, kept beside the graph, give nearly the same vectors', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  await start(page, hub)
  await installed(page)
  await loaded(page)
  const [small] = await vectors(page, ['rock climbing'])
  await page.evaluate((embedding) => embeddings.use(embedding), settingsOf(hub, { quantization: 'fp32' }))
  await installed(page)
  expect((await loaded(page)).running?.modelId).toMatch(/-64d-fp32-mlen128$/)
  const [full] = await vectors(page, ['rock climbing'])
  expect(cosine(small, full)).toBeGreaterThan(0.99)
})

test('a download that breaks off goes on where it stopped, also in another worker', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 60_000 })
  await start(page, hub)
  await install(page)
  const arrived = await page.evaluate(() => embeddings.arrived(60_000))
  expect(arrived.install).toMatchObject({ phase: 'fetching', name: REPOSITORY })
  // The worker ends in the middle; the next one takes it up.
  await page.reload()
  await page.evaluate(() => embeddings.start())
  const status = await page.evaluate(() => embeddings.settled())
  expect(status.install).toBeNull()
  expect(status.models.at(-1)?.installed).not.toBeNull()
  const [resumed] = hub.requests.filter(({ range }) => range !== null)
  expect(Number(/\d+/.exec(resumed?.range ?? '')?.[0])).toBeGreaterThan(0)
})

test('a connection that is cut, and a server without ranges, are no harm', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'cut', after: 30_000 }, { fault: 'no-range' })
  await start(page, hub)
  expect((await installed(page)).install).toBeNull()
  expect(await loaded(page)).toMatchObject({ state: 'ready' })
})

test('a file that another worker holds for a moment yet is waited for', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 60_000 })
  await start(page, hub)
  await install(page)
  await page.evaluate(() => embeddings.arrived(60_000))
  await page.reload()
  await page.evaluate((path) => embeddings.hold(path), GRAPH)
  await page.evaluate(() => embeddings.start())
  const paused = await page.evaluate(() => embeddings.paused())
  expect(paused.install?.failure).toEqual({
    code: 'embedding_download_failed',
    message: `${GRAPH} is still held`,
  })
  await page.evaluate(() => embeddings.release())
  expect((await page.evaluate(() => embeddings.settled())).install).toBeNull()
  expect(await loaded(page)).toMatchObject({ state: 'ready' })
})

for (const [what, fault] of [
  ['does not have so much of it any more', { fault: 'status', status: 416 }],
  ['sends another part than was asked for', { fault: 'wrong-range' }],
] as const) {
  test(`a file that broke off is fetched whole when the server ${what}`, async ({ page, hub }) => {
    hub.offer(REPOSITORY, tiny)
    hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 60_000 }, fault)
    await start(page, hub)
    await install(page)
    await page.evaluate(() => embeddings.arrived(60_000))
    await page.evaluate(() => embeddings.start())
    expect((await page.evaluate(() => embeddings.settled())).install).toBeNull()
    expect(await loaded(page)).toMatchObject({ state: 'ready' })
    expect(hub.requests.at(-1)?.range).toBeNull()
  })
}

test('a download that goes on after the repository changed fetches the changed files whole', async ({
  page,
  hub,
}) => {
  hub.offer(REPOSITORY, tinyModelFiles('nan'))
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 60_000 })
  await start(page, hub)
  await install(page)
  await page.evaluate(() => embeddings.arrived(60_000))
  hub.offer(REPOSITORY, replaced('tokenizer_config.json', '{"model_max_length":64}'))
  await page.evaluate(() => embeddings.start())
  const status = await page.evaluate(() => embeddings.settled())
  expect(status.install).toBeNull()
  expect((await loaded(page)).running?.modelId).toMatch(/-mlen64$/)
})

test('an installation that is cancelled leaves nothing', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 10_000 })
  await start(page, hub)
  await install(page)
  await page.evaluate(() => embeddings.arrived(10_000))
  await call(page, 'cancelEmbeddingInstall')
  expect(await call(page, 'embedding')).toMatchObject({ install: null, choice: 'static' })
  expect(await page.evaluate(() => embeddings.folders())).toEqual([])
})

for (const [what, change, code] of [
  ['a missing file', without('tokenizer.json'), 'embedding_file_missing'],
  ['no graph', without(GRAPH, 'onnx/model.onnx'), 'embedding_file_missing'],
  ['a graph that is cut short', cut(GRAPH), 'embedding_graph_unfit'],
  [
    'a tokenizer that is no tokenizer',
    replaced('tokenizer.json', '{"model":{}}'),
    'embedding_tokenizer_unfit',
  ],
  ['a tokenizer of another model', strangerTokenizer(), 'embedding_tokenizer_unfit'],
  ['a graph with other inputs', files(tinyModelFiles('inputs')), 'embedding_graph_unfit'],
  ['weights that are no numbers', files(tinyModelFiles('nan')), 'embedding_vectors_unusable'],
  ['another width than it says', replaced('config.json', '{"hidden_size":32}'), 'embedding_graph_unfit'],
  [
    'a description of far too many bytes',
    replaced('config.json', `{"hidden_size":64${' '.repeat(17 * 1024 * 1024)}}`),
    'embedding_graph_unfit',
  ],
] as const) {
  test(`${what} is refused with the reason, and nothing of it is kept`, async ({ page, hub }) => {
    hub.offer(REPOSITORY, change)
    await start(page, hub)
    const status = await installed(page)
    expect(status.install?.failure?.code).toBe(code)
    await refused(page)
  })
}

test('a wrong checksum is refused with the reason', async ({ page, hub }) => {
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'garble' })
  await start(page, hub)
  expect((await installed(page)).install?.failure).toMatchObject({
    code: 'embedding_checksum_wrong',
    message: GRAPH,
  })
  await refused(page)
})

test('a hub that has not what was asked for, or that is not approved, is told apart', async ({
  page,
  hub,
}) => {
  await start(page, hub)
  expect((await installed(page)).install?.failure?.code).toBe('embedding_download_failed')
  await refused(page)
  await start(page, hub, { approvedOrigins: [] })
  hub.requests.length = 0
  expect(await install(page)).toMatchObject({ ok: false, error: { code: 'origin_not_approved' } })
  expect(hub.requests).toEqual([])
})

test('a folder and an archive are imported, and a bad one is refused', async ({ page, hub }) => {
  await start(page, hub)
  const inFolder = [...tiny].map(([path, content]) => [`tiny-model/${path}`, content] as const)
  const status = await imported(page, hub, inFolder)
  expect(status.models.at(-1)).toMatchObject({ name: 'Mine', repository: null })
  expect(await loaded(page)).toMatchObject({ state: 'ready' })
  await call(page, 'removeEmbeddingModel', status.choice)

  const archive = zipSync(Object.fromEntries(inFolder))
  expect((await imported(page, hub, [['tiny.zip', archive]])).choice).toBe(status.choice)
  await call(page, 'removeEmbeddingModel', status.choice)

  // Paths of an archive lead nowhere but to the files of the model.
  const outside = inFolder.map(([path, content]) => [`../../${path}`, content] as const)
  const climbing = zipSync(Object.fromEntries([...outside, ['/etc/passwd', new Uint8Array(9)]]))
  const { choice } = await imported(page, hub, [['tiny.zip', climbing]])
  expect(choice).toBe(status.choice)
  const top = await page.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })
  expect(top).toEqual(['omoide-models'])
  await call(page, 'removeEmbeddingModel', status.choice)

  const unreadable = async (bytes: Uint8Array) =>
    expect((await imported(page, hub, [['tiny.zip', bytes]])).install?.failure?.code).toBe(
      'embedding_archive_unreadable',
    )
  await unreadable(archive.subarray(0, archive.length - 100))
  // In the middle of the graph's weights, which come last.
  await unreadable(archive.map((byte, index) => (index === archive.length - 20_000 ? byte ^ 0xff : byte)))
  const partOfIt = inFolder.filter(([path]) => !path.endsWith('/config.json'))
  expect((await imported(page, hub, partOfIt)).install?.failure?.code).toBe('embedding_file_missing')
  await call(page, 'cancelEmbeddingInstall')
  expect(await page.evaluate(() => embeddings.folders())).toEqual([])
})

for (const [how, code] of [
  ['cut', 'embedding_file_missing'],
  ['remove', 'embedding_file_missing'],
  ['flip', 'embedding_checksum_wrong'],
  ['weights', 'embedding_checksum_wrong'],
] as const) {
  test(`a stored file that is damaged later (${how}) is named, and not tried again by itself`, async ({
    page,
    hub,
  }) => {
    hub.offer(REPOSITORY, tiny)
    await start(page, hub)
    await installed(page)
    await page.evaluate((change) => embeddings.damage('onnx/model_quantized.onnx', change), how)
    expect(await loaded(page)).toMatchObject({ state: 'failed', failure: { code }, retryAt: null })
  })
}

test('a full disk in the middle of a download is told, and what was written is given back', async ({
  page,
  hub,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test set how much room there is')
  hub.offer(REPOSITORY, tiny)
  hub.fail(GRAPH.replace('onnx/', ''), { fault: 'stall', after: 60_000 })
  await start(page, hub)
  await install(page)
  await page.evaluate(() => embeddings.arrived(60_000))
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 70_000 })
  // The next worker asks how much room there is before it goes on.
  await page.evaluate(() => embeddings.start())
  const status = await page.evaluate(() => embeddings.settled())
  expect(status.install?.failure).toMatchObject({ code: 'storage_quota' })
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await refused(page)
})

test('files for which there is no room are refused before anything is written', async ({
  page,
  hub,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'only Chromium lets a test set how much room there is')
  await start(page, hub)
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 70_000 })
  const status = await imported(page, hub, [['tiny.zip', zipSync(Object.fromEntries(tiny))]])
  expect(status.install).toMatchObject({ failure: { code: 'storage_quota' }, doneBytes: 0 })
  await session.send('Storage.overrideQuotaForOrigin', { origin })
  await refused(page)
})

test('the graphics processor does bulk work when it gives the same vectors, and is refused when it is lost', async ({
  page,
  hub,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'this browser has no WebGPU here')
  const kind = await page.evaluate(() => embeddings.gpu())
  test.skip(kind === 'none', 'there is no adapter, not even an emulated one')
  await ready(page, hub)
  const texts = ['茶', 'sea', 'rock climbing', '猫', 'piano', 'snow', 'bread', 'my brother is sick']
  const onProcessor = await vectors(page, texts)
  await page.evaluate((embedding) => embeddings.use(embedding), {
    ...settingsOf(hub, { backend: 'webgpu' }),
    choice: (await status(page)).choice,
  })
  expect((await loaded(page)).running).toMatchObject({ bulk: 'webgpu', refused: null })
  const onGpu = await vectors(page, texts)
  onGpu.forEach((vector, index) => expect(cosine(vector, onProcessor[index] ?? [])).toBeGreaterThan(0.999))
  expect((await status(page)).running).toMatchObject({ bulk: 'webgpu', refused: null })

  const session = await page.context().browser()?.newBrowserCDPSession()
  await session?.send('Browser.crashGpuProcess' as 'Browser.close')
  const afterwards = await vectors(page, texts)
  afterwards.forEach((vector, index) =>
    expect(cosine(vector, onProcessor[index] ?? [])).toBeGreaterThan(0.999),
  )
  expect((await status(page)).running).toMatchObject({ bulk: 'wasm', refused: 'embedding_device_lost' })
})

// ---------------------------------------------------------------------------------------------------- helpers

function settingsOf(hub: ModelHub, change: Partial<EmbeddingSettings> = {}): EmbeddingSettings {
  return {
    ...defaultEmbedding,
    backend: 'wasm',
    ...change,
    hub: { origin: hub.origin, fileOrigins: [hub.fileOrigin] },
  }
}

async function start(
  page: Page,
  hub: ModelHub,
  change: { approvedOrigins?: readonly string[] } = {},
): Promise<void> {
  const given = { approvedOrigins: [hub.origin, hub.fileOrigin], embedding: settingsOf(hub), ...change }
  await page.evaluate((settings) => embeddings.start(settings), given)
}

function install(page: Page): Promise<unknown> {
  return call(page, 'installEmbeddingModel', { repository: REPOSITORY, revision: 'main', pooling: null })
}

async function installed(page: Page): Promise<EmbeddingStatus> {
  expect(await install(page)).toMatchObject({ ok: true })
  return page.evaluate(() => embeddings.settled())
}

async function ready(page: Page, hub: ModelHub): Promise<void> {
  hub.offer(REPOSITORY, tiny)
  await start(page, hub)
  expect((await installed(page)).install).toBeNull()
  expect(await loaded(page)).toMatchObject({ state: 'ready' })
}

function loaded(page: Page): Promise<EmbeddingStatus> {
  return page.evaluate(() => embeddings.loaded())
}

function status(page: Page): Promise<EmbeddingStatus> {
  return call(page, 'embedding') as Promise<EmbeddingStatus>
}

/** What ran before runs on, and no folder is left. */
async function refused(page: Page): Promise<void> {
  expect(await call(page, 'embedding')).toMatchObject({ choice: 'static' })
  expect(await page.evaluate(() => embeddings.folders())).toEqual([])
}

/** The page takes the files from the hub's second server, as a user would from a disk. */
function imported(
  page: Page,
  hub: ModelHub,
  given: readonly (readonly [string, Uint8Array])[],
): Promise<EmbeddingStatus> {
  hub.offer('from/disk', new Map(given))
  return page.evaluate(
    async ([origin, paths]) => {
      const files = paths.map(async (path) => {
        const response = await fetch(`${origin}/from/disk/${path}`)
        return { path, content: await response.blob() }
      })
      const request = { profile: null, name: 'Mine', pooling: null, files: await Promise.all(files) }
      await embeddings.call('importEmbeddingModel', request)
      return embeddings.settled()
    },
    [hub.fileOrigin, given.map(([path]) => path)] as const,
  )
}

function call(
  page: Page,
  method: Parameters<typeof embeddings.call>[0],
  ...args: readonly unknown[]
): Promise<unknown> {
  return page.evaluate(([name, given]) => embeddings.call(name, ...given), [method, args] as const)
}

async function vectors(page: Page, texts: readonly string[]): Promise<readonly (readonly number[])[]> {
  const made = await page.evaluate((all) => embeddings.embed(all), texts)
  return made.map((vector) => vector ?? [])
}

function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function files(changed: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  return changed
}

function without(...paths: readonly string[]): ReadonlyMap<string, Uint8Array> {
  return new Map([...tiny].filter(([path]) => !paths.includes(path)))
}

function cut(path: string): ReadonlyMap<string, Uint8Array> {
  return new Map([...tiny, [path, (tiny.get(path) ?? new Uint8Array()).subarray(0, graphBytes - 1_000)]])
}

function replaced(path: string, text: string): ReadonlyMap<string, Uint8Array> {
  return new Map([...tiny, [path, new TextEncoder().encode(text)]])
}

/** Knows more tokens than the model's table has rows. */
function strangerTokenizer(): ReadonlyMap<string, Uint8Array> {
  const text = new TextDecoder().decode(tiny.get('tokenizer.json'))
  return replaced('tokenizer.json', text.replace(/"vocab": \{/, '"vocab": {"stranger": 100000,'))
}
