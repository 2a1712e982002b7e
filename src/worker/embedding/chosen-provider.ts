/**
 * The embedder that the user chose: none, the built-in table, or an installed model. A model that fails is tried
 * again after a pause, a few times, and then when the user asks; recall by words goes on all the while.
 */
import { widthOf } from '../../engine/embedding/choice.ts'
import type {
  Embedder,
  EmbedderProvider,
  EmbedderState,
  EmbedderTrouble,
} from '../../engine/embedding/embedder.ts'
import type { EmbeddingSettings } from '../../engine/embedding/settings.ts'
import type { Clock, Log, Timer } from '../../engine/ports.ts'
import { messageOf } from '../../engine/result.ts'
import { EMBEDDING_RETRY_MS } from '../../engine/settings.ts'
import type { InstalledModel, InstalledModels } from './installed-models.ts'
import type { OnnxEmbedder } from './onnx-embedder.ts'
import { ModelTrouble } from './trouble.ts'

export interface ChosenProviderDeps {
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Log
  readonly table: EmbedderProvider
  readonly models: Pick<InstalledModels, 'list'>
  readonly open: (
    model: InstalledModel,
    how: { readonly dimension: number; readonly backend: EmbeddingSettings['backend'] },
  ) => Promise<OnnxEmbedder>
  /** Of this device; null where the browser does not say. */
  readonly memoryGiB: number | null
}

export interface ChosenProvider extends EmbedderProvider {
  /** The settings as they are now. */
  use(settings: EmbeddingSettings): void
  /** Opens the chosen model anew: the user asks to try again, or it was installed again. */
  retry(): void
  /** The model at work; null for none and for the table. */
  running(): OnnxEmbedder | null
  close(): void
}

export function createChosenProvider(deps: ChosenProviderDeps, initial: EmbeddingSettings): ChosenProvider {
  const { clock, timer, log, table } = deps
  const listeners = new Set<() => void>()
  let chosen = initial
  let state: EmbedderState = initial.choice === 'none' ? { state: 'off' } : { state: 'waiting' }
  let running: OnnxEmbedder | null = null
  /** Counts what was begun: whatever comes back of an earlier one is put away. */
  let round = 0
  let loading = false
  let wanted = false
  let failures = 0
  let cancelRetry: () => void = () => undefined
  const unlisten = table.onChange(() => {
    if (chosen.choice === 'static') tell()
  })

  return {
    current: () => (chosen.choice === 'static' ? table.current() : state),
    requestLoad() {
      wanted = true
      if (chosen.choice === 'static') table.requestLoad()
      else if (state.state === 'waiting' && !loading) void load()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failed(embedder, error) {
      if (embedder.kind === 'static') table.failed(embedder, error)
      else if (embedder === running) fail(error)
    },
    use(settings) {
      const same = isSame(settings, chosen)
      chosen = settings
      if (!same) startAnew()
    },
    retry() {
      if (chosen.choice === 'static') table.requestLoad()
      else startAnew()
    },
    running: () => running,
    close() {
      unlisten()
      putAway()
    },
  }

  function startAnew(): void {
    putAway()
    failures = 0
    become(chosen.choice === 'none' ? { state: 'off' } : { state: 'waiting' })
    if (!wanted) return
    if (chosen.choice === 'static') table.requestLoad()
    else if (chosen.choice !== 'none') void load()
  }

  async function load(): Promise<void> {
    const mine = round
    loading = true
    try {
      const model = (await deps.models.list()).find(({ id }) => id === chosen.choice)
      if (model === undefined) throw new ModelTrouble('not_installed', chosen.choice)
      const dimension = widthOf(model.recipe, chosen.width, deps.memoryGiB)
      const opened = await deps.open(model, { dimension, backend: chosen.backend })
      if (mine !== round) {
        opened.close()
        return
      }
      loading = false
      running = counted(opened)
      become({ state: 'ready', embedder: running })
    } catch (error) {
      if (mine === round) fail(error)
    }
  }

  /** A call that succeeds ends the count of failures: the next one starts with the shortest pause. */
  function counted(embedder: OnnxEmbedder): OnnxEmbedder {
    const embed: Embedder['embed'] = async (...given) => {
      const vectors = await embedder.embed(...given)
      failures = 0
      return vectors
    }
    return { ...embedder, embed }
  }

  function fail(error: unknown): void {
    const trouble = error instanceof ModelTrouble ? error.trouble : 'inference_failed'
    log.write('warn', 'embedding.failed', { trouble, error: messageOf(error) })
    const pause = mayPass(trouble) ? EMBEDDING_RETRY_MS[failures] : undefined
    failures += 1
    putAway()
    become({ state: 'failed', trouble, retryAt: pause === undefined ? null : clock.now() + pause })
    if (pause === undefined) return
    cancelRetry = timer(pause, () => {
      become({ state: 'waiting' })
      void load()
    })
  }

  function putAway(): void {
    round += 1
    loading = false
    cancelRetry()
    running?.close()
    running = null
  }

  function become(next: EmbedderState): void {
    state = next
    tell()
  }

  function tell(): void {
    for (const listener of listeners) listener()
  }
}

/** What is wrong with the files stays wrong until they are installed anew. */
function mayPass(trouble: EmbedderTrouble): boolean {
  return trouble === 'inference_failed' || trouble === 'device_lost'
}

function isSame(a: EmbeddingSettings, b: EmbeddingSettings): boolean {
  return a.choice === b.choice && a.width === b.width && a.backend === b.backend
}
