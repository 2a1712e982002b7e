/** Counts of what became of memories in a period, from the event log alone (routes.md §8.5). */
import { parseObject, textField } from '../document.ts'
import type { Instant, Log } from '../ports.ts'
import type { EventRow } from '../store/logs.ts'
import { parseStamp } from '../time/stamp.ts'

const buckets = [
  'facts_added',
  'reflections_synthesized',
  'reflections_confirmed',
  'reflections_promoted',
  'reflections_merged',
  'reflections_denied',
  'reflections_archived',
  'persona_entries_added',
  'persona_entries_archived',
  'persona_entries_rewritten',
] as const

export type FunnelBucket = (typeof buckets)[number]

/** Both ends count. Lines that cannot be read are passed over with one warning, unknown types in silence. */
export function funnelCounts(
  events: readonly EventRow[],
  since: Instant,
  until: Instant,
  zone: string,
  log: Log,
): Record<FunnelBucket, number> {
  // The names of `buckets` are the keys.
  const counts = Object.fromEntries(buckets.map((bucket) => [bucket, 0])) as Record<FunnelBucket, number>
  let unreadable = 0
  for (const { line } of events) {
    const event = parseObject(line)
    const at = event === null ? null : parseStamp(event['ts'], zone)
    if (event === null || at === null) {
      unreadable += 1
      continue
    }
    if (at < since || at > until) continue
    const bucket = bucketOf(textField(event, 'type'), event['payload'])
    if (bucket !== null) counts[bucket] += 1
  }
  if (unreadable > 0) log.write('warn', 'funnel.unreadable', { lines: unreadable })
  return counts
}

function bucketOf(type: string | null, payload: unknown): FunnelBucket | null {
  const fields = typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {}
  switch (type) {
    case 'fact.added':
      return 'facts_added'
    case 'reflection.synthesized':
      return 'reflections_synthesized'
    case 'reflection.state_changed':
      return buckets.find((bucket) => bucket === `reflections_${String(fields['to'])}`) ?? null
    case 'persona.fact_added':
      return fields['archive_shard_path'] === undefined ? 'persona_entries_added' : 'persona_entries_archived'
    case 'persona.entry_updated':
      return 'persona_entries_rewritten'
    default:
      return null
  }
}
