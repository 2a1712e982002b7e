/** Confirming and promoting by evidence, while powerful memory is on (reflections.md §8, §9). */
import { integerOr, isTruthy, parseObject, textField, type JsonObject } from '../document.ts'
import { evidenceOf } from '../evidence/apply.ts'
import { writeEvidence } from '../evidence/dispatch.ts'
import { evidenceScore } from '../evidence/score.ts'
import { isEntity } from '../facts/validate.ts'
import type { Memory } from '../memories.ts'
import type { Observation, PromotionDecision } from '../model/memory-model.ts'
import type { Moment, Sql, TokenCounter, Transaction } from '../ports.ts'
import { messageOf } from '../result.ts'
import {
  CONFIRMED_SCORE,
  PROMOTE_MAX_ATTEMPTS,
  PROMOTE_PAUSE_MS,
  PROMOTE_POOL_TOKENS,
  PROMOTED_SCORE,
  SECOND_MS,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isBlank } from '../text/whitespace.ts'
import { isCooledDown } from '../time/cooldown.ts'
import { toNaive } from '../time/stamp.ts'
import { archiveFinished } from './archive.ts'
import type { ReflectionDeps } from './deps.ts'
import { allReflections, changeReflections, reflectionsOf, type Reflection } from './rows.ts'
import { changeStatus, changeStatusJournaled } from './status.ts'
import { confirmSurfaced } from './surfaced.ts'

/** The persona as promotion writes to it (persona.md §5), prepared with cards and names before a transaction. */
export interface PersonaWrites {
  add(
    tx: Transaction,
    fact: {
      readonly text: string
      readonly entity: string
      readonly source: 'reflection' | 'reflection_time_driven'
      readonly sourceId: string
    },
    now: Moment,
  ): Promise<'added' | 'rejected_card' | 'queued'>
  /** `evidence` is the reflection, whose evidence the entry takes over by the rule of the greater. */
  merge(
    tx: Transaction,
    merge: {
      readonly targetId: string
      readonly mergedText: string
      readonly evidence: JsonObject
      readonly reflectionId: string
    },
    now: Moment,
  ): Promise<'merged' | 'noop' | 'not_found'>
}

export interface PromotionDeps extends ReflectionDeps {
  readonly persona: () => Promise<PersonaWrites>
}

export type PromotionOutcome =
  | 'promoted'
  | 'merged'
  | 'denied'
  /** Contradicts something in the persona; stays confirmed until that is resolved. */
  | 'queued_correction'
  | 'invalid_target'
  /** In its pause, or the model gave no usable decision. */
  | 'skip_retry_pending'
  | 'blocked'
  | 'no_longer_eligible'

export interface PromotionReport {
  readonly confirmed: readonly string[]
  readonly outcomes: ReadonlyMap<string, PromotionOutcome>
}

/** One pass: what has earned it is confirmed, then each confirmed one that has earned more is decided on in turn. */
export async function promoteByScore(deps: PromotionDeps, memory: Memory): Promise<PromotionReport> {
  const confirmed = await confirmByScore(deps, memory)
  const now = deps.now()
  const due = (await reflectionsOf(memory.store.db, memory.store, 'confirmed')).filter((reflection) =>
    isPromotable(reflection, now),
  )
  const outcomes = new Map<string, PromotionOutcome>()
  for (const reflection of due) {
    if (deps.context.signal?.aborted === true) break
    try {
      outcomes.set(reflection.id, await promoteWithMerge(deps, memory, reflection))
    } catch (error) {
      // One that fails does not hold up the others.
      deps.log.write('error', 'reflections.promotion_failed', {
        character: memory.name,
        reflection: reflection.id,
        error: messageOf(error),
      })
    }
  }
  return { confirmed, outcomes }
}

