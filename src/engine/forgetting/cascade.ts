/**
 * Forgetting, in one transaction: the entries and their copies, what was built on them, and every place that holds their
 * words: sources, full-text index, the index of recall, queues, what was raised, outbox, events, ledger, refusals,
 * journal, quarantine, recent memory, replies that were kept, and, asked for separately, the turns themselves.
 */
import { patchObject, isObject, parseJson, parseObject } from '../document.ts'
import { TAKEN_BACK } from '../facts/correct.ts'
import { factColumns } from '../facts/hot.ts'
import { NEEDS_REVIEW, reviewReasons } from '../changes/marks.ts'
import { saveDocument } from '../changes/save-document.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { findEntry } from '../look/find-entry.ts'
import type { Moment, Transaction } from '../ports.ts'
import { idsIn } from '../reflection/record.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { FORGOTTEN_ROLE } from '../store/time-index.ts'
import { forgetSnapshot } from '../store/recall-snapshot.ts'
import type { RowKey } from '../store/scrub.ts'
import type { Terms } from '../facts/ground.ts'
import { MEMO_SHARED_TERMS, RELEARN_SHARE } from '../settings.ts'
import { stripNames } from '../text/stop-names.ts'
import { placeOf, textsOf } from './entry-texts.ts'
import { citedAs, turnNameOf, type Finder, type TurnName } from './finder.ts'
import { GoneIds } from './gone-ids.ts'
import { idsOfKind, type ForgetPlan } from './plan.ts'
import type { Gone } from './redact.ts'
import { scrubsFor, type Scrub } from './scrubs.ts'

export interface DecisionOptions {
  readonly rawTurns: boolean
  readonly removeDerived: boolean
  readonly terms: Terms
  readonly names: readonly string[]
}

export interface CascadeOptions extends DecisionOptions {
  readonly now: Moment
  /** The change that the transaction is. */
  readonly changeId: number
}

export interface Cascade {
  readonly gone: Gone
  /** Entries that are gone, those that are to be made anew among them. */
  readonly removed: readonly StoredEntry[]
  /** Derived entries that went, were taken away to be made anew, or were flagged. */
  readonly derived: number
  readonly turns: number
  /** Turns of which nothing may be learned any more, or not what was forgotten. */
  readonly turnIds: readonly string[]
}

/** What goes, what stays with a flag, and what must not be left of it. */
export interface Decision {
  readonly removed: readonly StoredEntry[]
  readonly flagged: readonly StoredEntry[]
  /** Turns that go. */
  readonly turns: ReadonlySet<TurnName>
  readonly gone: Gone
  /** What the fragments of `gone` were made of. */
  readonly texts: readonly string[]
}

export async function decideForgetting(
  plan: ForgetPlan,
  finder: Finder,
  options: DecisionOptions,
): Promise<Decision> {
  const { rawTurns, removeDerived } = options
  const removed = [
    ...plan.entries.filter(({ kind }) => kind !== 'turn'),
    ...plan.rebuilt,
    ...plan.flagged.filter((entry) => removeDerived || plan.literal.has(entry)),
  ]
  const flagged = plan.flagged.filter((entry) => !removed.includes(entry))
  const turnsAsked = new Set(plan.entries.filter(({ kind }) => kind === 'turn').map(turnNameOf))
  const turns = plan.turns.filter(({ name }) => rawTurns || turnsAsked.has(name))
  const going = new Set(turns.map(({ name }) => name))
  const ids = new GoneIds([...removed.flatMap(({ id }) => id ?? []), ...plan.joined])
  const texts = [...plan.texts, ...removed.flatMap((entry) => textsOf(entry))]
  // What other memories and other turns say too was not only said here. Turns that stay although they say it are no
  // reason to leave its words anywhere else.
  const own = rawTurns ? going : new Set(plan.turns.map(({ name }) => name))
  const fragments = await finder.fragments(texts, { entries: new Set(removed.map(placeOf)), turns: own })
  return { removed, flagged, turns: going, texts, gone: { fragments, ids, says: sayer(texts, options) } }
}

