/**
 * Diaries of an import (ui.md §9.3, facts.md §11): each day is read by the model like words of the user, and kept
 * whole or not at all. What was read before is known by its fingerprint and not read again.
 */
import { isObject, parseObject, type JsonObject } from '../document.ts'
import { checkExtraction, type CheckedExtraction } from '../facts/admit.ts'
import type { Terms } from '../facts/ground.ts'
import { persistFact } from '../facts/persist.ts'
import { isForgottenClaim } from '../forgetting/tombstones.ts'
import type { ConversationTurn, Extraction, MemoryModel, ModelContext } from '../model/memory-model.ts'
import type { Moment, TokenCounter, Transaction } from '../ports.ts'
import type { RowChanges } from '../recall-pools.ts'
import { fail, messageOf, type Result } from '../result.ts'
import { IMPORT_DIARY_CALLS, IMPORT_DIARY_CONCURRENCY, IMPORT_DIARY_TOKENS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { dayFingerprint } from './fingerprints.ts'
import { warningPatterns } from './suspicious.ts'

export interface DiaryDay {
  readonly file: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly fragments: readonly string[]
}

export interface DiaryDeps {
  readonly store: CharacterStore
  readonly model: Pick<MemoryModel, 'extractFacts'>
  readonly context: ModelContext
  /** Stop names of user and character. */
  readonly names: readonly string[]
  readonly terms: Terms
  readonly tokens: TokenCounter
  /** Told in the transaction that keeps a day what it changed. */
  readonly onFacts: (tx: Transaction, changes: RowChanges) => void
}

export interface DiaryReport {
  /** Facts that were new. */
  readonly added: number
  readonly failedDays: number
  readonly skippedDays: number
}

/** Candidates with a date as days, each of one file. */
export function diaryDays(
  candidates: readonly {
    readonly sourceFile: string
    readonly eventDate: string | null
    readonly text: string
  }[],
): DiaryDay[] {
  const days = new Map<string, { file: string; date: string; fragments: string[] }>()
  for (const { sourceFile: file, eventDate: date, text } of candidates) {
    if (date === null) continue
    const key = JSON.stringify([file, date])
    const day = days.get(key)
    if (day === undefined) days.set(key, { file, date, fragments: [text] })
    else day.fragments.push(text)
  }
  return [...days.values()]
}

/** The fragments in batches of one question each; one that is too long alone is cut into several, never shortened. */
export function packFragments(
  fragments: readonly string[],
  tokens: TokenCounter,
  limit = IMPORT_DIARY_TOKENS,
): string[] {
  const batches: string[] = []
  let open = ''
  for (const piece of fragments.flatMap((fragment) => slices(fragment, tokens, limit))) {
    const joined = open === '' ? piece : `${open}\n${piece}`
    if (open !== '' && tokens.count(joined) > limit) {
      batches.push(open)
      open = piece
    } else {
      open = joined
    }
  }
  return open === '' ? batches : [...batches, open]
}

/**
 * Reads the days that were not read before. `too_large` when they need too many questions, and then none is asked.
 * At most `IMPORT_DIARY_CONCURRENCY` questions run at once, those of one day one after the other. Imports of one
 * character must not run at the same time (external-commit.ts sees to it).
 */
export async function importDiaries(
  deps: DiaryDeps,
  days: readonly DiaryDay[],
  format: string,
  now: Moment,
): Promise<DiaryReport | 'too_large'> {
  const { store } = deps
  const known = await store.db.transaction(async (tx) => {
    const carried = await carriedFingerprints(tx, store)
    const sidecar = await readSidecar(tx, store)
    // What facts carry need not stand beside them too.
    const kept = sidecar.filter((fingerprint) => !carried.has(fingerprint))
    if (kept.length < sidecar.length) await writeSidecar(tx, store, kept)
    return new Set([...carried, ...kept])
  })
  const fresh = days.flatMap((day) => {
    const fingerprint = dayFingerprint(day.date, day.fragments)
    if (known.has(fingerprint)) return []
    return [{ day, fingerprint, batches: packFragments(day.fragments, deps.tokens) }]
  })
  const calls = fresh.reduce((sum, { batches }) => sum + batches.length, 0)
  if (calls > IMPORT_DIARY_CALLS) return 'too_large'

  let added = 0
  let failedDays = 0
  const waiting = [...fresh]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const facts = await importDay(deps, next, format, now)
      if (facts === null) failedDays += 1
      else added += facts
    }
  }
  await Promise.all(Array.from({ length: IMPORT_DIARY_CONCURRENCY }, work))
  return { added, failedDays, skippedDays: days.length - fresh.length }
}

interface FreshDay {
  readonly day: DiaryDay
  readonly fingerprint: string
  readonly batches: readonly string[]
}

