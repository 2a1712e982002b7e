/** What the actions of a refinement do to reflections (reflections.md §11). Pure. */
import { numberOrZero, textField, type JsonObject } from '../document.ts'
import { noVector } from '../embedding/stored.ts'
import type { RefineAction, RefineProduct } from '../model/memory-model.ts'
import type { Moment } from '../ports.ts'
import type { RefineRow } from '../refine/pass.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isBlank, trimSpace } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'
import { refinedReflectionId } from './ids.ts'
import { idsIn, normaliseReflection } from './record.ts'

export interface RefinedReflections {
  /** Ids that go. */
  readonly removed: ReadonlySet<string>
  /** New documents, in order. */
  readonly added: readonly JsonObject[]
  /** Fields that change, by id. */
  readonly changed: ReadonlyMap<string, JsonObject>
  /** Actions that were carried out. */
  readonly applied: number
}

/**
 * Carries the actions out in order on `members`, whose reflections are as they are stored now. An action that names
 * what is not there, was consumed by an earlier one, or is a fact, is left out.
 */
export function refineReflections(
  members: readonly RefineRow[],
  actions: readonly RefineAction[],
  now: Moment,
): RefinedReflections {
  const facts = new Set(members.filter(({ kind }) => kind === 'fact').map(({ id }) => id))
  // Reflections of the cluster that are still there.
  const rows = new Map(members.filter(({ kind }) => kind !== 'fact').map((row) => [row.id, row.document]))
  const removed = new Set<string>()
  const added = new Map<string, JsonObject>()
  const changed = new Map<string, JsonObject>()
  let applied = 0
  for (const action of actions) if (carryOut(action)) applied += 1
  return { removed, added: [...added.values()], changed, applied }

  function carryOut(action: RefineAction): boolean {
    switch (action.action) {
      case 'split':
        return split(action.sourceId, action.produce)
      case 'merge':
        return merge(action.sourceIds, action.absorbedFactIds, action.produce)
      case 'modify':
        return modify(action)
      case 'discard':
        return consume([action.sourceId])
    }
  }

  function split(sourceId: string, produce: readonly RefineProduct[]): boolean {
    const source = rows.get(sourceId)
    const texts = new Map(produce.filter(hasText).map((product) => [trimSpace(product.text), product]))
    if (source === undefined || texts.size < 2) return false
    const products = [...texts].map(([text, product]) =>
      productOf(text, product, source, {
        status: source['status'],
        source_fact_ids: source['source_fact_ids'],
        reinforcement: numberOrZero(source['reinforcement']) / texts.size,
      }),
    )
    return consume([sourceId], products)
  }

  function merge(sourceIds: readonly string[], absorbed: readonly string[], product: RefineProduct): boolean {
    if (sourceIds.some((id) => facts.has(id)) || !hasText(product)) return false
    const ids = [...new Set(sourceIds)].filter((id) => rows.has(id))
    const sources = ids.map((id) => rows.get(id)).filter((source) => source !== undefined)
    const [first] = sources
    if (first === undefined || sources.length < 2) return false
    const status = ranking.find((candidate) => sources.some((source) => source['status'] === candidate))
    const merged = productOf(trimSpace(product.text), product, first, {
      status: status ?? first['status'],
      source_fact_ids: unionOf([...sources.flatMap(factIdsOf), ...absorbed.filter((id) => facts.has(id))]),
      reinforcement: Math.max(...sources.map((source) => numberOrZero(source['reinforcement']))),
    })
    return consume(ids, [merged])
  }

  function modify(action: Extract<RefineAction, { action: 'modify' }>): boolean {
    const source = rows.get(action.sourceId)
    if (source === undefined || !hasText(action.produce)) return false
    const absorbed = action.absorbedFactIds.filter((id) => facts.has(id))
    const history: unknown = source['modification_history']
    const entry = {
      old_text: textField(source, 'text') ?? '',
      modified_at: toNaive(now),
      reason: isBlank(action.reason) ? 'refine_modify' : action.reason,
      absorbed_fact_ids: absorbed,
    }
    const fields: JsonObject = {
      text: trimSpace(action.produce.text),
      source_fact_ids: unionOf([...factIdsOf(source), ...absorbed]),
      modification_history: [...(Array.isArray(history) ? (history as readonly unknown[]) : []), entry],
      ...noVector,
    }
    changed.set(action.sourceId, { ...changed.get(action.sourceId), ...fields })
    rows.set(action.sourceId, { ...source, ...fields })
    return true
  }

  /** Takes the sources away and puts the products in; false where a source is gone or a product is there already. */
  function consume(ids: readonly string[], products: readonly JsonObject[] = []): boolean {
    const fresh = products.map((product) => [textField(product, 'id') ?? '', product] as const)
    if (ids.some((id) => !rows.has(id)) || fresh.some(([id]) => added.has(id))) return false
    for (const id of ids) {
      rows.delete(id)
      changed.delete(id)
      removed.add(id)
    }
    for (const [id, product] of fresh) added.set(id, product)
    return true
  }

  function productOf(
    text: string,
    product: RefineProduct,
    source: JsonObject,
    fields: JsonObject,
  ): JsonObject {
    const createdAt = toNaive(now)
    const document = {
      id: refinedReflectionId(text, createdAt),
      text,
      entity: source['entity'],
      created_at: createdAt,
      relation_type: product.relationType ?? source['relation_type'] ?? null,
      temporal_scope: product.temporalScope ?? source['temporal_scope'] ?? null,
      subject: source['subject'] ?? null,
      event_when_raw: source['event_when_raw'] ?? null,
      event_start_at: source['event_start_at'] ?? null,
      event_end_at: source['event_end_at'] ?? null,
      schema_version: source['schema_version'] ?? 1,
      ...fields,
    }
    return normaliseReflection(document) ?? document
  }
}

const ranking = ['promoted', 'confirmed', 'pending'] as const

function hasText({ text }: RefineProduct): boolean {
  return !isBlank(text)
}

function factIdsOf(document: JsonObject): string[] {
  return idsIn(document['source_fact_ids'])
}

function unionOf(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort(compareCodePoints)
}
