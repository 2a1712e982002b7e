/**
 * Learning facts from what was said (facts.md §2, §4): what to read, the model's answer, and its admission. The
 * model is asked outside any transaction; what it taught and how far it has read commit together.
 */
import { parseJson, parseObject, textField } from '../document.ts'
import { errorCatalogue, type ErrorCode } from '../errors.ts'
import type {
  ConversationTurn,
  Extraction,
  FactSource,
  KnownFact,
  MemoryModel,
  ModelContext,
} from '../model/memory-model.ts'
import type { Transaction, TokenCounter } from '../ports.ts'
import { fail, messageOf, type Result } from '../result.ts'
import {
  EXTRACT_CONTEXT_ROWS,
  EXTRACT_KNOWN_FACTS,
  EXTRACT_WINDOWS_PER_PASS,
  MODEL_KNOWN_FACTS,
  RULES_CONTEXT_ROWS,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactRow } from '../store/facts.ts'
import type { TimeRow } from '../store/time-index.ts'
import { admitFacts, checkExtraction, type Admission, type CheckedExtraction } from './admit.ts'
import { archiveFacts } from './archive.ts'
import type { Terms } from './ground.ts'
import { isUserTurn, spokenRow, turnsOf, type SpokenRow } from './turns.ts'
import { isEntity } from './validate.ts'
import {
  advance,
  cutWindow,
  finishPass,
  humanSpan,
  isDue,
  isPathBDue,
  noteBatch,
  noteFailure,
  readState,
  rowLimit,
  skipTo,
  startPathB,
  type ExtractState,
  type Path,
} from './window.ts'

export interface ExtractDeps {
  readonly store: CharacterStore
  readonly model: MemoryModel
  /** Names, language, and the time of the pass, which is read once. */
  readonly context: ModelContext
  /** Stop names of user and character. */
  readonly names: readonly string[]
  /** Terms of the analyzer, without names taken out. */
  readonly terms: Terms
  readonly tokens: TokenCounter
  /** Runs inside the admitting transaction, to hand the changes on after its commit. */
  readonly onAdmitted?: (tx: Transaction, admission: Admission, archived: readonly string[]) => void
}

export interface ExtractionReport {
  /** `waiting`: a model failed, the turns are kept; `more`: the rest is for the next pass. */
  readonly status: 'not_due' | 'done' | 'more' | 'waiting'
  readonly admissions: readonly Admission[]
  readonly error: ErrorCode | null
}

/** Where the state of extraction is kept, among the character's documents. */
export const EXTRACT_STATE = 'extract_state'

/** Counts a kept batch of turns. Without it no extraction ever runs; counting one twice does no harm. */
export async function noteTurns(
  tx: Transaction,
  store: CharacterStore,
  turnIds: readonly string[],
): Promise<void> {
  const rows = await store.timeIndex.byTurnIds(tx, turnIds)
  if (rows.length === 0) return
  const first = Math.min(...rows.map((row) => row.id))
  const byUser = rows.some((row) => isUserTurn(row))
  await save(tx, store, noteBatch(await load(tx, store), first, byUser))
}

/** While powerful memory is off: what is said now is not read later. */
export async function skipExtraction(tx: Transaction, store: CharacterStore, now: number): Promise<void> {
  const state = await load(tx, store)
  const last = await store.timeIndex.lastId(tx)
  // Asked for every few seconds; what is skipped already is not written again.
  if (state.turnsSince === 0 && state.a.row === last && state.b.row === last) return
  await save(tx, store, skipTo(state, last, now))
}

/** One pass: path A when it is due, and path B after every third of them that read something. */
export async function runExtraction(
  deps: ExtractDeps,
  at: { readonly idle: boolean; readonly talking?: boolean },
): Promise<ExtractionReport> {
  const { store, model, context } = deps
  const state = await load(store.db, store)
  const due = isDue(state, { ...at, now: context.now.instant, model: model.kind })
  if (!due) return { status: 'not_due', admissions: [], error: null }
  const report = await runPathA(deps)
  if (report.status !== 'done' || !isPathBDue(await load(store.db, store))) return report
  const second = await runPathB(deps)
  return { ...report, admissions: [...report.admissions, ...second.admissions], error: second.error }
}

/** Path A: what the user said since the last pass, window by window (facts.md §2.1). */
export async function runPathA(deps: ExtractDeps): Promise<ExtractionReport> {
  const { store } = deps
  const batches = (await load(store.db, store)).turnsSince
  const admissions: Admission[] = []
  let learnt = false
  for (let read = 0; read < EXTRACT_WINDOWS_PER_PASS; read += 1) {
    const window = await nextWindow(deps, 'a', null)
    if (window === null) {
      await finish(deps, batches, learnt)
      return { status: 'done', admissions, error: null }
    }
    const step = await readWindow(deps, 'a', window)
    if (step.error !== null) return { status: 'waiting', admissions, error: step.error }
    if (step.admission !== null) {
      admissions.push(step.admission)
      learnt = true
    }
  }
  return { status: 'more', admissions, error: null }
}

