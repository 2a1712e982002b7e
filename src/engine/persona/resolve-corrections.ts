/**
 * Settling contradictions (persona.md §7.2): a model is asked, outside any transaction, which of two texts holds;
 * what it decides and the items that are settled by it commit together.
 */
import { isObject } from '../document.ts'
import type { ErrorCode } from '../errors.ts'
import type { Memory } from '../memories.ts'
import { isUnusableAnswer } from '../model/failures.ts'
import type { CorrectionDecision, LifeModel, ModelContext } from '../model/memory-model.ts'
import type { Moment, Transaction } from '../ports.ts'
import { fail, messageOf, type Result } from '../result.ts'
import { CORRECTIONS_PER_ROUND } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isBlank } from '../text/whitespace.ts'
import { appendEntry } from './add.ts'
import {
  countFailure,
  openCorrections,
  removeCorrection,
  stillQueued,
  type QueuedCorrection,
} from './corrections.ts'
import { entryText, newEntry, type Persona } from './entry.ts'
import { loadPersonaIn, writePersona, type PersonaConfig } from './load.ts'
import { entriesOf, freeEntryId, isCardEntry, withEntries } from './sections.ts'
import { rewriteEntry } from './versions.ts'

export interface ResolveDeps {
  readonly model: Pick<LifeModel, 'resolveCorrections'>
  readonly context: ModelContext
  /** Read again after the answer: it may have taken minutes, and the card may have been edited. */
  readonly config: () => Promise<PersonaConfig>
}

export interface ResolveReport {
  /** `idle`: nothing to ask about; `waiting`: no answer came, the items stay as they are. */
  readonly status: 'idle' | 'resolved' | 'failed' | 'waiting'
  readonly resolved: number
  /** Items given up after the fifth answer that could not be used. */
  readonly dropped: number
  readonly error: ErrorCode | null
}

/** One batch of the queue. Whoever comes second waits, and finds what is left. */
export function resolveCorrections(
  deps: ResolveDeps,
  { store, correctionsLock }: Pick<Memory, 'store' | 'correctionsLock'>,
): Promise<ResolveReport> {
  return correctionsLock.run(() => resolveBatch(deps, store))
}

async function resolveBatch(deps: ResolveDeps, store: CharacterStore): Promise<ResolveReport> {
  const batch = (await openCorrections(store.db, store)).slice(0, CORRECTIONS_PER_ROUND)
  if (batch.length === 0) return { status: 'idle', resolved: 0, dropped: 0, error: null }
  const answer = await ask(deps, batch)
  const config = await deps.config()
  const { now } = config
  if (!answer.ok) {
    const { code } = answer.error
    // A model that is out of reach has refused nothing; an offline day must not cost the queue.
    if (!isUnusableAnswer(code)) return { status: 'waiting', resolved: 0, dropped: 0, error: code }
    const dropped = await store.db.transaction((tx) => countFailure(tx, store, batch, now))
    return { status: 'failed', resolved: 0, dropped, error: code }
  }
  return store.db.transaction(async (tx): Promise<ResolveReport> => {
    const decided = decisionsFor(await stillQueued(tx, store, batch), answer.value)
    if (decided.length === 0) {
      const dropped = await countFailure(tx, store, batch, now)
      return { status: 'failed', resolved: 0, dropped, error: null }
    }
    await carryOut(tx, store, decided, config)
    return { status: 'resolved', resolved: decided.length, dropped: 0, error: null }
  })
}

interface Decided {
  readonly item: QueuedCorrection
  readonly decision: CorrectionDecision
}

/** The first decision about each item; an index that was not shown, or is named again, means nothing. */
function decisionsFor(
  items: readonly QueuedCorrection[],
  decisions: readonly CorrectionDecision[],
): Decided[] {
  const left = new Map(items.map((item) => [item.index, item]))
  return decisions.flatMap((decision) => {
    const item = left.get(decision.index)
    left.delete(decision.index)
    return item === undefined ? [] : [{ item, decision }]
  })
}

async function carryOut(
  tx: Transaction,
  store: CharacterStore,
  decided: readonly Decided[],
  config: PersonaConfig,
): Promise<void> {
  const { now } = config
  const loaded = await loadPersonaIn(tx, store, config)
  let persona: Persona = loaded.persona
  for (const { item, decision } of decided) {
    const before = entriesOf(persona, item.entity)
    persona = settle(persona, item, decision, now)
    await removeCorrection(tx, store, item, 'correction.resolved', now)
    const after = entriesOf(persona, item.entity)
    if (after === before) continue
    await store.journal.append(tx, {
      at: now.instant,
      who: 'correction',
      what: `persona.${decision.action}`,
      target: `persona:${item.entity}`,
      before: JSON.stringify(before.filter((entry) => !after.includes(entry))),
      after: JSON.stringify(after.filter((entry) => !before.includes(entry))),
      cause: null,
    })
  }
  if (persona !== loaded.persona) await writePersona(tx, store, loaded, persona)
}

/** The persona after one decision. What a card says stays: card sync would bring it back at the next load. */
export function settle(
  persona: Persona,
  item: Pick<QueuedCorrection, 'oldText' | 'newText' | 'entity'>,
  decision: CorrectionDecision,
  now: Moment,
): Persona {
  const { oldText, newText, entity } = item
  if (oldText === newText) return persona
  const entries = entriesOf(persona, entity)
  const holdsOld = (entry: unknown): boolean => entryText(entry) === oldText && !isCardEntry(entry)
  switch (decision.action) {
    case 'keep_old':
      return persona
    case 'merge': {
      const text = decision.text === undefined || isBlank(decision.text) ? newText : decision.text
      const target = entries.find(holdsOld)
      if (target === undefined || text === oldText) return persona
      const rewritten = isObject(target)
        ? rewriteEntry(target, text, 'correction', now)
        : rewriteEntry(adopted(persona, oldText, now), text, 'correction', now)
      return withEntries(
        persona,
        entity,
        entries.map((entry) => (entry === target ? rewritten : entry)),
      )
    }
    case 'keep_new': {
      const saysCard = entries.some((entry) => entryText(entry) === oldText && isCardEntry(entry))
      if (saysCard) return persona
      const rest = withEntries(
        persona,
        entity,
        entries.filter((entry) => !holdsOld(entry)),
      )
      return append(rest, entity, newText, now)
    }
    case 'keep_both':
      return entries.some((entry) => entryText(entry) === newText)
        ? persona
        : append(persona, entity, newText, now)
  }
}

/** A fresh entry, as the reference makes it, but with an id that signals and archive can find it by. */
function append(persona: Persona, entity: string, text: string, now: Moment): Persona {
  return appendEntry(persona, entity, { text, source: 'unknown', sourceId: null }, now).persona
}

/** A bare text of an old file as an entry. */
function adopted(persona: Persona, text: string, now: Moment): ReturnType<typeof newEntry> {
  return newEntry({ id: freeEntryId(persona, { text, source: 'unknown', sourceId: null }, now), text })
}

/** A transport that throws is a failed call like any other. */
async function ask(
  deps: ResolveDeps,
  batch: readonly QueuedCorrection[],
): Promise<Result<readonly CorrectionDecision[]>> {
  const items = batch.map(({ index, oldText, newText }) => ({ index, oldText, newText }))
  try {
    return await deps.model.resolveCorrections(items, deps.context)
  } catch (thrown) {
    return fail('model_bad_answer', messageOf(thrown), thrown)
  }
}
