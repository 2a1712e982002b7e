/** Looking through what the user said for what speaks against settled reflections (reflections.md §7). */
import { integerOf, integerOr, parseJson, parseObject, textField } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Instant, Moment, Transaction } from '../ports.ts'
import { decodeMessage, humanRowTexts } from '../recent/message.ts'
import { REBUTTAL_LOOKBACK_MS, REBUTTAL_MAX_FAILURES, REBUTTAL_ROWS, REBUTTAL_TEXTS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { TimeRow } from '../store/time-index.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { activeConfirmed } from './active.ts'
import { archiveFinished } from './archive.ts'
import type { ReflectionDeps } from './deps.ts'
import { judgedTexts } from './judged-texts.ts'
import { changeReflections, reflectionsOf } from './rows.ts'
import { denyReflection } from './status.ts'

export type RebuttalReport =
  /** `collecting`: too little was said yet to ask about while the user goes on talking. */
  | { readonly status: 'nothing_said' | 'nothing_settled' | 'collecting' }
  | { readonly status: 'failed'; readonly error: string; readonly givenUp: boolean }
  | { readonly status: 'checked'; readonly denied: readonly string[] }

/**
 * One pass: at most one model call, about the oldest texts that were not looked at. While the user is `talking`, it
 * waits until they fill a question.
 */
export async function checkRebuttals(
  deps: ReflectionDeps,
  memory: Memory,
  talking = false,
): Promise<RebuttalReport> {
  const { store } = memory
  const now = deps.now()
  const newest = await newestRow(store)
  const confirmed = await reflectionsOf(store.db, store, 'confirmed')
  const settled = activeConfirmed(
    confirmed.map(({ document }) => document),
    now,
  )
  if (settled.length === 0) {
    await moveTo(store, now, newest)
    return { status: 'nothing_settled' }
  }
  const start = await startOf(store, now, newest)
  const rows = await store.timeIndex.range(store.db, start, now.instant, REBUTTAL_ROWS)
  const behind = (instant: Instant): Moment => ({ ...now, instant })
  const said = rows.flatMap((row) => spokenTexts(row))
  const end = behind(endOf(rows, start, now))
  if (said.length === 0) {
    await moveTo(store, end, newest)
    return { status: 'nothing_said' }
  }
  if (talking && said.length < REBUTTAL_TEXTS) return { status: 'collecting' }

  const batch = batchOf(said)
  const reflections = settled.map((document) => ({
    id: textField(document, 'id') ?? '',
    text: textField(document, 'text') ?? '',
  }))
  const messages = judgedTexts(
    batch.map(({ text }) => text),
    deps.tokens,
  )
  const answer = await deps.model.checkRebuttal({ reflections, messages }, deps.context)
  if (!answer.ok) {
    const { code } = answer.error
    // A stop of the engine says nothing about the texts.
    const givenUp = code !== 'cancelled' && (await countFailure(store, start, now, newest))
    return { status: 'failed', error: code, givenUp }
  }
  const shown = new Set(reflections.map(({ id }) => id))
  const refuted = new Set(
    answer.value
      .filter(({ feedback, reflectionId }) => feedback === 'denied' && shown.has(reflectionId))
      .map(({ reflectionId }) => reflectionId),
  )
  const unread = said[batch.length]
  return changeReflections(deps, memory, 'rebuttal', async (writes) => {
    await setCursor(writes.tx, store, unread === undefined ? end : behind(unread.instant), newest)
    await store.documents.remove(writes.tx, FAILURES)
    const denied: string[] = []
    for (const id of refuted) if (await denyReflection(writes, id)) denied.push(id)
    if (refuted.size > 0) await archiveFinished(deps, writes)
    return { status: 'checked', denied }
  })
}

/** While powerful memory is off nothing is looked at, then or later (§7). */
export async function skipRebuttals(deps: Pick<ReflectionDeps, 'now'>, { store }: Memory): Promise<void> {
  await moveTo(store, deps.now(), await newestRow(store))
}

interface SaidText {
  readonly text: string
  readonly instant: Instant
}

const CURSOR = 'rebuttal_checked_until'
/** `{start, n}`: failures of the window that begins at the naive stamp `start`; none where it is missing. */
const FAILURES = 'rebuttal_failures'
/** Id of the newest row when the cursor was set. */
const NEWEST = 'rebuttal_newest_row'

/**
 * Where to read from. A cursor that is missing or lies ahead is set back, and stored so. What was stored since the
 * cursor was set but said before it (a page that sent late) is read once more, up to an hour back.
 */
async function startOf(store: CharacterStore, now: Moment, newest: number): Promise<Instant> {
  const cursor = parseStamp(await store.cursors.get(store.db, CURSOR), now.zone)
  if (cursor === null || cursor > now.instant) {
    const start = now.instant - REBUTTAL_LOOKBACK_MS
    await moveTo(store, { ...now, instant: start }, newest)
    return start
  }
  const known = integerOf(await store.documents.get(store.db, NEWEST))
  if (known === null) return cursor
  const earliest = cursor - REBUTTAL_LOOKBACK_MS
  return (await store.timeIndex.firstSaidAfterRow(store.db, known, earliest, cursor)) ?? cursor
}

async function newestRow(store: CharacterStore): Promise<number> {
  return (await store.timeIndex.lastId(store.db)) ?? 0
}

/** Where to go on when every row that was read is done with. */
function endOf(rows: readonly TimeRow[], start: Instant, now: Moment): Instant {
  const last = rows.at(-1)?.instant ?? null
  if (rows.length < REBUTTAL_ROWS || last === null) return now.instant
  // A whole page of one instant would be read for ever.
  return last === start ? last + 1 : last
}

/** The first texts, and all others of the last one's time. */
function batchOf(said: readonly SaidText[]): readonly SaidText[] {
  const last = said[REBUTTAL_TEXTS - 1]
  if (last === undefined) return said
  let end = REBUTTAL_TEXTS
  while (said[end]?.instant === last.instant) end += 1
  return said.slice(0, end)
}

function spokenTexts(row: TimeRow): SaidText[] {
  const { instant } = row
  const parsed = parseJson(row.message)
  // What JSON.parse gives is a JsonValue; undefined stands for no JSON.
  const message = parsed === undefined ? null : decodeMessage(parsed as JsonValue)
  if (message === null || instant === null) return []
  return humanRowTexts([message]).map((text) => ({ text, instant }))
}

/** One more failure of this window; true when it was the last one that is borne, and the window is given up. */
async function countFailure(
  store: CharacterStore,
  start: Instant,
  now: Moment,
  newest: number,
): Promise<boolean> {
  return store.db.transaction(async (tx) => {
    const stamp = toNaive({ ...now, instant: start })
    const doc = await store.documents.get(tx, FAILURES)
    const before = (doc === null ? null : parseObject(doc)) ?? {}
    const n = (before['start'] === stamp ? integerOr(before['n'], 0) : 0) + 1
    if (n < REBUTTAL_MAX_FAILURES) {
      await store.documents.put(tx, FAILURES, JSON.stringify({ start: stamp, n }))
      return false
    }
    await setCursor(tx, store, now, newest)
    await store.documents.remove(tx, FAILURES)
    const change = { before: stamp, after: toNaive(now), target: null, cause: null }
    await store.journal.append(tx, { at: now.instant, who: 'rebuttal', what: 'rebuttal.given_up', ...change })
    return true
  })
}

async function moveTo(store: CharacterStore, moment: Moment, newest: number): Promise<void> {
  await store.db.transaction((tx) => setCursor(tx, store, moment, newest))
}

async function setCursor(
  tx: Transaction,
  store: CharacterStore,
  moment: Moment,
  newest: number,
): Promise<void> {
  await store.cursors.set(tx, CURSOR, toNaive(moment))
  await store.documents.put(tx, NEWEST, String(newest))
}
