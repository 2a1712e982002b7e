/**
 * Data as prompts show it: one line a text, so that no text can pretend to be a line of its own. Token budgets are
 * the callers' (facts.md §8, reflections.md §9, recall.md §B2): what they hand in is shown whole.
 */
import { stripInjected } from '../injected.ts'
import type { Entity, ModelContext, Observation, WeighedFact } from '../memory-model.ts'
import { fenceAround, fill, oneLine } from './prompts/fill.ts'
import { promptTexts } from './prompts/index.ts'
import type { PromptTexts } from './prompts/texts.ts'

/** A text on one line, without what we put beside somebody's words. */
export function dataText(text: string): string {
  return oneLine(stripInjected(text))
}

/** `- text` lines; blank texts are left out. */
export function dashedLines(texts: readonly string[]): string {
  return texts
    .map(dataText)
    .filter((text) => text !== '')
    .map((text) => `- ${text}`)
    .join('\n')
}

/** `[id] text` lines. */
export function idLines(rows: readonly { readonly id: string; readonly text: string }[]): string {
  return rows.map(({ id, text }) => `[${dataText(id)}] ${dataText(text)}`).join('\n')
}

/** `[promptId] text` lines. */
export function observationLines(observations: readonly Observation[]): string {
  return idLines(observations.map(({ promptId, text }) => ({ id: promptId, text })))
}

/** `- text (importance: n)` lines. */
export function weighedLines(facts: readonly WeighedFact[]): string {
  return facts
    .map(({ text, importance }) => `- ${dataText(text)} (importance: ${String(importance)})`)
    .join('\n')
}

/** A text that stands in a column of a line: the column's separator can't occur in it. */
export function columnText(text: string): string {
  return dataText(text).replaceAll('|', '¦')
}

/** Fills a prompt: `data` between its markers, `words` of our own; the names go in last, on one line each. */
export function fillPrompt(
  template: string,
  data: Readonly<Record<string, string>>,
  context: ModelContext,
  words: Readonly<Record<string, string>> = {},
): string {
  return fill(template, {
    ...words,
    ...fenceAround(Object.values(data).join('\n')),
    ...data,
    user: oneLine(context.userName),
    character: oneLine(context.characterName),
  })
}

/** Whom an entity is about, by name. */
export function entityLabel(entity: Entity, context: ModelContext): string {
  if (entity === 'master') return oneLine(context.userName)
  if (entity === 'neko') return oneLine(context.characterName)
  return fill(textsOf(context).bothOf, {
    user: oneLine(context.userName),
    character: oneLine(context.characterName),
  })
}

export function textsOf(context: ModelContext): PromptTexts {
  return promptTexts[context.language]
}
