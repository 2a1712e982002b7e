/**
 * Stage 2 (facts.md §8): what new facts say about what is believed. A model is asked outside any transaction; the
 * signals and the mark that their facts were heard commit together, so that none is lost and none counts twice.
 */
import { integerOr, isObject, parseJson, parseObject, textField, type JsonObject } from '../document.ts'
import type { Vectors } from '../embedding/vectors.ts'
import type { ErrorCode } from '../errors.ts'
import { dispatchSignals, type EvidenceSignal } from '../evidence/dispatch.ts'
import type { Memory } from '../memories.ts'
import { isUnusableAnswer } from '../model/failures.ts'
import type { SignalClaim, WeighedFact } from '../model/memory-model.ts'
import type { Sql, Transaction } from '../ports.ts'
import { isSuperseded } from '../recall/pool.ts'
import { byScore, fitting, rerank } from '../recall/reranker.ts'
import type { ReflectionDeps } from '../reflection/deps.ts'
import { idsIn } from '../reflection/record.ts'
import { changeReflections, type ReflectionWrites } from '../reflection/rows.ts'
import { fail, messageOf, type Result } from '../result.ts'
import {
  IMPORTANCE_DEFAULT,
  OBSERVATION_TOKENS,
  OBSERVATIONS_SHOWN,
  SIGNAL_FACTS,
  SIGNAL_MAX_FAILURES,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isBlank } from '../text/whitespace.ts'
import type { FactChanges } from './admit.ts'
import {
  loadObservations,
  namedObservation,
  observationName,
  signalTarget,
  type BelievedObservation,
} from './observations.ts'
import { changeFact } from './persist.ts'
import { isEntity } from './validate.ts'

export interface SignalDeps extends ReflectionDeps {
  readonly vectors?: Vectors | undefined
  /** Told in the transaction that marks facts as heard. */
  readonly onFacts: (tx: Transaction, changes: FactChanges, archived: readonly string[]) => void
}

export type SignalReport =
  /** Every fact was heard, or there is nothing yet that they could be about; in both cases nobody was asked. */
  | { readonly status: 'nothing_new' | 'no_observations' }
  /** The facts wait for the next pass, but for those that were `givenUp` after too many unusable answers. */
  | { readonly status: 'failed'; readonly error: ErrorCode; readonly givenUp: readonly string[] }
  | { readonly status: 'applied'; readonly facts: readonly string[]; readonly signals: number }

/** One batch of facts that were not heard yet, the weightiest first; at most one question, after at most one rerank. */
export async function applySignals(deps: SignalDeps, memory: Memory): Promise<SignalReport> {
  const { store } = memory
  const failures = await readFailures(store.db, store)
  const facts = (await unheard(store.db, store)).slice(0, batchSize(failures))
  if (facts.length === 0) return { status: 'nothing_new' }
  const shown = fitting(await relevant(deps, store, facts), deps.tokens)
  if (shown.length === 0) return { status: 'no_observations' }

  const answer = await ask(deps, facts, shown)
  if (!answer.ok) {
    const { code } = answer.error
    // A model that is out of reach has said nothing about the facts.
    if (!isUnusableAnswer(code)) return { status: 'failed', error: code, givenUp: [] }
    return { status: 'failed', error: code, givenUp: await countFailure(deps, memory, facts, failures + 1) }
  }
  return changeReflections<SignalReport>(deps, memory, WHO, async (writes) => {
    const { tx, now } = writes
    const heard = await markHeard(deps, writes, facts, 'fact.signals_applied')
    const signals = signalsOf(answer.value, heard, shown)
    const dispatched = await dispatchSignals(tx, store, signals, 'user_fact', now, deps.ids)
    for (const target of dispatched.targets) {
      if (target.targetType === 'reflection') writes.touched(target.targetId)
    }
    await saveFailures(tx, store, 0)
    return { status: 'applied', facts: [...heard.keys()], signals: dispatched.applied }
  })
}

/** Where unusable answers are counted, among the character's documents. */
export const SIGNAL_STATE = 'signal_state'

const WHO = 'signals'

interface UnheardFact extends WeighedFact {
  readonly document: JsonObject
}

/**
 * Active facts of the user that were not heard yet: by importance, older before newer. What was corrected speaks for
 * nothing any more.
 */
async function unheard(sql: Sql, store: CharacterStore): Promise<UnheardFact[]> {
  const facts = (await store.facts.unprocessed(sql)).flatMap((row): UnheardFact[] => {
    const document = parseObject(row.doc)
    if (row.id === null || document === null || row.source === 'ai_disclosure') return []
    const text = textField(document, 'text') ?? ''
    if (isBlank(text) || isSuperseded(document)) return []
    return [
      {
        id: row.id,
        text,
        importance: integerOr(document['importance'], IMPORTANCE_DEFAULT),
        entity: isEntity(row.entity) ? row.entity : 'master',
        createdAt: textField(document, 'created_at') ?? '',
        document,
      },
    ]
  })
  return facts.sort((a, b) => b.importance - a.importance || compareCodePoints(a.createdAt, b.createdAt))
}