/** How many facts were new; null when a batch failed, and then nothing of the day is kept. */
async function importDay(
  deps: DiaryDeps,
  fresh: FreshDay,
  format: string,
  now: Moment,
): Promise<number | null> {
  const { store } = deps
  const checked: CheckedExtraction[] = []
  for (const [index, batch] of fresh.batches.entries()) {
    const turn = diaryTurn(fresh, index, batch, now.zone)
    const answer = await ask(deps, turn)
    if (!answer.ok) return null
    checked.push(check(deps, answer.value, turn, now))
  }
  return store.db.transaction(async (tx) => {
    const upserted = new Map<string, JsonObject>()
    let added = 0
    let claimed = 0
    for (const { claims, context } of checked) {
      for (const { claim, item, grounding } of claims) {
        if (!grounding.ok || warningPatterns(item.text).length > 0) {
          const reason = grounding.ok ? 'claim_without_source' : grounding.reason
          const turnIds = claim.turnIds
          await store.refusals.append(tx, { instant: now.instant, claim: item.text, reason, turnIds })
          continue
        }
        claimed += 1
        const { turn } = grounding.sources[0]
        const said = [{ turnId: turn.turnId, instant: turn.at.instant }]
        const { terms, names } = context
        if (await isForgottenClaim(tx, { text: item.text, turns: said, terms, names })) continue
        const persisted = await persistFact(
          tx,
          store,
          {
            item: { ...item, eventWhen: null, imported: provenance(fresh, format, now) },
            confidence: claim.confidence,
            times: { created: now, said: grounding.sources[0].turn.at, event: null },
            sources: [],
            outdated: claim.superseded === true,
          },
          { ...context, nearDuplicates: true },
        )
        if (persisted.document !== null) upserted.set(persisted.id, persisted.document)
        if (persisted.kind === 'added') added += 1
      }
    }
    await noteDay(tx, store, fresh.fingerprint, { facts: added > 0, empty: claimed === 0 })
    if (upserted.size > 0) deps.onFacts(tx, { upserted, removed: new Set() })
    return added
  })
}

/** The words of a batch as the user's, said at the beginning of that day. */
function diaryTurn(
  { day, fingerprint }: FreshDay,
  index: number,
  text: string,
  zone: string,
): ConversationTurn {
  const instant = parseStamp(`${day.date}T00:00:00`, zone) ?? 0
  const turnId = `diary-${fingerprint.slice(0, 16)}-${String(index + 1)}`
  return { turnId, role: 'human', text, at: { instant, zone } }
}

/** A transport that throws is a failed call like any other. */
async function ask(deps: DiaryDeps, turn: ConversationTurn): Promise<Result<Extraction>> {
  try {
    return await deps.model.extractFacts({ turns: [turn], context: [], known: [] }, deps.context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}

function check(
  deps: DiaryDeps,
  extraction: Extraction,
  turn: ConversationTurn,
  now: Moment,
): CheckedExtraction {
  const { names, terms } = deps
  return checkExtraction(extraction, {
    now,
    who: 'external_import',
    turns: [turn],
    defaultSource: 'user_observation',
    names,
    terms,
  })
}

function provenance({ day, fingerprint }: FreshDay, format: string, now: Moment): JsonObject {
  return {
    format,
    file: day.file,
    section: 'daily',
    event_date: day.date,
    imported_at: toNaive(now),
    day_fingerprint: fingerprint,
  }
}

// ----------------------------------------------------------------------------------------- what was read before

const SIDECAR = 'external_import_state'

/** Fingerprints that facts carry, active or archived: these say for certain that a day was read. */
async function carriedFingerprints(tx: Transaction, store: CharacterStore): Promise<Set<string>> {
  const rows = [...(await store.facts.list(tx)), ...(await store.facts.listArchived(tx))]
  return new Set(
    rows.flatMap(({ doc }) => {
      // Most facts were not imported, and parsing all of them takes long.
      if (!doc.includes('day_fingerprint')) return []
      const imported = parseObject(doc)?.['external_import']
      const fingerprint = isObject(imported) ? imported['day_fingerprint'] : undefined
      return typeof fingerprint === 'string' ? [fingerprint] : []
    }),
  )
}

/** A day without facts is noted beside them; a day with facts is not; one of known facts only is read again. */
async function noteDay(
  tx: Transaction,
  store: CharacterStore,
  fingerprint: string,
  { facts, empty }: { readonly facts: boolean; readonly empty: boolean },
): Promise<void> {
  const sidecar = await readSidecar(tx, store)
  const others = sidecar.filter((known) => known !== fingerprint)
  if (empty) await writeSidecar(tx, store, [...others, fingerprint])
  else if (facts && others.length < sidecar.length) await writeSidecar(tx, store, others)
}

async function readSidecar(tx: Transaction, store: CharacterStore): Promise<string[]> {
  const doc = await store.documents.get(tx, SIDECAR)
  const daily = doc === null ? null : parseObject(doc)?.['daily']
  const known = isObject(daily) ? daily['imported_day_fingerprints'] : null
  return Array.isArray(known) ? known.filter((value): value is string => typeof value === 'string') : []
}

async function writeSidecar(
  tx: Transaction,
  store: CharacterStore,
  fingerprints: readonly string[],
): Promise<void> {
  const sorted = [...new Set(fingerprints)].sort()
  const state = { version: 1, daily: { imported_day_fingerprints: sorted } }
  await store.documents.put(tx, SIDECAR, JSON.stringify(state))
}

/** The text in parts of at most `limit` tokens. */
function slices(text: string, tokens: TokenCounter, limit: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest !== '' && tokens.count(rest) > limit) {
    const cut = tokens.truncate(rest, limit)
    // A counter that leaves nothing must not end the world.
    const part = cut === '' ? String.fromCodePoint(rest.codePointAt(0) ?? 0) : cut
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return rest === '' ? parts : [...parts, rest]
}
