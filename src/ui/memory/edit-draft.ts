/** An edit while it is being written: fields as the form holds them, and what of them is a change. Pure. */
import type { EntryField, EntryPatch, EntryRow } from '../../engine/browser-api.ts'

export interface EditDraft {
  readonly text: string
  readonly entity: string
  /** A number as text; empty: none. */
  readonly importance: string
  /** `YYYY-MM-DDTHH:MM`, as a date field of the browser has it; empty: none. */
  readonly eventStartAt: string
  readonly eventEndAt: string
  readonly validFrom: string
  readonly validTo: string
  /** As they are typed: parted by commas. */
  readonly tags: string
  readonly status: string
}

export type DraftField = keyof EditDraft

/** Which fields of the form belong to which field of the contract. */
export const draftFields: Readonly<Record<EntryField, readonly DraftField[]>> = {
  text: ['text'],
  entity: ['entity'],
  importance: ['importance'],
  event: ['eventStartAt', 'eventEndAt'],
  validity: ['validFrom', 'validTo'],
  tags: ['tags'],
  status: ['status'],
}

export function draftOf(row: EntryRow): EditDraft {
  return {
    text: row.text,
    entity: row.entity ?? '',
    importance: row.importance === null ? '' : String(row.importance),
    eventStartAt: fieldOf(row.eventStartAt),
    eventEndAt: fieldOf(row.eventEndAt),
    validFrom: fieldOf(row.validFrom),
    validTo: fieldOf(row.validTo),
    tags: row.tags.join(', '),
    status: row.status ?? '',
  }
}

/** Fields of the form that differ from the entry, of those that may be changed. */
export function changedFields(
  draft: EditDraft,
  row: EntryRow,
  editable: readonly EntryField[],
): readonly DraftField[] {
  const stored = draftOf(row)
  return editable
    .flatMap((field) => draftFields[field])
    .filter((field) =>
      field === 'tags'
        ? tagsOf(draft.tags).join('\n') !== row.tags.join('\n')
        : draft[field] !== stored[field],
    )
}

/** What is asked of the memory: the changed fields only, so that an untouched stamp keeps its spelling. */
export function patchOf(draft: EditDraft, row: EntryRow, editable: readonly EntryField[]): EntryPatch {
  const changed = new Set(changedFields(draft, row, editable))
  return {
    ...(changed.has('text') ? { text: draft.text.trim() } : {}),
    ...(changed.has('entity') ? { entity: draft.entity } : {}),
    ...(changed.has('importance') && draft.importance !== '' ? { importance: Number(draft.importance) } : {}),
    ...(changed.has('eventStartAt') ? { eventStartAt: stampOf(draft.eventStartAt) } : {}),
    ...(changed.has('eventEndAt') ? { eventEndAt: stampOf(draft.eventEndAt) } : {}),
    ...(changed.has('validFrom') ? { validFrom: stampOf(draft.validFrom) } : {}),
    ...(changed.has('validTo') ? { validTo: stampOf(draft.validTo) } : {}),
    ...(changed.has('tags') ? { tags: tagsOf(draft.tags) } : {}),
    ...(changed.has('status') ? { status: draft.status } : {}),
  }
}

/** What the user changed, on top of the entry as it is now. */
export function rebased(
  draft: EditDraft,
  from: EntryRow,
  now: EntryRow,
  editable: readonly EntryField[],
): EditDraft {
  const mine = changedFields(draft, from, editable)
  return { ...draftOf(now), ...Object.fromEntries(mine.map((field) => [field, draft[field]])) }
}

export type DraftTrouble = 'empty' | 'tooLong' | 'eventBackwards' | 'validityBackwards'

/** What keeps a draft from being saved; null when nothing does. */
export function troubleOf(draft: EditDraft, mostCharacters: number): DraftTrouble | null {
  if (draft.text.trim() === '') return 'empty'
  if (lengthOf(draft.text) > mostCharacters) return 'tooLong'
  if (backwards(draft.eventStartAt, draft.eventEndAt)) return 'eventBackwards'
  return backwards(draft.validFrom, draft.validTo) ? 'validityBackwards' : null
}

/** Characters as people count them, near enough: an emoji is one, not two. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Commas of both scripts part tags. */
export function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,，、]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ]
}

const FIELD_LENGTH = 'YYYY-MM-DDTHH:MM'.length

function fieldOf(stamp: string | null): string {
  if (stamp === null) return ''
  const day = /^\d{4}-\d{2}-\d{2}$/.test(stamp) ? `${stamp}T00:00` : stamp
  return day.replace(' ', 'T').slice(0, FIELD_LENGTH)
}

function stampOf(field: string): string | null {
  return field === '' ? null : `${field.slice(0, FIELD_LENGTH)}:00`
}

function backwards(from: string, to: string): boolean {
  return from !== '' && to !== '' && to < from
}
