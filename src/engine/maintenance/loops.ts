/** What runs by itself, when, and in which order across characters (maintenance.md §8, §9). */
import type { Memory } from '../memories.ts'
import { SECOND_MS } from '../settings.ts'

export interface Loop {
  readonly name: string
  readonly firstDelayMs: number
  /** Counted from the end of a round. */
  readonly intervalMs: number
  readonly order: 'sequential' | 'parallel'
  /** The round is skipped, or abandoned between two characters, while somebody is active (§7). */
  readonly idleOnly: boolean
  /** One character's share of a round. */
  readonly step: (memory: Memory) => Promise<void>
}

export interface LoopSteps {
  /** §9.1: compress a long history, detailed. */
  readonly idleMaintenance: Loop['step']
  /** §9.3: path A, and B behind it. */
  readonly extraction: Loop['step']
}

export function loopsOf(steps: LoopSteps): readonly Loop[] {
  return [
    {
      name: 'idle maintenance',
      firstDelayMs: 20 * SECOND_MS,
      intervalMs: 40 * SECOND_MS,
      order: 'sequential',
      idleOnly: true,
      step: steps.idleMaintenance,
    },
    {
      name: 'signal extraction',
      firstDelayMs: 60 * SECOND_MS,
      intervalMs: 40 * SECOND_MS,
      order: 'parallel',
      idleOnly: false,
      step: steps.extraction,
    },
  ]
}