export async function carryOutForgetting(
  tx: Transaction,
  store: CharacterStore,
  plan: ForgetPlan,
  finder: Finder,
  options: CascadeOptions,
): Promise<Cascade> {
  const { now, changeId } = options
  const decision = await decideForgetting(plan, finder, options)
  const { removed, flagged, turns, gone } = decision
  const scrubs = scrubsFor(store, decision, options)
  // All of it is looked for before anything is written.
  const keys = new Map<Scrub, readonly RowKey[]>()
  for (const scrub of scrubs.all) keys.set(scrub, await scrub.find(finder))

  await releaseSources(tx, store, removed, now)
  for (const entry of removed) await removeEntry(tx, store, entry)
  for (const id of plan.joined) await store.facts.remove(tx, TAKEN_BACK + id)
  await blankTurns(tx, store, turns)
  for (const entry of flagged) await flag(tx, store, entry, now, gone.ids.all)
  for (const [scrub, rows] of keys) await scrub.clean(tx, rows)
  // Images of what was just written.
  await tx.run('DELETE FROM journal_rows WHERE change_id = ?', [changeId])
  await store.changes.seal(tx, [...scrubs.sealed, changeId])
  await forgetSnapshot(tx)
  const asked = plan.entries.filter(({ kind }) => kind !== 'turn').length
  return {
    gone,
    removed,
    derived: removed.length + flagged.length - asked,
    turns: turns.size,
    turnIds: plan.turns.map(({ name }) => citedAs(name)),
  }
}

/** Facts that reflections had absorbed wait for the next reflection again. */
async function releaseSources(
  tx: Transaction,
  store: CharacterStore,
  removed: readonly StoredEntry[],
  now: Moment,
): Promise<void> {
  const going = new Set(idsOfKind(removed, 'fact'))
  for (const entry of removed) {
    if (entry.kind !== 'reflection') continue
    for (const id of idsIn((documentOf(entry) ?? {})['source_fact_ids'])) {
      const row = going.has(id) ? undefined : await store.facts.get(tx, id)
      if (row === undefined || row.archived || !row.absorbed) continue
      const doc = patchObject(row.doc, { absorbed: false })
      await store.facts.update(tx, id, doc, factColumns(parseObject(doc) ?? {}, now.zone))
    }
  }
}

async function removeEntry(tx: Transaction, store: CharacterStore, entry: StoredEntry): Promise<void> {
  const { table, seq, id } = entry
  switch (table) {
    case 'facts':
      await tx.run('DELETE FROM facts WHERE seq = ?', [seq])
      if (id === null) return
      await store.facts.remove(tx, id)
      await store.facts.remove(tx, TAKEN_BACK + id)
      return
    case 'reflections':
      await store.reflections.remove(tx, [seq])
      return
    case 'persona':
      await store.persona.entries.remove(tx, [seq])
      return
    case 'corrections':
      await store.corrections.remove(tx, [seq])
      return
    case 'shards':
      await tx.run('DELETE FROM archive_entries WHERE seq = ?', [seq])
      return
    case 'turns':
      return
  }
}

/**
 * A turn keeps its place, time and id: rows that were read are counted by place, and a page that sends the turn late
 * must not bring it back.
 */
async function blankTurns(
  tx: Transaction,
  store: CharacterStore,
  turns: ReadonlySet<TurnName>,
): Promise<void> {
  for (const turn of turns) {
    await store.timeIndex.blank(tx, turn)
    const source = citedAs(turn)
    await tx.run(
      `UPDATE fact_sources SET quote = '' WHERE turn_id = ? AND quote <> ''
      AND NOT EXISTS (SELECT 1 FROM fact_sources s WHERE s.fact_id = fact_sources.fact_id
        AND s.turn_id = fact_sources.turn_id AND s.quote = '')`,
      [source],
    )
    await tx.run(`DELETE FROM fact_sources WHERE turn_id = ? AND quote <> ''`, [source])
  }
}

/** What was built on it and stays: the user is to look at it, and it names nothing that is gone. */
async function flag(
  tx: Transaction,
  store: CharacterStore,
  entry: StoredEntry,
  now: Moment,
  ids: ReadonlySet<string>,
): Promise<void> {
  const stored = await findEntry(tx, keyOf(entry))
  const document = stored === null ? null : documentOf(stored)
  if (stored === null || document === null || !isObject(parseJson(stored.doc))) return
  // An id would hold a hash of what was forgotten, so the reason has no name.
  const reasons = reviewReasons(document).filter((id) => !ids.has(id))
  const doc = patchObject(stored.doc, { [NEEDS_REVIEW]: [...new Set([...reasons, FORGOTTEN_ROLE])] })
  await saveDocument(tx, store, stored, doc, now)
}

/** Whether a sentence has most terms of one of the statements, in whatever order. */
function sayer(texts: readonly string[], { terms, names }: DecisionOptions): (sentence: string) => boolean {
  const statements = texts
    .map((text) => new Set(terms(stripNames(text, names))))
    .filter((set) => set.size > 0)
  return (sentence) => {
    const said = new Set(terms(stripNames(sentence, names)))
    return statements.some((statement) => {
      let shared = 0
      for (const term of statement) if (said.has(term)) shared += 1
      return shared >= MEMO_SHARED_TERMS && shared / Math.min(statement.size, said.size) >= RELEARN_SHARE
    })
  }
}
