/**
 * Facts that may say the same in other words (facts.md §6.4, §7): pairs that lie near each other are queued, and a model
 * decides about a batch of them. One that is joined with another leaves its sources, and what it had corrected, to it.
 */
import { integerOr, numberOrZero, parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import type { ErrorCode } from '../errors.ts'
import type { Memory } from '../memories.ts'
import { isUnusableAnswer } from '../model/failures.ts'
import type { DuplicateDecision, LifeModel, ModelContext } from '../model/memory-model.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { dot } from '../refine/cluster.ts'
import { idsIn } from '../reflection/record.ts'
import { isSuperseded } from '../recall/pool.ts'
import { fail, messageOf, type Result } from '../result.ts'
import {
  DUPLICATE_ATTEMPTS,
  DUPLICATE_MIN_COSINE,
  DUPLICATES_PER_FACT,
  DUPLICATES_PER_ROUND,
  IMPORTANCE_DEFAULT,
  IMPORTANCE_MAX,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactRow } from '../store/facts.ts'
import { dedupHot } from '../store/hot.ts'
import { toNaive } from '../time/stamp.ts'
import type { FactChanges } from './admit.ts'
import { archiveFacts } from './archive.ts'
import { changeFact } from './persist.ts'

export interface DedupDeps {
  readonly model: Pick<LifeModel, 'arbitrateDuplicates'>
  readonly context: ModelContext
  readonly now: () => Moment
  readonly onFacts: (tx: Transaction, changes: FactChanges, archived: readonly string[]) => void
}

export interface DedupReport {
  /** `idle`: nothing to ask about; `waiting`: no answer came, the pairs stay as they are. */
  readonly status: 'idle' | 'resolved' | 'failed' | 'waiting'
  /** Pairs that were decided. */
  readonly resolved: number
  /** Pairs given up after the fifth answer that could not be used. */
  readonly dropped: number
  readonly error: ErrorCode | null
}

/** One batch of the queue; asks at most once. Pairs of which one is gone are taken out without asking. */
export async function resolveDuplicates(
  deps: DedupDeps,
  { store }: Pick<Memory, 'store'>,
): Promise<DedupReport> {
  const batch = (await openPairs(store.db, store)).slice(0, DUPLICATES_PER_ROUND)
  const alive: { pair: QueuedPair; facts: BothFacts }[] = []
  for (const pair of batch) {
    const facts = await bothOf(store.db, store, pair)
    if (facts !== null) alive.push({ pair, facts })
    else await store.db.transaction((tx) => store.dedupQueue.remove(tx, [pair.seq]))
  }
  if (alive.length === 0) return { status: 'idle', resolved: 0, dropped: 0, error: null }

  const answer = await ask(deps, alive)
  const pairs = alive.map(({ pair }) => pair)
  if (!answer.ok) {
    const { code } = answer.error
    // A model that is out of reach has refused nothing; an offline day must not cost the queue.
    if (!isUnusableAnswer(code)) return { status: 'waiting', resolved: 0, dropped: 0, error: code }
    const dropped = await store.db.transaction((tx) => countFailure(tx, deps, store, pairs))
    return { status: 'failed', resolved: 0, dropped, error: code }
  }
  const decided = decisionsFor(pairs, answer.value)
  return store.db.transaction(async (tx): Promise<DedupReport> => {
    if (decided.length === 0) {
      const dropped = await countFailure(tx, deps, store, pairs)
      return { status: 'failed', resolved: 0, dropped, error: null }
    }
    return { status: 'resolved', resolved: await carryOut(tx, deps, store, decided), dropped: 0, error: null }
  })
}

/** A fact as the search for near ones sees it. */
export interface EmbeddedFactRow {
  readonly row: FactRow
  readonly vector: Float32Array
}

export interface NearPair {
  readonly candidate: FactRow
  readonly existing: FactRow
  readonly cosine: number
}

/** The nearest facts of the same entity for each of the `fresh` ones, which were just embedded. Pure. */
export function nearPairs(facts: readonly EmbeddedFactRow[], fresh: ReadonlySet<string>): NearPair[] {
  const open = facts.filter(({ row }) => row.id !== null && !row.absorbed && row.supersededInstant === null)
  return open
    .filter(({ row }) => fresh.has(row.id ?? ''))
    .flatMap(({ row: candidate, vector }) =>
      open
        .filter(
          ({ row, vector: other }) =>
            row.id !== candidate.id &&
            row.entity === candidate.entity &&
            other.length === vector.length &&
            // Of two that are new, one direction is enough.
            !(fresh.has(row.id ?? '') && (row.id ?? '') < (candidate.id ?? '')),
        )
        .map(({ row: existing, vector: other }) => ({ candidate, existing, cosine: dot(vector, other) }))
        .filter(({ cosine }) => cosine >= DUPLICATE_MIN_COSINE)
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, DUPLICATES_PER_FACT),
    )
}

