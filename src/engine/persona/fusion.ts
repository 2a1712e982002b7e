/**
 * Imported texts in the persona (persona.md §11): a model makes few statements of what was imported before and what
 * comes now, and they replace what was imported before. The same texts again change nothing and ask nobody.
 */
import { isObject, textField, type JsonObject } from '../document.ts'
import { seedOf } from '../evidence/seed.ts'
import { comparableText, fusionFingerprint } from '../interchange/fingerprints.ts'
import { warningPatterns } from '../interchange/suspicious.ts'
import type { FusedText, LifeModel, ModelContext } from '../model/memory-model.ts'
import type { TokenCounter, Transaction } from '../ports.ts'
import { fail, messageOf, type Result } from '../result.ts'
import {
  FUSION_ENTRY_TOKENS,
  FUSION_INPUT_TOKENS,
  FUSION_MASTER_TOKENS,
  FUSION_NEKO_TOKENS,
  FUSION_SECTION_TOKENS,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isBlank, trimSpace } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'
import { contradicted } from './add.ts'
import { queueCorrection } from './corrections.ts'
import { newEntry, type Persona } from './entry.ts'
import { loadPersonaIn, writePersona, type PersonaConfig } from './load.ts'
import { entriesOf, freeEntryId, withEntries } from './sections.ts'

export interface FusionDeps {
  readonly store: CharacterStore
  readonly model: Pick<LifeModel, 'fusePersona'>
  readonly context: ModelContext
  readonly tokens: TokenCounter
  /** Read again after the answer: cards may have been edited. */
  readonly config: () => Promise<PersonaConfig>
}

export interface FusionInput {
  readonly entity: 'master' | 'neko'
  readonly texts: readonly { readonly text: string; readonly section: string }[]
  readonly format: string
  readonly files: readonly string[]
}

export type FusionOutcome =
  | { readonly kind: 'done'; readonly added: number; readonly skipped: number; readonly fused: boolean }
  /** More than one question can hold; trying again does not help. */
  | { readonly kind: 'too_large' }
  /** No usable answer, or the imported entries changed meanwhile; nothing was stored. */
  | { readonly kind: 'failed'; readonly reason: string }

export async function fuseImported(deps: FusionDeps, input: FusionInput): Promise<FusionOutcome> {
  const { store, tokens } = deps
  const { entity, texts } = input
  const fingerprint = fusionFingerprint(texts.map(({ text }) => text))
  const nothing: FusionOutcome = { kind: 'done', added: 0, skipped: texts.length, fused: false }
  const config = await deps.config()
  const before = await store.db.transaction(async (tx) =>
    bucketOf((await loadPersonaIn(tx, store, config)).persona, entity),
  )
  if (before.folded.has(fingerprint)) return nothing

  const material = [
    ...before.entries.map((entry) => textField(entry, 'text') ?? ''),
    ...texts.map(({ text, section }) => withBreadcrumb(text, section, tokens)),
  ].filter((text) => !isBlank(text))
  const numbered = material.map((text, index) => `[${String(index + 1)}] ${text}`).join('\n')
  if (tokens.count(numbered) > FUSION_INPUT_TOKENS) return { kind: 'too_large' }
  const answer = await ask(deps, entity, material)
  if (!answer.ok) return { kind: 'failed', reason: answer.error.message }
  const items = trimFused(answer.value, budgets[entity], tokens)
  if (items.length === 0) return { kind: 'failed', reason: 'the answer holds no usable entry' }

  const fresh = await deps.config()
  return store.db.transaction(async (tx) => {
    const added = await replaceBucket(tx, deps, input, { items, fingerprint, before, config: fresh })
    if (added === null) return { kind: 'failed', reason: 'the imported entries changed meanwhile' }
    return added === 0 ? nothing : { kind: 'done', added, skipped: 0, fused: true }
  })
}

/**
 * The items that fit: most important first, each cut to its length, each once, whole ones up to the budget and at
 * least one. What gives orders instead of telling something is left out: no note is to become one.
 */
export function trimFused(items: readonly FusedText[], budget: number, tokens: TokenCounter): FusedText[] {
  const seen = new Set<string>()
  const kept: FusedText[] = []
  let spent = 0
  for (const { text: raw, importance } of [...items].sort((a, b) => b.importance - a.importance)) {
    const text = trimSpace(tokens.truncate(trimSpace(raw), FUSION_ENTRY_TOKENS))
    const key = comparableText(text)
    if (text === '' || seen.has(key) || warningPatterns(text).length > 0) continue
    seen.add(key)
    spent += tokens.count(text)
    if (spent > budget && kept.length > 0) break
    kept.push({ text, importance })
  }
  return kept
}

