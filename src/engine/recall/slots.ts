/**
 * What recall knows of each row without its document: some numbers a row, in columns. A slot is given out once, in
 * ascending order, so that whatever else is kept by slot never means another row.
 */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import { collapseSpace, isBlank } from '../text/whitespace.ts'
import { writingOf } from '../text/writing.ts'
import { isContested, passesHardFilter } from './hard-filter.ts'
import { rowPeriod } from './row-period.ts'
import { markOf } from './text-mark.ts'

export type RecallTier = 'fact' | 'reflection' | 'fact_archive'
/** The tables that rows come from; a row is known by its table and its place there. */
export type RecallSource = 'facts' | 'reflections'

export interface RecallRow {
  readonly tier: RecallTier
  /** The place in its table, which also orders equal scores: file order. */
  readonly seq: number
  /** The stored document, parsed; anything but an object with a text is never found. */
  readonly doc: unknown
}

/** Why a row is not recalled, and what needs a look at the clock. */
export const SLOT_FLAGS = {
  /** The hard filter keeps it back for good (recall.md §A3). */
  filtered: 1,
  /** The user asked not to bring it up. */
  suppressed: 2,
  /** A fact that was corrected: it stays readable. */
  superseded: 4,
  /** The reference's loader leaves it out: a reflection at its end (recall.md §A2). */
  finished: 8,
  /** Evidence may speak against it. */
  contested: 16,
  fromIsInstant: 32,
  toIsInstant: 64,
  /** Written in letters, not in characters of Chinese, Japanese or Korean. */
  letters: 128,
} as const
/** A row with none of these is recalled, unless its evidence says otherwise now. */
export const NOT_RECALLED =
  SLOT_FLAGS.filtered | SLOT_FLAGS.suppressed | SLOT_FLAGS.superseded | SLOT_FLAGS.finished

export const TIERS: readonly RecallTier[] = ['fact', 'reflection', 'fact_archive']
export const sourceOf = (tier: RecallTier): RecallSource => (tier === 'reflection' ? 'reflections' : 'facts')

/** A row as its columns have it. */
export interface SlotValues {
  readonly tier: RecallTier
  readonly seq: number
  readonly flags: number
  /** Equal for texts that differ in white space only. */
  readonly textMark: number
  /** Equal for equal ids; 0 for a row without one. */
  readonly idMark: number
  readonly from: number
  readonly to: number
}

const FINISHED_REFLECTIONS: ReadonlySet<unknown> = new Set([
  'promoted',
  'denied',
  'archived',
  'merged',
  'promote_blocked',
])

/**
 * True for a fact that was corrected: it stays readable and is not recalled. One that was over when it was said
 * ("used to live in Tokyo") has an end and no successor field, and is recalled.
 */
export function isSuperseded(doc: JsonObject): boolean {
  return isTruthy(doc['superseded_at']) && 'superseded_by' in doc
}

export type TextDocument = JsonObject & { readonly text: string }

/** A document that has a text to be found by. */
export function hasText(doc: unknown): doc is TextDocument {
  return isObject(doc) && typeof doc['text'] === 'string' && !isBlank(doc['text'])
}

/** The columns of a row; `isLoaded` says whether the reference's loaders let it in. */
export function slotValues(row: RecallRow & { readonly doc: TextDocument }, isLoaded: boolean): SlotValues {
  const { tier, seq } = row
  const isPlain = tier !== 'reflection' || 'target_type' in row.doc
  const doc: TextDocument = isPlain ? row.doc : { ...row.doc, target_type: 'reflection' }
  const suppressed = isTruthy(doc['suppress']) || isTruthy(doc['suppressed'])
  const { from, to, fromIsInstant, toIsInstant } = rowPeriod(doc)
  let flags = 0
  if (suppressed) flags |= SLOT_FLAGS.suppressed
  const wanted = suppressed ? { ...doc, suppress: false, suppressed: false } : doc
  if (!passesHardFilter(wanted)) flags |= SLOT_FLAGS.filtered
  if (isSuperseded(doc)) flags |= SLOT_FLAGS.superseded
  if (!isLoaded) flags |= SLOT_FLAGS.finished
  if (isContested(doc)) flags |= SLOT_FLAGS.contested
  if (fromIsInstant) flags |= SLOT_FLAGS.fromIsInstant
  if (toIsInstant) flags |= SLOT_FLAGS.toIsInstant
  if (writingOf(doc.text) === 'letters') flags |= SLOT_FLAGS.letters
  return { tier, seq, flags, textMark: textMarkOf(doc), idMark: idMarkOf(doc['id']), from, to }
}

