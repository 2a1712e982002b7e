/** Golden cases of rendering (render.json): each function of the recording, through the product's own. */
import { newDialogParts, type NewDialogBlock } from '../../src/engine/context/new-dialog.ts'
import { contextLanguage, fill, phrasesFor } from '../../src/engine/context/phrases.ts'
import { isObject, type JsonObject } from '../../src/engine/document.ts'
import type { Language } from '../../src/engine/model/memory-model.ts'
import { entryText, type Persona } from '../../src/engine/persona/entry.ts'
import {
  recordPersonaMentions,
  recordReflectionMentions,
  releasePersona,
  releaseReflections,
} from '../../src/engine/persona/mentions.ts'
import {
  ageLabel,
  compose,
  entryTokens,
  renderPersona,
  trimByScore,
} from '../../src/engine/persona/render.ts'
import type { Moment } from '../../src/engine/ports.ts'
import { decodeMessage } from '../../src/engine/recent/message.ts'
import { activeConfirmed } from '../../src/engine/reflection/active.ts'
import { followupKey, selectFollowups } from '../../src/engine/reflection/surface.ts'
import { isMentioned } from '../../src/engine/text/keywords.ts'
import type { JsonValue } from '../../src/engine/text/tolerant-json.ts'
import { heuristicCounter } from '../../src/engine/text/tokens.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'

type Reply = { readonly now: string; readonly response: string }

type RenderInput =
  | {
      readonly fn: 'compose'
      readonly persona: JsonObject
      readonly pending: readonly unknown[]
      readonly confirmed: readonly unknown[]
      readonly persona_budget: number
      readonly reflection_budget: number
      readonly lang: Language
      readonly now: string
    }
  | {
      readonly fn: 'trim'
      readonly entries: readonly unknown[]
      readonly budget: number
      readonly now: string
    }
  | {
      readonly fn: 'mentions'
      readonly persona: JsonObject
      readonly events: readonly Reply[]
      readonly stop_names: readonly string[]
    }
  | {
      readonly fn: 'reflection_mentions'
      readonly reflections: readonly unknown[]
      readonly events: readonly Reply[]
      readonly stop_names: readonly string[]
    }
  | { readonly fn: 'release'; readonly persona: JsonObject; readonly nows: readonly string[] }
  | { readonly fn: 'reflection_release'; readonly reflections: readonly unknown[]; readonly now: string }
  | { readonly fn: 'active_confirmed'; readonly reflections: readonly unknown[]; readonly now: string }
  | {
      readonly fn: 'followups'
      readonly pending: readonly unknown[]
      readonly weighted: boolean
      readonly top_k: number
      readonly weight_base: number
      readonly draws: readonly number[]
      readonly now: string
    }
  | { readonly fn: 'followup_key'; readonly value: unknown }
  | NewDialogCase

interface NewDialogCase {
  readonly fn: 'new_dialog'
  readonly character: string
  readonly known_characters: readonly string[]
  readonly history: readonly { readonly type: string; readonly content: JsonValue }[]
  readonly last_conversation_at: string | null
  readonly now: string
  readonly long_term_markdown: string
  readonly legacy_settings_present: boolean
  readonly holiday: string | null
  readonly lang: Language
  readonly speaker_names: { readonly human: string; readonly ai: string; readonly system: string }
}

/** The result of one case, in the form of its `expected`. */
export function runRender(raw: unknown): unknown {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  const input = raw as RenderInput
  switch (input.fn) {
    case 'compose':
      return composed(input)
    case 'trim':
      return trimByScore(
        input.entries.map((entry) => ({ text: entryText(entry), entry })),
        input.budget,
        moment(input.now),
        heuristicCounter,
        entryTokens,
      ).map((line) => idOf(line.entry))
    case 'mentions':
      return overReplies(personaOf(input.persona), entriesOf, input, (persona, reply, now) => {
        const next = recordPersonaMentions(persona, reply, now, input.stop_names)
        return [next.persona, next.changed]
      })
    case 'reflection_mentions':
      return overReplies(input.reflections, objectsOf, input, (reflections, reply, now) => {
        const next = recordReflectionMentions(reflections, reply, now, input.stop_names)
        return [next.reflections, next.changed]
      })
    case 'release': {
      let persona = personaOf(input.persona)
      return input.nows.map((now) => {
        const released = releasePersona(persona, moment(now))
        persona = released.persona
        return { changed: released.changed, entries: entriesOf(persona).map(shownEntry) }
      })
    }
    case 'reflection_release': {
      const { reflections, changed } = releaseReflections(input.reflections, moment(input.now))
      return { changed, entries: objectsOf(reflections).map(shownEntry) }
    }
    case 'active_confirmed':
      return activeConfirmed(input.reflections, moment(input.now)).map(idOf)
    case 'followups': {
      const draws = [...input.draws]
      return selectFollowups(input.pending, {
        now: moment(input.now),
        count: input.top_k,
        draw: input.weighted ? () => draws.shift() ?? 0 : null,
        weightBase: input.weight_base,
      }).map(idOf)
    }
    case 'followup_key':
      return followupKey(input.value)
    case 'new_dialog':
      return dialog(input)
  }
}