const IMPORTED = 'external_import'
const budgets = { master: FUSION_MASTER_TOKENS, neko: FUSION_NEKO_TOKENS } as const

interface Bucket {
  readonly entries: readonly JsonObject[]
  /** Fingerprints of everything that is in it. */
  readonly folded: ReadonlySet<string>
  readonly files: ReadonlySet<string>
}

/** What was imported before. */
function bucketOf(persona: Persona, entity: string): Bucket {
  const entries = entriesOf(persona, entity).filter(isObject).filter(isImported)
  const origins = entries.map((entry) => entry['external_import']).filter(isObject)
  return {
    entries,
    folded: new Set(
      origins.flatMap((origin) => [
        ...textsIn(origin['folded_fingerprints']),
        ...textsIn([origin['fusion_fingerprint']]),
      ]),
    ),
    files: new Set(origins.flatMap((origin) => textsIn(origin['files']))),
  }
}

/** How many items are in the persona now; null when somebody else imported meanwhile. */
async function replaceBucket(
  tx: Transaction,
  { store }: FusionDeps,
  { entity, format, files }: FusionInput,
  fusion: {
    readonly items: readonly FusedText[]
    readonly fingerprint: string
    readonly before: Bucket
    readonly config: PersonaConfig
  },
): Promise<number | null> {
  const { config, before } = fusion
  const { now } = config
  const loaded = await loadPersonaIn(tx, store, config)
  const bucket = bucketOf(loaded.persona, entity)
  if (!sameSet(bucket.folded, before.folded)) return null

  const origin = {
    format,
    files: [...new Set([...bucket.files, ...files])].sort(compareCodePoints),
    section: 'fused',
    fusion_fingerprint: fusion.fingerprint,
    folded_fingerprints: [...new Set([...bucket.folded, fusion.fingerprint])].sort(compareCodePoints),
    imported_at: toNaive(now),
    fused: true,
  }
  const others = entriesOf(loaded.persona, entity).filter((entry) => !isObject(entry) || !isImported(entry))
  let persona = withEntries(loaded.persona, entity, others)
  let added = 0
  for (const { text, importance } of fusion.items) {
    const entries = entriesOf(persona, entity)
    const conflict = contradicted(entries, text, config.stopNames)
    if (conflict?.kind === 'entry') {
      await queueCorrection(tx, store, { oldText: conflict.text, newText: text, entity }, now)
    }
    if (conflict !== null) continue
    const sourceId = `${format}:fusion:${entity}`
    const entry = newEntry({
      id: freeEntryId(persona, { text, source: IMPORTED, sourceId }, now),
      text,
      source: IMPORTED,
      source_id: sourceId,
      // Without a clock: what was imported does not fade (evidence.md §5.1).
      reinforcement: seedOf(importance),
      external_import: origin,
    })
    persona = withEntries(persona, entity, [...entries, entry])
    added += 1
  }
  if (added === 0) return 0
  await writePersona(tx, store, loaded, persona)
  const after = entriesOf(persona, entity).filter((entry) => !others.includes(entry))
  await store.journal.append(tx, {
    at: now.instant,
    who: IMPORTED,
    what: 'persona.fused',
    target: `persona:${entity}`,
    before: JSON.stringify(bucket.entries),
    after: JSON.stringify(after),
    cause: fusion.fingerprint,
  })
  return added
}

/** A transport that throws is a failed call like any other. */
async function ask(
  deps: FusionDeps,
  entity: 'master' | 'neko',
  material: readonly string[],
): Promise<Result<readonly FusedText[]>> {
  try {
    return await deps.model.fusePersona({ entity, material, tokens: budgets[entity] }, deps.context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}

/** The text with a short name of its section, unless it says that itself. */
function withBreadcrumb(text: string, section: string, tokens: TokenCounter): string {
  const prefix = trimSpace(tokens.truncate(trimSpace(section), FUSION_SECTION_TOKENS))
  return prefix === '' || comparableText(text).includes(comparableText(prefix)) ? text : `${prefix}: ${text}`
}

function isImported(entry: JsonObject): boolean {
  return entry['source'] === IMPORTED
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((text): text is string => typeof text === 'string' && text !== '')
    : []
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((value) => b.has(value))
}
