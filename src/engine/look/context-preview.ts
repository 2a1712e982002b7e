/**
 * What the next conversation would be told, line by line with the entries behind it (context.md). It is made by the
 * very code of `/new_dialog`, whose writes are then rolled back: looking changes nothing.
 */
import type { ContextLine, ContextPreview, ContextSection, EntryKey } from '../browser-api.ts'
import { isQuiet } from '../changes/marks.ts'
import { gatherDialog, type GatheredDialog } from '../context/build.ts'
import { historyEntry, newDialogParts, type NewDialogPart } from '../context/new-dialog.ts'
import { languageOf, type Core } from '../core.ts'
import { isObject, isTruthy, textField, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Memory } from '../memories.ts'
import { entryText } from '../persona/entry.ts'
import { personaConfig } from '../persona/load.ts'
import { blockLines, type PersonaBlock } from '../persona/render.ts'
import type { Moment, TokenCounter } from '../ports.ts'
import { LEFT_OUT_SHOWN, PERSONA_TOKENS, REFLECTION_TOKENS } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import { PLACE } from './entry-row.ts'

/** Why an entry is shown or is not; keys of the catalogue. */
export type ShownReason =
  'within_budget' | 'protected' | 'past' | 'out_of_budget' | 'suppressed' | 'resting' | 'low_score'

export async function contextPreview(core: Core, memory: Memory): Promise<ContextPreview> {
  const dialog = await gatherDry(core, memory)
  const tokens = await core.deps.tokenCounter()
  const parts = newDialogParts(dialog.input)
  const text = parts.map((part) => part.text).join('')
  return { sections: sectionsOf(dialog, parts, tokens), text, tokens: tokens.count(text) }
}

/** What became of each entry that might have been shown, by kind and id. */
export async function shownEntries(
  core: Core,
  memory: Memory,
): Promise<ReadonlyMap<string, { readonly yes: boolean; readonly why: ShownReason }>> {
  const dialog = await gatherDry(core, memory)
  return new Map(judged(dialog).map(({ key, yes, why }) => [`${key.kind} ${key.id}`, { yes, why }]))
}

/** Thrown to roll back; never leaves this module. */
class Seen extends Error {
  readonly dialog: GatheredDialog
  constructor(dialog: GatheredDialog) {
    super('seen')
    this.dialog = dialog
  }
}

async function gatherDry(core: Core, memory: Memory): Promise<GatheredDialog> {
  const [config, language] = await Promise.all([personaConfig(core, memory.name), languageOf(core)])
  try {
    return await memory.store.db.transaction(async (tx): Promise<never> => {
      throw new Seen(await gatherDialog(core, memory, tx, config, language, null))
    })
  } catch (thrown) {
    if (thrown instanceof Seen) return thrown.dialog
    throw thrown
  }
}

// ----------------------------------------------------------------------------------------------- sections

function sectionsOf(
  dialog: GatheredDialog,
  parts: readonly NewDialogPart[],
  tokens: TokenCounter,
): ContextSection[] {
  const { input, blocks } = dialog
  const partOf = (block: NewDialogPart['block']): string =>
    parts
      .filter((part) => part.block === block)
      .map((part) => part.text)
      .join('')
  const judgements = judged(dialog)
  const aside = (list: 'persona' | 'reflections') =>
    judgements.filter((entry) => !entry.yes && entry.list === list).slice(0, LEFT_OUT_SHOWN)
  const persona = blocks.filter((block) => block.kind === 'entity')
  const others = blocks.filter((block) => block.kind !== 'entity')
  const head = headingOf(partOf('persona'), input.personaText)
  const sections = [
    section('banner', null, fixedLines(head, tokens), []),
    section('persona', PERSONA_TOKENS, linesOf(persona, dialog, tokens), aside('persona')),
    section('reflections', REFLECTION_TOKENS, linesOf(others, dialog, tokens), aside('reflections')),
    section('now', null, fixedLines(partOf('inner_header') + partOf('inner_time'), tokens), []),
    section('history', null, historyLines(dialog, tokens), []),
    section(
      'silence',
      null,
      fixedLines(['gap_now', 'gap', 'gap_long'].map((block) => partOf(block as 'gap')).join(''), tokens),
      [],
    ),
  ]
  return sections.filter(({ lines, leftOut }) => lines.length > 0 || leftOut.length > 0)
}

