/** Writing a model call down in the ledger of the character for whom it was made (design.md §6). */
import type { LedgerView } from './api.ts'
import type { Core } from './core.ts'
import type { Memory } from './memories.ts'

/**
 * A call ends when it ends, and the character may have been deleted meanwhile: for one who is neither configured nor
 * has memory nothing is kept, because it would bring her database back, with the text that left in it.
 */
export async function recordCall(core: Core, character: string, call: LedgerView): Promise<void> {
  const write = async ({ store }: Memory): Promise<void> => {
    const forgotten = await store.proofs.last(store.db)
    await store.ledger.append(store.db, {
      instant: call.at,
      purpose: call.purpose,
      tier: call.tier,
      origin: call.origin,
      model: call.model,
      tokensIn: call.tokensIn,
      tokensOut: call.tokensOut,
      ms: call.milliseconds,
      outcome: call.outcome,
      // Sent before something was forgotten, it may hold it.
      text: forgotten !== null && call.at <= forgotten ? null : call.sent,
    })
  }
  if ((await core.registry.find(character)) === undefined) {
    await core.memories.read(character, write, () => undefined)
  } else {
    await core.memories.use(character, write)
  }
}
