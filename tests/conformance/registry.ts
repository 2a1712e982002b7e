/** Which adapter answers which golden file, by file name without `.json`. One line a file. */
import { bm25 } from './bm25.ts'
import { fold } from './fold.ts'
import type { GoldenAdapter, SkippedFile } from './golden.ts'
import { hybridRecall } from './hybrid-recall.ts'
import { runIds, uncoveredIds } from './ids.ts'
import { runRecent } from './recent.ts'
import { runRender } from './render.ts'
import { rrf } from './rrf.ts'
import { temporal } from './temporal.ts'
import { timeRecall } from './time-recall.ts'
import { tokenize } from './tokenize.ts'
import { tokens } from './tokens.ts'

export const registry: Readonly<Record<string, GoldenAdapter | SkippedFile>> = {
  tokens,
  tokenize,
  fold,
  bm25,
  rrf,
  time_recall: timeRecall,
  hybrid_recall: hybridRecall,
  temporal,
  recent: { answer: runRecent },
  ids: { answer: runIds, covers: (input) => !uncoveredIds.includes(String(input['fn'])) },
  render: { answer: runRender },
  evidence: { skipped: 'evidence signals are not built yet' },
  events: { skipped: 'the event log is not built yet' },
  outbox: { skipped: 'no adapter yet' },
}
