/**
 * Runs the backfill off injected timers (embeddings.md §6): after a while, or when a client first settles or renews, the
 * model is asked for; then sweeps over all characters follow each other, long ones at once and empty ones after a pause.
 * Nothing ends it for good: without a model that is ready it waits for one, and after a failure it goes on when the
 * provider has one again. It keeps still while somebody talks.
 */
import type { Core } from '../core.ts'
import { nowOf } from '../core.ts'
import { messageOf } from '../result.ts'
import {
  BACKFILL_EMPTY_PAUSE_MS,
  BACKFILL_PARTIAL_PAUSE_MS,
  BACKFILL_SWEEP,
  BACKFILL_WARM_UP_MS,
} from '../settings.ts'
import { embedRows, type BackfillReport } from './backfill.ts'
import type { Embedder } from './embedder.ts'
import { readyModel } from './model-vectors.ts'

export interface Backfill {
  /** Asks for the model after `BACKFILL_WARM_UP_MS`. */
  start(): void
  /** Asks for it now. */
  warmUp(): void
  /** Rows of this character were written, so that some of them may lack a vector. */
  changed(character: string): void
  /** One sweep now, whatever the time; rows that were given a vector. For tests. */
  sweep(): Promise<number>
  /** No further sweep starts; one that is under way ends with its batch. */
  stop(): void
}

export function createBackfill(core: Core): Backfill {
  const { embedders, timer, log } = core.deps
  /** Characters whose rows all have vectors by this model, or none to be had. */
  let complete: { readonly modelId: string; readonly characters: Set<string> } | null = null
  let phase: 'new' | 'warming' | 'begun' | 'stopped' = 'new'
  let cancel: () => void = () => undefined
  let unlisten: () => void = () => undefined
  let sweeping = false

  return {
    start() {
      if (phase !== 'new' || embedders === undefined) return
      phase = 'warming'
      unlisten = embedders.onChange(wake)
      after(BACKFILL_WARM_UP_MS, warmUp)
    },
    warmUp,
    changed: (character) => void complete?.characters.delete(character),
    async sweep() {
      const embedder = readyModel(core.deps)
      return embedder === null ? 0 : (await sweepAll(embedder)).done
    },
    stop() {
      phase = 'stopped'
      cancel()
      unlisten()
    },
  }

  function warmUp(): void {
    if (phase !== 'warming') return
    phase = 'begun'
    embedders?.requestLoad()
    wake()
  }

  function after(milliseconds: number, work: () => void): void {
    cancel()
    cancel = timer(milliseconds, work)
  }

  /** Another model, or the first one, or none: whatever was waited for is of no use any more. */
  function wake(): void {
    if (phase !== 'begun' || sweeping) return
    cancel()
    if (readyModel(core.deps) === null) return
    sweeping = true
    core.background.start('embedding', async () => {
      try {
        rest(await sweepUntilRest())
      } catch (error) {
        log.write('warn', 'embedding.sweep_failed', { error: messageOf(error) })
        rest(BACKFILL_EMPTY_PAUSE_MS)
      }
    })
  }

  /** How long to rest then; null until the provider has another state. */
  async function sweepUntilRest(): Promise<number | null> {
    for (;;) {
      const embedder = readyModel(core.deps)
      if (embedder === null) return null
      if (!core.activity.idle()) return BACKFILL_PARTIAL_PAUSE_MS
      const { done, full } = await sweepAll(embedder)
      if (phase === 'stopped' || !full) return done > 0 ? BACKFILL_PARTIAL_PAUSE_MS : BACKFILL_EMPTY_PAUSE_MS
    }
  }

  function rest(milliseconds: number | null): void {
    sweeping = false
    if (phase !== 'begun') return
    if (milliseconds !== null) after(milliseconds, wake)
    // It may have changed between the last look and now.
    else if (readyModel(core.deps) !== null) wake()
  }

  /** One character after the other, together as many rows as one sweep may give vectors to. */
  async function sweepAll(embedder: Embedder): Promise<{ done: number; full: boolean }> {
    if (complete?.modelId !== embedder.modelId) {
      complete = { modelId: embedder.modelId, characters: new Set() }
    }
    const { characters } = complete
    let done = 0
    for (const { name } of await core.registry.list()) {
      if (done >= BACKFILL_SWEEP || !goOn(embedder)) break
      if (characters.has(name)) continue
      // What is written from here on counts as not looked at.
      characters.add(name)
      const report = await embedOf(name, embedder, BACKFILL_SWEEP - done)
      if (report?.complete !== true) characters.delete(name)
      done += report?.done ?? 0
    }
    return { done, full: done >= BACKFILL_SWEEP }
  }

  /** Null where it failed. */
  async function embedOf(name: string, embedder: Embedder, limit: number): Promise<BackfillReport | null> {
    const watched = watch(embedder)
    const deps = {
      embedder: watched.embedder,
      pools: core.pools,
      now: () => nowOf(core),
      goOn: () => goOn(embedder),
      pause: core.deps.letRepliesOut ?? (() => Promise.resolve()),
      signal: core.stopping,
    }
    try {
      return await core.memories.read(
        name,
        (memory) => embedRows(deps, memory, limit),
        () => ({ done: 0, complete: true }),
      )
    } catch (error) {
      if (core.stopping.aborted) return null
      log.write('warn', 'embedding.sweep_failed', { character: name, error: messageOf(error) })
      // Whether the model goes on is its provider's to say; a storage that fails is no fault of the model.
      if (watched.failed()) embedders?.failed(embedder, error)
      return null
    }
  }

  function goOn(embedder: Embedder): boolean {
    return phase !== 'stopped' && core.activity.idle() && readyModel(core.deps) === embedder
  }
}

/** The same embedder, and whether a call of it has failed. */
function watch(embedder: Embedder): { readonly embedder: Embedder; failed(): boolean } {
  let failed = false
  return {
    embedder: {
      ...embedder,
      async embed(...given) {
        try {
          return await embedder.embed(...given)
        } catch (error) {
          failed = true
          throw error
        }
      },
    },
    failed: () => failed,
  }
}
