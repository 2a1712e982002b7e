/** What a short answer says in the light of the question it answers. */
import type { LanguageData } from './data/language-data.ts'
import type { FactKind } from './types.ts'

export interface Answered {
  readonly kind: FactKind
  readonly text: string
  /** Name given to the person or animal last spoken of. */
  readonly thirdName: string | null
  readonly superseded: boolean
}

/**
 * The fact in `answer` (matchable, without opening interjections), by the questions the character last asked;
 * null when the questions are none that an answer makes a fact of. `before`: what the user said before them, matchable.
 */
export function readAnswer(
  questions: readonly string[],
  answer: string,
  third: string | null,
  data: LanguageData,
  before: string,
): Answered | null {
  for (const question of [...questions].reverse()) {
    if (data.frames.hypotheticalQuestion.test(question)) continue
    for (const rule of data.answers) {
      if (!rule.question.test(question) || (rule.third === true && third === null)) continue
      if (rule.topic?.test(before) === false) continue
      if (answer.length > data.wording.longestAnswer * 2) continue
      const match = rule.answer ? rule.answer.exec(answer) : /^/u.exec(answer)
      if (!match || (!rule.answer && data.wording.emptyAnswer.test(answer))) continue
      const groups = match.groups ?? {}
      const text = rule.say.replace(/\$(\w+)/gu, (_, group: string) => {
        if (group === 'user') return data.wording.user
        if (group === 'third') return third ?? ''
        return groups[group] ?? (group === 'answer' ? answer : '')
      })
      return {
        kind: rule.kind,
        text,
        thirdName: rule.kind === 'name' && rule.third === true ? (groups['name'] ?? null) : null,
        superseded: rule.superseded === true,
      }
    }
  }
  return null
}

/** What yes or no says to a yes-or-no question about something lasting. */
export function readYesNo(questions: readonly string[], answer: string, data: LanguageData): string | null {
  const said = data.wording.no.test(answer) ? 'no' : data.wording.yes.test(answer) ? 'yes' : null
  if (said === null) return null
  for (const question of [...questions].reverse()) {
    if (data.frames.hypotheticalQuestion.test(question)) continue
    const text = data.wording.yesNo(question, said)
    if (text !== null) return text
  }
  return null
}

/** A short answer to a question of the closed kinds, kept with the question; null when it is none. */
export function readClosedAnswer(
  questions: readonly string[],
  answer: string,
  data: LanguageData,
  quickfire: boolean,
): string | null {
  const question = questions.at(-1)?.replace(/[?？\s]+$/u, '')
  if (question === undefined || data.frames.hypotheticalQuestion.test(question)) return null
  if (data.wording.emptyAnswer.test(answer) || answer.length > data.wording.longestAnswer) return null
  if (!quickfire && !data.wording.closedQuestion.test(question)) return null
  return data.wording.answered(question, answer)
}
