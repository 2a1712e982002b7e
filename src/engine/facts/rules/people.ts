/** Whom a clause is about, and whom later pronouns mean. */
import { matchable } from './language.ts'
import type { Scene, Spoken } from './scene.ts'
import { originalOf } from './scene.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { Subject } from './types.ts'

export interface Found {
  readonly who: Subject
  /** Whether the clause says so itself. */
  readonly explicit: boolean
  readonly person?: string
  /** Where `person` stands in the clause. */
  readonly at?: number
  readonly pronoun?: boolean
  /** "It": an animal spoken of, never a person. */
  readonly thing?: boolean
  /** "His son": a person of the person last spoken of. */
  readonly relative?: boolean
}

/** A speaker or person that is not known: nothing is kept of what goes on about them. */
export const NOBODY: Found = { who: 'character', explicit: false }

export function subjectOf(scene: Scene, spoken: Spoken, text: string): Found {
  const bare = text.replace(spoken.data.wording.leading, '')
  const skipped = text.length - bare.length
  for (const name of scene.names.keys()) {
    if (bare.startsWith(name)) return { who: 'third', explicit: true, person: name, at: skipped }
  }
  for (const finder of spoken.data.subjects.finders) {
    const match = finder.pattern.exec(bare)
    if (!match) continue
    const person = match.groups?.['person']
    const at = person === undefined ? skipped : skipped + match.index + match[0].lastIndexOf(person)
    return {
      who: finder.who,
      explicit: true,
      at,
      ...(person === undefined ? {} : { person }),
      ...(finder.pronoun === true ? { pronoun: true } : {}),
      ...(finder.relative === true ? { relative: true } : {}),
      ...(finder.thing === true ? { thing: true } : {}),
    }
  }
  return { who: 'user', explicit: false }
}

export function noteThird(scene: Scene, spoken: Spoken, clause: Clause, subject: Found): void {
  if (subject.person === undefined || subject.pronoun === true) return
  const original = spoken.turn.text.slice(
    clause.from + (subject.at ?? 0),
    clause.from + (subject.at ?? 0) + subject.person.length,
  )
  if (subject.relative === true) {
    if (scene.third !== null) scene.third = spoken.data.subjects.relative(scene.third, original)
    scene.thirdAge = 0
    return
  }
  scene.third = scene.names.has(subject.person) ? subject.person : spoken.data.subjects.name(original)
  scene.thirdAge = 0
}

/** "Marcus brought liquorice again. He eats…": the pronoun says that the word is a name. */
export function noteOpeningName(
  scene: Scene,
  spoken: Spoken,
  sentence: Sentence,
  next: Sentence | null,
): void {
  const { openingName, nextPronoun } = spoken.data.subjects
  const name = openingName.exec(sentence.text)?.groups?.['name']
  if (name === undefined || name === scene.context.characterName || name === scene.context.userName) return
  // Inside a sentence, where only a name has a capital.
  const talkedOf = new RegExp(`(?<=[\\p{Ll},] )${name}\\b`, 'u').test(scene.lastAi)
  const pronoun =
    (next && nextPronoun.test(next.text)) ||
    sentence.clauses.slice(1).some((clause) => nextPronoun.test(clause.text))
  if (pronoun || talkedOf) scene.names.set(name, name)
}

/** A name inside a clause that later pronouns may mean: "dinner with Ben is hard work, he…". */
export function noteMentionedName(scene: Scene, spoken: Spoken, clause: Clause): void {
  const { mentionedName, mentionedPerson } = spoken.data.subjects
  const person = mentionedPerson.exec(clause.text)?.groups?.['person']
  if (person !== undefined) {
    scene.third = spoken.data.subjects.name(originalOf(spoken, clause, person))
    scene.thirdAge = 0
    return
  }
  const name = mentionedName.exec(clause.text)?.groups?.['name']
  if (name === undefined || name === scene.context.characterName || name === scene.context.userName) return
  scene.third = name
  scene.thirdAge = 0
}

