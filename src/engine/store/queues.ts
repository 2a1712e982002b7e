/** facts_pending_dedup.json and user_directives.json (facts.md §7, §12.2). */
import { createDocTable } from './doc-table.ts'

export type DedupHot = { readonly candidateId: string | null; readonly existingId: string | null }

/** Times are epoch seconds, as the file has them. */
export type DirectiveHot = {
  readonly kind: string | null
  readonly term: string | null
  readonly lastSeenAt: number | null
  readonly expireAt: number | null
}

export const dedupQueueTable = createDocTable<DedupHot>('dedup_queue', {
  candidateId: { column: 'candidate_id' },
  existingId: { column: 'existing_id' },
})

export const directivesTable = createDocTable<DirectiveHot>('directives', {
  kind: { column: 'kind' },
  term: { column: 'term' },
  lastSeenAt: { column: 'last_seen_at' },
  expireAt: { column: 'expire_at' },
})
