/** The columns beside a fact's document, derived from it; a missing field reads as the reference reads it. */
import { integerOr, isTruthy, textField, type JsonObject } from '../document.ts'
import { IMPORTANCE_DEFAULT } from '../settings.ts'
import type { FactHot, FactKey } from '../store/facts.ts'
import { parseStamp } from '../time/stamp.ts'

/** Columns of `document`, whose naive stamps are read in `zone`. */
export function factColumns(document: JsonObject, zone: string): FactKey & FactHot {
  const source = textField(document, 'source') ?? 'user_observation'
  return {
    id: textField(document, 'id'),
    hash: textField(document, 'hash'),
    entity: textField(document, 'entity') ?? 'master',
    source,
    importance: integerOr(document['importance'], IMPORTANCE_DEFAULT),
    absorbed: isTruthy(document['absorbed']),
    // A missing flag counts as processed (facts.md §1.1), so that old rows are not read again.
    signalProcessed: !('signal_processed' in document) || isTruthy(document['signal_processed']),
    createdInstant: parseStamp(document['created_at'], zone),
    eventStartInstant: parseStamp(document['event_start_at'], zone),
    eventEndInstant: parseStamp(document['event_end_at'], zone),
    supersededInstant: parseStamp(document['superseded_at'], zone),
    suppressed: isTruthy(document['suppress']),
    confidence: document['confidence'] === 'low' ? 'low' : 'normal',
  }
}