/** Ids of pending reflections that are confirmed now. */
async function confirmByScore(deps: PromotionDeps, memory: Memory): Promise<readonly string[]> {
  return changeReflections(deps, memory, WHO, async (writes) => {
    const { tx, store, now } = writes
    const ids: string[] = []
    for (const { id, document } of await reflectionsOf(tx, store, 'pending')) {
      if (evidenceScore(document, now) < CONFIRMED_SCORE) continue
      const fields = { confirmed_at: toNaive(now) }
      await changeStatus(writes, { id, from: 'pending', to: 'confirmed', fields })
      ids.push(id)
    }
    await confirmSurfaced(tx, store, new Set(ids), now)
    if (ids.length > 0) await archiveFinished(deps, writes)
    return ids
  })
}

/** The decision about one confirmed reflection; the model is asked between two transactions. */
export async function promoteWithMerge(
  deps: PromotionDeps,
  memory: Memory,
  snapshot: Reflection,
): Promise<PromotionOutcome> {
  const { id } = snapshot
  if (isPausing(snapshot.document, deps.now())) return 'skip_retry_pending'
  const begun = await begin(deps, memory, id)
  if (begun.outcome !== null) return begun.outcome
  const { reflection, pool } = begun
  const observation = observationOf(reflection, deps.now())
  const entity = isEntity(reflection.document['entity']) ? reflection.document['entity'] : 'relationship'
  const answer = await deps.model.decidePromotion({ reflection: observation, entity, pool }, deps.context)
  if (!answer.ok) return 'skip_retry_pending'
  return carryOut(deps, memory, id, answer.value, pool)
}

const WHO = 'promotion'

type Begun =
  | { readonly outcome: 'no_longer_eligible' | 'skip_retry_pending' | 'blocked' }
  | { readonly outcome: null; readonly reflection: Reflection; readonly pool: readonly Observation[] }

/** Looks again, and counts the attempt in the same breath: two passes never ask about one reflection at once. */
async function begin(deps: PromotionDeps, memory: Memory, id: string): Promise<Begun> {
  return changeReflections<Begun>(deps, memory, WHO, async (writes) => {
    const { tx, store, now } = writes
    const reflection = await writes.get(id)
    if (reflection === null || !isPromotable(reflection, now)) return { outcome: 'no_longer_eligible' }
    if (isPausing(reflection.document, now)) return { outcome: 'skip_retry_pending' }
    const attempts = integerOr(reflection.document['promote_attempt_count'], 0)
    if (attempts >= PROMOTE_MAX_ATTEMPTS) {
      const block = { id, from: 'confirmed', to: 'promote_blocked', reason: 'llm_unavailable' } as const
      await changeStatusJournaled(writes, deps.ids, block)
      return { outcome: 'blocked' }
    }
    const target = { targetType: 'reflection', targetId: id } as const
    const evidence = (entry: JsonObject): JsonObject => ({
      ...evidenceOf(entry),
      last_promote_attempt_at: toNaive(now),
      promote_attempt_count: attempts + 1,
    })
    await writeEvidence(tx, store, target, { source: 'promote_attempt', evidence }, now, deps.ids)
    writes.touched(id)
    return { outcome: null, reflection, pool: await poolOf(tx, store, reflection, now, deps.tokens) }
  })
}

