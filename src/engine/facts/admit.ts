/**
 * Letting claims in: each is tied to what was said, repaired, kept or joined with what is known, and its
 * corrections are carried out; what is refused is written down (design.md, rule 8). One transaction of the
 * caller's holds all of it, with the cursor of the extraction.
 */
import type { JsonObject } from '../document.ts'
import type { ConversationTurn, Extraction, FactClaim, FactSource } from '../model/memory-model.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isForgottenClaim } from '../forgetting/tombstones.ts'
import { outdateFact, retractFact, wasTakenBack, type CorrectionCause } from './correct.ts'
import { createGrounder, type Grounding, type GroundingRefusal, type Terms } from './ground.ts'
import { persistFact } from './persist.ts'
import { readItem, type FactItem } from './validate.ts'

export interface AdmitContext {
  readonly now: Moment
  /** Who claims, for the journal: `extract_a`, `extract_b`, `extract_turn`. */
  readonly who: string
  /** Every turn that a claim may cite, oldest first. */
  readonly turns: readonly ConversationTurn[]
  readonly defaultSource: FactSource
  /** Stop names of user and character. */
  readonly names: readonly string[]
  readonly terms: Terms
  /** False only where the caller has its own check (imports). */
  readonly nearDuplicates?: boolean
}

export type RefusalReason = GroundingRefusal | 'claim_taken_back' | 'claim_forgotten'

export interface Admission {
  /** Ids of new facts, in the order of the claims. */
  readonly added: readonly string[]
  /** Facts that were said again, and in which further turns' number. */
  readonly reinforced: readonly { readonly id: string; readonly turns: number }[]
  /** Facts that the character had disclosed and the user now said. */
  readonly upgraded: readonly string[]
  readonly outdated: readonly string[]
  readonly retracted: readonly string[]
  readonly refused: readonly { readonly text: string; readonly reason: RefusalReason }[]
  /** Turns that taught something new or again. */
  readonly turnIds: readonly string[]
  /** What recall's pool has to take over after the commit. */
  readonly changes: FactChanges
}

export interface FactChanges {
  readonly upserted: ReadonlyMap<string, JsonObject>
  readonly removed: ReadonlySet<string>
}

/** A claim with where it was said, or why it counts as said nowhere. */
export interface CheckedClaim {
  /** How many claims of the answer come before it, those left out among them. */
  readonly place: number
  readonly claim: FactClaim
  readonly item: FactItem
  readonly grounding: Grounding
}

/** An answer that has been checked against its turns, ready for the transaction that admits it. */
export interface CheckedExtraction {
  readonly claims: readonly CheckedClaim[]
  readonly retracts: Extraction['retracts']
  readonly context: AdmitContext
}

/**
 * Checks claims against the turns, before any transaction: it looks at much text and needs no storage. Items that
 * cannot be repaired are left out.
 */
export function checkExtraction(extraction: Extraction, context: AdmitContext): CheckedExtraction {
  const ground = createGrounder(context)
  const claims = extraction.claims.flatMap((claim, place) => {
    const item = readItem({ ...claim, event_when: claim.eventWhen }, context.defaultSource)
    return item === null ? [] : [{ place, claim, item, grounding: ground({ ...claim, ...item }) }]
  })
  return { claims, retracts: extraction.retracts, context }
}

export async function admitFacts(
  tx: Transaction,
  store: CharacterStore,
  checked: CheckedExtraction,
): Promise<Admission> {
  const { context } = checked
  const admission = new Collector()
  const { claims, retracts } = checked
  let from = -1
  for (const claim of claims) {
    await takeBack(from, claim.place)
    from = claim.place
    await admitClaim(tx, store, claim, context, admission)
  }
  await takeBack(from, Infinity)
  return admission.result()

  /** What was taken back after the claim at `from`, and before the one at `to`. */
  async function takeBack(from: number, to: number): Promise<void> {
    for (const retract of retracts) {
      const { turnId, after = Infinity } = retract
      if (after <= from || after > to) continue
      const turn = context.turns.find((candidate) => candidate.turnId === turnId)
      // Only what the user said takes something back; a turn that was not shown was not said.
      if (turn?.role !== 'human') continue
      await correct(tx, store, [retract], { turn, by: null, validTo: null }, context, admission)
    }
  }
}

