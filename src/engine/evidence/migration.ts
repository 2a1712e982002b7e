/** Evidence for entries from before evidence was kept, once for each character (evidence.md §8.1). */
import { isTruthy, parseObject, type JsonObject } from '../document.ts'
import { newEntry } from '../persona/entry.ts'
import type { Ids, Moment } from '../ports.ts'
import { SEED_CONFIRMED, SEED_DENIED, SEED_PROMOTED, STEP_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { personaEntryHot } from '../store/hot.ts'
import { toNaive } from '../time/stamp.ts'
import type { EvidenceDelta } from './apply.ts'
import { applyEvidence } from './dispatch.ts'
import type { EvidenceTarget } from './entries.ts'

/** Section and entry that say it is done. The entry is protected and has no text, so that nothing shows it. */
export const META_SECTION = '__meta__'
export const EVIDENCE_MARKER = '__evidence_migration_v1__'

/**
 * Seeds what lacks evidence and writes the marker; resolves to how many entries that were, null when the marker is
 * there. An interrupted run is finished by the next one: the marker comes last.
 */
export async function migrateEvidence(store: CharacterStore, now: Moment, ids: Ids): Promise<number | null> {
  if ((await store.persona.entries.get(store.db, META_SECTION, EVIDENCE_MARKER)) !== undefined) return null
  const seeds = [...(await reflectionSeeds(store)), ...(await personaSeeds(store))]
  for (let start = 0; start < seeds.length; start += STEP_ROWS) {
    await store.db.transaction(async (tx) => {
      for (const { target, delta } of seeds.slice(start, start + STEP_ROWS)) {
        await applyEvidence(tx, store, target, delta, 'migration_seed', now, ids)
      }
    })
  }
  await store.db.transaction(async (tx) => {
    const marker = newEntry({
      id: EVIDENCE_MARKER,
      source: 'migration_seed',
      protected: true,
      migrated_at: toNaive(now),
    })
    await store.persona.entries.insert(tx, META_SECTION, [
      { doc: JSON.stringify(marker), ...personaEntryHot(marker) },
    ])
  })
  return seeds.length
}

interface Seed {
  readonly target: EvidenceTarget
  readonly delta: EvidenceDelta
}

async function reflectionSeeds(store: CharacterStore): Promise<Seed[]> {
  return (await store.reflections.list(store.db)).flatMap(({ id, doc }): Seed[] => {
    const entry = parseObject(doc)
    const delta = entry === null || hasClock(entry) ? undefined : deltaOf(entry['status'])
    if (id === null || delta === undefined) return []
    return [{ target: { targetType: 'reflection', targetId: id }, delta }]
  })
}

/** A delta of nothing, which moves no clock: it only makes the fields explicit. */
async function personaSeeds(store: CharacterStore): Promise<Seed[]> {
  return (await store.persona.entries.list(store.db)).flatMap(({ id, doc, section }): Seed[] => {
    const entry = parseObject(doc)
    if (id === null || entry === null || isTruthy(entry['protected']) || hasClock(entry)) return []
    if (isTruthy(entry['reinforcement']) || isTruthy(entry['disputation'])) return []
    return [{ target: { targetType: 'persona', targetId: id, entityKey: section }, delta: {} }]
  })
}

function deltaOf(status: unknown): EvidenceDelta | undefined {
  if (status === 'promoted') return { reinforcement: SEED_PROMOTED }
  if (status === 'confirmed') return { reinforcement: SEED_CONFIRMED }
  return status === 'denied' ? { disputation: SEED_DENIED } : undefined
}

function hasClock(entry: JsonObject): boolean {
  return isTruthy(entry['rein_last_signal_at']) || isTruthy(entry['disp_last_signal_at'])
}
