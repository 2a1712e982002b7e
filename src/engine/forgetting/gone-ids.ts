/** Where the ids of what is forgotten are named. Pure. */
import { isObject, parseJson } from '../document.ts'

/**
 * Ids that were made for memories stand out of any text. Others, which an import may bring, can be words like any other:
 * they name something only where an id belongs.
 */
export class GoneIds {
  readonly all: ReadonlySet<string>
  /** Those that were not made for memories. */
  private readonly others: readonly string[]
  /** Any made one, as a word of its own. */
  private readonly made: RegExp | null
  /** Most texts name none, and for a few ids that is told much faster without the expression. */
  private readonly few: readonly string[] | null

  constructor(ids: Iterable<string>) {
    this.all = new Set(ids)
    const made = [...this.all].filter((id) => MADE.test(id))
    this.others = [...this.all].filter((id) => !MADE.test(id))
    this.few = made.length <= FEW_IDS ? made : null
    const escaped = made.map((id) => id.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'))
    this.made =
      made.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_-])`, 'u')
  }

  /** Whether a text or a document names one. */
  named(text: string | null | undefined): boolean {
    if (typeof text !== 'string') return false
    return (
      this.madeIn(text) || (this.others.some((id) => text.includes(id)) && this.inFields(parseJson(text)))
    )
  }

  /** Whether a column that holds an id, perhaps behind where it belongs, holds one of them. */
  isColumn(text: string | null | undefined): boolean {
    if (typeof text !== 'string') return false
    return this.all.has(text) || this.madeIn(text) || this.others.some((id) => text.endsWith(`/${id}`))
  }

  /** Whether a value of a document is one; `key` is the field that it stands in, or its list does. */
  isValue(text: string, key: string | null): boolean {
    return this.all.has(text) && (MADE.test(text) || (key !== null && ID_FIELD.test(key)))
  }

  private madeIn(text: string): boolean {
    if (this.made === null || this.few?.some((id) => text.includes(id)) === false) return false
    return this.made.test(text)
  }

  private inFields(value: unknown, key: string | null = null): boolean {
    if (typeof value === 'string') return this.isValue(value, key)
    if (Array.isArray(value)) return value.some((element) => this.inFields(element, key))
    return isObject(value) && Object.entries(value).some(([name, field]) => this.inFields(field, name))
  }
}

/** As record.ts, entry.ts and ids.ts make them, and the reference before. */
const MADE = /^(?:fact|ref|prom|manual|card|per)_./u
const ID_FIELD = /(?:^|_)ids?$/u
const FEW_IDS = 16
