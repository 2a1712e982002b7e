/** Every place beside the entries themselves that may hold the words: which of its rows do, and what becomes of them. */
import { isObject, parseJson, parseObject, patchObject } from '../document.ts'
import { saveDocument } from '../changes/save-document.ts'
import type { EntryTable, StoredEntry } from '../look/entry-row.ts'
import { readEntries, readSlice } from '../look/find-entry.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { decodeMessage, historyText } from '../recent/message.ts'
import { idsIn } from '../reflection/record.ts'
import type { CharacterStore } from '../store/character-store.ts'
import {
  deleteKeyed,
  rewriteKeyed,
  textRows,
  textSlice,
  type KeyedRow,
  type KeyedTable,
  type RowKey,
  type TextRow,
} from '../store/scrub.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { citedAs, tableOf, type Finder, type RowRule, type TurnName } from './finder.ts'
import { cleanDocument, cleanMemo, type Gone } from './redact.ts'

/** One place: finds the keys of its rows, and cleans those that hold the words indeed. */
export interface Scrub {
  find(finder: Finder): Promise<readonly RowKey[]>
  clean(tx: Transaction, keys: readonly RowKey[]): Promise<void>
}

export interface Scrubs {
  readonly all: readonly Scrub[]
  /** Changes that lost something while their journal was cleaned, and are out of reach from then on. */
  readonly sealed: ReadonlySet<number>
}

/** What is gone, and out of what. */
export interface ScrubInput {
  readonly gone: Gone
  readonly texts: readonly string[]
  readonly turns: ReadonlySet<TurnName>
}