export function isAnimal(scene: Scene, spoken: Spoken, name: string): boolean {
  return spoken.data.subjects.animal.test(
    matchable(`${name} ${scene.names.get(name) ?? ''}`, spoken.language),
  )
}

/** The character's last question is about the person last spoken of, so a short answer is too. */
export function asksOfThird(scene: Scene, spoken: Spoken): boolean {
  const question = scene.questions.at(-1)
  if (question === undefined) return false
  const subject = subjectOf(scene, spoken, question)
  return (
    subject.who === 'third' ||
    (scene.third !== null && question.includes(scene.third.slice(-2)) && subject.who !== 'character')
  )
}

/** Who a sentence without a subject of its own goes on about. */
export function goesOnAbout(scene: Scene, spoken: Spoken, sentence: Sentence): Found | null {
  if (!scene.goesOn || scene.third === null) return null
  const explicit = sentence.clauses.some((clause) => subjectOf(scene, spoken, clause.text).explicit)
  return explicit ? null : { who: 'third', explicit: false }
}

/** A name that opened the user's last message and that the character took up: "Soot chewed my cable" – "Is Soot…?" */
export function topicOf(last: Spoken | null, reply: string): string | null {
  if (!last) return null
  const text = matchable(last.turn.text, last.language).trim()
  if (last.language === 'en') {
    const name = /^(?<name>[A-Z][\p{Ll}]+)\b/u.exec(text)?.groups?.['name']
    if (name !== undefined && ASKS_WHO.test(reply) && !NO_NAME.test(name)) return name
    return name !== undefined &&
      new RegExp(`(?<=[a-z,] |^[^A-Z]*)\\b${name}\\b|\\b${name}(?:'s)?\\b.*\\?`, 'u').test(reply) &&
      !NO_NAME.test(name)
      ? name
      : null
  }
  const asked = ASKS_OF.exec(reply.trim())?.groups?.['name']
  if (asked !== undefined && text.includes(asked)) return asked
  for (let length = 5; length >= 2; length--) {
    const start = text.slice(0, length)
    if (
      /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z]+$/u.test(start) &&
      reply.includes(start) &&
      !/[我你他她它今昨明天又把被在是的了がはをに]/u.test(start)
    )
      return start
  }
  return null
}

/** チロちゃんって？ */
const ASKS_OF =
  /^(?<name>[\p{Script=Katakana}ー]{2,6}|[\p{Script=Hiragana}]{2,5}?|[\p{Script=Han}]{1,3}?)(?:ちゃん|くん|さん)?(?:って|とは)(?:誰|だれ)?[？?]$/u

/** The character asks who somebody is without saying the name. */
const ASKS_WHO = /\b(?:is that your|who's that|who is that|is (?:he|she) your|your (?:cat|dog|pet|kid))\b/iu
/** Words that open a sentence and are no name. */
const NO_NAME =
  /^(?:Hey|Hi|Hello|Her|His|Here|Wow|Thanks|Great|Good|Yeah|Sure|Cool|Nice|Glad|Love|Happy|The|My|It|You|We|That|This|What|Yes|No|Oh|So|Just|There|They|He|She|Today|Yesterday|Last|Someone|Our|Your|These|Those|When|Then|Now|And|But|Can|Had|Got)$/u

/** Whether a pronoun can mean the person last spoken of. */
export function agrees(spoken: Spoken, pronoun: string, name: string): boolean {
  const { female, male, plural } = spoken.data.subjects
  const plain = matchable(name, spoken.language)
  if (plural?.pronoun.test(pronoun) === true && !plural.noun.test(plain)) return false
  return (
    !(female.pronoun.test(pronoun) && male.noun.test(plain)) &&
    !(male.pronoun.test(pronoun) && female.noun.test(plain))
  )
}
