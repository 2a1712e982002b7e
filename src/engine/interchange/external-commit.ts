/**
 * Carrying an import out (routes.md §4.8): persona, then MEMORY.md, then diaries. Each stage keeps what it did when a
 * later one fails; a repeated import finds it done and goes on from there.
 */
import { type Core, modelContextOf, stopNamesOf } from '../core.ts'
import { importedFilter } from '../forgetting/tombstones.ts'
import type { Memory } from '../memories.ts'
import type { Entity } from '../model/memory-model.ts'
import { createMutex, type Mutex } from '../mutex.ts'
import { fuseImported, type FusionDeps, type FusionOutcome } from '../persona/fusion.ts'
import { personaConfig } from '../persona/load.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { RecallPools } from '../recall-pools.ts'
import { messageOf } from '../result.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { diaryDays, importDiaries } from './diaries.ts'
import { importFacts } from './external-facts.ts'
import type { ExternalFormat } from './external-parse.ts'

export interface CommitCandidate {
  readonly target: 'persona' | 'facts'
  readonly entity: Entity
  readonly text: string
  readonly sourceFile: string
  readonly sourceSection: string
  readonly eventDate: string | null
}

export interface ExternalCommit {
  readonly format: ExternalFormat
  readonly candidates: readonly CommitCandidate[]
  /** Minted by whoever first held the request. */
  readonly at: Moment
}

export type CommitOutcome =
  | {
      readonly ok: true
      readonly addedPersona: number
      readonly addedFacts: number
      readonly skippedDuplicates: number
    }
  | {
      readonly ok: false
      readonly code: 'external_import_too_large' | 'external_import_partial'
      readonly detail: string
      readonly addedPersona: number
      readonly addedFacts: number
    }

export interface Importer {
  /** Rejects only when the memory cannot be opened. */
  commit(character: string, commit: ExternalCommit): Promise<CommitOutcome>
}

export function createImporter(core: Core, pools: RecallPools): Importer {
  const analyzer = createAnalyzer()
  // One import of a character at a time: the second finds what the first has done.
  const locks = new WeakMap<Memory, Mutex>()

  return {
    commit: (character, commit) =>
      core.memories.use(character, (memory) => {
        const lock = locks.get(memory) ?? createMutex()
        locks.set(memory, lock)
        return lock.run(() => carryOut(memory, commit))
      }),
  }

  async function carryOut(
    memory: Memory,
    { format, candidates, at }: ExternalCommit,
  ): Promise<CommitOutcome> {
    let addedPersona = 0
    let addedFacts = 0
    let skippedDuplicates = 0
    const failed = (code: 'external_import_too_large' | 'external_import_partial', detail: string) =>
      ({ ok: false, code, detail, addedPersona, addedFacts }) as const

    try {
      const persona = await fusePersona(memory, format, candidates, at)
      for (const outcome of persona) {
        if (outcome.kind !== 'done') continue
        addedPersona += outcome.added
        skippedDuplicates += outcome.skipped
      }
      const unfused = persona.filter((outcome) => outcome.kind !== 'done')
      if (unfused.length > 0) {
        return unfused.every((outcome) => outcome.kind === 'too_large')
          ? failed('external_import_too_large', 'The persona texts are too many for one import.')
          : failed('external_import_partial', 'Persona texts could not be merged. Try again.')
      }

      const names = await stopNamesOf(core, memory.name)
      const plain = candidates.filter(({ target, eventDate }) => target === 'facts' && eventDate === null)
      const added = await memory.store.db.transaction((tx) =>
        importFacts(tx, memory.store, plain, { format, now: at, names }, handOn(memory, tx)),
      )
      addedFacts += added
      skippedDuplicates += plain.length - added

      const dated = candidates.filter(({ target, eventDate }) => target === 'facts' && eventDate !== null)
      const diaries = await importDiaries(
        {
          store: memory.store,
          model: await core.deps.models.current(memory.name),
          context: await modelContextOf(core, memory.name),
          names,
          terms: (text) => analyzer.terms(text),
          tokens: await core.deps.tokenCounter(),
          onFacts: (tx) => handOn(memory, tx)(),
        },
        diaryDays(dated),
        format,
        at,
      )
      if (diaries === 'too_large') {
        return failed('external_import_too_large', 'The diaries are too long for one import.')
      }
      addedFacts += diaries.added
      if (diaries.failedDays > 0) {
        return failed(
          'external_import_partial',
          `${String(diaries.failedDays)} diary days could not be read. Try again.`,
        )
      }
      return { ok: true, addedPersona, addedFacts, skippedDuplicates }
    } catch (error) {
      core.deps.log.write('error', 'import.failed', { character: memory.name, error: messageOf(error) })
      return failed('external_import_partial', 'The import stopped in the middle. Try again.')
    }
  }

  /** The outcome of each entity; those that have no budget are skipped. */
  async function fusePersona(
    memory: Memory,
    format: ExternalFormat,
    candidates: readonly CommitCandidate[],
    at: Moment,
  ): Promise<FusionOutcome[]> {
    const forgotten = await importedFilter(memory.store.db)
    const persona = candidates.filter(
      ({ target, text }) => target === 'persona' && forgotten?.({ kind: 'persona', id: null, text }) !== true,
    )
    if (persona.length === 0) return []
    const deps: FusionDeps = {
      store: memory.store,
      model: await core.deps.models.current(memory.name),
      context: await modelContextOf(core, memory.name),
      tokens: await core.deps.tokenCounter(),
      config: async () => ({ ...(await personaConfig(core, memory.name)), now: at }),
    }
    const entities = [...new Set(persona.map(({ entity }) => entity))]
    return Promise.all(
      entities.map((entity): Promise<FusionOutcome> => {
        const own = persona.filter((candidate) => candidate.entity === entity)
        if (entity === 'relationship') {
          return Promise.resolve({ kind: 'done', added: 0, skipped: own.length, fused: false })
        }
        const texts = own.map(({ text, sourceSection: section }) => ({ text, section }))
        const files = [...new Set(own.map(({ sourceFile }) => sourceFile))]
        return fuseImported(deps, { entity, texts, format, files })
      }),
    )
  }

  function handOn(memory: Memory, tx: Transaction): () => void {
    return () => {
      tx.onCommit(() => {
        pools.changed(memory)
        core.deps.notify({ type: 'facts', character: memory.name, turnIds: [] })
      })
    }
  }
}