export function scrubsFor(
  store: CharacterStore,
  { gone, texts, turns: going }: ScrubInput,
  { rawTurns, now }: { readonly rawTurns: boolean; readonly now: Moment },
): Scrubs {
  const turns = new Set([...going].map(citedAs))
  const asked = JSON.stringify([texts, [...gone.ids.all].sort(), [...turns].sort(), rawTurns])
  const hit = (...fields: readonly (string | null | undefined)[]): boolean =>
    fields.some((text) => typeof text === 'string' && gone.fragments.hit(text))
  const names = (text: string | null | undefined): boolean => gone.ids.named(text)
  const sealed = new Set<number>()
  const seal = ({ change_id: change }: TextRow): void => {
    if (typeof change === 'string') sealed.add(Number(change))
  }
  return { all: [...documents(), ...rows(), outbox(), events()], sealed }

  /** Documents that stay, in what they say beside themselves: histories, ids, names of others. */
  function documents(): Scrub[] {
    const cleaned = (entry: StoredEntry): string | null =>
      hit(entry.doc) || names(entry.doc) ? cleanDocument(entry.doc, gone) : null
    return (['facts', 'reflections', 'persona', 'corrections', 'shards'] as const).map((table) =>
      scrub({
        ...entryRule(table, asked),
        concerns: (entry) => cleaned(entry) !== null,
        async clean(tx, entry) {
          const doc = cleaned(entry)
          if (doc !== null) await saveDocument(tx, store, entry, doc, now)
        },
      }),
    )
  }

  function rows(): Scrub[] {
    const all: readonly Omit<TextScrub, 'asked'>[] = [
      {
        ...{ table: 'surfaced', columns: ['doc', 'reflection_id'] },
        verdict: goneWith(['reflection_id'], ['doc']),
      },
      {
        ...{ table: 'corrections', columns: ['doc'] },
        verdict: goneWith([], ['doc']),
      },
      {
        ...{ table: 'dedup_queue', columns: ['doc', 'candidate_id', 'existing_id'] },
        verdict: goneWith(['candidate_id', 'existing_id'], ['doc']),
      },
      {
        ...{ table: 'directives', columns: ['doc'] },
        verdict: goneWith([], ['doc']),
      },
      {
        ...{ table: 'fact_sources', columns: ['fact_id', 'turn_id', 'quote'] },
        verdict(row) {
          const quoted = rawTurns || turns.has(row['turn_id'] ?? '')
          return gone.ids.isColumn(row['fact_id']) || (quoted && hit(row['quote'])) ? 'delete' : null
        },
      },
      {
        ...{ table: 'persona_sections', columns: ['name', 'key_doc', 'raw', 'before', 'after'] },
        verdict: (row) =>
          hit(row['raw'], row['before'], row['after'])
            ? { ...row, raw: redacted(row['raw'], gone), before: '', after: '' }
            : null,
      },
      {
        ...{ table: 'envelopes', columns: ['before', 'after'] },
        verdict: (row) => (hit(row['before'], row['after']) ? { before: '', after: '' } : null),
      },
      {
        ...{ table: 'documents', columns: ['doc'] },
        verdict: (row) =>
          hit(row['doc']) || names(row['doc']) ? { doc: redacted(row['doc'], gone) ?? '' } : null,
      },
      {
        ...{ table: 'quarantine', columns: ['doc'] },
        verdict: (row) => (hit(row['doc']) || names(row['doc']) ? 'delete' : null),
      },
      { table: 'recent', columns: ['doc', 'turn_id'], verdict: recentVerdict },
      {
        ...{ table: 'time_indexed_compressed', columns: ['message'] },
        verdict(row) {
          const cleaned = memoIn(row['message'] ?? '', gone)
          return cleaned === null ? null : { message: cleaned }
        },
      },
      {
        ...{ table: 'ledger', columns: ['text'] },
        verdict: (row) => (hit(row['text']) ? { text: null } : null),
      },
      {
        ...{ table: 'refusals', columns: ['claim', 'turn_ids'] },
        verdict: (row) =>
          hit(row['claim']) || gone.says(row['claim'] ?? '') || (rawTurns && citesAny(row['turn_ids'], turns))
            ? 'delete'
            : null,
      },
      {
        // The request stays known, so that one that is sent again does not bring the turn back.
        ...{ table: 'idempotency', columns: ['body', 'headers'] },
        verdict: (row) =>
          hit(row['body'], row['headers']) ? { body: '{"forgotten":true}', headers: '{}' } : null,
      },
      {
        ...{ table: 'change_operations', columns: ['keys'] },
        verdict: (row) => (names(row['keys']) ? { keys: '[]' } : null),
      },
      {
        ...{ table: 'journal', columns: ['target', 'before', 'after', 'cause', 'change_id'] },
        verdict: goneWith(['target', 'cause', 'before', 'after'], ['before', 'after', 'target']),
        onDelete: seal,
      },
      {
        ...{ table: 'journal_rows', columns: ['change_id', 'source', 'entry', 'before', 'place'] },
        verdict: goneWith(['entry', 'before', 'place'], ['before', 'place', 'entry']),
        onDelete: seal,
      },
    ]
    return all.map((each) => textScrub({ ...each, asked }))
  }

  /** Deletes rows that name what is gone in one column, or say of it in another. */
  function goneWith(naming: readonly string[], saying: readonly string[]): (row: TextRow) => Verdict {
    return (row) =>
      naming.some(
        (column) => names(row[column]) || (holdsId.has(column) && gone.ids.isColumn(row[column])),
      ) || hit(...saying.map((column) => row[column]))
        ? 'delete'
        : null
  }

  function recentVerdict(row: TextRow): Verdict {
    const doc = row['doc'] ?? ''
    const turnId = row['turn_id'] ?? null
    if (turnId !== null && turns.has(turnId)) return 'delete'
    const value = parseJson(doc)
    const message = value === undefined ? null : decodeMessage(value as JsonValue) // what JSON.parse gives is JSON
    if (message?.type === 'system') {
      const cleaned = memoIn(doc, gone)
      return cleaned === null ? null : { doc: cleaned, turn_id: turnId }
    }
    // A line that an editor wrote has no turn any more, and may still be what was said.
    return rawTurns && gone.fragments.share(message === null ? doc : historyText(message)) > 0
      ? 'delete'
      : null
  }

  /** Finished work goes; work that waits goes on without the words. */
  function outbox(): Scrub {
    const turnsOf = (line: string): string[] => {
      const payload = parseObject(line)?.['payload']
      return isObject(payload) ? idsIn(payload['turn_ids']) : []
    }
    return scrub({
      ...textRule('outbox', ['line', 'op_id'], asked),
      concerns({ texts: { line } }) {
        return hit(line) || turnsOf(line ?? '').some((id) => turns.has(id))
      },
      async clean(tx, { key, texts: { line, op_id: operation } }) {
        const payload = parseObject(line ?? '')?.['payload']
        const done =
          typeof operation === 'string' &&
          (await tx.first(`SELECT 1 FROM outbox WHERE op_id = ? AND status = 'done'`, [operation])) !==
            undefined
        if (!isObject(payload) || done) {
          await tx.run('DELETE FROM outbox WHERE seq = ?1 OR (op_id IS NOT NULL AND op_id = ?2)', [
            key,
            operation ?? null,
          ])
          return
        }
        const messages: readonly unknown[] = Array.isArray(payload['messages']) ? payload['messages'] : []
        const left = messages.filter((message) => !gone.fragments.hit(JSON.stringify(message)))
        const ids = turnsOf(line ?? '').filter((id) => !turns.has(id))
        const fields = { ...payload, messages: left, turn_ids: ids }
        await tx.run('UPDATE outbox SET line = ? WHERE seq = ?', [
          patchObject(line ?? '', { payload: fields }),
          key,
        ])
      },
    })
  }

  /** Events of what is gone; the sentinel stays on the newest applied one. */
  function events(): Scrub {
    const each = scrub({
      ...textRule('events', ['line'], asked),
      concerns: ({ texts: { line } }) => names(line) || hit(line),
      clean: (tx, { key }) => deleteKeyed(tx, 'events', key),
    })
    return {
      find: each.find,
      async clean(tx, keys) {
        const sentinel = await store.events.sentinel.get(tx)
        const applied = await firstOf(tx, sentinel)
        await each.clean(tx, keys)
        if (applied === null || (await firstOf(tx, sentinel)) === applied) return
        const last = await tx.first<{ event_id: string; ts: string | null }>(
          'SELECT event_id, ts FROM events WHERE seq < ? AND event_id IS NOT NULL ORDER BY seq DESC LIMIT 1',
          [applied],
        )
        await store.events.sentinel.set(tx, last?.event_id ?? null, last?.ts ?? '')
      },
    }
  }
}