/** Queues pairs that are not in the queue yet, in either direction; returns how many. */
export async function queuePairs(
  tx: Transaction,
  store: CharacterStore,
  pairs: readonly NearPair[],
  now: Moment,
): Promise<number> {
  const keyOf = (a: string | null, b: string | null): string => JSON.stringify([a, b].sort())
  const queued = new Set(
    (await store.dedupQueue.list(tx)).map(({ candidateId, existingId }) => keyOf(candidateId, existingId)),
  )
  let added = 0
  for (const { candidate, existing, cosine } of pairs) {
    const key = keyOf(candidate.id, existing.id)
    if (candidate.id === null || existing.id === null || queued.has(key)) continue
    queued.add(key)
    const document = {
      candidate_id: candidate.id,
      existing_id: existing.id,
      candidate_text: textOf(candidate),
      existing_text: textOf(existing),
      entity: candidate.entity,
      cosine,
      queued_at: toNaive(now),
    }
    await store.dedupQueue.insert(tx, [{ doc: JSON.stringify(document), ...dedupHot(document) }])
    added += 1
  }
  return added
}

interface QueuedPair {
  readonly seq: number
  readonly doc: string
  readonly candidateId: string
  readonly existingId: string
  readonly cosine: number
  readonly attempts: number
}

interface BothFacts {
  readonly candidate: FactRow
  readonly existing: FactRow
}

/** What may still be asked about, oldest first. A row without two ids can never be decided and counts as gone. */
async function openPairs(sql: Sql, store: CharacterStore): Promise<QueuedPair[]> {
  return (await store.dedupQueue.list(sql)).flatMap(({ seq, doc, candidateId, existingId }) => {
    const document = parseObject(doc) ?? {}
    const attempts = integerOr(document['resolve_attempts'], 0)
    if (attempts >= DUPLICATE_ATTEMPTS) return []
    const cosine = numberOrZero(document['cosine'])
    return [{ seq, doc, candidateId: candidateId ?? '', existingId: existingId ?? '', cosine, attempts }]
  })
}

/** Both facts while both are active and hold for the same time; what was corrected is not joined with what holds. */
async function bothOf(sql: Sql, store: CharacterStore, pair: QueuedPair): Promise<BothFacts | null> {
  const [candidate, existing] = [
    await store.facts.get(sql, pair.candidateId),
    await store.facts.get(sql, pair.existingId),
  ]
  if (candidate === undefined || existing === undefined || candidate.id === existing.id) return null
  if (candidate.archived || existing.archived) return null
  const holds = ({ doc }: FactRow): boolean => !isSuperseded(parseObject(doc) ?? {})
  return holds(candidate) && holds(existing) ? { candidate, existing } : null
}

