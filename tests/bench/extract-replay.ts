/**
 * The rules alone over a conversation, with a list in memory for the store: what the fixtures of the rules are read
 * by. The bench goes through the product instead (extract-product.ts).
 */
import { extractByRules } from '../../src/engine/facts/rules/index.ts'
import type { ConversationTurn, Entity, FactClaim, KnownFact } from '../../src/engine/model/memory-model.ts'
import type { Instant } from '../../src/engine/ports.ts'

export interface Conversation {
  readonly id: string
  readonly lang: string
  readonly kind: string
  readonly zone: string
  readonly user_name: string
  readonly character_name: string
  readonly messages: readonly {
    readonly role: 'user' | 'assistant'
    readonly text: string
    readonly at: string
  }[]
}

export interface StoredFact {
  readonly id: string
  readonly text: string
  readonly entity: Entity
  readonly importance: number
  readonly turnIds: readonly string[]
  readonly event: { readonly start: Instant; readonly end: Instant | null } | null
  readonly superseded: boolean
}

export interface ReplayedMemory {
  readonly facts: StoredFact[]
  /** Facts that were taken back as never true. */
  readonly retracted: number
}

/** Turns that the rules may look back on. */
const LOOK_BACK = 20

/** Feeds a conversation one message at a time and returns the facts that are held at its end. */
export function replayWithRules(conversation: Conversation): ReplayedMemory {
  let facts: StoredFact[] = []
  let retracted = 0
  const turns = conversation.messages.map((message, index) => toTurn(conversation, message, index))

  turns.forEach((turn, index) => {
    const extraction = extractByRules(
      {
        turns: [turn],
        context: turns.slice(Math.max(0, index - LOOK_BACK), index),
        known: facts.filter((fact) => !fact.superseded).map(toKnown),
      },
      {
        character: conversation.id,
        language: 'en',
        userName: conversation.user_name,
        characterName: conversation.character_name,
        now: turn.at,
      },
      { withAi: true },
    )
    for (const claim of extraction.claims) {
      apply(claim.corrects ?? [])
      if (!facts.some((fact) => fact.text === claim.text && fact.entity === claim.entity))
        facts.push(store(claim, `${conversation.id}-f${facts.length}-${index}`))
    }
    apply(extraction.retracts)
  })
  return { facts, retracted }

  function apply(corrections: readonly { readonly id: string; readonly how: 'was' | 'never' }[]): void {
    for (const { id, how } of corrections) {
      if (how === 'never') {
        const left = facts.filter((fact) => fact.id !== id)
        retracted += facts.length - left.length
        facts = left
      } else {
        facts = facts.map((fact) => (fact.id === id ? { ...fact, superseded: true } : fact))
      }
    }
  }
}

function toTurn(
  conversation: Conversation,
  message: Conversation['messages'][number],
  index: number,
): ConversationTurn {
  return {
    turnId: `${conversation.id}-${index}`,
    role: message.role === 'user' ? 'human' : 'ai',
    text: message.text,
    at: { instant: Date.parse(message.at), zone: conversation.zone },
  }
}

function toKnown(fact: StoredFact): KnownFact {
  return {
    id: fact.id,
    text: fact.text,
    entity: fact.entity,
    importance: fact.importance,
    turnIds: fact.turnIds,
  }
}

function store(claim: FactClaim, id: string): StoredFact {
  return {
    id,
    text: claim.text,
    entity: claim.entity,
    importance: claim.importance,
    turnIds: claim.turnIds,
    event: claim.event ?? null,
    superseded: claim.superseded === true,
  }
}
