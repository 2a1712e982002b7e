/** The columns beside a fact's document. */
import type { JsonObject } from '../document.ts'
import type { FactHot, FactKey } from '../store/facts.ts'
import { factHot } from '../store/hot.ts'
import { parseStamp } from '../time/stamp.ts'

/** Columns of `document`, whose naive stamps are read in `zone`. */
export function factColumns(document: JsonObject, zone: string): FactKey & FactHot {
  return factHot(document, (stamp) => parseStamp(stamp, zone))
}
