/**
 * Append-only tables: the reference's logs (outbox, events) and Omoide's own (journal, ledger, refusals,
 * quarantine), and the answers already given (idempotency).
 */
import { parseObject, textField } from '../document.ts'
import type { Instant, Sql } from '../ports.ts'
import { LEDGER_REPEAT_ROWS } from '../settings.ts'
import { changesTable } from './change-log.ts'
import { insertRows } from './insert-rows.ts'
import { documentsTable } from './documents.ts'

// ---------------------------------------------------------------------------------------- outbox.ndjson

export interface OutboxLine {
  readonly seq: number
  readonly line: string
  /** Null for a line that cannot be read; it is kept and skipped. */
  readonly opId: string | null
  readonly status: string | null
}

export const outboxTable = {
  async append(sql: Sql, ...rows: readonly { opId: string; status: string; line: string }[]): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO outbox (line, op_id, status)',
      rows.map((row) => [row.line, row.opId, row.status]),
    )
  },
  /** Lines in file order. */
  async lines(sql: Sql): Promise<OutboxLine[]> {
    const rows = await sql.all<{ seq: number; line: string; op_id: string | null; status: string | null }>(
      'SELECT seq, line, op_id, status FROM outbox ORDER BY seq',
    )
    return rows.map((row) => ({ seq: row.seq, line: row.line, opId: row.op_id, status: row.status }))
  },
  /** Lines of one operation, in file order (index `outbox_op`). */
  async linesOf(sql: Sql, opId: string): Promise<string[]> {
    const rows = await sql.all<{ line: string }>('SELECT line FROM outbox WHERE op_id = ? ORDER BY seq', [
      opId,
    ])
    return rows.map(({ line }) => line)
  },
  async count(sql: Sql): Promise<number> {
    return (await sql.first<{ n: number }>('SELECT count(*) AS n FROM outbox'))?.n ?? 0
  },
  async clear(sql: Sql): Promise<void> {
    await sql.run('DELETE FROM outbox')
  },
}

// ---------------------------------------------------------------------------------------- events.ndjson

/** The names that the reference knows (maintenance.md §4.1); its replay stops at any other. */
export const eventTypes = [
  'fact.added',
  'fact.absorbed',
  'fact.archived',
  'reflection.synthesized',
  'reflection.state_changed',
  'reflection.surfaced',
  'reflection.rebutted',
  'reflection.evidence_updated',
  'persona.fact_added',
  'persona.fact_mentioned',
  'persona.suppressed',
  'persona.evidence_updated',
  'persona.entry_updated',
  'correction.queued',
  'correction.resolved',
] as const

export type EventType = (typeof eventTypes)[number]

export interface EventRow {
  readonly seq: number
  readonly line: string
  readonly eventId: string | null
  readonly type: string | null
  readonly ts: string | null
}

type StoredEvent = {
  seq: number
  line: string
  event_id: string | null
  type: string | null
  ts: string | null
}

export const eventsTable = {
  async append(
    sql: Sql,
    ...events: readonly { eventId: string; type: EventType; ts: string; line: string }[]
  ): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO events (line, event_id, type, ts)',
      events.map((event) => [event.line, event.eventId, event.type, event.ts]),
    )
  },
  async list(sql: Sql): Promise<EventRow[]> {
    return (await sql.all<StoredEvent>('SELECT seq, line, event_id, type, ts FROM events ORDER BY seq')).map(
      eventRow,
    )
  },
  /** The newest `limit` lines, newest first. */
  async newest(sql: Sql, limit: number): Promise<EventRow[]> {
    const rows = await sql.all<StoredEvent>(
      'SELECT seq, line, event_id, type, ts FROM events ORDER BY seq DESC LIMIT ?',
      [limit],
    )
    return rows.map(eventRow)
  },
  /** Events of a type whose line holds `text` somewhere, in file order. */
  async naming(sql: Sql, type: EventType, text: string): Promise<EventRow[]> {
    const rows = await sql.all<StoredEvent>(
      'SELECT seq, line, event_id, type, ts FROM events WHERE type = ? AND instr(line, ?) > 0 ORDER BY seq',
      [type, text],
    )
    return rows.map(eventRow)
  },
  async clear(sql: Sql): Promise<void> {
    await sql.run('DELETE FROM events')
  },
  /**
   * Events behind the first one of that id; all of them when the id is null or unknown (maintenance.md §4.4). Lines
   * that cannot be read and events without an id are left out.
   */
  async after(sql: Sql, eventId: string | null): Promise<EventRow[]> {
    const rows = await sql.all<StoredEvent>(
      `SELECT seq, line, event_id, type, ts FROM events
       WHERE event_id IS NOT NULL
         AND seq > coalesce((SELECT min(seq) FROM events WHERE event_id = ?), 0) ORDER BY seq`,
      [eventId],
    )
    return rows.map(eventRow)
  },
  async afterSentinel(sql: Sql): Promise<EventRow[]> {
    return eventsTable.after(sql, await eventsTable.sentinel.get(sql))
  },
  /** Whether the newest event is another than the last applied one. */
  async hasUnapplied(sql: Sql): Promise<boolean> {
    const newest = await sql.first<{ event_id: string }>(
      'SELECT event_id FROM events WHERE event_id IS NOT NULL ORDER BY seq DESC LIMIT 1',
    )
    return newest !== undefined && newest.event_id !== (await eventsTable.sentinel.get(sql))
  },
  sentinel: {
    /** `last_applied_event_id`; null when missing or of the wrong shape. */
    async get(sql: Sql): Promise<string | null> {
      const doc = await documentsTable.get(sql, 'events_applied')
      const parsed = doc === null ? null : parseObject(doc)
      return parsed === null ? null : textField(parsed, 'last_applied_event_id')
    },
    async set(sql: Sql, eventId: string | null, ts: string): Promise<void> {
      await documentsTable.put(sql, 'events_applied', JSON.stringify({ last_applied_event_id: eventId, ts }))
    },
  },
}

