/** What the pages ask of the engine beside the routes (api.ts): characters, settings, lists to read, undo. */
import type {
  CharacterDraft,
  FactView,
  LedgerView,
  OmoideApi,
  PersonaSectionView,
  RefusalView,
} from './api.ts'
import { readSettings, writeSettings } from './app-settings.ts'
import { createChangeApi } from './changes/change-api.ts'
import type { CharacterConfig } from './config.ts'
import { type Core, languageOf, namesOf, nowOf, stopNamesOf } from './core.ts'
import { isTruthy, parseObject, textField } from './document.ts'
import type { EmbeddingApi } from './embedding/settings.ts'
import { conversationLines } from './conversation/lines.ts'
import { undoFact } from './facts/correct.ts'
import { activeDirectives, renderDirectives } from './facts/directives.ts'
import { isEntity } from './facts/validate.ts'
import { moveMemory } from './http/main-routes.ts'
import { createLookApi, type LookDeps } from './look/look-api.ts'
import type { Life } from './maintenance/life.ts'
import type { Memory } from './memories.ts'
import { loadPersona } from './persona/load.ts'
import { fail, type Failure, messageOf, ok, type Result } from './result.ts'
import type { CharacterStore } from './store/character-store.ts'
import type { FactRow, FactSourceRow } from './store/facts.ts'
import { StorageError } from './store/storage-error.ts'
import { renderView } from './store/views.ts'
import type { RecallPools } from './recall-pools.ts'
import { recordCallOnce } from './record-call.ts'

export type PageApi = Omit<OmoideApi, 'status' | 'request' | 'testModel' | keyof EmbeddingApi>

/** Refusals and model calls that a page is shown at most; the rest is in the export. */
const LOG_ROWS_SHOWN = 500

export function createPageApi(
  core: Core,
  pools: RecallPools,
  life: Pick<Life, 'withdraw'>,
  look: LookDeps,
): PageApi {
  const { registry } = core

  return {
    ...createChangeApi(core, life),
    ...createLookApi(core, look),

    async characters() {
      return { list: await registry.list(), current: await registry.current() }
    },

    createCharacter: (draft) => changing('characters', () => registry.create(draft)),

    updateCharacter: (name, draft) => guarded(() => updateCharacter(name, draft)),

    deleteCharacter: (name) =>
      guarded(async () => {
        // One who is not there is done with: the call may be one that a former leader got half or wholly through.
        await registry.remove(name)
        await core.memories.remove(name)
        core.deps.notify({ type: 'characters' })
        return ok(null)
      }),

    selectCharacter: (name) => changing('characters', () => registry.select(name)),

    profile: () => registry.profile(),
    updateProfile: (profile) => changing('settings', () => registry.setProfile(profile)),

    settings: () => readSettings(core.deps.settings),
    updateSettings: (patch) => changing('settings', () => writeSettings(core.deps.settings, patch)),

    conversation: (name) => reading(name, [], ({ store }) => conversationLines(store)),

    facts: (name) => reading(name, [], ({ store }) => factViews(store)),

    remembered: (name, turnIds) =>
      reading(name, [], async ({ store }) => {
        const cited = await Promise.all(turnIds.map((turnId) => store.facts.sources.byTurn(store.db, turnId)))
        const ids = [...new Set(cited.flat().map((source) => source.factId))]
        const rows = await Promise.all(ids.map((id) => store.facts.get(store.db, id)))
        const sources = await Promise.all(ids.map((id) => store.facts.sources.of(store.db, id)))
        const found = rows.filter((row): row is FactRow => row !== undefined)
        return views(found, sources.flat()).reverse()
      }),

    undoFact: (name, factId) =>
      guarded(() =>
        core.memories.read(
          name,
          async (memory): Promise<Result<null>> => {
            const names = await stopNamesOf(core, name)
            const undone = await memory.store.db.transaction(async (tx) => {
              const by = { now: nowOf(core), who: 'user', names }
              const result = await undoFact(tx, memory.store, factId, by)
              if (result.ok) {
                tx.onCommit(() => {
                  pools.changed(memory)
                  core.deps.notify({ type: 'facts', character: name, turnIds: [] })
                })
              }
              return result
            })
            if (!undone.ok) return undone
            await life.withdraw(memory)
            return ok(null)
          },
          () => fail('unknown_fact', `no fact ${factId}`),
        ),
      ),

    persona: (name) =>
      guarded(async () => {
        const configured = await registry.find(name)
        if (configured === undefined) return fail('unknown_character', `no character is called ${name}`)
        return core.memories.use(name, async (memory) => ok(await personaViews(core, memory)))
      }),

    refusals: (name) =>
      reading(name, [], async ({ store }): Promise<readonly RefusalView[]> => {
        const rows = await store.refusals.list(store.db, LOG_ROWS_SHOWN)
        return rows
          .reverse()
          .map((row) => ({ at: row.instant, text: row.claim, code: row.reason, turnIds: row.turnIds }))
      }),

    ledger: (name, limit) =>
      reading(name, [], async ({ store }): Promise<readonly LedgerView[]> => {
        const rows = await store.ledger.list(store.db, Math.min(Math.max(0, limit), LOG_ROWS_SHOWN))
        return rows.reverse().map((row) => ({
          at: row.instant,
          purpose: row.purpose,
          tier: row.tier ?? '',
          origin: row.origin ?? '',
          model: row.model ?? '',
          tokensIn: row.tokensIn ?? 0,
          tokensOut: row.tokensOut ?? 0,
          milliseconds: row.ms ?? 0,
          outcome: row.outcome,
          sent: row.text ?? '',
        }))
      }),

    recordCall: (name, call) => guarded(() => recordCallOnce(core, name, call).then(() => ok(null))),

    directives: (name) =>
      reading(name, '', async ({ store }) => {
        const active = await activeDirectives(store.db, store, core.deps.clock.now())
        return renderDirectives(active, await languageOf(core), await namesOf(core, name))
      }),

    view: (name, document) =>
      guarded(() =>
        core.memories.read(
          name,
          async ({ store }): Promise<Result<string>> => {
            const text = await renderView(store.db, document)
            return text === null ? fail('bad_request', `there is no document ${document}`) : ok(text)
          },
          () => fail('unknown_character', `nothing is stored for ${name}`),
        ),
      ),
  }

  /** Memory first: when the name is taken there, the configuration has not changed. */
  async function updateCharacter(name: string, draft: CharacterDraft): Promise<Result<CharacterConfig>> {
    const to = draft.name.trim()
    const renames = to !== name && (await registry.find(name)) !== undefined
    if (renames && (await registry.find(to)) !== undefined) return fail('name_taken', `${to} exists`)
    const moved = renames ? await moveMemory(core, name, to) : 'same'
    if (moved === 'taken') return fail('name_taken', `there is memory under the name ${to}`)
    const updated = await registry.update(name, draft)
    // A name that the registry refuses must not keep the memory.
    if (!updated.ok && moved === 'moved') await moveMemory(core, to, name)
    if (updated.ok) core.deps.notify({ type: 'characters' })
    return updated
  }

  /** A change of the global settings, told to the other pages when it was made. */
  function changing<T>(type: 'characters' | 'settings', work: () => Promise<Result<T>>): Promise<Result<T>> {
    return guarded(async () => {
      const result = await work()
      if (result.ok) core.deps.notify({ type })
      return result
    })
  }

  /** A read of a memory that may not exist yet, as a result. */
  function reading<T>(name: string, otherwise: T, work: (memory: Memory) => Promise<T>): Promise<Result<T>> {
    return guarded(async () => ok(await core.memories.read(name, work, () => otherwise)))
  }

  /** What storage throws becomes a value: a page shows it, it must not break the page. */
  async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(error)
      core.deps.log.write('error', 'api.failed', { code: failure.code, error: failure.message })
      return { ok: false, error: failure }
    }
  }
}

