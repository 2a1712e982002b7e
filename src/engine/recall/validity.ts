/**
 * Memories that held up to some time: a home before a move, a job that was left. They are recalled when the question
 * is about what was, never without the time they held up to, and below what took their place.
 */
import { isTruthy, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'

/** What an answer says of a row that no longer holds. */
export interface Validity {
  readonly superseded: true
  /** The stored stamp up to which it held; null when nobody said. */
  readonly valid_to: unknown
}

/** Null for a row that holds, as far as is known. */
export function validityOf(doc: JsonObject): Validity | null {
  if (!isTruthy(doc['superseded_at'])) return null
  const { valid_to: until, superseded_at: at } = doc
  return { superseded: true, valid_to: isTruthy(until) ? until : at }
}

/** Whether what held earlier belongs into the answer. */
export function asksForThePast(query: string, window: TimeWindow | null, now: Moment): boolean {
  if (window !== null && window.end <= now.instant) return true
  const plain = query.normalize('NFKC').toLowerCase()
  return PAST.some((words) => words.test(plain))
}

/** Of each language the words by which one asks for what was; a question that they slip into loses nothing by it. */
const PAST: readonly RegExp[] = [
  /\b(?:used to|before|previous(?:ly)?|former(?:ly)?|earlier|back then|in the past|originally|at first|prior|ex|once|last (?:job|home|place|address|school)|anymore|any more|no longer|did i (?:ever )?use to)\b|(?<!how |years? )\bold\b/u,
  /以前|之前|从前|從前|曾经|曾經|原来|原來|原先|过去|過去|当初|當初|早先|先前|以往|前任|老家|[旧舊](?!金山)|那时|那時|当时|當時|搬家前|换工作前/u,
  /前は|前に|前の|以前|昔|かつて|もともと|元々|当時|旧|まえは|まえに|過去/u,
  /예전|이전|전에|원래|옛날|과거|한때|당시|그때/u,
  /раньше|прежде|прежн|бывш|до этого|когда-то|ранее|в прошлом|тогда/u,
  /\b(?:antes|anterior(?:mente)?|sol[ií]a|previo|previamente|antigu[oa]s?|en el pasado|antaño)\b/u,
  /\b(?:antes|anterior(?:mente)?|costumava|previamente|antig[oa]s?|antigamente|no passado)\b/u,
]

/** Moves each row that was superseded behind the row that took its place, where both are in `rows`. */
export function behindSuccessors<T>(rows: readonly T[], docOf: (row: T) => JsonObject): T[] {
  const ordered = [...rows]
  for (const row of rows) {
    const successor = docOf(row)['superseded_by']
    if (successor === undefined || successor === null) continue
    const place = ordered.indexOf(row)
    const target = ordered.findIndex((other) => docOf(other)['id'] === successor)
    if (target <= place) continue
    ordered.splice(place, 1)
    ordered.splice(target, 0, row)
  }
  return ordered
}