async function admitClaim(
  tx: Transaction,
  store: CharacterStore,
  { claim, item, grounding }: CheckedClaim,
  context: AdmitContext,
  admission: Collector,
): Promise<void> {
  if (!grounding.ok) return refuse(grounding.reason)
  const turns = grounding.sources.map(({ turn }) => ({ turnId: turn.turnId, instant: turn.at.instant }))
  const { terms, names } = context
  if (await isForgottenClaim(tx, { text: item.text, turns, terms, names }))
    return refuse('claim_forgotten', '')
  for (const { turn, quote } of grounding.sources) {
    const relearnt = { text: item.text, turn, quote, terms: context.terms, names: context.names }
    if (await wasTakenBack(tx, store, relearnt)) return refuse('claim_taken_back')
  }

  const [first] = grounding.sources
  const persisted = await persistFact(
    tx,
    store,
    {
      item,
      confidence: claim.confidence,
      times: { created: context.now, said: first.turn.at, event: claim.event ?? null },
      sources: grounding.sources.map(({ turn, quote }) => ({
        turnId: turn.turnId,
        quote,
        instant: turn.at.instant,
      })),
      outdated: claim.superseded === true,
    },
    { ...context, nearDuplicates: context.nearDuplicates ?? true },
  )
  if (claim.key !== undefined) admission.ids.set(claim.key, persisted.id)
  if (persisted.document !== null) admission.upsert(persisted.id, persisted.document)
  if (persisted.kind === 'added') admission.added.push(persisted.id)
  if (persisted.kind === 'same' && persisted.reinforced > 0) {
    admission.reinforced.push({ id: persisted.id, turns: persisted.reinforced })
  }
  if (persisted.kind === 'same' && persisted.upgraded) admission.upgraded.push(persisted.id)
  if (persisted.kind === 'added' || persisted.reinforced > 0) {
    for (const { turn } of grounding.sources) admission.turnIds.add(turn.turnId)
  }

  const corrects = (claim.corrects ?? []).filter(({ id }) => admission.idOf(id) !== persisted.id)
  // What the character says of herself does not correct what the user said.
  if (corrects.length === 0 || first.turn.role !== 'human') return
  const dated = claim.event !== undefined || (item.eventWhen?.start ?? null) !== null
  const start = dated ? persisted.document?.['event_start_at'] : null
  const cause = { turn: first.turn, by: persisted.id, validTo: typeof start === 'string' ? start : null }
  await correct(tx, store, corrects, cause, context, admission)

  /** What was forgotten is refused without its words. */
  async function refuse(reason: RefusalReason, text = claim.text.trim()): Promise<void> {
    admission.refused.push({ text, reason })
    await store.refusals.append(tx, {
      instant: context.now.instant,
      claim: text,
      reason,
      turnIds: claim.turnIds,
    })
  }
}

async function correct(
  tx: Transaction,
  store: CharacterStore,
  corrections: readonly { readonly id: string; readonly how: 'was' | 'never' }[],
  cause: Omit<CorrectionCause, 'now' | 'who'>,
  context: AdmitContext,
  admission: Collector,
): Promise<void> {
  for (const { id: named, how } of corrections) {
    const id = admission.idOf(named)
    const full = { ...cause, now: context.now, who: context.who }
    if (how === 'was') {
      const changed = await outdateFact(tx, store, id, full)
      for (const [key, document] of changed) admission.upsert(key, document)
      if (changed.has(id)) admission.outdated.push(id)
    } else {
      const changed = await retractFact(tx, store, id, full)
      if (changed === null) continue
      for (const [key, document] of changed) admission.upsert(key, document)
      admission.remove(id)
      admission.retracted.push(id)
    }
  }
}

/** What one admission has done so far. */
class Collector {
  readonly added: string[] = []
  readonly reinforced: { id: string; turns: number }[] = []
  readonly upgraded: string[] = []
  readonly outdated: string[] = []
  readonly retracted: string[] = []
  readonly refused: { text: string; reason: RefusalReason }[] = []
  readonly turnIds = new Set<string>()
  /** Ids of the facts that claims became, by the claims' keys. */
  readonly ids = new Map<string, string>()
  private readonly upserted = new Map<string, JsonObject>()
  private readonly removed = new Set<string>()

  /** The id of what a correction names. */
  idOf(named: string): string {
    return this.ids.get(named) ?? named
  }

  upsert(id: string, document: JsonObject): void {
    this.removed.delete(id)
    this.upserted.set(id, document)
  }

  remove(id: string): void {
    this.upserted.delete(id)
    this.removed.add(id)
  }

  result(): Admission {
    const { added, reinforced, upgraded, outdated, retracted, refused, upserted, removed } = this
    const changes = { upserted, removed }
    return { added, reinforced, upgraded, outdated, retracted, refused, turnIds: [...this.turnIds], changes }
  }
}
