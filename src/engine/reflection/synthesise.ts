/** Making one reflection out of what was learned (reflections.md §3). */
import { isQuiet } from '../changes/marks.ts'
import { integerOr, parseObject, textField, type JsonObject } from '../document.ts'
import type { Vectors } from '../embedding/vectors.ts'
import { seedOf } from '../evidence/seed.ts'
import { archiveFacts } from '../facts/archive.ts'
import type { FactChanges } from '../facts/admit.ts'
import { changeFact } from '../facts/persist.ts'
import { isEntity } from '../facts/validate.ts'
import type { Memory } from '../memories.ts'
import type { SynthesisClaim, WeighedFact } from '../model/memory-model.ts'
import type { Moment, Sql, TokenCounter, Transaction } from '../ports.ts'
import { isSuperseded } from '../recall/pool.ts'
import {
  IMPORTANCE_DEFAULT,
  SYNTHESIS_MAX_FACTS,
  SYNTHESIS_MIN_FACTS,
  SYNTHESIS_MIN_IMPORTANCE,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactRow } from '../store/facts.ts'
import { compareCodePoints } from '../text/compare.ts'
import { trimSpace } from '../text/whitespace.ts'
import { normaliseEventWhen } from '../time/event.ts'
import { archiveFinished } from './archive.ts'
import { bumped, clearBackoff, isBackingOff, loadBackoff, saveBackoff } from './backoff.ts'
import type { ReflectionDeps } from './deps.ts'
import { reflectionId } from './ids.ts'
import { fitsOntology } from './ontology.ts'
import { reflectionDocument, type ReflectionLabels } from './record.ts'
import { relatedFacts, type EmbeddedFact } from './related-context.ts'
import { changeReflections, type ReflectionWrites } from './rows.ts'

export interface SynthesisDeps extends ReflectionDeps {
  readonly vectors?: Vectors | undefined
  /** Told in the transaction that absorbs facts; `archived` ones change their tier. */
  readonly onFacts: (tx: Transaction, changes: FactChanges, archived: readonly string[]) => void
}

export type SynthesisReport =
  /** Too little was learned, the question waits after failures, or its reflection is there already. */
  | { readonly status: 'too_few' | 'backing_off' | 'known' }
  /** The model gave nothing usable. */
  | { readonly status: 'failed'; readonly error: string }
  /** What it rests on was taken back while the model thought, or another run was faster. */
  | { readonly status: 'outrun' }
  | { readonly status: 'added'; readonly reflection: JsonObject }

/** At most one reflection out of the weightiest facts that no reflection has absorbed; one model call. */
export async function synthesise(deps: SynthesisDeps, memory: Memory): Promise<SynthesisReport> {
  const { store } = memory
  const unabsorbed = await weighty(store.db, store, deps.now())
  if (unabsorbed.length < SYNTHESIS_MIN_FACTS) return { status: 'too_few' }
  const key = reflectionId(unabsorbed.map(({ id }) => id))
  const batch = heaviest(unabsorbed)
  const id = reflectionId(batch.map((fact) => fact.id))

  if (await isKnown(store.db, store, id)) {
    await changeReflections(deps, memory, WHO, async (writes) => {
      await absorb(deps, writes, batch, id)
    })
    return { status: 'known' }
  }
  if (isBackingOff(await loadBackoff(store.db, store), key, deps.now())) return { status: 'backing_off' }

  const related = await relatedTo(deps, store, unabsorbed, batch)
  const answer = await deps.model.synthesise({ facts: batch.map(weighed), related }, deps.context)
  const text = answer.ok ? trimSpace(answer.value.text) : ''
  if (!answer.ok || text === '') {
    const error = answer.ok ? 'model_bad_answer' : answer.error.code
    // A stop of the engine says nothing about the question.
    if (error !== 'cancelled') await countFailure(deps, store, key, error)
    return { status: 'failed', error }
  }
  return keep(deps, memory, { id, key, text, batch, claim: answer.value })
}

async function countFailure(
  deps: SynthesisDeps,
  store: CharacterStore,
  key: string,
  error: string,
): Promise<void> {
  const now = deps.now()
  await store.db.transaction(async (tx) => {
    const backoff = bumped(await loadBackoff(tx, store), key, now)
    await saveBackoff(tx, store, backoff)
    if (!isBackingOff(backoff, key, now)) return
    const about = { target: key, before: null, after: JSON.stringify(backoff.get(key)), cause: error }
    await store.journal.append(tx, { at: now.instant, who: WHO, what: 'synthesis.paused', ...about })
  })
}

interface SourceFact {
  readonly id: string
  readonly document: JsonObject
  readonly importance: number
}

const WHO = 'synthesis'

async function keep(
  deps: SynthesisDeps,
  memory: Memory,
  made: {
    readonly id: string
    readonly key: string
    readonly text: string
    readonly batch: readonly SourceFact[]
    readonly claim: SynthesisClaim
  },
): Promise<SynthesisReport> {
  const { id, key, text, batch, claim } = made
  return changeReflections<SynthesisReport>(deps, memory, WHO, async (writes) => {
    const { tx, store, now } = writes
    if (!(await stillHold(tx, store, batch, now))) return { status: 'outrun' }
    await clearBackoff(tx, store, key)
    const known = await isKnown(tx, store, id)
    const entity = isEntity(claim.entity) ? claim.entity : 'relationship'
    const document = reflectionDocument({
      id,
      text,
      entity,
      ...labelsOf(claim, entity, text, deps.tokens),
      sourceFactIds: batch.map((fact) => fact.id),
      seed: seedOf(Math.max(...batch.map((fact) => fact.importance))),
      eventWhen: normaliseEventWhen(claim.eventWhen),
      created: now,
    })
    if (!known) {
      await writes.insert(document, { what: 'reflection.added' })
      await archiveFinished(deps, writes)
    }
    await absorb(deps, writes, batch, id)
    return known ? { status: 'outrun' } : { status: 'added', reflection: document }
  })
}

