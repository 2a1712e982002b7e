/** The queue of contradictions (persona.md §7.1): a new statement beside the entry that it may contradict. */
import { isTruthy, integerOr, parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { CORRECTION_ATTEMPTS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { correctionHot } from '../store/hot.ts'
import { toNaive } from '../time/stamp.ts'

export interface Contradiction {
  readonly oldText: string
  readonly newText: string
  /** Key of the section. */
  readonly entity: string
}

/** An item that can be asked about, in its place. */
export interface QueuedCorrection extends Contradiction {
  readonly seq: number
  readonly doc: string
  /** Its place in the whole queue, by which a question and its answer name it. */
  readonly index: number
}

/** Puts it at the end; false when the very same is there already. */
export async function queueCorrection(
  tx: Transaction,
  store: CharacterStore,
  { oldText, newText, entity }: Contradiction,
  now: Moment,
): Promise<boolean> {
  const rows = await store.corrections.list(tx)
  const known = rows.some((row) => {
    const item = parseObject(row.doc) ?? {}
    return item['old_text'] === oldText && item['new_text'] === newText && item['entity'] === entity
  })
  if (known) return false
  const item: JsonObject = { old_text: oldText, new_text: newText, entity, created_at: toNaive(now) }
  const doc = JSON.stringify(item)
  await store.corrections.insert(tx, [{ doc, ...correctionHot(item) }])
  await store.journal.append(tx, {
    at: now.instant,
    who: 'persona',
    what: 'correction.queued',
    target: `persona:${entity}`,
    before: null,
    after: doc,
    cause: null,
  })
  return true
}

/** Items that may be asked about, in order: with both texts, and not asked about in vain too often. */
export async function openCorrections(sql: Sql, store: CharacterStore): Promise<QueuedCorrection[]> {
  return (await store.corrections.list(sql)).flatMap(({ seq, doc }, index) => {
    const item = parseObject(doc) ?? {}
    const oldText = textField(item, 'old_text') ?? ''
    const newText = textField(item, 'new_text') ?? ''
    if (oldText === '' || newText === '' || attemptsOf(item) >= CORRECTION_ATTEMPTS) return []
    const entity = isTruthy(item['entity']) ? (textField(item, 'entity') ?? 'master') : 'master'
    return [{ seq, doc, index, oldText, newText, entity }]
  })
}

/** Of `items`, those that are still in the queue as they were. */
export async function stillQueued(
  tx: Transaction,
  store: CharacterStore,
  items: readonly QueuedCorrection[],
): Promise<QueuedCorrection[]> {
  const docs = new Map((await store.corrections.list(tx)).map((row) => [row.seq, row.doc]))
  return items.filter((item) => docs.get(item.seq) === item.doc)
}

/** Counts an answer that could not be used; at the fifth an item goes. How many went. */
export async function countFailure(
  tx: Transaction,
  store: CharacterStore,
  items: readonly QueuedCorrection[],
  now: Moment,
): Promise<number> {
  let dropped = 0
  for (const item of await stillQueued(tx, store, items)) {
    const attempts = attemptsOf(parseObject(item.doc) ?? {}) + 1
    if (attempts < CORRECTION_ATTEMPTS) {
      const doc = patchObject(item.doc, { resolve_attempts: attempts })
      await store.corrections.update(tx, item.seq, doc, correctionHot(parseObject(doc) ?? {}))
      continue
    }
    dropped += 1
    await removeCorrection(tx, store, item, 'correction.dropped', now)
  }
  return dropped
}

export async function removeCorrection(
  tx: Transaction,
  store: CharacterStore,
  item: QueuedCorrection,
  what: 'correction.dropped' | 'correction.resolved',
  now: Moment,
): Promise<void> {
  await store.corrections.remove(tx, [item.seq])
  await store.journal.append(tx, {
    at: now.instant,
    who: 'persona',
    what,
    target: `persona:${item.entity}`,
    before: item.doc,
    after: null,
    cause: null,
  })
}

function attemptsOf(item: JsonObject): number {
  return integerOr(item['resolve_attempts'], 0)
}
