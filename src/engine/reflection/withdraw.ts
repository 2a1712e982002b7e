/**
 * What becomes of reflections when the user takes back what they were made of (a joke, a mistake, an undone fact): a
 * judgement that says what only the withdrawn fact said goes with it; any other is disputed once for it.
 */
import { parseObject, textField, type JsonObject } from '../document.ts'
import { signalDeltas } from '../evidence/apply.ts'
import { applyEvidence } from '../evidence/dispatch.ts'
import type { Terms } from '../facts/ground.ts'
import type { Memory } from '../memories.ts'
import type { Sql } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { toNaive } from '../time/stamp.ts'
import type { ReflectionDeps } from './deps.ts'
import { idsIn, isTerminal } from './record.ts'
import { activeReflections, changeReflections, type Reflection } from './rows.ts'
import { closeSurfaced } from './surfaced.ts'

export interface WithdrawalReport {
  readonly denied: readonly string[]
  readonly disputed: readonly string[]
}

/**
 * Looks through the active reflections for sources that were taken back and not yet counted. Running it again
 * changes nothing, so that it may follow each retraction and also sweep up after a crash.
 */
export async function withdrawRetracted(
  deps: Pick<ReflectionDeps, 'now' | 'ids' | 'onReflections'> & { readonly terms: Terms },
  memory: Memory,
): Promise<WithdrawalReport> {
  const { store } = memory
  const [denied, disputed]: [string[], string[]] = [[], []]
  const active = await activeReflections(store.db, store)
  const missing = await store.facts.missing(store.db, active.flatMap(uncounted))
  const takenBack = new Map<string, string>()
  for (const id of missing) {
    const text = await withdrawnText(store.db, store, id)
    if (text !== null) takenBack.set(id, text)
  }
  for (const { id } of active.filter((reflection) =>
    uncounted(reflection).some((source) => takenBack.has(source)),
  )) {
    await changeReflections(deps, memory, 'withdraw', async (writes) => {
      const { tx, now } = writes
      const reflection = await writes.get(id)
      if (reflection === null || isTerminal(reflection.document['status'])) return
      const gone = uncounted(reflection).filter((source) => takenBack.has(source))
      const [cause = null] = gone
      if (cause === null) return
      const counted = { [COUNTED]: [...idsIn(reflection.document[COUNTED]), ...gone] }
      if (await restsOn(tx, store, reflection, takenBack, deps.terms)) {
        const fields = {
          ...counted,
          status: 'denied',
          denied_at: toNaive(now),
          denied_reason: 'source_withdrawn',
        }
        await writes.patch(reflection, fields, { what: 'reflection.denied', cause })
        await closeSurfaced(tx, store, id, 'denied', now)
        denied.push(id)
        return
      }
      await writes.patch(reflection, counted, { what: 'reflection.source_withdrawn', cause })
      const target = { targetType: 'reflection', targetId: id } as const
      await applyEvidence(tx, store, target, signalDeltas.negates, 'user_fact', now, deps.ids)
      writes.touched(id)
      disputed.push(id)
    })
  }
  return { denied, disputed }
}

/** Sources that were taken back and have been counted against the reflection. */
const COUNTED = 'withdrawn_fact_ids'

function uncounted({ document }: Reflection): string[] {
  const counted = new Set(idsIn(document[COUNTED]))
  return idsIn(document['source_fact_ids']).filter((id) => !counted.has(id))
}

/** The text of a fact that the user took back; null for one that is gone for another reason, or never was. */
async function withdrawnText(sql: Sql, store: CharacterStore, id: string): Promise<string | null> {
  const removal = (await store.journal.ofTarget(sql, id)).findLast(({ after }) => after === null)
  if (removal?.what !== 'fact.retracted' && removal?.what !== 'fact.undone') return null
  return textOf(removal.before === null ? null : parseObject(removal.before))
}

/** Whether nothing is left to rest on, or the reflection says a word that only a withdrawn source said. */
async function restsOn(
  sql: Sql,
  store: CharacterStore,
  { document }: Reflection,
  takenBack: ReadonlyMap<string, string>,
  terms: Terms,
): Promise<boolean> {
  const standing: string[] = []
  const withdrawn: string[] = []
  for (const id of idsIn(document['source_fact_ids'])) {
    const text = takenBack.get(id)
    if (text !== undefined) withdrawn.push(text)
    const row = text === undefined ? await store.facts.get(sql, id) : undefined
    if (row !== undefined) standing.push(textOf(parseObject(row.doc)))
  }
  if (standing.length === 0) return true
  const supported = new Set(standing.flatMap((text) => [...terms(text)]))
  const said = new Set(terms(textOf(document)))
  return withdrawn.some((text) => terms(text).some((term) => said.has(term) && !supported.has(term)))
}

function textOf(document: JsonObject | null): string {
  return (document === null ? null : textField(document, 'text')) ?? ''
}
