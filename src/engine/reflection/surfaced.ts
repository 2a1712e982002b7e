/** What was raised with the user, and what came of it: surfaced.json (reflections.md §5.2, §5.4). */
import { isQuiet } from '../changes/marks.ts'
import { parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import { activeDirectives } from '../facts/directives.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { SURFACE_COUNT, SURFACE_PAUSE_MS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { surfacedHot } from '../store/hot.ts'
import type { DocRow } from '../store/doc-table.ts'
import type { SurfacedHot } from '../store/reflections.ts'
import { casefold } from '../text/casefold.ts'
import { foldHan } from '../text/fold.ts'
import { toNaive } from '../time/stamp.ts'
import type { ReflectionDeps } from './deps.ts'
import { isTerminal } from './record.ts'
import { changeReflections, reflectionsOf } from './rows.ts'
import { selectFollowups } from './surface.ts'

/** A row of surfaced.json. */
export interface Surfaced {
  readonly seq: number
  readonly doc: string
  readonly document: JsonObject
  readonly reflectionId: string | null
}

/** Pending reflections that a proactive message may ask about now, whole documents; nothing is stored. */
export async function followupTopics(
  deps: Pick<ReflectionDeps, 'now' | 'ids'>,
  { store }: Pick<Memory, 'store'>,
): Promise<JsonObject[]> {
  const now = deps.now()
  const pending = (await reflectionsOf(store.db, store, 'pending')).map(({ document }) => document)
  // What the user asked to leave alone is not raised, whatever speaks for it (facts.md §12.2).
  const banned = (await activeDirectives(store.db, store, now.instant)).map(({ term }) => folded(term))
  const free = pending.filter((entry) => {
    if (isQuiet(entry, now.instant)) return false
    const { text } = entry
    const said = typeof text === 'string' ? folded(text) : ''
    return !banned.some((term) => said.includes(term))
  })
  return selectFollowups(free, { now, count: SURFACE_COUNT, draw: () => deps.ids.uniform() })
}

/**
 * Notes that these were raised just now: each waits before it is raised again, and the user's next words are its
 * feedback. Ids that are no (longer) active reflections get a row too, as in the contract; it has no text to ask
 * about.
 */
export async function recordSurfaced(
  deps: Pick<ReflectionDeps, 'now' | 'onReflections'>,
  memory: Pick<Memory, 'store'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await changeReflections(deps, memory, 'surface', async (writes) => {
    const { tx, store, now } = writes
    const known = await surfacedAbout(tx, store, ids)
    const until = toNaive({ ...now, instant: now.instant + SURFACE_PAUSE_MS })
    for (const id of new Set(ids)) {
      const found = await writes.get(id)
      const reflection = found === null || isTerminal(found.document['status']) ? null : found
      if (reflection !== null) {
        await writes.patch(reflection, { next_eligible_at: until }, { what: 'reflection.surfaced' })
      }
      const row = known.find((candidate) => candidate.reflectionId === id)
      const fresh = { surfaced_at: toNaive(now), feedback: null }
      const text = reflection === null ? null : textField(reflection.document, 'text')
      if (row === undefined) {
        const document = { reflection_id: id, text: text ?? '', ...fresh }
        await store.surfaced.insert(tx, [{ doc: JSON.stringify(document), ...surfacedHot(document) }])
      } else {
        await patchSurfaced(tx, store, row, text === null ? fresh : { text, ...fresh })
      }
    }
  })
}

/** Rows that wait for an answer, in file order. */
export async function openSurfaced(sql: Sql, store: CharacterStore): Promise<Surfaced[]> {
  return (await store.surfaced.open(sql)).flatMap(surfacedOf).filter(isOpen)
}

/** Rows of these reflections, whatever came of them, in file order. */
export async function surfacedAbout(
  sql: Sql,
  store: CharacterStore,
  ids: Iterable<string>,
): Promise<Surfaced[]> {
  return (await store.surfaced.of(sql, [...ids])).flatMap(surfacedOf)
}

function surfacedOf({ seq, doc, reflectionId }: DocRow<SurfacedHot>): Surfaced[] {
  const document = parseObject(doc)
  return document === null ? [] : [{ seq, doc, document, reflectionId }]
}

/** True while the user has not been asked about it, or has not answered. */
export function isOpen(row: Surfaced): boolean {
  return row.document['feedback'] === null || row.document['feedback'] === undefined
}

export async function patchSurfaced(
  tx: Transaction,
  store: CharacterStore,
  row: Surfaced,
  changes: JsonObject,
): Promise<void> {
  const doc = patchObject(row.doc, changes)
  await store.surfaced.update(tx, row.seq, doc, surfacedHot(parseObject(doc) ?? {}))
}

/** Closes the open rows of one reflection (§5.4, single). */
export async function closeSurfaced(
  tx: Transaction,
  store: CharacterStore,
  id: string,
  feedback: 'denied',
  now: Moment,
): Promise<void> {
  for (const row of await surfacedAbout(tx, store, [id])) {
    if (isOpen(row)) await mark(tx, store, row, feedback, now)
  }
}

/** Marks as confirmed what is open or was confirmed, for several reflections (§5.4, batch). */
export async function confirmSurfaced(
  tx: Transaction,
  store: CharacterStore,
  ids: ReadonlySet<string>,
  now: Moment,
): Promise<void> {
  if (ids.size === 0) return
  for (const row of await surfacedAbout(tx, store, ids)) {
    const before = row.document['feedback']
    if (isOpen(row) || before === 'confirmed' || before === 'auto_confirmed') {
      await mark(tx, store, row, 'confirmed', now)
    }
  }
}

async function mark(
  tx: Transaction,
  store: CharacterStore,
  row: Surfaced,
  feedback: string,
  now: Moment,
): Promise<void> {
  await patchSurfaced(tx, store, row, { feedback, feedback_at: toNaive(now) })
}

/** Case and script set aside, so that a ban in one spelling holds for the other. */
function folded(text: string): string {
  return foldHan(casefold(text.normalize('NFKC')))
}
