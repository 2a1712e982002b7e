/** Which adapter answers which golden file, by file name without `.json`. One line a file. */
import { bm25 } from './bm25.ts'
import { evidence } from './evidence.ts'
import { runEvents } from './events.ts'
import { fold } from './fold.ts'
import type { GoldenAdapter, SkippedFile } from './golden.ts'
import { hybridRecall } from './hybrid-recall.ts'
import { runIds } from './ids.ts'
import { outbox } from './outbox.ts'
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
  ids: { answer: runIds },
  render: { answer: runRender },
  evidence,
  events: { answer: runEvents },
  outbox,
}