/** The banner, and what is shown where there is no persona. */
function headingOf(part: string, personaText: string): string {
  return personaText === '' ? part : part.slice(0, part.length - personaText.length)
}

function section(
  name: string,
  budget: number | null,
  lines: readonly ContextLine[],
  leftOut: readonly Judged[],
): ContextSection {
  return {
    name,
    budget,
    tokens: lines.reduce((sum, line) => sum + line.tokens, 0),
    lines,
    leftOut: leftOut.map(({ key, text, why }) => ({ key, text, why })),
  }
}

function fixedLines(text: string, tokens: TokenCounter): ContextLine[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line, key: null, tokens: tokens.count(line) }))
}

function linesOf(
  blocks: readonly PersonaBlock[],
  dialog: GatheredDialog,
  tokens: TokenCounter,
): ContextLine[] {
  const { language, userName, characterName, now } = dialog.input
  const reflections = new Set(dialog.reflections)
  return blocks.flatMap((block) =>
    blockLines(block, { language, userName, characterName }, now).map(({ text, shows }) => ({
      text,
      key: shows === null ? null : keyOf(reflections.has(shows.entry), shows.entry, dialog),
      tokens: tokens.count(text),
    })),
  )
}

function historyLines({ history, input }: GatheredDialog, tokens: TokenCounter): ContextLine[] {
  return history.map(({ row, message }) => {
    const text = historyEntry(message, input).replace(/\n$/, '')
    const key: EntryKey | null = row.turnId === null ? null : { kind: 'turn', id: row.turnId }
    return { text, key, tokens: tokens.count(text) }
  })
}

// --------------------------------------------------------------------------------------------- judgements

interface Judged {
  readonly list: 'persona' | 'reflections'
  readonly key: EntryKey
  readonly text: string
  readonly yes: boolean
  readonly why: ShownReason
}

/** Every persona entry, and every reflection that is still open, with what became of it. */
function judged(dialog: GatheredDialog): Judged[] {
  const { now } = dialog.input
  const shown = new Map(
    dialog.blocks.flatMap((block) => block.lines.map((line) => [line.entry, block.kind] as const)),
  )
  const result: Judged[] = []
  const judge = (list: Judged['list'], entry: unknown, yes: boolean, why: ShownReason): void => {
    const key = keyOf(list === 'reflections', entry, dialog)
    if (key !== null) result.push({ list, key, text: entryText(entry), yes, why })
  }
  for (const { entries } of dialog.persona) {
    for (const entry of entries) {
      if (isBlank(entryText(entry))) continue
      const fields = isObject(entry) ? entry : {}
      const kind = shown.get(entry)
      // What is put aside stands in the text as something to leave alone.
      if (kind === 'suppressed') judge('persona', entry, false, asideReason(fields, now))
      else if (kind === undefined) judge('persona', entry, false, 'out_of_budget')
      else judge('persona', entry, true, isTruthy(fields['protected']) ? 'protected' : 'within_budget')
    }
  }
  for (const entry of dialog.reflections) {
    if (!isObject(entry) || isBlank(entryText(entry))) continue
    const status = entry['status'] ?? 'pending'
    if (status !== 'pending' && status !== 'confirmed') continue
    const kind = shown.get(entry)
    if (kind !== undefined) judge('reflections', entry, true, kind === 'past' ? 'past' : 'within_budget')
    else judge('reflections', entry, false, reflectionReason(entry, status === 'confirmed', now))
  }
  return result
}

function asideReason(entry: JsonObject, now: Moment): ShownReason {
  return isQuiet(entry, now.instant) ? 'suppressed' : 'resting'
}

function reflectionReason(entry: JsonObject, confirmed: boolean, now: Moment): ShownReason {
  if (isQuiet(entry, now.instant)) return 'suppressed'
  if (confirmed && isTruthy(entry['suppress'])) return 'resting'
  return confirmed && evidenceScore(entry, now) <= 0 ? 'low_score' : 'out_of_budget'
}

/** Null for an entry without an id whose row is not known any more. */
function keyOf(isReflection: boolean, entry: unknown, { rows }: GatheredDialog): EntryKey | null {
  const id = isObject(entry) ? textField(entry, 'id') : null
  if (isReflection) return id === null ? null : { kind: 'reflection', id }
  if (id !== null && id !== '') return { kind: 'persona', id }
  const seq = rows.get(entry)?.seq
  return seq === undefined ? null : { kind: 'persona', id: `${PLACE}${String(seq)}` }
}
