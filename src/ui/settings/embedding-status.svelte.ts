/** What the settings show of embeddings: read when they open, and again whenever the worker says that it changed. */
import type { EmbeddingApi, EmbeddingSettings, EmbeddingStatus } from '../../engine/embedding/settings.ts'
import type { App } from '../app/app.svelte.ts'
import type { Result } from '../../engine/result.ts'

export interface EmbeddingPanel {
  /** Null until it was read once. */
  readonly status: EmbeddingStatus | null
  /** Changes what is set; tells the user when that fails. */
  set(change: Partial<EmbeddingSettings>): Promise<void>
  /** Makes a call and tells the user when it fails; true when it did not. */
  ask(call: (api: EmbeddingApi) => Promise<Result<null>>): Promise<boolean>
  dispose(): void
}

export function createEmbeddingPanel({ api, client, notices, preferences }: App): EmbeddingPanel {
  let status = $state.raw<EmbeddingStatus | null>(null)
  let asked = 0
  const stopListening = client.onEvent(({ type }) => {
    if (type === 'embedding' || type === 'settings' || type === 'status') void load()
  })
  void load()

  return {
    get status() {
      return status
    },
    async set(change) {
      const embedding = { ...preferences.settings.embedding, ...change }
      const answer = await preferences.update({ embedding })
      if (!answer.ok) notices.trouble(answer.error)
      await load()
    },
    async ask(call) {
      const answer = await call(api)
      if (!answer.ok) notices.trouble(answer.error)
      await load()
      return answer.ok
    },
    dispose: stopListening,
  }

  async function load(): Promise<void> {
    asked += 1
    const own = asked
    const answer = await api.embedding()
    // A later question was asked meanwhile, and its answer may be here already.
    if (own === asked) status = answer
  }
}
