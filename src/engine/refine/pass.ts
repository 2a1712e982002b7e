/**
 * One pass of refining, for reflections and for the persona alike (reflections.md §11, persona.md §10): near rows are
 * put before a model, which may split, merge, reword or drop them. Without vectors nothing is near anything.
 */
import { integerOr, textField, type JsonObject } from '../document.ts'
import type { Vectors } from '../embedding/vectors.ts'
import type { Memory } from '../memories.ts'
import type { LifeModel, ModelContext, RefineAction, RefineMember } from '../model/memory-model.ts'
import type { Ids, Log, Moment, Sql, Transaction } from '../ports.ts'
import { clusterHash } from '../reflection/ids.ts'
import {
  REFINE_CLUSTERS_PER_PASS,
  REFINE_MAX_ATTEMPTS,
  REFINE_PAUSE_MS,
  REFINE_REVISIT_MS,
  SECOND_MS,
} from '../settings.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isCooledDown } from '../time/cooldown.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { clusterRows } from './cluster.ts'

/** A stored row that may be refined, or a fact that goes along read-only. */
export interface RefineRow {
  readonly kind: RefineMember['kind']
  readonly id: string
  readonly document: JsonObject
}

export interface RefineCluster {
  readonly entity: string
  readonly hash: string
  readonly members: readonly RefineRow[]
}

/** What reflections and persona do differently. */
export interface RefineSide {
  /** Rows by entity, entities in order; facts are members of no cluster of their own. */
  candidates(sql: Sql): Promise<ReadonlyMap<string, readonly RefineRow[]>>
  /** Carries out in order what may be carried out; how many actions that was. */
  apply(
    tx: Transaction,
    cluster: RefineCluster,
    actions: readonly RefineAction[],
    now: Moment,
  ): Promise<number>
  /** Sets `fields` on those rows of a cluster, its facts aside, that are still there. */
  mark(
    tx: Transaction,
    cluster: RefineCluster,
    fields: (document: JsonObject) => JsonObject,
    now: Moment,
  ): Promise<void>
}

export interface RefineDeps {
  readonly model: LifeModel
  readonly context: ModelContext
  readonly now: () => Moment
  readonly ids: Ids
  readonly log: Log
  readonly vectors?: Vectors | undefined
  /** Awaited now and then in long computations, so that replies get out. */
  readonly pause?: (() => Promise<void>) | undefined
}

export interface RefineReport {
  readonly clusters: number
  /** Clusters that were looked at and, where needed, changed. */
  readonly resolved: number
  readonly failed: number
}

/** At most `REFINE_CLUSTERS_PER_PASS` clusters, those first that were looked at longest ago; one call each. */
export async function refinePass(
  deps: RefineDeps,
  { name, store }: Pick<Memory, 'name' | 'store'>,
  side: RefineSide,
): Promise<RefineReport> {
  if (deps.vectors === undefined) return { clusters: 0, resolved: 0, failed: 0 }
  const due = await dueClusters(deps, deps.vectors, await side.candidates(store.db))
  let resolved = 0
  let failed = 0
  for (const cluster of due) {
    const input = { entity: cluster.entity, members: cluster.members.map(shown) }
    const answer = await deps.model.refineCluster(input, deps.context)
    if (!answer.ok && answer.error.code === 'cancelled') break
    const now = deps.now()
    await store.db.transaction(async (tx) => {
      if (!answer.ok) return side.mark(tx, cluster, (document) => attempt(document, now), now)
      const applied = await side.apply(tx, cluster, answer.value, now)
      // An answer of which nothing held is asked for again; an empty one says that all is well.
      if (applied === 0 && answer.value.length > 0) return
      const stamp = {
        last_refine_cluster_hash: cluster.hash,
        last_refine_at: toNaive(now),
        refine_attempts: 0,
      }
      await side.mark(tx, cluster, () => stamp, now)
    })
    if (answer.ok) resolved += 1
    else failed += 1
  }
  deps.log.write('debug', 'refine.pass', { character: name, clusters: due.length, resolved, failed })
  return { clusters: due.length, resolved, failed }
}

/** False for a row that failed too often and too lately. */
export function isRefinable(document: JsonObject, now: Moment): boolean {
  if (integerOr(document['refine_attempts'], 0) < REFINE_MAX_ATTEMPTS) return true
  return isCooledDown(document['last_refine_attempt_at'], REFINE_PAUSE_MS / SECOND_MS, now)
}

async function dueClusters(
  deps: RefineDeps,
  vectors: Vectors,
  candidates: ReadonlyMap<string, readonly RefineRow[]>,
): Promise<readonly RefineCluster[]> {
  const now = deps.now()
  const clusters: RefineCluster[] = []
  for (const [entity, rows] of candidates) {
    const embedded = rows.flatMap((row) => {
      const vector = vectors.stored(row.document)
      return vector === null ? [] : [{ row, vector }]
    })
    for (const members of await clusterRows(embedded, deps.pause)) {
      const hash = clusterHash(members)
      if (!isFresh(members, hash, now)) clusters.push({ entity, hash, members })
    }
  }
  const oldest = (cluster: RefineCluster): string =>
    own(cluster.members)
      .map(({ document }) => textField(document, 'last_refine_at') ?? '')
      .sort(compareCodePoints)[0] ?? ''
  return clusters
    .map((cluster) => ({ cluster, since: oldest(cluster) }))
    .sort((a, b) => compareCodePoints(a.since, b.since))
    .slice(0, REFINE_CLUSTERS_PER_PASS)
    .map(({ cluster }) => cluster)
}

/** True when every member was looked at in this company not long ago; facts alone always were. */
function isFresh(members: readonly RefineRow[], hash: string, now: Moment): boolean {
  return own(members).every(({ document }) => {
    const at = parseStamp(document['last_refine_at'], now.zone)
    const recent = at !== null && now.instant - at < REFINE_REVISIT_MS
    return recent && document['last_refine_cluster_hash'] === hash
  })
}

function own(members: readonly RefineRow[]): readonly RefineRow[] {
  return members.filter(({ kind }) => kind !== 'fact')
}

function attempt(document: JsonObject, now: Moment): JsonObject {
  return {
    refine_attempts: integerOr(document['refine_attempts'], 0) + 1,
    last_refine_attempt_at: toNaive(now),
  }
}

function shown({ kind, id, document }: RefineRow): RefineMember {
  const text = textField(document, 'text') ?? ''
  if (kind === 'fact') return { kind, id, text, importance: integerOr(document['importance'], 5) }
  if (kind === 'persona') return { kind, id, text }
  const [relationType, temporalScope] = [
    textField(document, 'relation_type'),
    textField(document, 'temporal_scope'),
  ]
  return { kind, id, text, relationType, temporalScope }
}
