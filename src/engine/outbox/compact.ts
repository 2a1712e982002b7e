/** Compacting the stored outbox (maintenance.md §3.6). */
import type { Instant, Transaction } from '../ports.ts'
import { OUTBOX_COMPACT_LINES } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { compactLog, isReadable } from './log.ts'

/**
 * Rewrites a log of at least `minLines` lines to what is unfinished; resolves to how many records went. Lines that
 * cannot be read go to the quarantine then, and stay where they are as long as nothing is rewritten.
 */
export async function compactOutbox(
  tx: Transaction,
  store: CharacterStore,
  now: Instant,
  minLines = OUTBOX_COMPACT_LINES,
): Promise<number> {
  const rows = await store.outbox.lines(tx)
  const { dropped, lines } = compactLog(
    rows.map((row) => row.line),
    minLines,
  )
  if (dropped === 0) return 0
  const stored = new Map(rows.map((row) => [row.line, row]))
  const unreadable = rows.filter((row) => !isReadable(row.line))
  await store.quarantine.add(
    tx,
    ...unreadable.map(({ seq, line }) => ({
      instant: now,
      table: 'outbox',
      rowSeq: seq,
      doc: line,
      reason: 'The line cannot be read.',
    })),
  )
  await store.outbox.clear(tx)
  const kept = lines.map((line) => {
    const { opId, status } = stored.get(line) ?? {}
    return { opId: opId ?? '', status: status ?? '', line }
  })
  await store.outbox.append(tx, ...kept)
  return dropped
}
