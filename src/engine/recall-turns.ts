/**
 * The turn index of each open memory: made from the newest rows of the time index when a question first needs it, then
 * carried on by what was said since. A turn is shown only while it is in the store as it was found, nothing was learned
 * from it (a memory says it better, or was corrected, taken back or kept from being raised), and it was not forgotten.
 */
import { readSetting } from './app-settings.ts'
import { sourceOfRow, spoken } from './facts/turns.ts'
import { isForgottenClaim } from './forgetting/tombstones.ts'
import type { Memory } from './memories.ts'
import { createMutex, type Mutex } from './mutex.ts'
import type { EngineDeps, Sql } from './ports.ts'
import { createTurnIndex, type FindTurns, type FoundTurn, type TurnIndex } from './recall/raw-turns.ts'
import { RAW_TURN_SLICE, RAW_TURNS_HELD, RAW_TURNS_SHOWN } from './settings.ts'
import { idList } from './store/insert-rows.ts'
import { type TimeRow, timeIndexTable } from './store/time-index.ts'
import { createAnalyzer } from './text/analyzer.ts'
import type { TimeWindow } from './time/window.ts'

export interface RecallTurns {
  /** Looks through the turns of one memory; finds nothing while the user does not want it. */
  of(memory: Memory): FindTurns
}

interface Held {
  index: TurnIndex
  /** The last row that was looked at. */
  upTo: number
  /** Of the journal: what caused a change, and the last row that was read. */
  readonly causes: Set<string>
  journalUpTo: number
  readonly lock: Mutex
}

/** `namesOf`: names that say nothing about what a turn tells (facts.md §5). */
export function createRecallTurns(
  deps: Pick<EngineDeps, 'settings' | 'letRepliesOut'>,
  namesOf: (character: string) => Promise<readonly string[]>,
): RecallTurns {
  const analyzer = createAnalyzer()
  const termsOf = (text: string) => analyzer.terms(text)
  // Goes with the memory: a closed one takes its index along.
  const indexes = new WeakMap<Memory, Held>()

  return {
    of: (memory) => async (query, window) =>
      (await readSetting(deps.settings, 'recallRawTurns')) ? find(memory, query, window) : [],
  }

  async function find(memory: Memory, query: string, window: TimeWindow | null): Promise<FoundTurn[]> {
    const { index, causes } = await upToDate(memory)
    const hits = index.search(query, window)
    const { db } = memory.store
    const rows = new Map(
      (
        await timeIndexTable.byRowIds(
          db,
          hits.map(({ rowId }) => rowId),
        )
      ).map((row) => [row.id, row]),
    )
    const taught = await taughtBy(
      db,
      [...rows.values()].flatMap(({ turnId }) => turnId ?? []),
    )
    const names = await namesOf(memory.name)
    const answers = index.answering(query)
    const found: FoundTurn[] = []
    for (const { rowId, score, says } of hits) {
      if (found.length === RAW_TURNS_SHOWN) break
      const row = rows.get(rowId)
      const text = row === undefined ? null : userText(row)
      if (row === undefined || text === null || !says(text) || !answers(text)) continue
      const turnId = row.turnId ?? sourceOfRow(rowId)
      if (taught.has(turnId) || causes.has(turnId) || found.some((other) => other.text === text)) continue
      const claim = { text, turns: [{ turnId, instant: row.instant ?? 0 }], terms: termsOf, names }
      if (await isForgottenClaim(db, claim)) continue
      found.push({ turnId, text, said: row.timestamp, score })
    }
    return found
  }

  async function upToDate(memory: Memory): Promise<Held> {
    let held = indexes.get(memory)
    if (held === undefined) {
      held = {
        index: createTurnIndex(analyzer),
        upTo: 0,
        causes: new Set(),
        journalUpTo: 0,
        lock: createMutex(),
      }
      indexes.set(memory, held)
    }
    const { lock } = held
    const known = held
    return lock.run(async () => {
      // Twice as many as are wanted: those of the last months are read anew, and the rest let go.
      if (known.index.size > 2 * RAW_TURNS_HELD) {
        known.index = createTurnIndex(analyzer)
        known.upTo = 0
      }
      const rows = await timeIndexTable.newestOfUser(memory.store.db, known.upTo, RAW_TURNS_HELD)
      for (let start = 0; start < rows.length; start += RAW_TURN_SLICE) {
        if (start > 0) await deps.letRepliesOut?.()
        const slice = rows.slice(start, start + RAW_TURN_SLICE)
        known.index.add(
          slice.flatMap((row) => {
            const text = userText(row)
            return text === null ? [] : [{ rowId: row.id, instant: row.instant, text }]
          }),
        )
        known.upTo = slice.at(-1)?.id ?? known.upTo
      }
      await readCauses(memory.store.db, known)
      return known
    })
  }
}

/** What the user said in a row; null for what others said, and for a row whose words were taken out. */
function userText(row: TimeRow): string | null {
  const { role, text } = spoken(row)
  return role === 'human' && text !== '' ? text : null
}

/** Turns that a memory was learned from, also when it was taken back since. */
async function taughtBy(sql: Sql, turnIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (turnIds.length === 0) return new Set()
  const rows = await sql.all<{ id: string }>(
    'SELECT DISTINCT turn_id AS id FROM fact_sources WHERE turn_id IN (SELECT value FROM json_each(?))',
    [idList(turnIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Notes which turns corrected a memory or asked not to raise something: they say again what was to be gone. */
async function readCauses(sql: Sql, held: Held): Promise<void> {
  const rows = await sql.all<{ seq: number; cause: string | null }>(
    `SELECT seq, cause FROM journal WHERE seq > ?
       AND (what LIKE 'fact.%' OR what LIKE 'directive.%') AND cause IS NOT NULL ORDER BY seq`,
    [held.journalUpTo],
  )
  for (const { seq, cause } of rows) {
    if (cause !== null) held.causes.add(cause)
    held.journalUpTo = seq
  }
}