/** Path B: both sides of what path A has read, for what the character disclosed (facts.md §2.2). */
export async function runPathB(deps: ExtractDeps): Promise<ExtractionReport> {
  const { store } = deps
  const until = (await load(store.db, store)).a.row
  await store.db.transaction(async (tx) => save(tx, store, startPathB(await load(tx, store))))
  const admissions: Admission[] = []
  for (let read = 0; read < EXTRACT_WINDOWS_PER_PASS; read += 1) {
    const window = await nextWindow(deps, 'b', until)
    if (window === null) return { status: 'done', admissions, error: null }
    const step = await readWindow(deps, 'b', window)
    if (step.error !== null) return { status: 'waiting', admissions, error: step.error }
    if (step.admission !== null) admissions.push(step.admission)
  }
  return { status: 'more', admissions, error: null }
}

/** With powerful memory off: the facts of one turn's messages, right after it. A failure loses only these. */
export async function runTurn(deps: ExtractDeps, turnIds: readonly string[]): Promise<ExtractionReport> {
  const { store } = deps
  const rows = readRows(deps, await store.timeIndex.byTurnIds(store.db, turnIds))
  const turns = turnsOf(rows)
  const [first] = rows
  if (first === undefined || !turns.some((turn) => turn.role === 'human')) {
    return { status: 'done', admissions: [], error: null }
  }
  const before = await contextOf(deps, first.id)
  const extraction = await ask(deps, 'a', turns, before)
  if (!extraction.ok) return { status: 'waiting', admissions: [], error: extraction.error.code }
  const checked = check(deps, 'extract_turn', 'user_observation', extraction.value, [...before, ...turns])
  const admission = await store.db.transaction((tx) => admit(tx, deps, checked))
  return { status: 'done', admissions: [admission], error: null }
}

// ------------------------------------------------------------------------------------------------ windows

interface NextWindow {
  /** The cursor that the window starts behind. */
  readonly from: number
  readonly rows: readonly SpokenRow[]
}

/** The rows to read next, or null when there are none. */
async function nextWindow(deps: ExtractDeps, path: Path, until: number | null): Promise<NextWindow | null> {
  const { store, tokens } = deps
  const state = await load(store.db, store)
  const { row: from, failures } = state[path]
  if (from === null) return null
  const limit = rowLimit(failures)
  const fetched = await store.timeIndex.afterRow(store.db, from, limit + 1)
  const rows = readRows(deps, fetched).filter((row) => until === null || row.id <= until)
  const { window } = cutWindow(rows, limit, tokens)
  return window.length === 0 ? null : { from, rows: window }
}

/** Asks about one window and commits what it taught together with the cursor. */
async function readWindow(
  deps: ExtractDeps,
  path: Path,
  window: NextWindow,
): Promise<{ error: ErrorCode | null; admission: Admission | null }> {
  const { store, context } = deps
  const last = window.rows.at(-1)?.id ?? window.from
  const spoken = path === 'b' ? humanSpan(window.rows) : window.rows
  const turns = turnsOf(spoken)
  if (!turns.some((turn) => turn.role === 'human')) {
    await store.db.transaction((tx) => move(tx, deps, path, window.from, last))
    return { error: null, admission: null }
  }
  const before = await contextOf(deps, spoken[0]?.id ?? last)
  const extraction = await ask(deps, path, turns, before)
  if (!extraction.ok) {
    const { code } = extraction.error
    // Stopped, not failed: the window is read at the next start as if nothing had been asked.
    if (code === 'cancelled') return { error: code, admission: null }
    const givenUp = await store.db.transaction(async (tx) => {
      const noted = noteFailure(await load(tx, store), path, code, context.now.instant)
      await save(tx, store, noted.state)
      if (!noted.givenUp) return false
      await move(tx, deps, path, window.from, last)
      await store.refusals.append(tx, {
        instant: context.now.instant,
        claim: errorCatalogue.extraction_given_up,
        reason: 'extraction_given_up',
        turnIds: turns.map((turn) => turn.turnId),
      })
      return true
    })
    return { error: givenUp ? null : code, admission: null }
  }
  const source: FactSource = path === 'a' ? 'user_observation' : 'ai_disclosure'
  const checked = check(deps, `extract_${path}`, source, extraction.value, [...before, ...turns])
  const admission = await store.db.transaction(async (tx) => {
    if (!(await move(tx, deps, path, window.from, last))) return null
    return admit(tx, deps, checked)
  })
  return { error: null, admission }
}

