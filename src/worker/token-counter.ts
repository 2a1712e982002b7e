/** Which token counter an engine counts with: chosen once, so that no budget changes while it runs (design.md §5). */
import type { EngineDeps, Log, TokenCounter } from '../engine/ports.ts'
import { messageOf } from '../engine/result.ts'
import { heuristicCounter } from '../engine/text/tokens.ts'
import { SHELL_CACHE } from './protocol.ts'

/** Chooses when first asked, and gives the same counter from then on. */
export function createTokenCounters(log: Log): EngineDeps['tokenCounter'] {
  let chosen: Promise<TokenCounter> | undefined
  return () => (chosen ??= choose(log))
}

/** The exact one when its table is on the device already; nothing waits for a download. Never rejects. */
async function choose(log: Log): Promise<TokenCounter> {
  try {
    if (!(await isTableHere())) return heuristicCounter
    const { o200kCounter } = await import('./o200k.ts')
    return o200kCounter
  } catch (error) {
    log.write('warn', 'tokens.table_unreadable', { error: messageOf(error) })
    return heuristicCounter
  }
}

/** The build names the module's file after the module; the service worker keeps it (shell.ts). */
async function isTableHere(): Promise<boolean> {
  if (!('caches' in self)) return false
  const cache = await caches.open(SHELL_CACHE)
  const stored = await cache.keys()
  return stored.some(({ url }) => new URL(url).pathname.startsWith('/assets/o200k-'))
}
