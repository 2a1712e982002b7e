/**
 * The memory part of a conversation's start prompt (context.md): long-term memory first, because it hardly
 * changes and prompts are cached by their beginning; then the time, what was said lately, and what the silence
 * since then means. Pure.
 */
import type { Language } from '../model/memory-model.ts'
import type { Instant, Moment } from '../ports.ts'
import { dialogText, type StoredMessage } from '../recent/message.ts'
import { disarm, speakerLabels } from '../recent/render.ts'
import { GAP_MS, LONG_GAP_MS, SECOND_MS } from '../settings.ts'
import { elapsed } from '../time/relative.ts'
import { longTime, minuteStamp } from './clock-text.ts'
import { contextLanguages, fill, phrases, phrasesFor } from './phrases.ts'

export interface NewDialogInput {
  readonly language: Language
  readonly characterName: string
  readonly userName: string
  /** Rendered persona and reflections (`renderPersona`); may be empty. */
  readonly personaText: string
  /** Shown when `personaText` is empty. */
  readonly legacyText: string
  readonly history: readonly StoredMessage[]
  /** When anybody last said something; null when nobody ever did. */
  readonly lastInstant: Instant | null
  readonly now: Moment
  /** Name of today's holiday, when one is known without asking the network. */
  readonly holiday: string | null
}

export type NewDialogBlock =
  'persona' | 'inner_header' | 'inner_time' | 'history' | 'gap_now' | 'gap' | 'gap_long' | 'holiday'

export interface NewDialogPart {
  readonly block: NewDialogBlock
  readonly text: string
}

export function renderNewDialog(input: NewDialogInput): string {
  return newDialogParts(input)
    .map((part) => part.text)
    .join('')
}

/** The text in its parts, in order (context.md §2). */
export function newDialogParts(input: NewDialogInput): NewDialogPart[] {
  const words = phrasesFor(input.language)
  const values = { name: input.characterName, user: input.userName }
  const body = input.personaText === '' ? `${input.legacyText}\n` : input.personaText
  const time = fill(words.timeSentence, { ...values, time: longTime(input.now) })
  const history = input.history.map((message) => historyEntry(message, input)).join('')
  return [
    { block: 'persona', text: `\n${fill(words.memoryBanner, values)}\n${body}` },
    { block: 'inner_header', text: `\n\n${fill(words.innerBanner, values)}\n` },
    { block: 'inner_time', text: `${time}\n` },
    ...(history === '' ? [] : [{ block: 'history' as const, text: history }]),
    ...gapParts(input),
    ...(input.holiday === null
      ? []
      : [{ block: 'holiday' as const, text: fill(words.holiday, { holiday: input.holiday }) }]),
  ]
}

/**
 * Cuts a rendered context after its time sentence, in whatever language it was written (context.md §2). Without
 * one, all of it is history.
 */
export function splitContext(text: string): { innerThoughts: string; history: string } {
  const ends = splitters.map((splitter) => splitter.exec(text)).filter((match) => match !== null)
  const first = ends.sort((a, b) => a.index - b.index)[0]
  if (first === undefined) return { innerThoughts: '', history: text.trim() }
  const end = first.index + first[0].length
  return { innerThoughts: text.slice(0, end).trim(), history: text.slice(end).trim() }
}

/** Banner and time sentence on two lines. A memory cannot hold this: its further lines are indented. */
const splitters = contextLanguages.map((language) => {
  const { innerBanner, timeSentence } = phrases[language]
  const pattern = [innerBanner, timeSentence].map((template) => wildcard(template)).join('\\n')
  return new RegExp(`^${pattern}$`, 'mu')
})

function wildcard(template: string): string {
  return template
    .split(/\{\w+\}/u)
    .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&'))
    .join('[^\\n]*?')
}

/** One message as the history shows it. */
export function historyEntry(
  message: StoredMessage,
  input: Pick<NewDialogInput, 'userName' | 'characterName'>,
): string {
  const labels = speakerLabels(input.userName, input.characterName)
  return `${labels[message.type]} | ${disarm(dialogText(message), labels)}\n`
}

function gapParts(input: NewDialogInput): NewDialogPart[] {
  if (input.lastInstant === null) return []
  const gap = input.now.instant - input.lastInstant
  if (gap < GAP_MS) return []
  const words = phrasesFor(input.language)
  const values = { name: input.characterName, user: input.userName }
  const since = fill(words.gapElapsed, { ...values, elapsed: elapsed(gap / SECOND_MS, input.language) })
  if (gap < LONG_GAP_MS) return [{ block: 'gap', text: `${since}\n` }]
  return [
    { block: 'gap_now', text: fill(words.gapNow, { time: minuteStamp(input.now) }) },
    { block: 'gap', text: since },
    { block: 'gap_long', text: `${fill(words.gapLong, values)}\n` },
  ]
}
