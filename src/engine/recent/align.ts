/**
 * Finding a snapshot again in a list that has changed meanwhile (recent.md §7.2), and the changes that follow
 * from it. A change names a range, so that rows outside it stay as they are stored.
 */
import {
  fingerprintOf,
  markOf,
  sameMark,
  type Fingerprint,
  type FingerprintMark,
} from '../text/fingerprint.ts'
import type { StoredMessage } from './message.ts'

/** Replace `remove` messages from index `start` on by `insert`. */
export interface HistoryEdit {
  readonly start: number
  readonly remove: number
  readonly insert: readonly StoredMessage[]
}

export function applyEdit(history: readonly StoredMessage[], edit: HistoryEdit): StoredMessage[] {
  return history.toSpliced(edit.start, edit.remove, ...edit.insert)
}

export interface Alignment {
  /** Consecutive messages, ending at `cutoff`, that snapshot and current list share. */
  readonly capacity: number
  /** Index in the current list of the snapshot's last message; null when it is no longer there. */
  readonly cutoff: number | null
}

/** Index of the last message of the last run that equals `fingerprint`; null when there is none. */
export function findCutoff(current: readonly StoredMessage[], fingerprint: Fingerprint): number | null {
  return cutoffAmong(current.map(markOf), fingerprint)
}

export function align(snapshot: readonly StoredMessage[], current: readonly StoredMessage[]): Alignment {
  const marks = current.map(markOf)
  const cutoff = cutoffAmong(marks, fingerprintOf(snapshot))
  if (cutoff === null) return { capacity: 0, cutoff: null }
  let capacity = 0
  while (capacity <= cutoff && capacity < snapshot.length) {
    const here = marks[cutoff - capacity]
    const there = snapshot[snapshot.length - 1 - capacity]
    if (here === undefined || there === undefined || !sameMark(here, markOf(there))) break
    capacity += 1
  }
  return { capacity, cutoff }
}

/**
 * The memo in place of the snapshot it was made of, with everything after it kept. Null when the snapshot is no
 * longer the unbroken head of the list: then the memo is of no use (recent.md §6).
 */
export function mergeMemo(
  snapshot: readonly StoredMessage[],
  current: readonly StoredMessage[],
  memo: StoredMessage,
): HistoryEdit | null {
  const { capacity, cutoff } = align(snapshot, current)
  if (snapshot.length === 0 || cutoff === null) return null
  return capacity === snapshot.length && cutoff === snapshot.length - 1
    ? { start: 0, remove: snapshot.length, insert: [memo] }
    : null
}

function cutoffAmong(marks: readonly FingerprintMark[], fingerprint: Fingerprint): number | null {
  if (fingerprint.length === 0) return null
  for (let end = marks.length - 1; end >= fingerprint.length - 1; end -= 1) {
    const start = end - fingerprint.length + 1
    const equal = fingerprint.every((mark, offset) => {
      const here = marks[start + offset]
      return here !== undefined && sameMark(here, mark)
    })
    if (equal) return end
  }
  return null
}
