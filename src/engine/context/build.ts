/** Context texts from what is stored: one transaction reads all of it, so that no text shows half a change. */
import { languageOf, namesOf, type Core } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { Language } from '../model/memory-model.ts'
import type { Sql, Transaction } from '../ports.ts'
import type { Persona } from '../persona/entry.ts'
import {
  loadPersonaIn,
  personaConfig,
  writePersona,
  type LoadedPersona,
  type PersonaConfig,
} from '../persona/load.ts'
import { releasePersona, releaseReflections } from '../persona/mentions.ts'
import { updateReflections } from '../persona/record-mentions.ts'
import { composeStored, renderPersona, type PersonaBlock } from '../persona/render.ts'
import { readHistory, type HistoryItem } from '../recent/history.ts'
import type { StoredMessage } from '../recent/message.ts'
import { renderNewDialog, type NewDialogInput } from './new-dialog.ts'
import { legacySettingsText, recentHistoryText } from './settings-text.ts'

/** `GET /new_dialog` of a configured character (context.md). `holiday` is today's, when one is known. */
export async function buildNewDialog(
  core: Core,
  memory: Memory,
  holiday: string | null = null,
): Promise<string> {
  const [config, language] = await Promise.all([personaConfig(core, memory.name), languageOf(core)])
  return memory.store.db.transaction(async (tx) =>
    renderNewDialog((await gatherDialog(core, memory, tx, config, language, holiday)).input),
  )
}

/** All that the start of a conversation is made of, with where it comes from. */
export interface GatheredDialog {
  readonly input: NewDialogInput
  readonly blocks: readonly PersonaBlock[]
  readonly persona: Persona
  /** Row of each entry, by the identity of what was stored before anything was lifted. */
  readonly rows: LoadedPersona['rows']
  readonly reflections: readonly unknown[]
  readonly history: readonly HistoryItem[]
}

/** Reads it inside the caller's transaction, and lifts there what has been put aside long enough. */
export async function gatherDialog(
  core: Core,
  memory: Memory,
  tx: Transaction,
  config: PersonaConfig,
  language: Language,
  holiday: string | null,
): Promise<GatheredDialog> {
  const { now, userName, characterName } = config
  const shown = await shownPersona(core, memory, tx, config)
  const { items } = await readHistory(memory.store, tx)
  const input: NewDialogInput = {
    language,
    characterName,
    userName,
    personaText: renderPersona(shown.blocks, { language, userName, characterName }, now),
    legacyText: legacySettingsText(config.legacySettings, characterName, language),
    history: items.map((item) => item.message),
    lastInstant: await memory.store.timeIndex.lastSaid(tx, now.instant),
    now,
    holiday,
  }
  return { input, history: items, ...shown }
}

/** `GET /get_settings` of a configured character: the persona, or the old settings when there is none. */
export async function buildSettings(core: Core, memory: Memory): Promise<string> {
  const [config, language] = await Promise.all([personaConfig(core, memory.name), languageOf(core)])
  const text = await memory.store.db.transaction((tx) => persona(core, memory, tx, config, language))
  return text === '' ? legacySettingsText(config.legacySettings, config.characterName, language) : text
}

/** `GET /get_recent_history` of a configured character. */
export async function buildRecentHistory(core: Core, memory: Memory): Promise<string> {
  const names = await namesOf(core, memory.name)
  const messages = await history(memory.store.db, memory)
  return recentHistoryText(messages, { ...names, language: await languageOf(core) })
}

/**
 * Makes now what the next conversation would first have to make of rows that have changed. Nobody waits for it, where
 * the start of a conversation is waited for.
 */
export async function prepareNewDialog(core: Core, memory: Memory): Promise<void> {
  const config = await personaConfig(core, memory.name)
  const [persona, reflections] = await memory.store.db.transaction(async (tx) => [
    (await loadPersonaIn(tx, memory.store, config)).persona,
    await updateReflections(core, memory, tx, (documents) => ({ reflections: documents })),
  ])
  const { now } = config
  releasePersona(persona, now)
  releaseReflections(reflections, now)
  composeStored({ persona, reflections, now, tokens: await config.tokenCounter() })
}

async function persona(
  core: Core,
  memory: Memory,
  tx: Transaction,
  config: PersonaConfig,
  language: Language,
): Promise<string> {
  const { blocks } = await shownPersona(core, memory, tx, config)
  const { userName, characterName, now } = config
  return renderPersona(blocks, { language, userName, characterName }, now)
}

/** Lifts what has been put aside long enough, then chooses what is shown. */
async function shownPersona(
  core: Core,
  memory: Memory,
  tx: Transaction,
  config: PersonaConfig,
): Promise<Pick<GatheredDialog, 'blocks' | 'persona' | 'rows' | 'reflections'>> {
  const { store } = memory
  const { now } = config
  const reflections = await updateReflections(core, memory, tx, (documents) =>
    releaseReflections(documents, now),
  )
  const loaded = await loadPersonaIn(tx, store, config)
  const released = releasePersona(loaded.persona, now)
  if (released.changed) await writePersona(tx, store, loaded, released.persona)
  const blocks = composeStored({
    persona: released.persona,
    reflections,
    now,
    tokens: await config.tokenCounter(),
  })
  return { blocks, persona: released.persona, rows: loaded.rows, reflections }
}

/** Recent messages; a stored one that cannot be read is left out of the text and stays stored. */
async function history(sql: Sql, memory: Memory): Promise<StoredMessage[]> {
  return (await readHistory(memory.store, sql)).items.map((item) => item.message)
}