/** Fewer facts after each unusable answer, so that at last the one that spoils them is alone. */
function batchSize(failures: number): number {
  return Math.max(1, Math.ceil(SIGNAL_FACTS / 4 ** failures))
}

/** The observations that matter most to the facts; where the reranker breaks, those with the most evidence. */
async function relevant(
  deps: SignalDeps,
  store: CharacterStore,
  facts: readonly UnheardFact[],
): Promise<readonly BelievedObservation[]> {
  const candidates = await loadObservations(store.db, store, deps.now())
  const queries = facts.map(({ text }) => text)
  try {
    return await rerank(deps, { candidates, queries, budget: OBSERVATIONS_SHOWN })
  } catch (error) {
    deps.log.write('warn', 'signals.rerank_failed', {
      character: deps.context.character,
      error: messageOf(error),
    })
    return byScore(candidates).slice(0, OBSERVATIONS_SHOWN)
  }
}

/** A transport that throws is a failed call like any other. */
async function ask(
  { model, context, tokens }: SignalDeps,
  facts: readonly UnheardFact[],
  shown: readonly BelievedObservation[],
): Promise<Result<readonly SignalClaim[]>> {
  const input = {
    facts: facts.map(({ id, text, importance, entity, createdAt }) => ({
      id,
      text: tokens.truncate(text, OBSERVATION_TOKENS),
      importance,
      entity,
      createdAt,
    })),
    observations: shown.map(({ promptId, text, score }) => ({ promptId, text, score })),
  }
  try {
    return await model.detectSignals(input, context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}

/**
 * The claims that hold: about a fact of the batch that is still there (or about none in particular) and about one
 * observation that was shown. One fact says one thing about one observation, however often the answer repeats it.
 */
function signalsOf(
  claims: readonly SignalClaim[],
  heard: ReadonlyMap<string, JsonObject>,
  shown: readonly BelievedObservation[],
): EvidenceSignal[] {
  const said = new Set<string>()
  return claims.flatMap(({ sourceFactId, targetId, signal }) => {
    const fact = sourceFactId === null ? null : heard.get(sourceFactId)
    const observation = namedObservation(shown, targetId, 'none')
    if (fact === undefined || observation === null || heard.size === 0) return []
    if (fact !== null && signal === 'reinforces' && isOwnSource(fact, observation)) return []
    const key = JSON.stringify([sourceFactId, observationName(observation)])
    if (sourceFactId !== null && said.has(key)) return []
    said.add(key)
    return [{ ...signalTarget(observation), signal }]
  })
}

/** A reflection is not supported by what it was made of, unless the user has said that again. */
function isOwnSource(fact: JsonObject, { row }: BelievedObservation): boolean {
  const sources = idsIn(row['source_fact_ids'])
  return integerOr(fact['reinforced'], 0) === 0 && sources.includes(textField(fact, 'id') ?? '')
}

/** Marks those that are still there and were not heard meanwhile; their documents by id. */
async function markHeard(
  deps: SignalDeps,
  { tx, store, now }: ReflectionWrites,
  facts: readonly UnheardFact[],
  what: string,
): Promise<ReadonlyMap<string, JsonObject>> {
  const upserted = new Map<string, JsonObject>()
  for (const { id } of facts) {
    const row = await store.facts.get(tx, id)
    if (row === undefined || row.archived || row.signalProcessed) continue
    const entry = { now, who: WHO, what, cause: null }
    upserted.set(id, await changeFact(tx, store, row, { signal_processed: true }, entry))
  }
  if (upserted.size > 0) deps.onFacts(tx, { upserted, removed: new Set() }, [])
  return upserted
}

/** Counts an unusable answer; ids of the facts that are let go after too many, so that they do not hold up others. */
async function countFailure(
  deps: SignalDeps,
  memory: Memory,
  facts: readonly UnheardFact[],
  failures: number,
): Promise<readonly string[]> {
  return changeReflections(deps, memory, WHO, async (writes) => {
    const givesUp = failures >= SIGNAL_MAX_FAILURES
    await saveFailures(writes.tx, writes.store, givesUp ? 0 : failures)
    if (!givesUp) return []
    return [...(await markHeard(deps, writes, facts, 'fact.signals_given_up')).keys()]
  })
}

async function readFailures(sql: Sql, store: CharacterStore): Promise<number> {
  const doc = await store.documents.get(sql, SIGNAL_STATE)
  const state = doc === null ? null : parseJson(doc)
  return isObject(state) ? Math.max(0, integerOr(state['failures'], 0)) : 0
}

async function saveFailures(tx: Transaction, store: CharacterStore, failures: number): Promise<void> {
  if (failures === 0) await store.documents.remove(tx, SIGNAL_STATE)
  else await store.documents.put(tx, SIGNAL_STATE, JSON.stringify({ failures }))
}
