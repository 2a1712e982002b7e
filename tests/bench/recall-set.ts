/** Retrieval sets: items to remember and questions to ask, as files give them. */

export interface RecallItem {
  readonly id: string
  readonly text: string
  /** Naive stamp; null where the set gives none. */
  readonly time: string | null
}

export interface RecallQuestion {
  readonly id: string
  readonly text: string
}

export interface RecallItems {
  readonly items: readonly RecallItem[]
  readonly questions: readonly RecallQuestion[]
}

/** The pools of a set: one a conversation where it has `conversations`, otherwise the set itself. */
export function readRecallSet(json: string): RecallItems[] {
  const set: unknown = JSON.parse(json)
  if (!isRecord(set)) throw new TypeError('the set is no object')
  const { conversations } = set
  return Array.isArray(conversations) ? conversations.map(readPool) : [readPool(set)]
}

function readPool(pool: unknown): RecallItems {
  if (!isRecord(pool)) throw new TypeError('a pool is no object')
  return {
    items: list(pool, 'items').map(readItem),
    questions: list(pool, 'questions').map((question) => ({
      id: text(question, 'id'),
      text: text(question, 'question'),
    })),
  }
}

/** An item that somebody said is stored as `speaker: text`. */
function readItem(item: Readonly<Record<string, unknown>>): RecallItem {
  const { speaker, time } = item
  const words = text(item, 'text')
  return {
    id: text(item, 'id'),
    text: typeof speaker === 'string' ? `${speaker}: ${words}` : words,
    time: typeof time === 'string' ? time : null,
  }
}

function list(pool: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>>[] {
  const value = pool[key]
  if (!Array.isArray(value)) throw new TypeError(`"${key}" is no list`)
  return value.filter(isRecord)
}

function text(record: Readonly<Record<string, unknown>>, key: string): string {
  const value = record[key]
  if (typeof value !== 'string') throw new TypeError(`"${key}" is no text`)
  return value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
