/** One entry with where it came from, what may be changed on it, and whether it is told or recalled. */
import type { EntryDetail, EntryKey, EntrySource } from '../browser-api.ts'
import { editableFields, editableStatuses } from '../changes/edit-rules.ts'
import { isTruthy, parseObject, textField, type JsonObject } from '../document.ts'
import type { Core } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql } from '../ports.ts'
import { isContested, isDisproved } from '../recall/hard-filter.ts'
import { isSuperseded } from '../recall/pool.ts'
import { decodeMessage, historyText } from '../recent/message.ts'
import { idsIn, isTerminal } from '../reflection/record.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { isBlank } from '../text/whitespace.ts'
import { shownEntries } from './context-preview.ts'
import { documentOf, keyOf, rowOf, textOf, type StoredEntry } from './entry-row.ts'
import { findEntry } from './find-entry.ts'
import { FORGOTTEN_ROLE } from '../store/time-index.ts'

/** Fails with `unknown_entry` for a key that names nothing, and for a row that cannot be read. */
export async function entryDetail(
  core: Core,
  memory: Memory,
  key: EntryKey,
  now: Moment,
): Promise<Result<EntryDetail>> {
  const { store } = memory
  const stored = await findEntry(store.db, key)
  const document = stored === null ? null : documentOf(stored)
  if (stored === null || document === null) return fail('unknown_entry', `no ${key.kind} ${key.id}`)
  return ok({
    row: rowOf(stored, document, now),
    raw: stored.doc,
    sources: await sourcesOf(store.db, store, stored),
    supersededBy: successorOf(stored, document),
    supersedes: stored.kind === 'fact' ? idsIn(document['supersedes']).map(factKey) : [],
    editable: editableFields(stored, document),
    statuses: editableStatuses(stored, document),
    rendered: await rendered(core, memory, stored, document),
    recallable: recallable(stored, document, now),
  })
}

/** The turns that a fact was read from, earliest first, with what is still stored of them. */
async function sourcesOf(sql: Sql, store: CharacterStore, stored: StoredEntry): Promise<EntrySource[]> {
  if (stored.kind !== 'fact' || stored.id === null) return []
  const cited = await store.facts.sources.of(sql, stored.id)
  const turns = await store.timeIndex.byTurnIds(
    sql,
    cited.map(({ turnId }) => turnId),
  )
  const byId = new Map(turns.map((turn) => [turn.turnId, turn]))
  return cited
    .map(({ turnId, quote, instant }): EntrySource => {
      const turn = byId.get(turnId)
      return {
        turnId,
        quote: quote ?? '',
        at: turn?.instant ?? instant,
        turn: turn === undefined || turn.role === FORGOTTEN_ROLE ? null : saidIn(turn.message),
      }
    })
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

function saidIn(doc: string): EntrySource['turn'] {
  const document = parseObject(doc)
  // A parsed document is JSON.
  const message = document === null ? null : decodeMessage(document as JsonValue)
  return message === null ? null : { role: message.type, text: historyText(message) }
}

/** A fact that took its place; for a reflection the one that it was merged into. */
function successorOf({ kind }: StoredEntry, document: JsonObject): EntryKey | null {
  const by = textField(document, kind === 'fact' ? 'superseded_by' : 'absorbed_into')
  if (by === null || by === '') return null
  if (kind === 'fact') return factKey(by)
  return kind === 'reflection'
    ? { kind: document['status'] === 'merged' ? 'persona' : 'reflection', id: by }
    : null
}

function factKey(id: string): EntryKey {
  return { kind: 'fact', id }
}

/** Whether the next conversation is told it; facts and turns are recalled instead. */
async function rendered(
  core: Core,
  memory: Memory,
  stored: StoredEntry,
  document: JsonObject,
): Promise<EntryDetail['rendered']> {
  if (stored.archived) return no('archived')
  if (stored.kind !== 'persona' && stored.kind !== 'reflection') return no('not_rendered')
  if (stored.kind === 'reflection' && isTerminal(document['status'])) return no(endOf(document))
  const { kind, id } = keyOf(stored)
  return (await shownEntries(core, memory)).get(`${kind} ${id}`) ?? no('not_rendered')
}

/** Whether recall may find it. Archived facts are found by their words. */
function recallable(stored: StoredEntry, document: JsonObject, now: Moment): EntryDetail['recallable'] {
  const { kind } = stored
  if (kind !== 'fact' && (kind !== 'reflection' || stored.archived)) return no('not_in_pool')
  if (isBlank(textOf(kind, document))) return no('not_in_pool')
  if (kind === 'reflection' && isTerminal(document['status'])) return no(endOf(document))
  if (isSuperseded(document)) return no('superseded')
  if (isTruthy(document['suppress'])) return no('resting')
  if (isTruthy(document['protected'])) return no('protected')
  if (isContested(document) && isDisproved(document, now)) return no('negative_score')
  return { yes: true, why: stored.archived ? 'archived' : 'in_pool' }
}

/** How a reflection ended (reflections.md §6). */
function endOf(document: JsonObject): string {
  switch (document['status']) {
    case 'denied':
    case 'promote_blocked':
      return 'denied'
    case 'archived':
      return 'archived'
    default:
      return 'superseded'
  }
}

function no(why: string): { readonly yes: false; readonly why: string } {
  return { yes: false, why }
}