async function carryOut(
  deps: PromotionDeps,
  memory: Memory,
  id: string,
  decision: PromotionDecision,
  pool: readonly Observation[],
): Promise<PromotionOutcome> {
  const persona = await deps.persona()
  return changeReflections<PromotionOutcome>(deps, memory, WHO, async (writes) => {
    const { tx, store, now } = writes
    const reflection = await writes.get(id)
    if (reflection === null || !isPromotable(reflection, now)) return 'no_longer_eligible'
    const change = { id, from: 'confirmed' } as const
    switch (decision.action) {
      case 'promote_fresh': {
        const added = await persona.add(tx, personaFact(reflection, 'reflection'), now)
        if (added === 'queued') return 'queued_correction'
        if (added === 'added') {
          await changeStatusJournaled(writes, deps.ids, { ...change, to: 'promoted' })
          return 'promoted'
        }
        const reason = 'rejected_by_persona_add:rejected_card'
        await changeStatusJournaled(writes, deps.ids, { ...change, to: 'denied', reason })
        return 'denied'
      }
      case 'merge_into': {
        const { targetId, mergedText } = decision
        // Only an entry that was shown: the protected ones were not, and ids can be made up.
        const shown = pool.some(({ promptId }) => promptId === targetId)
        const entryId = personaIdOf(targetId)
        if (!shown || entryId === null || isBlank(mergedText)) return 'invalid_target'
        const evidence = reflection.document
        const merge = { targetId: entryId, mergedText, evidence, reflectionId: id }
        if ((await persona.merge(tx, merge, now)) === 'not_found') return 'invalid_target'
        await changeStatusJournaled(writes, deps.ids, { ...change, to: 'merged', absorbedInto: entryId })
        await confirmSurfaced(tx, store, new Set([id]), now)
        return 'merged'
      }
      case 'reject': {
        const because = { reason: 'llm_merge_rejected', explanation: decision.reason }
        await changeStatusJournaled(writes, deps.ids, { ...change, to: 'denied', ...because })
        return 'denied'
      }
    }
  })
}

/** What goes into the persona of a reflection. */
export function personaFact<Source extends 'reflection' | 'reflection_time_driven'>(
  { id, document }: Reflection,
  source: Source,
): { text: string; entity: string; source: Source; sourceId: string } {
  return {
    text: textField(document, 'text') ?? '',
    entity: textField(document, 'entity') ?? 'relationship',
    source,
    sourceId: id,
  }
}

function isPromotable({ document }: Reflection, now: Moment): boolean {
  return document['status'] === 'confirmed' && evidenceScore(document, now) >= PROMOTED_SCORE
}

function isPausing(document: JsonObject, now: Moment): boolean {
  return !isCooledDown(document['last_promote_attempt_at'], PROMOTE_PAUSE_MS / SECOND_MS, now)
}

/** The id behind `persona.<entity>.`, dots included; null for a target of another form. */
function personaIdOf(targetId: string): string | null {
  const id = /^persona\.[^.]*\.(.+)$/su.exec(targetId)?.[1]
  return id ?? null
}

/**
 * What the reflection is held against: entries of its own entity that are not protected, then settled reflections,
 * in file order, as far as they fit the budget.
 */
async function poolOf(
  sql: Sql,
  store: CharacterStore,
  reflection: Reflection,
  now: Moment,
  tokens: TokenCounter,
): Promise<readonly Observation[]> {
  const entity = textField(reflection.document, 'entity') ?? 'relationship'
  const entries = (await store.persona.entries.inSection(sql, entity)).flatMap((row): Observation[] => {
    const entry = parseObject(row.doc)
    if (row.id === null || entry === null || isTruthy(entry['protected'])) return []
    const text = textField(entry, 'text') ?? ''
    return [{ promptId: `persona.${entity}.${row.id}`, text, score: evidenceScore(entry, now) }]
  })
  const reflections = (await allReflections(sql, store)).filter(
    ({ id, document }) =>
      id !== reflection.id &&
      document['entity'] === entity &&
      (document['status'] === 'confirmed' || document['status'] === 'promoted'),
  )
  const pool = [...entries, ...reflections.map((other) => observationOf(other, now))].filter(
    ({ text }) => !isBlank(text),
  )
  let spent = 0
  const over = pool.findIndex(({ promptId, text, score }) => {
    spent += tokens.count(`[${promptId}] "${text}" (evidence_score=${score.toFixed(2)})\n`)
    return spent > PROMOTE_POOL_TOKENS
  })
  return over < 0 ? pool : pool.slice(0, over)
}

function observationOf({ id, document }: Reflection, now: Moment): Observation {
  return {
    promptId: `reflection.${id}`,
    text: textField(document, 'text') ?? '',
    score: evidenceScore(document, now),
  }
}