/** The recording maps the rendered texts back to the first entry of that text, so this does too. */
function composed(input: Extract<RenderInput, { fn: 'compose' }>): unknown {
  const now = moment(input.now)
  const persona = personaOf(input.persona)
  const blocks = compose({
    persona,
    pending: input.pending,
    confirmed: input.confirmed,
    now,
    tokens: heuristicCounter,
    personaBudget: input.persona_budget,
    reflectionBudget: input.reflection_budget,
  })
  const ids = new Map<string, unknown>()
  const all = [...persona.flatMap((section) => section.entries), ...input.pending, ...input.confirmed]
  for (const entry of all) {
    if (isObject(entry) && !ids.has(entryText(entry))) ids.set(entryText(entry), entry['id'])
  }
  const names = { language: input.lang, userName: 'U', characterName: 'C' }
  const text = renderPersona(blocks, names, now)
  const sections = blocks.map((block) => {
    const lines = block.lines.map((line) => {
      if (!text.includes(line.text.replaceAll('\n', '\n  ')))
        throw new Error('a composed line is not in the text')
      return { id: ids.get(line.text) ?? `text:${line.text}`, label: ageLabel(line.entry, now, input.lang) }
    })
    if (block.kind === 'past') return { kind: 'past', items: lines }
    const found = lines.map((line) => line.id)
    return block.kind === 'entity'
      ? { kind: 'entity', entity: block.entity, ids: found }
      : { kind: block.kind, ids: found }
  })
  return { sections }
}

function dialog(input: NewDialogCase): unknown {
  // Unknown characters are turned away before anything is rendered (context.md §1).
  if (!input.known_characters.includes(input.character)) return { blocks: [], history_lines: [] }
  const now = moment(input.now)
  const parts = newDialogParts({
    language: input.lang,
    characterName: input.speaker_names.ai,
    userName: input.speaker_names.human,
    personaText: input.long_term_markdown,
    legacyText: LEGACY,
    history: input.history.flatMap(({ type, content }) => decodeMessage({ type, data: { content } }) ?? []),
    lastInstant: input.last_conversation_at === null ? null : moment(input.last_conversation_at).instant,
    now,
    holiday: input.holiday,
  })
  const textOf = (block: NewDialogBlock): string => parts.find((part) => part.block === block)?.text ?? ''
  const words = phrasesFor(input.lang)
  const names = { name: input.speaker_names.ai, user: input.speaker_names.human }
  const history = textOf('history').replaceAll('SYSTEM_MESSAGE | ', `${input.speaker_names.system} | `)
  return {
    blocks: parts.map((part) => part.block).filter((block) => block !== 'history'),
    history_lines: history === '' ? [] : history.slice(0, -1).split('\n'),
    persona_body: textOf('persona').includes(LEGACY) ? 'legacy_fallback' : 'markdown',
    ...found('gap_now', between(words.gapNow, 'time', {}, textOf('gap_now'))),
    ...found('gap_elapsed', between(words.gapElapsed, 'elapsed', names, textOf('gap').trimEnd())),
    ...found('holiday', between(words.holiday, 'holiday', {}, textOf('holiday'))),
  }
}

const LEGACY = `legacy settings (${contextLanguage('zh')})`

function found(key: string, value: string | null): Record<string, string> {
  return value === null ? {} : { [key]: value }
}

/** What stands in the place of `{key}` in a rendered template; null for an empty text. */
function between(template: string, key: string, values: Record<string, string>, text: string): string | null {
  if (text === '') return null
  const [before = '', after = ''] = fill(template, values).split(`{${key}}`)
  const shown = text.trimEnd()
  const end = after.trimEnd()
  if (!shown.startsWith(before) || !shown.endsWith(end)) throw new Error(`not of the template: ${text}`)
  return shown.slice(before.length, shown.length - end.length)
}

/**
 * The recording shows, after each reply, the list that the next reply appends to before it makes a new one; so
 * a mention of the next reply is part of what it shows.
 */
function overReplies<State>(
  start: State,
  list: (state: State) => readonly JsonObject[],
  input: { readonly events: readonly Reply[]; readonly stop_names: readonly string[] },
  step: (state: State, reply: string, now: Moment) => readonly [State, boolean],
): unknown {
  let state = start
  return input.events.map((event, index) => {
    const [next, changed] = step(state, event.response, moment(event.now))
    state = next
    const following = input.events[index + 1]
    const after = following === undefined ? null : step(state, following.response, moment(following.now))[0]
    const entries = list(state).map((entry, place) => {
      const shown = shownEntry(entry)
      const counted =
        following !== undefined && after !== null && list(after)[place] !== entry
          ? isMentioned(entryText(entry), following.response, input.stop_names)
          : false
      return counted && following !== undefined && shown.mentions.length > 0
        ? { ...shown, mentions: [...shown.mentions, following.now] }
        : shown
    })
    return { changed, entries }
  })
}

function shownEntry(entry: JsonObject): {
  id: unknown
  mentions: unknown[]
  suppress: boolean
  suppressed_at: unknown
} {
  const mentions = entry['recent_mentions']
  return {
    id: entry['id'],
    mentions: Array.isArray(mentions) ? mentions : [],
    suppress: entry['suppress'] === true,
    suppressed_at: entry['suppressed_at'] ?? null,
  }
}

function personaOf(document: JsonObject): Persona {
  return Object.entries(document).flatMap(([name, section]) => {
    const facts = isObject(section) ? section['facts'] : null
    return Array.isArray(facts) ? [{ name, entries: facts as readonly unknown[] }] : []
  })
}

function entriesOf(persona: Persona): readonly JsonObject[] {
  return persona.flatMap((section) => objectsOf(section.entries))
}

function objectsOf(entries: readonly unknown[]): readonly JsonObject[] {
  return entries.filter(isObject)
}

function idOf(entry: unknown): unknown {
  return isObject(entry) ? entry['id'] : null
}

function moment(stamp: string): Moment {
  const instant = parseStamp(stamp, 'UTC')
  if (instant === null) throw new Error(`not a stamp: ${stamp}`)
  return { instant, zone: 'UTC' }
}
