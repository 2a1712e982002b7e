/**
 * What runs by itself, when, and in which order across characters (maintenance.md §8, §9). The backfill of vectors, whose
 * pause depends on what it found, has a loop of its own: `embedding/backfill-loop.ts`.
 */
import type { Memory } from '../memories.ts'
import { MINUTE_MS, SECOND_MS } from '../settings.ts'

interface LoopTimes {
  readonly name: string
  readonly firstDelayMs: number
  /** Counted from the end of a round. */
  readonly intervalMs: number
}

/** A round does the same for each configured character. */
export interface CharacterLoop extends LoopTimes {
  readonly order: 'sequential' | 'parallel'
  /** The round is skipped, or abandoned at the next look, while somebody is active (§7). */
  readonly idleOnly: boolean
  /** One character's share of a round; `goOn` is looked at between its parts. */
  readonly step: (memory: Memory, goOn: () => boolean) => Promise<unknown>
}

/** A round decides itself which characters it does something for. */
export interface RoundLoop extends LoopTimes {
  readonly order: 'own'
  readonly round: (characters: readonly string[]) => Promise<unknown>
}

export type Loop = CharacterLoop | RoundLoop

export interface LoopSteps {
  /** §9.1: compress, duplicates, contradictions, review. */
  readonly idleMaintenance: CharacterLoop['step']
  /** §9.3: path A, signals, and path B behind them. */
  readonly extraction: CharacterLoop['step']
  /** §9.4 */
  readonly rebuttal: CharacterLoop['step']
  /** §9.5 */
  readonly promotion: CharacterLoop['step']
  /** §9.9: one entry in all, of a reflection or else of a fact. */
  readonly recheck: RoundLoop['round']
  /** §9.6 */
  readonly synthesis: CharacterLoop['step']
  /** §9.8 */
  readonly sweep: CharacterLoop['step']
  /** §9.7 */
  readonly refinePersona: CharacterLoop['step']
  readonly refineReflections: CharacterLoop['step']
  /** §9.12 */
  readonly callRates: RoundLoop['round']
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
    {
      name: 'call rates',
      firstDelayMs: MINUTE_MS,
      intervalMs: MINUTE_MS,
      order: 'own',
      round: steps.callRates,
    },
    {
      name: 'rebuttal',
      firstDelayMs: 100 * SECOND_MS,
      intervalMs: 180 * SECOND_MS,
      order: 'parallel',
      idleOnly: false,
      step: steps.rebuttal,
    },
    {
      name: 'promotion',
      firstDelayMs: 150 * SECOND_MS,
      intervalMs: 180 * SECOND_MS,
      order: 'parallel',
      idleOnly: false,
      step: steps.promotion,
    },
    {
      name: 'schema recheck',
      firstDelayMs: 180 * SECOND_MS,
      intervalMs: 30 * SECOND_MS,
      order: 'own',
      round: steps.recheck,
    },
    {
      name: 'synthesis',
      firstDelayMs: 200 * SECOND_MS,
      intervalMs: 180 * SECOND_MS,
      order: 'sequential',
      idleOnly: false,
      step: steps.synthesis,
    },
    {
      name: 'archive sweep',
      firstDelayMs: 250 * SECOND_MS,
      intervalMs: 60 * MINUTE_MS,
      order: 'parallel',
      idleOnly: false,
      step: steps.sweep,
    },
    {
      name: 'persona refine',
      firstDelayMs: 400 * SECOND_MS,
      intervalMs: 30 * MINUTE_MS,
      order: 'sequential',
      idleOnly: false,
      step: steps.refinePersona,
    },
    {
      name: 'reflection refine',
      firstDelayMs: 500 * SECOND_MS,
      intervalMs: 30 * MINUTE_MS,
      order: 'sequential',
      idleOnly: false,
      step: steps.refineReflections,
    },
  ]
}
