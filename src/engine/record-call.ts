/** Writing a model call down in the ledger of the character for whom it was made (design.md §6). */
import type { LedgerView } from './api.ts'
import type { Core } from './core.ts'
import type { Memory } from './memories.ts'
import type { Instant } from './ports.ts'
import type { LedgerRow } from './store/logs.ts'

/**
 * A call ends when it ends, and the character may have been deleted meanwhile: for one who is neither configured nor
 * has memory nothing is kept, because it would bring her database back, with the text that left in it.
 */
export async function recordCall(core: Core, character: string, call: LedgerView): Promise<void> {
  const write = ({ store }: Memory): Promise<void> =>
    store.db.transaction(async (tx) => store.ledger.append(tx, rowOf(call, await store.proofs.last(tx))))
  await writeFor(core, character, write)
}

/** The same for a page, which tells of a call again when a worker has died under it. */
export async function recordCallOnce(core: Core, character: string, call: LedgerView): Promise<void> {
  const write = ({ store }: Memory): Promise<void> =>
    store.db.transaction(async (tx) => {
      const row = rowOf(call, await store.proofs.last(tx))
      if (!(await store.ledger.has(tx, row))) await store.ledger.append(tx, row)
    })
  await writeFor(core, character, write)
}

/** Sent before something was forgotten, it may hold it. */
function rowOf(call: LedgerView, forgotten: Instant | null): LedgerRow {
  return {
    instant: call.at,
    purpose: call.purpose,
    tier: call.tier,
    origin: call.origin,
    model: call.model,
    tokensIn: call.tokensIn,
    tokensOut: call.tokensOut,
    ms: call.milliseconds,
    outcome: call.outcome,
    text: forgotten !== null && call.at <= forgotten ? null : call.sent,
  }
}

async function writeFor(
  core: Core,
  character: string,
  write: (memory: Memory) => Promise<void>,
): Promise<void> {
  if ((await core.registry.find(character)) === undefined) {
    await core.memories.read(character, write, () => undefined)
  } else {
    await core.memories.use(character, write)
  }
}