function eventRow(row: StoredEvent): EventRow {
  return { seq: row.seq, line: row.line, eventId: row.event_id, type: row.type, ts: row.ts }
}

// ---------------------------------------------------------------------------------------------- journal

/** One change: who did what to which row, with the documents before and after, and why (design.md §4). */
export interface JournalEntry {
  readonly at: Instant
  readonly who: string
  readonly what: string
  readonly target: string | null
  readonly before: string | null
  readonly after: string | null
  /** What led to it: an operation id, a turn id, an event id. */
  readonly cause: string | null
}

/** An entry in its place; `changeId` is null in rows from before changes had ids. */
export type JournalRow = JournalEntry & { readonly seq: number; readonly changeId: number | null }

const JOURNAL =
  'SELECT seq, instant AS at, who, what, target, before, after, cause, change_id AS changeId FROM journal'
type StoredJournal = {
  seq: number
  at: number
  who: string
  what: string
  target: string | null
  before: string | null
  after: string | null
  cause: string | null
  changeId: number | null
}

export const journalTable = {
  /** Writes entries down as part of the change that is being made. */
  async append(sql: Sql, ...entries: readonly JournalEntry[]): Promise<void> {
    const change = await changesTable.current(sql)
    await insertRows(
      sql,
      'INSERT INTO journal (instant, who, what, target, before, after, cause, change_id)',
      entries.map((entry) => [
        entry.at,
        entry.who,
        entry.what,
        entry.target,
        entry.before,
        entry.after,
        entry.cause,
        change,
      ]),
    )
  },
  /** The newest `limit` entries, oldest first. */
  async list(sql: Sql, limit = -1): Promise<JournalRow[]> {
    return (await sql.all<StoredJournal>(`${JOURNAL} ORDER BY seq DESC LIMIT ?`, [limit])).reverse()
  },
  async get(sql: Sql, seq: number): Promise<JournalRow | undefined> {
    return sql.first<StoredJournal>(`${JOURNAL} WHERE seq = ?`, [seq])
  },
  async ofTarget(sql: Sql, target: string): Promise<JournalRow[]> {
    return sql.all<StoredJournal>(`${JOURNAL} WHERE target = ? ORDER BY seq`, [target])
  },
  async ofChange(sql: Sql, change: number): Promise<JournalRow[]> {
    return sql.all<StoredJournal>(`${JOURNAL} WHERE change_id = ? ORDER BY seq`, [change])
  },
}

// ----------------------------------------------------------------------------------------------- ledger

/** One call of a model. Memory text: in no export and in no log. */
export interface LedgerRow {
  readonly instant: Instant
  readonly purpose: string
  readonly tier: string | null
  readonly origin: string | null
  readonly model: string | null
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  readonly ms: number | null
  readonly outcome: string
  /** The text that left the device. */
  readonly text: string | null
}

