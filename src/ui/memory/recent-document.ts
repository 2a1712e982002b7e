/**
 * Recent memory as the editor holds it (ui.md §3): rows that stand for stored elements, what the user did to them,
 * and what is sent. Pure. Mended: an element that the reference's page does not know is kept, not lost.
 */
import type { Language } from '../../engine/model/memory-model.ts'
import { joinMemo, type MemoParts, memoPrefix, splitMemo, stripMemoPrefix } from '../../engine/recent/memo.ts'
import type { SaveRow } from '../app/memory-routes.ts'

export interface RecentRow {
  /** Index of the stored element. */
  readonly index: number
  readonly kind: 'memo' | 'human' | 'ai' | 'unknown'
  /** Stored text; for an unknown element its JSON. */
  readonly text: string
  readonly deleted: boolean
  /** What a memo was edited to; null when it was not. */
  readonly edited: MemoParts | null
}

export interface RecentDocument {
  /** The stored text that the rows were read from. */
  readonly content: string
  readonly rows: readonly RecentRow[]
}

/** Null when the text is no JSON array: it is left alone, instead of being shown as empty and overwritten. */
export function readRecent(content: string): RecentDocument | null {
  const elements = parseArray(content)
  return elements === null ? null : { content, rows: elements.map(rowOf) }
}

export function isDirty({ rows }: RecentDocument): boolean {
  return rows.some(({ deleted, edited }) => deleted || edited !== null)
}

export function setDeleted(document: RecentDocument, index: number, deleted: boolean): RecentDocument {
  return mapRows(document, (row) => (row.index === index ? { ...row, deleted } : row))
}

/** Takes out every line of talk; memos stay (ui.md §3.5). */
export function clearTalk(document: RecentDocument): RecentDocument {
  return mapRows(document, (row) => (isTalk(row) ? { ...row, deleted: true } : row))
}

export function hasTalk({ rows }: RecentDocument): boolean {
  return rows.some((row) => isTalk(row) && !row.deleted)
}

/** The parts of a memo as they are shown: as edited, or as stored without its prefix. */
export function memoParts(row: RecentRow): MemoParts {
  return row.edited ?? splitMemo(stripMemoPrefix(row.text))
}

/** An edit that changes nothing is none, so that the prefix of another language stays as it was written. */
export function editMemo(document: RecentDocument, index: number, parts: MemoParts): RecentDocument {
  return mapRows(document, (row) => {
    if (row.index !== index) return row
    const stored = splitMemo(stripMemoPrefix(row.text))
    const same = stored.body === parts.body && stored.earlier === parts.earlier
    return { ...row, edited: same ? null : parts }
  })
}

/** The rows of a save (ui.md §3.5). Rows that nobody touched stand for their stored element, verbatim. */
export function saveRows({ rows }: RecentDocument, language: Language, none: string): SaveRow[] {
  return rows
    .filter(({ deleted }) => !deleted)
    .map((row): SaveRow => {
      const untouched = row.edited === null && !(row.kind === 'memo' && isEmptyMemo(memoParts(row)))
      // Text that goes along with `keep` is not read; an unknown element may be longer than a text may be.
      if (untouched)
        return { role: roles[row.kind], text: row.kind === 'unknown' ? '' : row.text, keep: row.index }
      const parts = memoParts(row)
      const body = isEmptyMemo(parts) ? none : joinMemo(parts)
      return { role: roles[row.kind], text: memoPrefix(language) + body }
    })
}

const roles = { memo: 'system', human: 'human', ai: 'ai', unknown: 'system' } as const

function isTalk({ kind }: RecentRow): boolean {
  return kind === 'human' || kind === 'ai'
}

function isEmptyMemo({ body, earlier }: MemoParts): boolean {
  return body.trim() === '' && earlier.trim() === ''
}

function mapRows(document: RecentDocument, change: (row: RecentRow) => RecentRow): RecentDocument {
  return { ...document, rows: document.rows.map(change) }
}

export function parseArray(content: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(content)
    return Array.isArray(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** `type` system/ai/human with `data.content`, or `role` system/user/assistant with `content` (ui.md §3.2). */
function rowOf(element: unknown, index: number): RecentRow {
  const base = { index, deleted: false, edited: null }
  const unknown = { ...base, kind: 'unknown', text: JSON.stringify(element) } as const
  if (typeof element !== 'object' || element === null) return unknown
  const { type, data, role, content } = element as Readonly<Record<string, unknown>>
  const kind = kindOf(type) ?? kindOf(role)
  const held = kindOf(type) === null ? content : contentOf(data)
  const text = textOf(held)
  return kind === null || text === null ? unknown : { ...base, kind, text }
}

function kindOf(name: unknown): RecentRow['kind'] | null {
  if (name === 'system') return 'memo'
  if (name === 'human' || name === 'user') return 'human'
  return name === 'ai' || name === 'assistant' ? 'ai' : null
}

function contentOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'content' in data ? data.content : data
}

/** A string, or text blocks and bare strings joined by line feeds; null for anything else. */
function textOf(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = (content as readonly unknown[]).flatMap((block) => {
    if (typeof block === 'string') return [block]
    if (typeof block !== 'object' || block === null || !('text' in block)) return []
    return typeof block.text === 'string' ? [block.text] : []
  })
  return texts.join('\n')
}
