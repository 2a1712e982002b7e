/** The first sentences of a turn as an answer to what the character asked. */
import { readAnswer, readClosedAnswer, readYesNo } from './answers.ts'
import { statement, toThird } from './drafts.ts'
import { IMPORTANCE } from './importance.ts'
import { matchable } from './language.ts'
import { rulesFor, unusable } from './matching.ts'
import { subjectOf } from './people.ts'
import { originalOf, timesOf, trimmed } from './scene.ts'
import type { Scene, Spoken } from './scene.ts'
import { BLANK, sentencesOf } from './sentences.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { FactKind, Manner } from './types.ts'

/** A whole sentence is kept as an answer up to this many times the longest answer. */
const WHOLE_ANSWER = 1.3

/** Kinds of answer whose time is when it began. */
const DATED_ANSWERS: ReadonlySet<FactKind> = new Set(['residence', 'job', 'school'])

/** What a sentence did to the question: took up all of itself to answer it, answered it, or left it open. */
export type Answer = 'whole' | 'done' | 'open'

/** Reads a sentence as an answer to the character's questions. */
export function answer(scene: Scene, spoken: Spoken, sentence: Sentence, index: number): Answer {
  const { data } = spoken
  const [opening] = sentence.clauses
  if (!opening) return 'open'
  if (sentence.mark === '?' || data.frames.question.test(opening.text)) return 'done'
  const yesNo = readYesNo(scene.questions, opening.text.trim(), data)
  if (yesNo !== null) {
    const [named] = scene.topic === null || !yesNo.startsWith(scene.topic) ? [] : [scene.topic]
    if (named !== undefined) {
      scene.names.set(named, yesNo)
      scene.third = named
      scene.thirdAge = 0
      scene.goesOn = true
    }
    const token = (data.wording.no.exec(opening.text) ?? data.wording.yes.exec(opening.text))?.[0].length ?? 0
    const after = trimmed(opening.text.slice(token), opening.from + token)
    const more = [after, ...sentence.clauses.slice(1)]
      .filter((one) => one.text !== '')
      .filter((one) => !unusable(spoken, one, false) && !one.text.includes(BLANK))
    const words = more.map((one) => toThird(scene, spoken, originalOf(spoken, one, one.text), 'rest'))
    keep(
      scene,
      spoken,
      'answer',
      'yes-no',
      [yesNo, ...words].join(data.wording.comma),
      sentence,
      IMPORTANCE.family,
    )
    return 'whole'
  }
  const stripped = (one: Clause) =>
    (one.text + data.wording.comma)
      .replace(data.wording.leading, '')
      .replace(data.wording.trailing, '')
      .trim()
  const clause = sentence.clauses.find((one) => stripped(one) !== '')
  if (!clause) return 'open'
  const text = stripped(clause)
  const original = originalOf(spoken, clause, text)
  if (data.wording.formerly.test(text) && scene.questions.length > 0) {
    const what = scene.lastHuman
      ? (sentencesOf(scene.lastHuman.turn.text, spoken.language)[0]?.text ?? '')
      : ''
    const told = data.wording.answered((scene.questions.at(-1) ?? '').replace(/[?？\s]+$/u, ''), original)
    scene.ledger.add({
      ...statement(spoken, 'habit', 'any-answer', data.wording.about(told, what), sentence, IMPORTANCE.habit),
      superseded: true,
    })
    return 'whole'
  }
  if (scene.topic !== null && data.subjects.bare.test(text)) {
    const name = spoken.data.subjects.name(original)
    keep(scene, spoken, 'pet', 'typed-answer', data.wording.is(scene.topic, name), sentence, IMPORTANCE.pet)
    scene.names.set(scene.topic, name)
    scene.third = scene.topic
    scene.thirdAge = 0
    scene.goesOn = true
    return 'done'
  }
  const full = fuller(scene, spoken, sentence, text)
  const typed = readAnswer(
    scene.questions,
    full,
    scene.third,
    data,
    scene.lastHuman ? matchable(scene.lastHuman.turn.text, scene.lastHuman.language) : '',
  )
  if (typed) {
    const restored = restore(typed.text, text, original)
    const said = statement(
      spoken,
      typed.kind,
      'typed-answer',
      capitalised(restored),
      sentence,
      IMPORTANCE[typed.kind],
    )
    // "Cardiff! Got the keys last Friday": when it came about stands in what goes on.
    const [time] = DATED_ANSWERS.has(typed.kind) ? timesOf(spoken, { ...sentence, text: full }) : []
    scene.ledger.add({
      ...said,
      event: said.event ?? (time ? { start: time.start, end: time.end } : null),
      superseded: typed.superseded,
    })
    if (typed.superseded) return 'whole'
    if (typed.thirdName !== null && scene.third !== null) {
      scene.names.set(typed.thirdName, scene.third)
      scene.third = spoken.language === 'en' ? `${scene.third} ${typed.thirdName}` : typed.thirdName
      scene.thirdAge = 0
    }
    return 'done'
  }
  if (matchesRule(scene, spoken, clause)) return 'done'
  const short =
    sentence.text.length <= data.wording.longestAnswer * WHOLE_ANSWER
      ? originalOf(
          spoken,
          sentence,
          sentence.text.replace(data.wording.leading, '').replace(data.wording.trailing, '').trim(),
        )
      : original
  const closed =
    index === 0 && !scene.goesOn ? readClosedAnswer(scene.questions, short, data, scene.quickfire) : null
  if (closed === null) return 'open'
  keep(scene, spoken, 'answer', 'closed-answer', closed, sentence, IMPORTANCE.answer)
  return short === original ? 'done' : 'whole'
}

/** "Badly. All tree nuts.": an answer of a word or two goes on in the next sentence. */
export function fuller(scene: Scene, spoken: Spoken, sentence: Sentence, text: string): string {
  const short = spoken.language === 'en' ? text.split(' ').length <= 2 : false
  const next = short
    ? sentencesOf(spoken.turn.text, spoken.language).find((one) => one.from > sentence.to)
    : undefined
  return next && !subjectOf(scene, spoken, next.text).explicit ? `${text}. ${next.text}` : text
}

export function matchesRule(scene: Scene, spoken: Spoken, clause: Clause): boolean {
  const { who, explicit } = subjectOf(scene, spoken, clause.text)
  return (
    (explicit || spoken.language !== 'en') &&
    rulesFor(scene, spoken, clause, who, timesOf(spoken, clause)).length > 0
  )
}

export function keep(
  scene: Scene,
  spoken: Spoken,
  kind: FactKind,
  manner: Manner,
  text: string,
  source: Clause,
  importance: number,
): void {
  scene.ledger.add(statement(spoken, kind, manner, text, source, importance))
}

export function restore(text: string, folded: string, original: string): string {
  return folded === '' ? text : text.replace(folded, original)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