/** What the reference's loaders let in: reflections that have an id and are not at their end (recall.md §A2). */
export function isLoaded({ tier, doc }: RecallRow): boolean {
  if (tier !== 'reflection') return true
  return isObject(doc) && 'id' in doc && !FINISHED_REFLECTIONS.has(doc['status'])
}

export function textMarkOf({ text }: TextDocument): number {
  return markOf(collapseSpace(text))
}

/** Rows are told apart by id; an empty one tells nothing. */
export function idMarkOf(id: unknown): number {
  if (typeof id === 'string' && id !== '') return markOf(`s${id}`)
  return typeof id === 'number' && id !== 0 ? markOf(`n${String(id)}`) : 0
}

/** The columns of all slots given out so far. */
export interface SlotColumns {
  readonly length: number
  /** 1 for each slot that has a row; the others mean nothing. */
  readonly held: Uint8Array
  readonly tiers: Uint8Array
  readonly flags: Uint8Array
  readonly seqs: Float64Array
  readonly textMarks: Float64Array
  readonly idMarks: Float64Array
  readonly from: Float64Array
  readonly to: Float64Array
}

export interface SlotTable extends SlotColumns {
  /** Gives out the next slot. */
  append(values: SlotValues): number
  /** New values for a row that keeps its slot. */
  set(slot: number, values: SlotValues): void
  drop(slot: number): void
  /** The columns of these slots alone, numbered from 0. */
  packed(slots: Int32Array): SlotColumns
}

const FIRST_CAPACITY = 256

/** `start`: columns to go on from, every slot of which has a row. */
export function createSlotTable(start: SlotColumns = emptyColumns(FIRST_CAPACITY, 0)): SlotTable {
  let columns = start
  let length = start.length

  return {
    get length() {
      return length
    },
    get held() {
      return columns.held
    },
    get tiers() {
      return columns.tiers
    },
    get flags() {
      return columns.flags
    },
    get seqs() {
      return columns.seqs
    },
    get textMarks() {
      return columns.textMarks
    },
    get idMarks() {
      return columns.idMarks
    },
    get from() {
      return columns.from
    },
    get to() {
      return columns.to
    },
    append(values) {
      if (length === columns.held.length) {
        const wider = emptyColumns(Math.max(FIRST_CAPACITY, length + (length >> 1)), length)
        eachColumn(columns, wider, (old, fresh) => fresh.set(old))
        columns = wider
      }
      const slot = length
      length += 1
      columns.held[slot] = 1
      set(slot, values)
      return slot
    },
    set,
    drop(slot) {
      columns.held[slot] = 0
    },
    packed(slots) {
      const packed = emptyColumns(slots.length, slots.length)
      eachColumn(columns, packed, (old, fresh) => {
        for (let place = 0; place < slots.length; place += 1) fresh[place] = old[slots[place] ?? 0] ?? 0
      })
      // A row that was dropped since the slots were listed is dropped again by whoever follows the log from there.
      packed.held.fill(1)
      return packed
    },
  }

  function set(slot: number, values: SlotValues): void {
    columns.tiers[slot] = TIERS.indexOf(values.tier)
    columns.flags[slot] = values.flags
    columns.seqs[slot] = values.seq
    columns.textMarks[slot] = values.textMark
    columns.idMarks[slot] = values.idMark
    columns.from[slot] = values.from
    columns.to[slot] = values.to
  }
}

export function emptyColumns(room: number, length: number): SlotColumns {
  return {
    length,
    held: new Uint8Array(room),
    tiers: new Uint8Array(room),
    flags: new Uint8Array(room),
    seqs: new Float64Array(room),
    textMarks: new Float64Array(room),
    idMarks: new Float64Array(room),
    from: new Float64Array(room),
    to: new Float64Array(room),
  }
}

function eachColumn(
  old: SlotColumns,
  fresh: SlotColumns,
  visit: (old: Uint8Array | Float64Array, fresh: Uint8Array | Float64Array) => void,
): void {
  visit(old.held, fresh.held)
  visit(old.tiers, fresh.tiers)
  visit(old.flags, fresh.flags)
  visit(old.seqs, fresh.seqs)
  visit(old.textMarks, fresh.textMarks)
  visit(old.idMarks, fresh.idMarks)
  visit(old.from, fresh.from)
  visit(old.to, fresh.to)
}
