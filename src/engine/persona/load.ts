/** The persona in the store: read, kept in step with the cards, and written back where it changed (persona.md §3). */
import { readLegacySettings } from '../core-config.ts'
import { namesOf, nowOf, stopNamesIn, type Core } from '../core.ts'
import { isObject, parseJson, parseObject, respellObject, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { EngineDeps, Moment, Transaction } from '../ports.ts'
import { cachedRead } from '../store/cached-read.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { personaEntryHot } from '../store/hot.ts'
import type { PersonaEntryRow } from '../store/persona.ts'
import { syncCards, type CardSources } from './card-sync.ts'
import { entryText, type Persona, type StoredPersona } from './entry.ts'
import { migrateSettings, withSections } from './migrate.ts'
import { countTokens } from './token-cache.ts'

/** What the persona is made from beside its own rows. */
export interface PersonaConfig {
  readonly cards: CardSources
  readonly userName: string
  readonly characterName: string
  /** The character's `settings.json` of an old installation, parsed; null when there is none. */
  readonly legacySettings: unknown
  /** Names and nicknames, which are left out where texts are compared (facts.md §5). */
  readonly stopNames: readonly string[]
  readonly tokenCounter: EngineDeps['tokenCounter']
  readonly now: Moment
}

/** A loaded persona, with what is needed to write a changed one. */
export interface LoadedPersona {
  readonly persona: StoredPersona
  /** The row of each entry that was read, by the identity of the entry. */
  readonly rows: ReadonlyMap<unknown, PersonaEntryRow>
  /** Counts what is written with the next save (persona.md §8.4); one that only reads asks for none. */
  readonly tokenCounter: EngineDeps['tokenCounter']
}

/** The character's persona now, in step with the cards. Loading one for the first time makes it. */
export async function loadPersona(core: Core, memory: Memory): Promise<StoredPersona> {
  const config = await personaConfig(core, memory.name)
  return memory.store.db.transaction(async (tx) => (await loadPersonaIn(tx, memory.store, config)).persona)
}

export async function personaConfig(core: Core, character: string): Promise<PersonaConfig> {
  const [names, profile, configured] = await Promise.all([
    namesOf(core, character),
    core.registry.profile(),
    core.registry.find(character),
  ])
  const legacy = configured === undefined ? null : await readLegacySettings(core.deps.settings, configured.id)
  return {
    cards: { character: configured?.card ?? null, user: profile.fields },
    userName: names.userName,
    characterName: names.characterName,
    legacySettings: legacy === null ? null : (parseJson(legacy) ?? null),
    stopNames: stopNamesIn(names),
    tokenCounter: core.deps.tokenCounter,
    now: nowOf(core),
  }
}

export async function loadPersonaIn(
  tx: Transaction,
  store: CharacterStore,
  config: PersonaConfig,
): Promise<LoadedPersona> {
  const stored = await readPersona(tx, store, config.tokenCounter)
  const made = withSections(stored.persona)
  const migrated = migrateSettings(made.persona, config.legacySettings, config)
  const synced = syncCards(migrated.persona, config.cards)
  if (!made.changed && !migrated.changed && !synced.changed) return stored
  await writePersona(tx, store, stored, synced.persona)
  await journalCards(tx, store, stored.persona, synced.persona, config.now)
  return readPersona(tx, store, config.tokenCounter)
}

/**
 * Writes what differs from `loaded`: single entries in place, a section anew where entries came, went or moved. What
 * did not change in an entry stays as it was spelt. A save also keeps token counts of entries that have none.
 */
export async function writePersona(
  tx: Transaction,
  store: CharacterStore,
  loaded: LoadedPersona,
  next: Persona,
): Promise<void> {
  const before = new Map(loaded.persona.map((section) => [section.name, section.entries]))
  const counted = countTokens(next, await loaded.tokenCounter())
  const rewritten = new Map<unknown, PersonaEntryRow>()
  let inPlace = true
  for (const section of counted) {
    const old = before.get(section.name)
    if (old === undefined) {
      inPlace = false
      await store.persona.sections.ensure(tx, section.name)
    }
    if (old !== undefined && sameEntries(old, section.entries)) continue
    if (old !== undefined && old.length === section.entries.length && sameIds(old, section.entries)) {
      for (const [index, entry] of section.entries.entries()) {
        const row = loaded.rows.get(old[index])
        if (entry === old[index] || row === undefined) continue
        const [doc, hot] = [respell(old[index], row, entry), hotOf(entry)]
        await store.persona.entries.update(tx, row.seq, doc, hot)
        rewritten.set(old[index], { ...row, doc, ...hot })
      }
      continue
    }
    inPlace = false
    const byId = new Map((old ?? []).map((entry) => [idOf(entry), entry]))
    const rows = section.entries.map((entry) => {
      const earlier = loaded.rows.has(entry) ? entry : byId.get(idOf(entry))
      return { doc: respell(earlier, loaded.rows.get(earlier), entry), ...hotOf(entry) }
    })
    await store.persona.entries.replaceSection(tx, section.name, rows)
  }
  if (!inPlace) return
  await readRows.wrote(tx, store, rewritten.size, (read) =>
    read.persona === loaded.persona ? withRows(read, (_, entry) => rewritten.get(entry)) : null,
  )
}

/** The document of `entry`: that of its row with what changed since. */
function respell(earlier: unknown, row: PersonaEntryRow | undefined, entry: unknown): string {
  if (row === undefined) return JSON.stringify(entry)
  if (earlier === entry) return row.doc
  if (!isObject(earlier) || !isObject(entry) || parseObject(row.doc) === null) return JSON.stringify(entry)
  return respellObject(row.doc, earlier, entry)
}

/** The persona as it is stored, whatever the cards say by now. */
export async function readPersona(
  tx: Transaction,
  store: CharacterStore,
  tokenCounter: EngineDeps['tokenCounter'],
): Promise<LoadedPersona> {
  return { ...(await readRows(tx, store)), tokenCounter }
}

interface PersonaRows {
  readonly persona: StoredPersona
  readonly rows: ReadonlyMap<unknown, PersonaEntryRow>
}

/** Kept while no row changes: every conversation and every reply begins with it (persona.md §3). */
const readRows = cachedRead<PersonaRows>(
  ['persona_sections', 'persona_entries'],
  async (tx, store) => {
    const sections = await store.persona.sections.list(tx)
    const rows = new Map<unknown, PersonaEntryRow>()
    const entries = new Map<string, StoredEntry[]>(sections.map((section) => [section.name, []]))
    for (const row of await store.persona.entries.list(tx)) {
      const entry = storedEntry(row)
      rows.set(entry, row)
      entries.get(row.section)?.push(entry)
    }
    return { persona: sections.map(({ name }) => ({ name, entries: entries.get(name) ?? [] })), rows }
  },
  {
    table: 'persona_entries',
    async patch(tx, store, read, seqs) {
      const fresh = new Map((await store.persona.entries.bySeqs(tx, seqs)).map((row) => [row.seq, row]))
      return withRows(read, (row) => fresh.get(row.seq))
    },
  },
)

/** The persona with some of its rows as they are now; null where it must be read anew. */
function withRows(
  { persona, rows }: PersonaRows,
  freshOf: (row: PersonaEntryRow, entry: StoredEntry) => PersonaEntryRow | undefined,
): PersonaRows | null {
  const patched = new Map<unknown, PersonaEntryRow>()
  const sections: { name: string; entries: readonly StoredEntry[] }[] = []
  for (const section of persona) {
    const { name } = section
    const entries: StoredEntry[] = []
    let same = true
    for (const entry of section.entries) {
      const before = rows.get(entry)
      const row = before === undefined ? undefined : freshOf(before, entry)
      // An entry that moved to another section stands in another place; equal bare texts share their row here.
      if (typeof entry === 'string' || (row !== undefined && row.section !== name)) return null
      const next = row === undefined ? entry : storedEntry(row)
      same &&= row === undefined
      entries.push(next)
      const kept = row ?? before
      if (kept !== undefined) patched.set(next, kept)
    }
    // A list that is the same keeps what is known of it.
    sections.push(same ? section : { name, entries })
  }
  return { persona: sections, rows: patched }
}

type StoredEntry = string | JsonObject

/** A row that cannot be read shows nothing and is written back as it is. */
function storedEntry({ doc }: PersonaEntryRow): StoredEntry {
  const value = parseJson(doc)
  return isObject(value) || typeof value === 'string' ? value : {}
}

/** What the cards changed, by the text of their entries. */
async function journalCards(
  tx: Transaction,
  store: CharacterStore,
  before: Persona,
  after: Persona,
  now: Moment,
): Promise<void> {
  for (const section of after) {
    const old = before.find((candidate) => candidate.name === section.name)?.entries ?? []
    if (sameEntries(old, section.entries)) continue
    await store.journal.append(tx, {
      at: now.instant,
      who: 'card_sync',
      what: 'persona.synced',
      target: `persona:${section.name}`,
      before: JSON.stringify(old.map(entryText)),
      after: JSON.stringify(section.entries.map(entryText)),
      cause: null,
    })
  }
}

function hotOf(entry: unknown): ReturnType<typeof personaEntryHot> {
  return personaEntryHot(isObject(entry) ? entry : '')
}

function sameEntries(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index])
}

/** True when the same entries stand in the same places, whatever changed in them. */
function sameIds(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((entry, index) => idOf(entry) === idOf(b[index]))
}

/** The id of an entry, or the text of an old one. */
function idOf(entry: unknown): unknown {
  return isObject(entry) ? entry['id'] : entry
}
