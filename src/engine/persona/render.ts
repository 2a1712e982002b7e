/**
 * The long-term part of a conversation's start (context.md §3, persona.md §8): which entries are shown, in which
 * order, within which budgets; then as text. Pure.
 */
import { isQuiet } from '../changes/marks.ts'
import { fill, phrasesFor } from '../context/phrases.ts'
import { isObject, isTruthy } from '../document.ts'
import type { Language } from '../model/memory-model.ts'
import type { Moment, TokenCounter } from '../ports.ts'
import { PERSONA_TOKENS, REFLECTION_TOKENS } from '../settings.ts'
import { isPast } from '../time/past.ts'
import { daysSince, sinceLabel } from '../time/relative.ts'
import type { Persona } from './entry.ts'
import { byRank, rankedLines, type RankedLines } from './rank.ts'
import {
  reflectionLines,
  sectionLines,
  shownReflections,
  type ReflectionLine,
  type ShownLine,
} from './shown.ts'
import { countOnce, tokensOf } from './token-cache.ts'

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

export type PersonaBlock =
  | { readonly kind: 'entity'; readonly entity: string; readonly lines: readonly ShownLine[] }
  | { readonly kind: 'pending' | 'confirmed' | 'past' | 'suppressed'; readonly lines: readonly ShownLine[] }

/** The blocks in order; empty ones are left out. */
export function compose(input: ComposeInput): PersonaBlock[] {
  return arrange(input, {
    pending: reflectionLines(input.pending),
    confirmed: reflectionLines(input.confirmed),
  })
}

/** The same from all stored reflections, of which it takes the pending and the `activeConfirmed` itself. */
export function composeStored(
  input: Omit<ComposeInput, 'pending' | 'confirmed'> & { readonly reflections: readonly unknown[] },
): PersonaBlock[] {
  return arrange(input, shownReflections(input.reflections), (score) => score > 0)
}

interface Reflections {
  readonly pending: RankedLines<ReflectionLine>
  readonly confirmed: RankedLines<ReflectionLine>
}

function arrange(
  input: Omit<ComposeInput, 'pending' | 'confirmed'>,
  { pending, confirmed }: Reflections,
  isSettled: (score: number) => boolean = () => true,
): PersonaBlock[] {
  const { persona, now, tokens } = input
  const lines = persona.map(({ entries }) => sectionLines(entries))
  const kept = lines.map(({ always }) => [...always])
  const personaCost = costWithin(input.personaBudget ?? PERSONA_TOKENS)
  for (const { line, list } of byRank(
    lines.map(({ scored }) => scored),
    now,
  )) {
    // Until a date, so it is looked at for each text; what the user wants left alone is shown as that.
    if (isQuiet(line.entry, now.instant)) continue
    if (!personaCost.fits(entryTokens(line, tokens))) break
    kept[list]?.push(line)
  }

  const suppressed = lines.flatMap((section) => [
    ...section.suppressed,
    ...section.scored.lines.filter(({ entry }) => isQuiet(entry, now.instant)),
  ])
  const asideTexts = new Set(suppressed.map((line) => line.text))
  const [unsettled, settled, past]: [ShownLine[], ShownLine[], ShownLine[]] = [[], [], []]
  const reflectionCost = costWithin(input.reflectionBudget ?? REFLECTION_TOKENS)
  for (const { line, list, score } of byRank([pending, confirmed], now)) {
    const isConfirmed = list === 1
    if (asideTexts.has(line.text) || (isConfirmed && !isSettled(score))) continue
    if (isQuiet(line.entry, now.instant)) continue
    if (!reflectionCost.fits(reflectionTokens(line, tokens))) break
    if (!isConfirmed) unsettled.push(line)
    else if (isPast(line.entry['temporal_scope'], line.entry, now)) past.push(line)
    else settled.push(line)
  }
  const blocks: PersonaBlock[] = [
    ...persona.map(({ name }, index) => ({
      kind: 'entity' as const,
      entity: name,
      lines: kept[index] ?? [],
    })),
    { kind: 'pending', lines: unsettled },
    { kind: 'confirmed', lines: settled },
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
  const kept: Line[] = []
  const spending = costWithin(budget)
  for (const { line } of byRank([rankedLines(lines)], now)) {
    if (!spending.fits(cost(line, tokens))) break
    kept.push(line)
  }
  return kept
}

/** Adds up what is taken from a budget; false from the first that exceeds it. */
function costWithin(budget: number): { fits(tokens: number): boolean } {
  let spent = 0
  return { fits: (tokens) => (spent += tokens) <= budget }
}

/** Tokens of a persona line, from the count kept beside it when that is of this text and this counter. */
export function entryTokens({ entry, text }: ShownLine, tokens: TokenCounter): number {
  if (!isObject(entry)) return tokens.count(text)
  return countOnce(entry, text, tokens, () => tokensOf(entry, text, tokens))
}

/** Tokens of a reflection, which keeps no count. */
function reflectionTokens({ entry, text }: ReflectionLine, tokens: TokenCounter): number {
  return countOnce(entry, text, tokens, () => tokens.count(text))
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
  return blockLines(block, names, now)
    .map(({ text }) => text)
    .join('\n')
}

/** The lines of a block as they are shown; `shows` is null for headings and notes. */
export function blockLines(
  block: PersonaBlock,
  names: RenderNames,
  now: Moment,
): { readonly text: string; readonly shows: ShownLine | null }[] {
  const words = phrasesFor(names.language)
  const values = { name: names.characterName, user: names.userName }
  const fixed = (text: string) => ({ text, shows: null })
  if (block.kind === 'past') {
    const lines = block.lines.map((line) => {
      const age = ageLabel(line.entry, now, names.language)
      return { text: bullet(age === '' ? line.text : `[${age}] ${line.text}`), shows: line }
    })
    return [fixed(words.pastBegin), fixed(fill(words.pastNote, values)), ...lines, fixed(words.pastEnd)]
  }
  const heading = block.kind === 'entity' ? entityHeading(block.entity, words) : words[block.kind]
  return [
    fixed(`### ${fill(heading, values)}`),
    ...block.lines.map((line) => ({ text: bullet(line.text), shows: line })),
  ]
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
