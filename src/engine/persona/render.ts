/**
 * The long-term part of a conversation's start (context.md §3, persona.md §8): which entries are shown, in which
 * order, within which budgets; then as text. Pure.
 */
import { fill, phrasesFor } from '../context/phrases.ts'
import { isObject, isTruthy, numberOrZero, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Language } from '../model/memory-model.ts'
import type { Moment, TokenCounter } from '../ports.ts'
import { PERSONA_TOKENS, REFLECTION_TOKENS } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import { isPast } from '../time/past.ts'
import { daysSince, sinceLabel } from '../time/relative.ts'
import { entryText, type Persona } from './entry.ts'
import { tokensOf } from './token-cache.ts'

export interface ComposeInput {
  readonly persona: Persona
  /** Reflections of stored status `pending`, all of them. */
  readonly pending: readonly unknown[]
  /** Reflections that are confirmed, not put aside, and of positive score (`activeConfirmed`). */
  readonly confirmed: readonly unknown[]
  readonly now: Moment
  readonly tokens: TokenCounter
  /** Tokens of unprotected persona texts, and of reflections. */
  readonly personaBudget?: number
  readonly reflectionBudget?: number
}

/** One shown memory. `entry` is what is stored: an object, or a bare text of an old file. */
export interface ShownLine {
  readonly text: string
  readonly entry: unknown
}

export type PersonaBlock =
  | { readonly kind: 'entity'; readonly entity: string; readonly lines: readonly ShownLine[] }
  | { readonly kind: 'pending' | 'confirmed' | 'past' | 'suppressed'; readonly lines: readonly ShownLine[] }

/** The blocks in order; empty ones are left out. */
export function compose(input: ComposeInput): PersonaBlock[] {
  const entries = input.persona.flatMap((section) =>
    section.entries.flatMap((entry) => {
      const text = entryText(entry)
      return isBlank(text) ? [] : [{ section: section.name, text, entry, ...flagsOf(entry) }]
    }),
  )
  const suppressed = entries.filter((line) => line.suppressed)
  const shown = entries.filter((line) => !line.suppressed)
  const kept = trimByScore(
    shown.filter((line) => !line.protected),
    input.personaBudget ?? PERSONA_TOKENS,
    input.now,
    input.tokens,
    entryTokens,
  )
  const sections = input.persona.map((section): PersonaBlock => {
    const own = shown.filter((line) => line.protected && line.section === section.name)
    const scored = kept.filter((line) => line.section === section.name)
    return { kind: 'entity', entity: section.name, lines: [...own, ...scored] }
  })

  const asideTexts = new Set(suppressed.map((line) => line.text))
  const reflections = trimByScore(
    [...reflectionLines(input.pending, false), ...reflectionLines(input.confirmed, true)].filter(
      (line) => !asideTexts.has(line.text),
    ),
    input.reflectionBudget ?? REFLECTION_TOKENS,
    input.now,
    input.tokens,
    (line, tokens) => tokens.count(line.text),
  )
  const confirmed = reflections.filter((line) => line.confirmed)
  const past = confirmed.filter((line) => isPast(line.entry['temporal_scope'], line.entry, input.now))
  const blocks: PersonaBlock[] = [
    ...sections,
    { kind: 'pending', lines: reflections.filter((line) => !line.confirmed) },
    { kind: 'confirmed', lines: confirmed.filter((line) => !past.includes(line)) },
    { kind: 'past', lines: past },
    { kind: 'suppressed', lines: suppressed },
  ]
  return blocks.filter((block) => block.lines.length > 0)
}

/**
 * Lines by score, then importance, highest first, as many as fit: it ends at the first that does not, so that a
 * weak short one never takes the place of a strong long one.
 */
export function trimByScore<Line extends ShownLine>(
  lines: readonly Line[],
  budget: number,
  now: Moment,
  tokens: TokenCounter,
  cost: (line: Line, tokens: TokenCounter) => number,
): Line[] {
  const ranked = lines
    .map((line) => ({ line, rank: rankOf(line.entry, now) }))
    .sort(
      (a, b) => descending(a.rank.score, b.rank.score) || descending(a.rank.importance, b.rank.importance),
    )
  const kept: Line[] = []
  let spent = 0
  for (const { line } of ranked) {
    spent += cost(line, tokens)
    if (spent > budget) break
    kept.push(line)
  }
  return kept
}

/** Tokens of a persona line, from the count kept beside it when that is of this text and this counter. */
export function entryTokens(line: ShownLine, tokens: TokenCounter): number {
  return tokensOf(isObject(line.entry) ? line.entry : {}, line.text, tokens)
}

/** How long ago a past memory was, from its first date that is filled in; empty when that one is unreadable. */
export function ageLabel(entry: unknown, now: Moment, language: string): string {
  if (!isObject(entry)) return ''
  const anchor = [entry['event_end_at'], entry['event_start_at'], entry['created_at']].find(isTruthy)
  const days = daysSince(anchor, now)
  return days === null ? '' : sinceLabel(days, language)
}

export interface RenderNames {
  readonly language: Language
  readonly userName: string
  readonly characterName: string
}

/** The blocks as text, joined by one blank line; empty when there are none. */
export function renderPersona(blocks: readonly PersonaBlock[], names: RenderNames, now: Moment): string {
  return blocks.map((block) => renderBlock(block, names, now)).join('\n\n')
}

function renderBlock(block: PersonaBlock, names: RenderNames, now: Moment): string {
  const words = phrasesFor(names.language)
  const values = { name: names.characterName, user: names.userName }
  if (block.kind === 'past') {
    const lines = block.lines.map((line) => {
      const age = ageLabel(line.entry, now, names.language)
      return bullet(age === '' ? line.text : `[${age}] ${line.text}`)
    })
    return [words.pastBegin, fill(words.pastNote, values), ...lines, words.pastEnd].join('\n')
  }
  const heading = block.kind === 'entity' ? entityHeading(block.entity, words) : words[block.kind]
  return [`### ${fill(heading, values)}`, ...block.lines.map((line) => bullet(line.text))].join('\n')
}

function entityHeading(entity: string, words: ReturnType<typeof phrasesFor>): string {
  if (entity === 'master') return words.aboutUser
  if (entity === 'neko') return words.aboutCharacter
  return entity === 'relationship' ? words.relationship : entity
}

/** Further lines of a text are indented, so that no memory can pass for a heading or a banner. */
function bullet(text: string): string {
  return `- ${text.replace(/\r\n|[\r\n\u2028\u2029]/gu, '\n  ')}`
}

function flagsOf(entry: unknown): { protected: boolean; suppressed: boolean } {
  const fields = isObject(entry) ? entry : {}
  return { protected: isTruthy(fields['protected']), suppressed: isTruthy(fields['suppress']) }
}

function reflectionLines(
  reflections: readonly unknown[],
  confirmed: boolean,
): { text: string; entry: JsonObject; confirmed: boolean }[] {
  return reflections.filter(isObject).flatMap((entry) => {
    const text = entryText(entry)
    return isBlank(text) ? [] : [{ text, entry, confirmed }]
  })
}

function rankOf(entry: unknown, now: Moment): { score: number; importance: number } {
  if (!isObject(entry)) return { score: 0, importance: 0 }
  return { score: evidenceScore(entry, now), importance: numberOrZero(entry['importance']) }
}

function descending(a: number, b: number): number {
  return a === b ? 0 : a < b ? 1 : -1
}
