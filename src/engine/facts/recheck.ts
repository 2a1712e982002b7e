/** Bringing facts of the first schema up to date, one at a time (facts.md §10): when what they tell happened. */
import { integerOr, parseObject, textField, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { LifeModel, ModelContext } from '../model/memory-model.ts'
import type { Moment, Transaction } from '../ports.ts'
import { fail, messageOf } from '../result.ts'
import { FACT_SCHEMA_VERSION, RECHECK_MAX_ATTEMPTS, RECHECK_PAUSE_MS, SECOND_MS } from '../settings.ts'
import type { FactRow } from '../store/facts.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isCooledDown } from '../time/cooldown.ts'
import { resolveEventTimes } from '../time/event.ts'
import { toNaive } from '../time/stamp.ts'
import type { FactChanges } from './admit.ts'
import { archiveFacts } from './archive.ts'
import { changeFact } from './persist.ts'

export interface FactRecheckDeps {
  readonly model: Pick<LifeModel, 'recheckFact'>
  readonly context: ModelContext
  readonly now: () => Moment
  readonly onFacts: (tx: Transaction, changes: FactChanges, archived: readonly string[]) => void
}

/** `failed` counts as not handled, so that the round goes on to the next character (maintenance.md §9.9). */
export type FactRecheckReport = 'nothing_due' | 'rechecked' | 'failed'

/** Rechecks the oldest active fact that is due. */
export async function recheckFact(
  deps: FactRecheckDeps,
  { store }: Pick<Memory, 'store'>,
): Promise<FactRecheckReport> {
  const now = deps.now()
  const [fact] = (await store.facts.ofOlderSchema(store.db, FACT_SCHEMA_VERSION))
    .flatMap(dated)
    .filter(({ document }) => isDue(document, now))
    .sort((a, b) => compareCodePoints(a.createdAt, b.createdAt))
  if (fact === undefined) return 'nothing_due'

  const { id, createdAt } = fact
  const text = textField(fact.document, 'text') ?? ''
  const answer = await ask(deps, { text, createdAt })
  // A stop of the engine says nothing about the fact.
  if (!answer.ok && answer.error.code === 'cancelled') return 'failed'
  return store.db.transaction(async (tx): Promise<FactRecheckReport> => {
    const at = deps.now()
    const row = await store.facts.get(tx, id)
    const [fresh] = row === undefined || row.archived ? [] : dated(row)
    // Changed while the model thought: the answer is about another text.
    if (fresh === undefined || !isDue(fresh.document, at) || fresh.document['text'] !== text) return 'failed'
    if (!answer.ok) {
      const attempts = integerOr(fresh.document['recheck_attempts'], 0) + 1
      const fields = { recheck_attempts: attempts, last_recheck_attempt_at: toNaive(at) }
      await change(tx, fresh.row, fields, 'fact.recheck_failed', at)
      return 'failed'
    }
    const { eventWhen } = answer.value
    const fallbacks = { fallbackStart: true, fallbackEnd: false }
    const { start, end } = resolveEventTimes(eventWhen, createdAt, at.zone, fallbacks)
    const fields = {
      event_when_raw: eventWhen,
      event_start_at: start,
      event_end_at: end,
      schema_version: FACT_SCHEMA_VERSION,
    }
    await change(tx, fresh.row, fields, 'fact.rechecked', at)
    return 'rechecked'
  })

  async function change(
    tx: Transaction,
    row: FactRow,
    fields: JsonObject,
    what: string,
    at: Moment,
  ): Promise<void> {
    const document = await changeFact(tx, store, row, fields, { now: at, who: 'recheck', what, cause: null })
    const archived = await archiveFacts(tx, store, at)
    deps.onFacts(tx, { upserted: new Map([[id, document]]), removed: new Set() }, archived)
  }
}

interface DatedFact {
  readonly id: string
  readonly row: FactRow
  readonly document: JsonObject
  readonly createdAt: string
}

/** One or none, for a row without an id or a time that its offsets could be counted from. */
function dated(row: FactRow): DatedFact[] {
  const document = parseObject(row.doc)
  const createdAt = document === null ? '' : (textField(document, 'created_at') ?? '')
  if (document === null || row.id === null || createdAt === '') return []
  return [{ id: row.id, row, document, createdAt }]
}

function isDue(document: JsonObject, now: Moment): boolean {
  if (integerOr(document['schema_version'], 1) >= FACT_SCHEMA_VERSION) return false
  if (integerOr(document['recheck_attempts'], 0) < RECHECK_MAX_ATTEMPTS) return true
  return isCooledDown(document['last_recheck_attempt_at'], RECHECK_PAUSE_MS / SECOND_MS, now)
}

/** A transport that throws is a failed call like any other. */
async function ask(
  { model, context }: FactRecheckDeps,
  input: { readonly text: string; readonly createdAt: string },
): ReturnType<LifeModel['recheckFact']> {
  try {
    return await model.recheckFact(input, context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}
