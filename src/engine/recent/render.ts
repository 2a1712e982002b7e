/** Recent messages as the lines that a summariser reads (recent.md §5.1, §5.2). */
import type { Language } from '../model/memory-model.ts'
import type { TokenCounter } from '../ports.ts'
import { RECENT_MESSAGE_TOKENS } from '../settings.ts'
import { headTail } from '../text/tokens.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import type { MessageType, StoredMessage } from './message.ts'

export type SpeakerLabels = Readonly<Record<MessageType, string>>

/** The label of the memo and of other system messages, in every rendering. */
export const SYSTEM_LABEL = 'SYSTEM_MESSAGE'

export function speakerLabels(userName: string, characterName: string): SpeakerLabels {
  return { human: userName, ai: characterName, system: SYSTEM_LABEL }
}

/** Stands for the middle of a long message; paid from the head's share of the tokens. */
const omittedMiddle: Readonly<Record<Language, string>> = {
  zh: '…[省略中段]…',
  'zh-TW': '…[省略中段]…',
  en: '…[middle omitted]…',
  ja: '…[中略]…',
  ko: '…[중간 생략]…',
  ru: '…[середина опущена]…',
  es: '…[parte central omitida]…',
  pt: '…[parte central omitida]…',
}

export interface RenderOptions {
  readonly labels: SpeakerLabels
  readonly language: Language
  readonly counter: TokenCounter
  /** Tokens of one content; half from its head, half from its tail. */
  readonly messageTokens?: number
}

/** One `label | content` text a message; a content keeps its own line breaks. */
export function renderLines(messages: readonly StoredMessage[], options: RenderOptions): string[] {
  const budget = options.messageTokens ?? RECENT_MESSAGE_TOKENS
  const tail = Math.floor(budget / 2)
  return messages.map((stored) => {
    const content = headTail(
      options.counter,
      rawText(stored),
      budget - tail,
      tail,
      omittedMiddle[options.language],
    )
    return `${options.labels[stored.type]} | ${disarm(content, options.labels)}`
  })
}

/** Groups texts greedily, in order, so that the counts of a group sum to `budget` at most; none is split. */
export function groupByBudget(
  texts: readonly string[],
  counter: TokenCounter,
  budget: number,
): readonly (readonly string[])[] {
  const groups: string[][] = []
  let used = 0
  for (const text of texts) {
    const cost = counter.count(text)
    const last = groups.at(-1)
    if (last === undefined || used + cost > budget) {
      groups.push([text])
      used = cost
    } else {
      last.push(text)
      used += cost
    }
  }
  return groups
}

/** Content as one text: blocks by their text, or their type between bars, joined by line feeds. */
export function rawText(stored: StoredMessage): string {
  const { content } = stored.data
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === null ? '' : JSON.stringify(content)
  return (content as readonly JsonValue[]).map(blockText).join('\n')
}

function blockText(block: JsonValue): string {
  if (typeof block === 'string') return block
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return JSON.stringify(block)
  const { text, type } = block as { readonly text?: JsonValue; readonly type?: JsonValue }
  if (typeof text === 'string') return text
  return typeof type === 'string' ? `|${type}|` : JSON.stringify(block)
}

/** A line inside a message that begins like a speaker's is indented, so that no message can speak for another. */
export function disarm(content: string, labels: SpeakerLabels): string {
  if (!content.includes('\n')) return content
  const names = Object.values(labels)
  return content
    .split('\n')
    .map((line, index) =>
      index > 0 && names.some((name) => line.startsWith(`${name} |`)) ? `  ${line}` : line,
    )
    .join('\n')
}
