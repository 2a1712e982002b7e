/**
 * The memory as the wiring sees it: requests and calls that wait for the storage to open, are counted while they
 * are under way, and are let finish before the end.
 */
import type { MemoryStatus, ModelTest, OmoideApi, WireRequest, WireResponse } from '../engine/api.ts'
import type { ModelTier } from '../engine/config.ts'
import type { EmbeddingApi } from '../engine/embedding/settings.ts'
import { parseObject } from '../engine/document.ts'
import { limitedModeReply } from '../engine/http/limited-mode.ts'
import type { PageApi } from '../engine/page-api.ts'
import { StorageError } from '../engine/store/storage-error.ts'
import type { Timer } from '../engine/ports.ts'
import { type Failure, messageOf } from '../engine/result.ts'
import { apiOf } from './api-methods.ts'
import { ANSWER_KEPT_MS, READY_WAIT_MS, RESTART_PAUSE_MS } from './limits.ts'
import { fromWire, responseToWire } from './wire.ts'

export type StorageHealth = Pick<MemoryStatus, 'storage' | 'reason' | 'setAside'>

/** An open storage with the engine on it. */
export interface OpenMemory {
  /** Asked afresh: the browser may have promised more, or a page been told, meanwhile. */
  storage(): Promise<StorageHealth>
  readonly api: PageApi & EmbeddingApi
  handle(request: Request): Promise<Response>
  testModel(tier: ModelTier): Promise<ModelTest>
  /** Ends background work and closes every database. */
  close(): Promise<void>
}

export interface MemoryServiceDeps {
  /** Rejects, with a `code` of the catalogue where it can tell, when the storage can't be opened now. */
  readonly open: () => Promise<OpenMemory>
  readonly instanceId: string
  readonly timer: Timer
  readonly onStatus: (status: MemoryStatus) => void
}

export interface MemoryService {
  readonly api: OmoideApi
  respond(request: WireRequest): Promise<WireResponse>
  /** Resolves when everything begun has been answered and the storage is closed; nothing is answered after. */
  stop(): Promise<void>
}

export function createMemoryService({ open, instanceId, timer, onStatus }: MemoryServiceDeps): MemoryService {
  let status: MemoryStatus = {
    storage: 'starting',
    reason: null,
    setAside: [],
    role: 'leader',
    instanceId,
  }
  let current: OpenMemory | undefined
  let stopped: Promise<void> | undefined
  const underWay = new Set<Promise<unknown>>()
  /**
   * By operation key: a request that is sent again while the first is at work, or soon after, gets the first one's answer,
   * whatever the route. Conversation routes keep theirs, for longer and beyond this worker (record.ts).
   */
  const operations = new Map<string, Promise<WireResponse>>()
  const opened = openPatiently()

  return {
    api: apiOf((method, args) =>
      track(async () => {
        if (method === 'status') return statusNow()
        // The wire's types are those of the interface; `args` come from a call of the same signature.
        if (method === 'request') return respond(args[0] as WireRequest)
        const memory = await opened
        if (method === 'testModel') return memory.testModel(args[0] as ModelTier)
        const call = memory.api[method] as (...given: readonly unknown[]) => Promise<unknown>
        return call(...args)
      }),
    ),
    respond: (request) => track(() => respond(request)),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }

  async function stop(): Promise<void> {
    await Promise.allSettled(underWay)
    if (status.storage !== 'starting' && status.storage !== 'blocked') await (await opened).close()
  }

  function respond(request: WireRequest): Promise<WireResponse> {
    const key = request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1]
    if (key === undefined || request.method === 'GET' || request.method === 'HEAD') return answer(request)
    const name = `${request.method} ${request.path} ${key}`
    const known = operations.get(name)
    if (known) return known
    const started = answer(request)
    operations.set(name, started)
    const forget = () => void operations.delete(name)
    started.then((response) => (isDone(response) ? void timer(ANSWER_KEPT_MS, forget) : forget()), forget)
    return started
  }

  async function answer(wire: WireRequest): Promise<WireResponse> {
    const request = fromWire(wire)
    const { pathname } = new URL(request.url)
    // Answered here at all times, so that one worker has one id before and after its storage is open.
    if (request.method === 'GET' && pathname === '/health') return responseToWire(health())
    const limited = limitedModeReply(pathname, 'runtime_initializing')
    const memory = await ready(READY_WAIT_MS)
    if (memory) return responseToWire(await memory.handle(request))
    return responseToWire(limited ?? Response.json({ status: 'error', message: 'The memory is starting.' }))
  }

  /** routes.md §4.1. */
  function health(): Response {
    return Response.json({ app: 'N.E.K.O', service: 'memory', status: 'ok', instance_id: instanceId })
  }

  function ready(milliseconds: number): Promise<OpenMemory | undefined> {
    return new Promise((resolve) => {
      const cancel = timer(milliseconds, () => resolve(undefined))
      void opened.then((memory) => {
        cancel()
        resolve(memory)
      })
    })
  }

  /** Never answers what comes while stopping: whoever waits for it asks the next worker. */
  function track<T>(work: () => Promise<T>): Promise<T> {
    if (stopped) return new Promise(() => undefined)
    const task = work()
    underWay.add(task)
    const done = () => underWay.delete(task)
    task.then(done, done)
    return task
  }

  async function openPatiently(): Promise<OpenMemory> {
    for (;;) {
      try {
        const memory = await open()
        tell(await memory.storage())
        current = memory
        return memory
      } catch (error) {
        tell({ storage: 'blocked', reason: failureOf(error), setAside: [] })
        await new Promise<void>((resolve) => timer(RESTART_PAUSE_MS, resolve))
      }
    }
  }

  /** Every page is told when it has changed since it was last told. */
  async function statusNow(): Promise<MemoryStatus> {
    const health = await current?.storage()
    if (health !== undefined && health.storage !== status.storage) tell(health)
    return status
  }

  function tell(health: StorageHealth): void {
    status = { ...status, ...health }
    onStatus(status)
  }
}

/** Whether the answer says that it was done: what failed is tried again. */
function isDone({ status, body }: WireResponse): boolean {
  if (status >= FIRST_FAILURE) return false
  const said = parseObject(body)
  return said?.['status'] !== 'error' && said?.['ok'] !== false && said?.['success'] !== false
}

/** The first HTTP status that says so. */
const FIRST_FAILURE = 400

function failureOf(error: unknown): Failure {
  const code = error instanceof StorageError ? error.code : 'storage_failed'
  return { code, message: messageOf(error) }
}