/** Plain data: it crosses a `postMessage`, so the cause stays behind. */
function failureOf(error: unknown): Failure {
  return { code: error instanceof StorageError ? error.code : 'storage_failed', message: messageOf(error) }
}

async function factViews(store: CharacterStore): Promise<FactView[]> {
  const [active, archived, sources] = [
    await store.facts.list(store.db),
    await store.facts.listArchived(store.db),
    await store.facts.sources.list(store.db),
  ]
  return views([...archived, ...active], sources).reverse()
}

function views(rows: readonly FactRow[], sources: readonly FactSourceRow[]): FactView[] {
  const byFact = new Map<string, FactSourceRow[]>()
  for (const source of sources) {
    const cited = byFact.get(source.factId)
    if (cited === undefined) byFact.set(source.factId, [source])
    else cited.push(source)
  }
  return rows.flatMap((row) => {
    const document = parseObject(row.doc)
    if (document === null) return []
    const cited = byFact.get(row.id ?? '') ?? []
    return [
      {
        id: row.id ?? '',
        text: textField(document, 'text') ?? '',
        entity: isEntity(row.entity) ? row.entity : 'master',
        importance: row.importance,
        source: row.source,
        confidence: row.confidence === 'low' ? 'low' : 'normal',
        createdAt: textField(document, 'created_at') ?? '',
        eventStartAt: textField(document, 'event_start_at'),
        eventEndAt: textField(document, 'event_end_at'),
        archived: row.archived,
        superseded: row.supersededInstant !== null,
        sources: cited.map(({ turnId, quote, instant }) => ({
          turnId,
          quote: quote ?? '',
          at: instant ?? 0,
        })),
      } satisfies FactView,
    ]
  })
}

async function personaViews(core: Core, memory: Memory): Promise<PersonaSectionView[]> {
  const persona = await loadPersona(core, memory)
  return persona.map((section) => ({
    section: section.name,
    entries: section.entries.flatMap((entry) => {
      const document = typeof entry === 'string' ? { text: entry } : entry
      const text = textField(document, 'text') ?? ''
      if (text.trim() === '') return []
      return [
        {
          id: textField(document, 'id') ?? '',
          text,
          source: textField(document, 'source') ?? 'unknown',
          protected: isTruthy(document['protected']),
          suppressed: isTruthy(document['suppress']),
        },
      ]
    }),
  }))
}