/** A transport that throws is a failed call like any other. */
async function ask(
  { model, context }: DedupDeps,
  alive: readonly { pair: QueuedPair; facts: BothFacts }[],
): Promise<Result<readonly DuplicateDecision[]>> {
  const pairs = alive.map(({ pair, facts }, index) => ({
    index,
    candidate: textOf(facts.candidate),
    existing: textOf(facts.existing),
    cosine: pair.cosine,
  }))
  try {
    return await model.arbitrateDuplicates(pairs, context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}

interface Decided {
  readonly pair: QueuedPair
  readonly action: DuplicateDecision['action']
}

/** The first decision about each pair; an index that was not shown, or is named again, means nothing. */
function decisionsFor(pairs: readonly QueuedPair[], decisions: readonly DuplicateDecision[]): Decided[] {
  const left = new Map(pairs.entries())
  return decisions.flatMap(({ index, action }) => {
    const pair = left.get(index)
    left.delete(index)
    return pair === undefined ? [] : [{ pair, action }]
  })
}

/** How many pairs were decided; each of them leaves the queue, also where it came to nothing. */
async function carryOut(
  tx: Transaction,
  deps: DedupDeps,
  store: CharacterStore,
  decided: readonly Decided[],
): Promise<number> {
  const now = deps.now()
  const upserted = new Map<string, JsonObject>()
  const removed = new Set<string>()
  let counted = 0
  for (const { pair, action } of decided) {
    await store.dedupQueue.remove(tx, [pair.seq])
    // What an earlier decision has removed is gone here too.
    const facts = await bothOf(tx, store, pair)
    if (facts === null) continue
    counted += 1
    if (action === 'keep_both') continue
    const [survivor, other] =
      action === 'merge' ? [facts.existing, facts.candidate] : [facts.candidate, facts.existing]
    for (const [id, document] of await join(tx, store, survivor, other, action, now))
      upserted.set(id, document)
    upserted.delete(other.id ?? '')
    removed.add(other.id ?? '')
  }
  if (removed.size > 0) deps.onFacts(tx, { upserted, removed }, await archiveFacts(tx, store, now))
  return counted
}

const WHO = 'dedup'

/** `other` goes into `survivor`; documents that changed, by id. */
async function join(
  tx: Transaction,
  store: CharacterStore,
  survivor: FactRow,
  other: FactRow,
  action: 'merge' | 'replace',
  now: Moment,
): Promise<Map<string, JsonObject>> {
  const [id, otherId] = [survivor.id ?? '', other.id ?? '']
  const [own, gone] = [parseObject(survivor.doc) ?? {}, parseObject(other.doc) ?? {}]
  const sources = await store.facts.sources.of(tx, otherId)
  await store.facts.remove(tx, otherId)
  await store.facts.sources.add(tx, ...sources.map((source) => ({ ...source, factId: id })))
  const removal = {
    who: WHO,
    what: 'fact.joined',
    target: otherId,
    before: other.doc,
    after: null,
    cause: id,
  }
  await store.journal.append(tx, { at: now.instant, ...removal })

  const importance = integerOr(own['importance'], IMPORTANCE_DEFAULT)
  const chain = action === 'merge' ? [] : idsIn(gone['merged_from_ids'])
  const supersedes = idsIn(gone['supersedes'])
  const retracts = idsIn(gone['retracts'])
  const byUser = [survivor, other].some(({ source }) => source === 'user_observation')
  const changes = {
    merged_from_ids: unique([...idsIn(own['merged_from_ids']), ...chain, otherId]),
    importance:
      action === 'merge'
        ? Math.min(IMPORTANCE_MAX, importance + 1)
        : Math.max(importance, integerOr(gone['importance'], IMPORTANCE_DEFAULT)),
    // What the user said of it is now said of the survivor, and waits for stage 2 where it was not heard yet.
    ...(byUser && survivor.source === 'ai_disclosure' ? { source: 'user_observation' } : {}),
    ...(other.source === 'user_observation' && !other.signalProcessed ? { signal_processed: false } : {}),
    ...(supersedes.length > 0 ? { supersedes: unique([...idsIn(own['supersedes']), ...supersedes]) } : {}),
    ...(retracts.length > 0 ? { retracts: unique([...idsIn(own['retracts']), ...retracts]) } : {}),
  }
  const entry = { now, who: WHO, what: `fact.${action}`, cause: otherId }
  const changed = new Map([[id, await changeFact(tx, store, survivor, changes, entry)]])
  for (const old of supersedes) {
    const row = await store.facts.get(tx, old)
    if (row === undefined || parseObject(row.doc)?.['superseded_by'] !== otherId) continue
    changed.set(old, await changeFact(tx, store, row, { superseded_by: id }, { ...entry, cause: id }))
  }
  return changed
}

/** How many pairs were given up. */
async function countFailure(
  tx: Transaction,
  deps: DedupDeps,
  store: CharacterStore,
  pairs: readonly QueuedPair[],
): Promise<number> {
  const stored = new Set((await store.dedupQueue.list(tx)).map(({ seq }) => seq))
  let dropped = 0
  for (const { seq, doc, attempts } of pairs.filter((pair) => stored.has(pair.seq))) {
    if (attempts + 1 >= DUPLICATE_ATTEMPTS) {
      await store.dedupQueue.remove(tx, [seq])
      const entry = {
        who: WHO,
        what: 'duplicate.given_up',
        target: null,
        before: doc,
        after: null,
        cause: null,
      }
      await store.journal.append(tx, { at: deps.now().instant, ...entry })
      dropped += 1
      continue
    }
    const after = patchObject(doc, { resolve_attempts: attempts + 1 })
    await store.dedupQueue.update(tx, seq, after, dedupHot(parseObject(after) ?? {}))
  }
  return dropped
}

function textOf({ doc }: FactRow): string {
  return textField(parseObject(doc) ?? {}, 'text') ?? ''
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