/** False when somebody else has moved the cursor meanwhile; then nothing may be written. */
async function move(
  tx: Transaction,
  deps: ExtractDeps,
  path: Path,
  from: number,
  to: number,
): Promise<boolean> {
  const state = await load(tx, deps.store)
  if (state[path].row !== from) return false
  await save(tx, deps.store, advance(state, path, to))
  return true
}

async function finish(deps: ExtractDeps, batches: number, learnt: boolean): Promise<void> {
  const { store, context } = deps
  await store.db.transaction(async (tx) => {
    await save(tx, store, finishPass(await load(tx, store), batches, context.now.instant, learnt))
  })
}

function check(
  deps: ExtractDeps,
  who: string,
  defaultSource: FactSource,
  extraction: Extraction,
  turns: readonly ConversationTurn[],
): CheckedExtraction {
  const { context, names, terms } = deps
  return checkExtraction(extraction, { now: context.now, who, turns, defaultSource, names, terms })
}

async function admit(tx: Transaction, deps: ExtractDeps, checked: CheckedExtraction): Promise<Admission> {
  const { store, context } = deps
  const admission = await admitFacts(tx, store, checked)
  const saved = admission.added.length > 0 || admission.upgraded.length > 0
  const archived = saved ? await archiveFacts(tx, store, context.now) : []
  deps.onAdmitted?.(tx, admission, archived)
  return admission
}

// -------------------------------------------------------------------------------------------------- model

/** A transport that throws is a failed call like any other: the turns are kept and tried again. */
async function ask(
  deps: ExtractDeps,
  path: Path,
  turns: readonly ConversationTurn[],
  context: readonly ConversationTurn[],
): Promise<Result<Extraction>> {
  const input = { turns, context, known: await knownFacts(deps, path, turns) }
  try {
    return path === 'a'
      ? await deps.model.extractFacts(input, deps.context)
      : await deps.model.extractFactsWithAi(input, deps.context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}

/**
 * What the extractor may know. Rules look for what a turn corrects, in any order of time; a prompt of path B is
 * told what the window has taught already, so that it does not say it again; that of path A is told nothing.
 */
async function knownFacts(
  deps: ExtractDeps,
  path: Path,
  turns: readonly ConversationTurn[],
): Promise<KnownFact[]> {
  const { store, model } = deps
  if (model.kind === 'rules') return describe(await store.facts.newest(store.db, EXTRACT_KNOWN_FACTS))
  if (path === 'a') return []
  const since = Math.min(...turns.map((turn) => turn.at.instant))
  const rows = (await store.facts.createdSince(store.db, since))
    .filter((row) => row.supersededInstant === null)
    .sort((a, b) => b.importance - a.importance)
  return describe(rows.slice(0, MODEL_KNOWN_FACTS))

  async function describe(rows: readonly FactRow[]): Promise<KnownFact[]> {
    const ids = rows.flatMap((row) => row.id ?? [])
    const turnIds = new Map<string, string[]>()
    for (const source of await store.facts.sources.ofMany(store.db, ids)) {
      turnIds.set(source.factId, [...(turnIds.get(source.factId) ?? []), source.turnId])
    }
    return rows.flatMap((row) => {
      const text = textField(parseObject(row.doc) ?? {}, 'text')
      if (row.id === null || text === null) return []
      const entity = isEntity(row.entity) ? row.entity : 'master'
      return [{ id: row.id, text, entity, importance: row.importance, turnIds: turnIds.get(row.id) ?? [] }]
    })
  }
}

/** Turns just before row `id`, oldest first. */
async function contextOf(deps: ExtractDeps, id: number): Promise<ConversationTurn[]> {
  const { store } = deps
  const count = deps.model.kind === 'rules' ? RULES_CONTEXT_ROWS : EXTRACT_CONTEXT_ROWS
  const rows = await store.timeIndex.afterRow(store.db, id - 1 - count, count)
  return turnsOf(readRows(deps, rows).filter((row) => row.id < id))
}

function readRows(deps: ExtractDeps, rows: readonly TimeRow[]): SpokenRow[] {
  return rows.map((row) => spokenRow(row, deps.context.now.zone, deps.tokens))
}

// -------------------------------------------------------------------------------------------------- state

async function load(
  sql: Parameters<CharacterStore['documents']['get']>[0],
  store: CharacterStore,
): Promise<ExtractState> {
  const doc = await store.documents.get(sql, EXTRACT_STATE)
  return readState(doc === null ? null : parseJson(doc))
}

async function save(tx: Transaction, store: CharacterStore, state: ExtractState): Promise<void> {
  await store.documents.put(tx, EXTRACT_STATE, JSON.stringify(state))
}
