/** The calls of the memory browser that change something (browser-api.ts). */
import type { ChangeApi, Lineage } from '../browser-api.ts'
import { type Core, nowOf } from '../core.ts'
import type { Life } from '../maintenance/life.ts'
import { fail, messageOf, ok, type Failure, type Result } from '../result.ts'
import { StorageError } from '../store/storage-error.ts'
import { forgetEntries, previewForgetting, proofsOf } from '../forgetting/forget.ts'
import { bringUp, reviewed } from './bring-up.ts'
import { correctEntry } from './correct.ts'
import { editEntries } from './edit.ts'
import { historyOf } from './history.ts'
import { lineageOf } from './lineage.ts'
import { makeChange, plainFailure, type Refusal } from './make-change.ts'
import { undoChange } from './undo.ts'

export function createChangeApi(core: Core, life: Pick<Life, 'withdraw'>): ChangeApi {
  return {
    editEntries: (character, operationId, edits) =>
      guarded(() => makeChange(core, character, operationId, (making) => editEntries(making, edits))),

    correctEntry: (character, operationId, entry, correction) =>
      guarded(() =>
        makeChange(core, character, operationId, (making) => correctEntry(making, entry, correction)),
      ),

    bringUp: (character, operationId, entries, rule) =>
      guarded(() => makeChange(core, character, operationId, (making) => bringUp(making, entries, rule))),

    reviewed: (character, operationId, entries) =>
      guarded(() => makeChange(core, character, operationId, (making) => reviewed(making, entries))),

    undo: (character, operationId, changeId) =>
      guarded(async () => {
        const result = await makeChange(core, character, operationId, (making) =>
          undoChange(making, changeId),
        )
        // Judgements that rest on facts which are gone now are looked at, as after any retraction.
        if (result.ok)
          await core.memories.read(
            character,
            (memory) => life.withdraw(memory),
            () => undefined,
          )
        return result
      }),

    forgetPreview: (character, entries) => valued(() => previewForgetting(core, character, entries)),

    forget: (character, operationId, request) =>
      guarded(() => forgetEntries(core, character, operationId, request)),

    proofs: (character) => valued(() => proofsOf(core, character)),

    lineage: (character, key) =>
      valued(() =>
        core.memories.read(
          character,
          async ({ store }): Promise<Result<Lineage>> => {
            const lineage = await lineageOf(store.db, store, key, nowOf(core))
            return lineage === null ? fail('unknown_entry', `there is no ${key.kind} ${key.id}`) : ok(lineage)
          },
          () => fail('unknown_entry', `nothing is stored for ${character}`),
        ),
      ),

    history: (character, key, page) =>
      valued(() =>
        core.memories.read(
          character,
          async ({ store }) => ok(await historyOf(store.db, store, key, page)),
          () => ok([]),
        ),
      ),
  }

  async function guarded<T extends { readonly ok: true }>(
    work: () => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    try {
      const result = await work()
      return isRefusal(result) ? { ...result, error: plainFailure(result.error) } : result
    } catch (error) {
      return { ok: false, error: failed(error), stale: [] }
    }
  }

  async function valued<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      return { ok: false, error: failed(error) }
    }
  }

  /** What storage throws becomes a value: it crosses a port, so the cause stays behind. */
  function failed(error: unknown): Failure {
    const failure = {
      code: error instanceof StorageError ? error.code : ('storage_failed' as const),
      message: messageOf(error),
    }
    core.deps.log.write('error', 'api.failed', { code: failure.code, error: failure.message })
    return failure
  }
}

function isRefusal(result: { readonly ok: true } | Refusal): result is Refusal {
  return !result.ok
}
