/**
 * Replays a conversation through the product: the engine's routes, one request a turn at the turn's own time, the
 * post-turn work after each, and what the memory then holds. No model is connected, so the rules read.
 */
import type { FactView } from '../../src/engine/api.ts'
import { createTestClock } from '../fixtures/clock.ts'
import { assistant, testEngine, user } from '../fixtures/engine.ts'
import type { Conversation } from './extract-replay.ts'

/** The facts held at the end, active ones only. Throws when the engine refuses a request. */
export async function replayThroughProduct(conversation: Conversation): Promise<readonly FactView[]> {
  const [first] = conversation.messages
  if (first === undefined) return []
  const name = conversation.character_name
  const clock = createTestClock(first.at, conversation.zone)
  const engine = await testEngine({ clock, zone: conversation.zone })
  try {
    const created = await engine.api.createCharacter({ name, nickname: '', card: {} })
    if (!created.ok) throw new Error(`${conversation.id}: ${created.error.code}`)
    await engine.api.updateProfile({ name: conversation.user_name, nickname: '', fields: {} })
    for (const [index, message] of conversation.messages.entries()) {
      clock.jumpTo(Date.parse(message.at))
      const spoken = message.role === 'user' ? user : assistant
      const turn = spoken(message.text, `${conversation.id}-${index}`, message.at)
      await engine.say(`/cache/${encodeURIComponent(name)}`, [turn])
      await engine.settled()
    }
    await engine.say(`/settle/${encodeURIComponent(name)}`, [])
    await engine.settled()
    const facts = await engine.api.facts(name)
    if (!facts.ok) throw new Error(`${conversation.id}: ${facts.error.code}`)
    return facts.value.filter((fact) => !fact.archived)
  } finally {
    await engine.stop()
  }
}