/** Labels that hold together, or none at all (§3.4). */
export function labelsOf(
  claim: Pick<SynthesisClaim, 'relationType' | 'temporalScope' | 'subject'>,
  entity: string,
  text: string,
  tokens: TokenCounter,
): ReflectionLabels {
  const labels = {
    relationType: textOrNull(claim.relationType),
    temporalScope: textOrNull(claim.temporalScope),
    subject: textOrNull(claim.subject),
  }
  if (fitsOntology({ entity, text, ...labels }, tokens)) return labels
  return { relationType: null, temporalScope: null, subject: null }
}

/** Active facts that no reflection has absorbed and that are of some importance, in file order (§3.1). */
async function weighty(sql: Sql, store: CharacterStore, now: Moment): Promise<SourceFact[]> {
  return (await store.facts.list(sql)).flatMap((row) => {
    const document = row.absorbed ? null : usable(row, now)
    if (row.id === null || document === null) return []
    const importance = integerOr(document['importance'], IMPORTANCE_DEFAULT)
    return importance < SYNTHESIS_MIN_IMPORTANCE ? [] : [{ id: row.id, document, importance }]
  })
}

/**
 * The document of a fact that a judgement may rest on: what was corrected is no longer true, and what the user wants
 * no more of must not come back as a judgement.
 */
function usable(row: FactRow, now: Moment): JsonObject | null {
  const document = row.suppressed ? null : parseObject(row.doc)
  return document === null || isSuperseded(document) || isQuiet(document, now.instant) ? null : document
}

/** Whether all of them can still carry a judgement. */
async function stillHold(
  tx: Transaction,
  store: CharacterStore,
  batch: readonly SourceFact[],
  now: Moment,
): Promise<boolean> {
  for (const { id } of batch) {
    const row = await store.facts.get(tx, id)
    if (row === undefined || usable(row, now) === null) return false
  }
  return true
}

/** The most important ones, older before newer; all of them in file order when they are few enough. */
function heaviest(facts: readonly SourceFact[]): readonly SourceFact[] {
  if (facts.length <= SYNTHESIS_MAX_FACTS) return facts
  const createdAt = ({ document }: SourceFact): string => textField(document, 'created_at') ?? ''
  return [...facts]
    .sort((a, b) => b.importance - a.importance || compareCodePoints(createdAt(a), createdAt(b)))
    .slice(0, SYNTHESIS_MAX_FACTS)
}

/** Whether these facts were reflected on before, whatever became of it: what was denied is not made anew. */
async function isKnown(sql: Sql, store: CharacterStore, id: string): Promise<boolean> {
  if ((await store.reflections.get(sql, id)) !== undefined) return true
  return (await store.archiveShards.find(sql, 'reflection', id)) !== undefined
}

async function absorb(
  deps: SynthesisDeps,
  { tx, store, now }: ReflectionWrites,
  batch: readonly SourceFact[],
  id: string,
): Promise<void> {
  const upserted = new Map<string, JsonObject>()
  const entry = { now, who: WHO, what: 'fact.absorbed', cause: id }
  for (const fact of batch) {
    const row = await store.facts.get(tx, fact.id)
    if (row === undefined || row.archived || row.absorbed) continue
    upserted.set(fact.id, await changeFact(tx, store, row, { absorbed: true }, entry))
  }
  if (upserted.size === 0) return
  const archived = await archiveFacts(tx, store, now)
  deps.onFacts(tx, { upserted, removed: new Set() }, archived)
}

/** Nearby facts that older reflections rest on; none where there are no vectors, and never another order. */
async function relatedTo(
  deps: SynthesisDeps,
  store: CharacterStore,
  unabsorbed: readonly SourceFact[],
  batch: readonly SourceFact[],
): Promise<WeighedFact[]> {
  const { vectors } = deps
  if (vectors === undefined) return []
  const queries = await vectors.embed(batch.map((fact) => textField(fact.document, 'text') ?? ''))
  if (queries === null) return []
  const own = new Set(unabsorbed.map(({ id }) => id))
  const rows: readonly FactRow[] = [
    ...(await store.facts.list(store.db)),
    ...(await store.facts.listArchived(store.db)),
  ]
  const candidates = rows.flatMap((row): EmbeddedFact[] => {
    const document = row.absorbed ? parseObject(row.doc) : null
    if (row.id === null || document === null || own.has(row.id)) return []
    const vector = vectors.stored(document)
    return vector === null ? [] : [{ id: row.id, document, vector }]
  })
  return relatedFacts(queries, candidates).map(({ id, document }) => {
    return weighed({ id, document, importance: integerOr(document['importance'], IMPORTANCE_DEFAULT) })
  })
}

function weighed({ id, document, importance }: SourceFact): WeighedFact {
  const entity = document['entity']
  return {
    id,
    text: textField(document, 'text') ?? '',
    importance,
    entity: isEntity(entity) ? entity : 'master',
    createdAt: textField(document, 'created_at') ?? '',
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
