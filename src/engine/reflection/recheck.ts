/** Bringing reflections of the first schema up to date, one at a time (reflections.md §13, facts.md §10). */
import { integerOr, parseObject, textField } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Sql } from '../ports.ts'
import {
  RECHECK_FACTS,
  RECHECK_MAX_ATTEMPTS,
  RECHECK_PAUSE_MS,
  REFLECTION_SCHEMA_VERSION,
  SECOND_MS,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { compareCodePoints } from '../text/compare.ts'
import { isCooledDown } from '../time/cooldown.ts'
import { toNaive } from '../time/stamp.ts'
import { archiveFinished } from './archive.ts'
import type { ReflectionDeps } from './deps.ts'
import { eventFields, idsIn, isTerminal } from './record.ts'
import { activeReflections, changeReflections, type Reflection } from './rows.ts'

/** `failed` counts as not handled, so that the round goes on to the next character (maintenance.md §9.9). */
export type RecheckReport = 'nothing_due' | 'rechecked' | 'failed'

/** Rechecks the oldest reflection that is due. */
export async function recheckReflection(deps: ReflectionDeps, memory: Memory): Promise<RecheckReport> {
  const { store } = memory
  const now = deps.now()
  const [reflection] = (await activeReflections(store.db, store))
    .filter((candidate) => isDue(candidate, now))
    .sort((a, b) => compareCodePoints(createdAt(a), createdAt(b)))
  if (reflection === undefined) return 'nothing_due'

  const text = textField(reflection.document, 'text') ?? ''
  const facts = await sourceTexts(store.db, store, reflection)
  const answer = await deps.model.recheckReflection(
    { text, createdAt: createdAt(reflection), facts },
    deps.context,
  )
  if (!answer.ok && answer.error.code === 'cancelled') return 'failed'
  return changeReflections<RecheckReport>(deps, memory, 'recheck', async (writes) => {
    const fresh = await writes.get(reflection.id)
    // Changed while the model thought: the answer is about another text.
    if (
      fresh === null ||
      !isDue(fresh, writes.now) ||
      fresh.document['text'] !== reflection.document['text']
    ) {
      return 'failed'
    }
    if (!answer.ok) {
      const attempts = integerOr(fresh.document['recheck_attempts'], 0) + 1
      const fields = { recheck_attempts: attempts, last_recheck_attempt_at: toNaive(writes.now) }
      await writes.patch(fresh, fields, { what: 'reflection.recheck_failed' })
      return 'failed'
    }
    const { temporalScope, eventWhen } = answer.value
    const fields = {
      temporal_scope: temporalScope,
      ...eventFields(eventWhen, temporalScope, createdAt(fresh), writes.now.zone),
      schema_version: REFLECTION_SCHEMA_VERSION,
    }
    await writes.patch(fresh, fields, { what: 'reflection.rechecked' })
    await archiveFinished(deps, writes)
    return 'rechecked'
  })
}

function isDue(reflection: Reflection, now: Moment): boolean {
  const { document } = reflection
  if (isTerminal(document['status']) || createdAt(reflection) === '') return false
  if (integerOr(document['schema_version'], 1) >= REFLECTION_SCHEMA_VERSION) return false
  if (integerOr(document['recheck_attempts'], 0) < RECHECK_MAX_ATTEMPTS) return true
  return isCooledDown(document['last_recheck_attempt_at'], RECHECK_PAUSE_MS / SECOND_MS, now)
}

/** What it was made of, as far as that is still active. */
async function sourceTexts(sql: Sql, store: CharacterStore, reflection: Reflection): Promise<string[]> {
  const texts: string[] = []
  for (const id of idsIn(reflection.document['source_fact_ids'])) {
    if (texts.length === RECHECK_FACTS) break
    const row = await store.facts.get(sql, id)
    const text = row === undefined || row.archived ? null : textField(parseObject(row.doc) ?? {}, 'text')
    if (text !== null) texts.push(text)
  }
  return texts
}

function createdAt({ document }: Reflection): string {
  return textField(document, 'created_at') ?? ''
}
