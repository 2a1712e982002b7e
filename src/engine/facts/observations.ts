/** What is believed so far, as new facts and the user's displeasure are held against it (facts.md §8, §12.1). */
import { isTruthy, parseObject, textField } from '../document.ts'
import { targetName, type EvidenceTarget } from '../evidence/entries.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Moment, Sql } from '../ports.ts'
import type { Candidate } from '../recall/reranker.ts'
import { reflectionsOf } from '../reflection/rows.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isBlank } from '../text/whitespace.ts'

export interface BelievedObservation extends Candidate {
  readonly target: EvidenceTarget
}

/** Settled reflections, then persona entries that are not protected, each in file order. */
export async function loadObservations(
  sql: Sql,
  store: CharacterStore,
  now: Moment,
): Promise<BelievedObservation[]> {
  const settled = [
    ...(await reflectionsOf(sql, store, 'confirmed')),
    ...(await reflectionsOf(sql, store, 'promoted')),
  ].sort((a, b) => a.row.seq - b.row.seq)
  const reflections = settled.map(({ id, document }): BelievedObservation => {
    const score = evidenceScore(document, now)
    return {
      promptId: `reflection.${id}`,
      text: textField(document, 'text') ?? '',
      score,
      row: { ...document, score, target_type: 'reflection' },
      target: { targetType: 'reflection', targetId: id },
    }
  })
  const entries = (await store.persona.entries.list(sql)).flatMap((row): BelievedObservation[] => {
    const entry = parseObject(row.doc)
    if (row.id === null || entry === null || isTruthy(entry['protected'])) return []
    const target = { targetType: 'persona', targetId: row.id, entityKey: row.section } as const
    const score = evidenceScore(entry, now)
    return [
      {
        promptId: `persona.${row.section}.${row.id}`,
        text: textField(entry, 'text') ?? '',
        score,
        row: { ...entry, score, target_type: 'persona' },
        target,
      },
    ]
  })
  return [...reflections, ...entries].filter(({ text }) => !isBlank(text))
}

/**
 * The shown observation that an answer names: by its whole id, or by the end of it behind a dot. Of several that end
 * so, `whenSeveral` says which; null where there is none.
 */
export function namedObservation(
  shown: readonly BelievedObservation[],
  id: string,
  whenSeveral: 'none' | 'first',
): BelievedObservation | null {
  const exact = shown.find(({ promptId }) => promptId === id)
  if (exact !== undefined) return exact
  const ending = shown.filter(({ promptId }) => promptId.endsWith(`.${id}`))
  return (ending.length === 1 || whenSeveral === 'first' ? ending[0] : undefined) ?? null
}

/** The fields of a signal that say what it is about. */
export function signalTarget({ target }: BelievedObservation): {
  targetType: 'reflection' | 'persona'
  targetId: string
  entityKey: string | undefined
} {
  const entityKey = target.targetType === 'persona' ? target.entityKey : undefined
  return { targetType: target.targetType, targetId: target.targetId, entityKey }
}

export function observationName({ target }: BelievedObservation): string {
  return targetName(target)
}
