/** Which rules a clause meets, and which clauses state nothing. */
import { leanOf } from './data/language-data.ts'
import type { TimeMention } from './dates.ts'
import { subjectOf } from './people.ts'
import { LONGEST_CLAUSE } from './scene.ts'
import type { Scene, Spoken } from './scene.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { FactRule, Subject } from './types.ts'

export interface Matched {
  readonly rule: FactRule
  readonly match: RegExpExecArray
}

export function unusable(spoken: Spoken, clause: Clause, supposed: boolean, attributed = false): boolean {
  const { frames } = spoken.data
  const { text } = clause
  if (supposed || text.length > LONGEST_CLAUSE[spoken.language]) return true
  return (
    frames.question.test(text) ||
    frames.hypothetical.test(text) ||
    frames.fictional.test(text) ||
    (frames.reported.test(text) && !attributed) ||
    frames.imperative.test(text.replace(spoken.data.wording.leading, ''))
  )
}

export function rulesFor(
  scene: Scene,
  spoken: Spoken,
  clause: Clause,
  who: Subject,
  times: readonly TimeMention[],
): Matched[] {
  const { data } = spoken
  const bare = clause.text.replace(data.wording.leading, '')
  const found: Matched[] = []
  const negatesPast = data.corrections.never.test(clause.text)
  for (const rule of data.rules) {
    if (rule.scope === 'sentence' || !(rule.subjects ?? ['user', 'we']).includes(who)) continue
    if (rule.time && !times.some((time) => fits(rule, time, spoken, clause))) continue
    if (rule.first === true && scene.lastHuman !== null) continue
    if (rule.asked && !rule.asked.test(scene.lastAi)) continue
    if (rule.after && scene.ledger.of(spoken.turn.turnId).at(-1)?.kind !== rule.after) continue
    if (rule.superseded === true && negatesPast) continue
    if (rule.predicate && !predicates(scene, spoken, clause, rule.predicate)) continue
    const match = rule.pattern.exec(bare)
    if (!match || rule.unless?.test(bare)) continue
    found.push({ rule, match })
  }
  return found
}

/** Whether `predicate` follows the person who leads the clause. */
function predicates(scene: Scene, spoken: Spoken, clause: Clause, predicate: RegExp): boolean {
  const { at, person } = subjectOf(scene, spoken, clause.text)
  if (at === undefined || person === undefined) return predicate.test(` ${clause.text}`)
  return predicate.test(clause.text.slice(at + person.length))
}

export function sentenceRules(spoken: Spoken, sentence: Sentence): Matched[] {
  return spoken.data.rules.flatMap((rule) => {
    const match =
      rule.scope === 'sentence' && !rule.unless?.test(sentence.text) ? rule.pattern.exec(sentence.text) : null
    return match ? [{ rule, match }] : []
  })
}

export function fits(rule: FactRule, time: TimeMention, spoken: Spoken, clause: Clause): boolean {
  if (rule.time === 'any') return true
  if (time.side !== 'today') return time.side === rule.time
  if (time.kind === 'day')
    return (
      rule.time === 'future' &&
      spoken.data.frames.future.test(clause.text) &&
      !spoken.data.frames.past.test(clause.text)
    )
  return leanOf(clause.text, spoken.data.frames) === rule.time
}
