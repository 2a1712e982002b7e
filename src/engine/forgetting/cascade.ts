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
import { decodeMessage, historyText } from '../recent/message.ts'
import { idsIn } from '../reflection/record.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { FORGOTTEN_ROLE } from '../store/time-index.ts'
import { scrubTable } from '../store/scrub.ts'
import { forgetSnapshot } from '../store/recall-snapshot.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import type { Terms } from '../facts/ground.ts'
import { MEMO_SHARED_TERMS, RELEARN_SHARE } from '../settings.ts'
import { stripNames } from '../text/stop-names.ts'
import { Fragments } from './fragments.ts'
import { allOf, dismissEntries, idsOfKind, placeOf, textsOf, turnText, type ForgetPlan } from './plan.ts'
import { cleanDocument, cleanMemo, type Gone } from './redact.ts'

export interface CascadeOptions {
  readonly rawTurns: boolean
  readonly removeDerived: boolean
  readonly now: Moment
  readonly terms: Terms
  readonly names: readonly string[]
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

export async function carryOutForgetting(
  tx: Transaction,
  store: CharacterStore,
  plan: ForgetPlan,
  options: CascadeOptions,
): Promise<Cascade> {
  const { rawTurns, removeDerived, now } = options
  const removed = [
    ...plan.entries.filter(({ kind }) => kind !== 'turn'),
    ...plan.rebuilt,
    ...plan.flagged.filter((entry) => removeDerived || plan.literal.has(entry)),
  ]
  const flagged = plan.flagged.filter((entry) => !removed.includes(entry))
  const turnsAsked = new Set(idsOfKind(plan.entries, 'turn'))
  const turns = plan.turns.filter(({ turnId }) => rawTurns || turnsAsked.has(turnId))
  const turnIds = new Set(turns.map(({ turnId }) => turnId))
  const ids = new Set([...removed.flatMap(({ id }) => id ?? []), ...plan.joined])
  const texts = [...plan.texts, ...removed.flatMap((entry) => textsOf(entry))]
  const gone: Gone = { fragments: new Fragments(texts), ids, says: sayer(texts, options) }
  await dismissWhatStays(tx, gone.fragments, removed, turnIds, plan, rawTurns)

  await releaseSources(tx, store, removed, now)
  for (const entry of removed) await removeEntry(tx, store, entry)
  for (const id of plan.joined) await store.facts.remove(tx, TAKEN_BACK + id)
  await blankTurns(tx, store, turnIds)
  for (const entry of flagged) await flag(tx, store, entry, now, ids)
  await scrub(tx, store, gone, turnIds, rawTurns, options)
  await forgetSnapshot(tx)
  const asked = plan.entries.filter(({ kind }) => kind !== 'turn').length
  return {
    gone,
    removed,
    derived: removed.length + flagged.length - asked,
    turns: turns.length,
    turnIds: plan.turns.map(({ turnId }) => turnId),
  }
}

/** What other memories and other turns say too was not only said here. */
async function dismissWhatStays(
  tx: Transaction,
  fragments: Fragments,
  removed: readonly StoredEntry[],
  turnIds: ReadonlySet<string>,
  plan: ForgetPlan,
  rawTurns: boolean,
): Promise<void> {
  const going = new Set(removed.map(placeOf))
  await dismissEntries(tx, fragments, (entry) => !going.has(placeOf(entry)))
  const own = new Set(plan.turns.map(({ turnId }) => turnId))
  for (const turn of await allOf(tx, 'turns')) {
    const id = turn.id ?? `row:${String(turn.seq)}`
    // Turns that stay although they say it are no reason to leave its words anywhere else.
    if (rawTurns ? turnIds.has(id) : own.has(id)) continue
    fragments.dismiss(turnText(turn))
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
  turnIds: ReadonlySet<string>,
): Promise<void> {
  for (const turnId of turnIds) {
    const row = /^row:(\d+)$/.exec(turnId)?.[1]
    await store.timeIndex.blank(tx, row === undefined ? turnId : Number(row))
    await tx.run(
      `UPDATE fact_sources SET quote = '' WHERE turn_id = ? AND quote <> ''
      AND NOT EXISTS (SELECT 1 FROM fact_sources s WHERE s.fact_id = fact_sources.fact_id
        AND s.turn_id = fact_sources.turn_id AND s.quote = '')`,
      [turnId],
    )
    await tx.run(`DELETE FROM fact_sources WHERE turn_id = ? AND quote <> ''`, [turnId])
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

type Texts = readonly (string | null | undefined)[]
type Hit = (...texts: Texts) => boolean
type Names = (text: string | null | undefined) => boolean

/** Whether a text names one of the ids, as a word of its own. */
function naming(ids: ReadonlySet<string>): Names {
  if (ids.size === 0) return () => false
  const escaped = [...ids].map((id) => id.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'))
  const named = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_-])`, 'u')
  return (text) => typeof text === 'string' && named.test(text)
}

/** Every other place that may hold the words, table by table. */
async function scrub(
  tx: Transaction,
  store: CharacterStore,
  gone: Gone,
  turnIds: ReadonlySet<string>,
  rawTurns: boolean,
  { now, changeId }: CascadeOptions,
): Promise<void> {
  const hit: Hit = (...texts) => texts.some((text) => typeof text === 'string' && gone.fragments.hit(text))
  const names = naming(gone.ids)

  // Documents that stay, in what they say beside themselves: histories, ids, names of others.
  for (const table of ['facts', 'reflections', 'persona', 'corrections', 'shards'] as const) {
    for (const entry of await allOf(tx, table)) {
      if (!hit(entry.doc) && !names(entry.doc)) continue
      const doc = cleanDocument(entry.doc, gone)
      if (doc !== null) await saveDocument(tx, store, entry, doc, now)
    }
  }
  await scrubTable(tx, 'surfaced', ['doc', 'reflection_id'], (row) =>
    names(row['reflection_id']) || hit(row['doc']) ? 'delete' : null,
  )
  await scrubTable(tx, 'corrections', ['doc'], (row) => (hit(row['doc']) ? 'delete' : null))
  await scrubTable(tx, 'dedup_queue', ['doc', 'candidate_id', 'existing_id'], (row) =>
    names(row['candidate_id']) || names(row['existing_id']) || hit(row['doc']) ? 'delete' : null,
  )
  await scrubTable(tx, 'directives', ['doc'], (row) => (hit(row['doc']) ? 'delete' : null))
  await scrubTable(tx, 'fact_sources', ['fact_id', 'turn_id', 'quote'], (row) =>
    !rawTurns && !turnIds.has(row['turn_id'] ?? '')
      ? names(row['fact_id'])
        ? 'delete'
        : null
      : names(row['fact_id']) || hit(row['quote'])
        ? 'delete'
        : null,
  )
  await scrubTable(tx, 'persona_sections', ['name', 'key_doc', 'raw', 'before', 'after'], (row) =>
    hit(row['raw'], row['before'], row['after'])
      ? { ...row, raw: redacted(row['raw'], gone), before: '', after: '' }
      : null,
  )
  await scrubTable(tx, 'envelopes', ['before', 'after'], (row) =>
    hit(row['before'], row['after']) ? { before: '', after: '' } : null,
  )
  await scrubTable(tx, 'documents', ['doc'], (row) =>
    hit(row['doc']) || names(row['doc']) ? { doc: redacted(row['doc'], gone) ?? '' } : null,
  )
  await scrubTable(tx, 'quarantine', ['doc'], (row) =>
    hit(row['doc']) || names(row['doc']) ? 'delete' : null,
  )

  await scrubRecent(tx, gone, turnIds, rawTurns)
  await scrubTable(tx, 'time_indexed_compressed', ['message'], (row) => {
    const cleaned = memoIn(row['message'] ?? '', gone)
    return cleaned === null ? null : { message: cleaned }
  })
  await scrubOutbox(tx, store, gone, turnIds)
  await scrubEvents(tx, store, hit, names)

  await scrubTable(tx, 'ledger', ['text'], (row) => (hit(row['text']) ? { text: null } : null))
  await scrubTable(tx, 'refusals', ['claim', 'turn_ids'], (row) =>
    hit(row['claim']) || gone.says(row['claim'] ?? '') || (rawTurns && citesAny(row['turn_ids'], turnIds))
      ? 'delete'
      : null,
  )
  // The request stays known, so that one that is sent again does not bring the turn back.
  await scrubTable(tx, 'idempotency', ['body', 'headers'], (row) =>
    hit(row['body'], row['headers']) ? { body: '{"forgotten":true}', headers: '{}' } : null,
  )
  await scrubTable(tx, 'change_operations', ['keys'], (row) => (names(row['keys']) ? { keys: '[]' } : null))

  await scrubJournal(tx, store, hit, names, changeId)
}

/** Journal and images of rows, those of this very transaction too; changes that lose any are out of reach. */
async function scrubJournal(
  tx: Transaction,
  store: CharacterStore,
  hit: Hit,
  names: Names,
  changeId: number,
): Promise<void> {
  const sealed = new Set([changeId])
  const seal = (id: string | null | undefined): 'delete' => {
    if (typeof id === 'string') sealed.add(Number(id))
    return 'delete'
  }
  await scrubTable(tx, 'journal', ['target', 'before', 'after', 'cause', 'change_id'], (row) =>
    names(row['target']) ||
    names(row['cause']) ||
    names(row['before']) ||
    names(row['after']) ||
    hit(row['before'], row['after'], row['target'])
      ? seal(row['change_id'])
      : null,
  )
  await scrubTable(tx, 'journal_rows', ['change_id', 'source', 'entry', 'before', 'place'], (row) =>
    row['change_id'] === String(changeId) ||
    names(row['entry']) ||
    names(row['before']) ||
    names(row['place']) ||
    hit(row['before'], row['place'], row['entry'])
      ? seal(row['change_id'])
      : null,
  )
  await store.changes.seal(tx, [...sealed])
}

async function scrubRecent(
  tx: Transaction,
  gone: Gone,
  turnIds: ReadonlySet<string>,
  rawTurns: boolean,
): Promise<void> {
  await scrubTable(tx, 'recent', ['doc', 'turn_id'], (row) => {
    const doc = row['doc'] ?? ''
    if (row['turn_id'] !== null && turnIds.has(row['turn_id'] ?? '')) return 'delete'
    const value = parseJson(doc)
    const message = value === undefined ? null : decodeMessage(value as JsonValue) // what JSON.parse gives is JSON
    if (message?.type === 'system') {
      const cleaned = memoIn(doc, gone)
      return cleaned === null ? null : { doc: cleaned, turn_id: row['turn_id'] ?? null }
    }
    // A line that an editor wrote has no turn any more, and may still be what was said.
    return rawTurns && gone.fragments.share(message === null ? doc : historyText(message)) > 0
      ? 'delete'
      : null
  })
}

/** The document of a memo without the sentences that say it; null when none does. */
function memoIn(doc: string, gone: Gone): string | null {
  const value = parseJson(doc)
  const data = isObject(value) ? value['data'] : null
  if (!isObject(value) || !isObject(data) || typeof data['content'] !== 'string') {
    return gone.fragments.hit(doc) ? (cleanDocument(doc, gone, ['type']) ?? '""') : null
  }
  const cleaned = cleanMemo(data['content'], gone)
  return cleaned === null ? null : JSON.stringify({ ...value, data: { ...data, content: cleaned } })
}

/** Finished work goes; work that waits goes on without the words. */
async function scrubOutbox(
  tx: Transaction,
  store: CharacterStore,
  gone: Gone,
  turnIds: ReadonlySet<string>,
): Promise<void> {
  const lines = await store.outbox.lines(tx)
  const done = new Set(
    lines.flatMap(({ status, opId }) => (status === 'done' && opId !== null ? [opId] : [])),
  )
  for (const { seq, line, opId } of lines) {
    const record = parseObject(line)
    const payload = record?.['payload']
    const ids = isObject(payload) ? idsIn(payload['turn_ids']) : []
    if (!gone.fragments.hit(line) && !ids.some((id) => turnIds.has(id))) continue
    if (record === null || !isObject(payload) || (opId !== null && done.has(opId))) {
      await tx.run('DELETE FROM outbox WHERE seq = ? OR (op_id IS NOT NULL AND op_id = ?)', [seq, opId])
      continue
    }
    const messages: readonly unknown[] = Array.isArray(payload['messages']) ? payload['messages'] : []
    const left = messages.filter((message) => !gone.fragments.hit(JSON.stringify(message)))
    const fields = { ...payload, messages: left, turn_ids: ids.filter((id) => !turnIds.has(id)) }
    await tx.run('UPDATE outbox SET line = ? WHERE seq = ?', [patchObject(line, { payload: fields }), seq])
  }
}

/** Events of what is gone; the sentinel stays on the newest applied one. */
async function scrubEvents(tx: Transaction, store: CharacterStore, hit: Hit, names: Names): Promise<void> {
  const sentinel = await store.events.sentinel.get(tx)
  const before = await store.events.list(tx)
  const place = before.findIndex(({ eventId }) => eventId !== null && eventId === sentinel)
  const kept = new Set<number>()
  for (const { seq, line } of before) {
    if (!names(line) && !hit(line)) kept.add(seq)
    else await tx.run('DELETE FROM events WHERE seq = ?', [seq])
  }
  if (place < 0 || kept.has(before[place]?.seq ?? 0)) return
  const last = before.slice(0, place).findLast(({ seq, eventId }) => kept.has(seq) && eventId !== null)
  await store.events.sentinel.set(tx, last?.eventId ?? null, last?.ts ?? '')
}

/** Whether a sentence has most terms of one of the statements, in whatever order. */
function sayer(texts: readonly string[], { terms, names }: CascadeOptions): (sentence: string) => boolean {
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

function redacted(doc: string | null | undefined, gone: Gone): string | null {
  return typeof doc === 'string' ? (cleanDocument(doc, gone, []) ?? doc) : null
}

function citesAny(turnIds: string | null | undefined, gone: ReadonlySet<string>): boolean {
  const cited = parseJson(turnIds ?? '')
  return idsIn(cited).some((id) => gone.has(id))
}