/** The place of the first event of an id; null where there is none. */
async function firstOf(sql: Sql, eventId: string | null): Promise<number | null> {
  const row = await sql.first<{ seq: number | null }>(
    'SELECT min(seq) AS seq FROM events WHERE event_id = ?',
    [eventId],
  )
  return row?.seq ?? null
}

/** Columns that hold nothing but an id. */
const holdsId: ReadonlySet<string> = new Set([
  'reflection_id',
  'candidate_id',
  'existing_id',
  'target',
  'entry',
])

/** `delete`, the columns as they are to be, or null for a row that stays. */
type Verdict = 'delete' | TextRow | null

interface TextScrub {
  readonly table: KeyedTable
  readonly columns: readonly string[]
  readonly asked: string
  readonly verdict: (row: TextRow) => Verdict
  readonly onDelete?: (row: TextRow) => void
}

function textScrub({ table, columns, asked, verdict, onDelete }: TextScrub): Scrub {
  return scrub({
    ...textRule(table, columns, asked),
    concerns: ({ texts }) => verdict(texts) !== null,
    async clean(tx, { key, texts }) {
      const decided = verdict(texts)
      if (decided === 'delete') {
        onDelete?.(texts)
        await deleteKeyed(tx, table, key)
      } else if (decided !== null) {
        await rewriteKeyed(tx, table, key, decided)
      }
    },
  })
}

interface Cleaning<Row> extends RowRule<Row> {
  read(sql: Sql, keys: readonly RowKey[]): Promise<readonly Row[]>
  /** The row as it is now, which the rule concerns. */
  clean(tx: Transaction, row: Row): Promise<void>
}

function scrub<Row>(rule: Cleaning<Row>): Scrub {
  return {
    find: (finder) => finder.rows(rule),
    async clean(tx, keys) {
      for (const row of await rule.read(tx, keys)) if (rule.concerns(row)) await rule.clean(tx, row)
    },
  }
}

function textRule(table: KeyedTable, columns: readonly string[], asked: string) {
  return {
    table,
    asked: `texts of ${table} ${asked}`,
    slice: (sql: Sql, after: RowKey | null, limit: number) => textSlice(sql, table, columns, after, limit),
    read: (sql: Sql, keys: readonly RowKey[]) => textRows(sql, table, columns, keys),
    keyOf: ({ key }: KeyedRow) => key,
  }
}

function entryRule(table: EntryTable, asked: string) {
  return {
    table: tableOf(table),
    asked: `documents of ${table} ${asked}`,
    slice: (sql: Sql, after: RowKey | null, limit: number) =>
      readSlice(sql, table, after === null ? Number.MIN_SAFE_INTEGER : Number(after), limit),
    read: (sql: Sql, keys: readonly RowKey[]) => readEntries(sql, table, keys.map(Number)),
    keyOf: ({ seq }: StoredEntry) => seq,
  }
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

function redacted(doc: string | null | undefined, gone: Gone): string | null {
  return typeof doc === 'string' ? (cleanDocument(doc, gone, []) ?? doc) : null
}

function citesAny(turnIds: string | null | undefined, gone: ReadonlySet<string>): boolean {
  const cited = parseJson(turnIds ?? '')
  return idsIn(cited).some((id) => gone.has(id))
}