export const ledgerTable = {
  async append(sql: Sql, ...rows: readonly LedgerRow[]): Promise<void> {
    await insertRows(
      sql,
      `INSERT INTO ledger (instant, purpose, tier, origin, model, tokens_in, tokens_out, ms, outcome, text)`,
      rows.map((row) => [
        row.instant,
        row.purpose,
        row.tier,
        row.origin,
        row.model,
        row.tokensIn,
        row.tokensOut,
        row.ms,
        row.outcome,
        row.text,
      ]),
    )
  },
  /** Whether the call is among the newest; its text may be gone since. */
  async has(sql: Sql, row: LedgerRow): Promise<boolean> {
    const newest = `SELECT * FROM ledger ORDER BY seq DESC LIMIT ${String(LEDGER_REPEAT_ROWS)}`
    const found = await sql.first(
      `SELECT 1 FROM (${newest}) WHERE instant = ? AND purpose = ? AND tier IS ? AND origin IS ? AND model IS ?
         AND tokens_in IS ? AND tokens_out IS ? AND ms IS ? AND outcome = ?`,
      [
        ...[row.instant, row.purpose, row.tier, row.origin, row.model],
        ...[row.tokensIn, row.tokensOut, row.ms, row.outcome],
      ],
    )
    return found !== undefined
  },
  /** The newest `limit` calls, oldest first. */
  async list(sql: Sql, limit = -1): Promise<(LedgerRow & { readonly seq: number })[]> {
    const rows = await sql.all<{ seq: number } & Record<keyof LedgerRow, never>>(
      `SELECT seq, instant, purpose, tier, origin, model, tokens_in AS tokensIn, tokens_out AS tokensOut, ms,
         outcome, text FROM ledger ORDER BY seq DESC LIMIT ?`,
      [limit],
    )
    return rows.reverse()
  },
}

// --------------------------------------------------------------------------------------------- refusals

/** A claimed fact that was not admitted. */
export interface Refusal {
  readonly instant: Instant
  readonly claim: string
  readonly reason: string
  readonly turnIds: readonly string[]
}

export const refusalsTable = {
  async append(sql: Sql, ...refusals: readonly Refusal[]): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO refusals (instant, claim, reason, turn_ids)',
      refusals.map((refusal) => [
        refusal.instant,
        refusal.claim,
        refusal.reason,
        JSON.stringify(refusal.turnIds),
      ]),
    )
  },
  /** The newest `limit` refusals, oldest first. */
  async list(sql: Sql, limit = -1): Promise<(Refusal & { readonly seq: number })[]> {
    const rows = await sql.all<{
      seq: number
      instant: number
      claim: string
      reason: string
      turn_ids: string
    }>('SELECT seq, instant, claim, reason, turn_ids FROM refusals ORDER BY seq DESC LIMIT ?', [limit])
    return rows.reverse().map((row) => ({
      seq: row.seq,
      instant: row.instant,
      claim: row.claim,
      reason: row.reason,
      // Written by append above, as a list of strings.
      turnIds: JSON.parse(row.turn_ids) as string[],
    }))
  },
}

// ------------------------------------------------------------------------------------------ idempotency

/** The answer to a request that was carried out, so that a repeated one is answered and not repeated. */
export interface StoredAnswer {
  readonly key: string
  readonly status: number
  /** JSON object of header names and values. */
  readonly headers: string
  readonly body: string
  readonly instant: Instant
}

export const idempotencyTable = {
  async get(sql: Sql, key: string): Promise<StoredAnswer | undefined> {
    return sql.first<{ key: string; status: number; headers: string; body: string; instant: number }>(
      'SELECT key, status, headers, body, instant FROM idempotency WHERE key = ?',
      [key],
    )
  },
  async put(sql: Sql, answer: StoredAnswer): Promise<void> {
    await sql.run(
      `INSERT INTO idempotency (key, status, headers, body, instant) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (key) DO NOTHING`,
      [answer.key, answer.status, answer.headers, answer.body, answer.instant],
    )
  },
  /** Forgets answers older than `before`. */
  async prune(sql: Sql, before: Instant): Promise<number> {
    return sql.run('DELETE FROM idempotency WHERE instant < ?', [before])
  },
}

// ------------------------------------------------------------------------------------------- quarantine

/** Something stored or imported that cannot be read: set aside, reported, never overwritten. */
export interface QuarantinedDoc {
  readonly instant: Instant | null
  readonly table: string
  readonly rowSeq: number | null
  readonly doc: string
  readonly reason: string
}

export const quarantineTable = {
  async add(sql: Sql, ...docs: readonly QuarantinedDoc[]): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO quarantine (instant, table_name, row_seq, doc, reason)',
      docs.map((entry) => [entry.instant, entry.table, entry.rowSeq, entry.doc, entry.reason]),
    )
  },
  async list(sql: Sql): Promise<(QuarantinedDoc & { readonly seq: number })[]> {
    const rows = await sql.all<{
      seq: number
      instant: number | null
      table_name: string
      row_seq: number | null
      doc: string
      reason: string
    }>('SELECT seq, instant, table_name, row_seq, doc, reason FROM quarantine ORDER BY seq')
    return rows.map((row) => ({
      seq: row.seq,
      instant: row.instant,
      table: row.table_name,
      rowSeq: row.row_seq,
      doc: row.doc,
      reason: row.reason,
    }))
  },
}
