/**
 * Taking back what changed recent memory: an edit of the conversation, a memo, a review. The journal has the lines that
 * went and those that came; where these still stand next to each other, the former ones take their place again, and what
 * was said since stays behind them.
 */
import { isObject, parseJson } from '../document.ts'
import { sliceJson } from '../store/json-slices.ts'
import type { JournalRow } from '../store/logs.ts'
import { refuse, type Making } from './make-change.ts'

/** How the journal names recent memory. */
export const RECENT = 'recent.json'

/** Whether a line of the journal tells enough of recent memory to be taken back. */
export function isRecentChange({ target, before, after }: JournalRow): boolean {
  return target === RECENT && linesIn(before) !== null && linesIn(after) !== null
}

/** Puts the lines back. Throws `Refused` when those that came are no longer there as they were. */
export async function undoRecent(making: Making, change: JournalRow): Promise<void> {
  const { tx, store, now, operationId } = making
  const [before, after] = [linesIn(change.before) ?? [], linesIn(change.after) ?? []]
  const rows = await store.recent.list(tx)
  const current = rows.map(({ doc }) => doc)
  const at = placeOf(after.map(spelt), current.map(spelt))
  if (at === null) refuse('undo_conflict', 'the conversation was changed there since')
  const docs = [...current.slice(0, at), ...before, ...current.slice(at + after.length)]
  await store.recent.replaceAll(tx, docs)
  await store.recent.findTurns(tx)
  await store.journal.append(tx, {
    at: now.instant,
    who: 'user',
    what: 'recent.restored',
    target: RECENT,
    before: `[${current.slice(at, at + after.length).join(',')}]`,
    after: `[${before.join(',')}]`,
    cause: operationId,
  })
}

/** Where `lines` stand next to each other; no lines at all stood in front. Null where they do not. */
function placeOf(lines: readonly string[], all: readonly string[]): number | null {
  for (let at = 0; at + lines.length <= all.length; at += 1) {
    if (lines.every((line, index) => line === all[at + index])) return at
  }
  return null
}

/** The documents of a list, each as it is spelt in it. */
function linesIn(json: string | null): string[] | null {
  const value = json === null ? undefined : parseJson(json)
  if (!Array.isArray(value) || json === null) return null
  const slices = sliceJson(json)
  return slices.ok && slices.value.kind === 'array' ? slices.value.elements.map(({ source }) => source) : null
}

/** A document in one spelling: the same line may have been written by another hand. */
function spelt(doc: string): string {
  const value = parseJson(doc)
  return isObject(value) ? JSON.stringify({ type: value['type'], data: contentOf(value['data']) }) : doc
}

/** What an editor fills in beside the content says nothing. */
function contentOf(data: unknown): unknown {
  return isObject(data) ? data['content'] : data
}
