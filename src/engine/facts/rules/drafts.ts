/** From clauses to a statement in the third person that stands alone, in the user's own words. */
import { IMPORTANCE } from './importance.ts'
import type { TimeMention } from './dates.ts'
import { matchable } from './language.ts'
import type { RuleLanguage } from './language.ts'
import { subjectOf } from './people.ts'
import { LONGEST_NEIGHBOUR, originalOf, quoteOf, timesOf } from './scene.ts'
import type { Draft, Scene, Spoken } from './scene.ts'
import { BLANK, sentencesOf } from './sentences.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { Belief, FactKind, FactRule, Manner, Subject } from './types.ts'

/** Kinds that hold on: a time phrase in them is not when they happen. */
const TIMELESS: ReadonlySet<FactKind> = new Set([
  'name',
  'nickname',
  'age',
  'trait',
  'like',
  'dislike',
  'allergy',
  'habit',
  'skill',
  'origin',
  'boundary',
])
/** Kinds that say little of their own: what they stand with says what the statement is about. */
export const LOOSE: ReadonlySet<FactKind> = new Set(['event', 'plan', 'other-person'])
/** Kinds that no longer hold when they are said to have held once. */
const ONCE_ONLY: ReadonlySet<FactKind> = new Set([
  'like',
  'dislike',
  'habit',
  'residence',
  'job',
  'school',
  'skill',
  'health',
  'possession',
  'pet',
])
/** Kinds in which "this" or "it" is replaced by what was talked about. */
const RESOLVED: ReadonlySet<FactKind> = new Set(['like', 'dislike', 'health', 'allergy', 'habit'])

/** How a clause about somebody is read, unless the reader knows better. */
const MANNERS: Readonly<Record<Subject, Manner>> = {
  user: 'own-words',
  third: 'person',
  we: 'together',
  character: 'own-words',
}

export function newDraft(
  scene: Scene,
  spoken: Spoken,
  kind: FactKind,
  clause: Clause,
  who: Subject,
  rule?: FactRule,
  match?: RegExpExecArray,
): Draft {
  const groups = match?.groups ?? {}
  const say = rule?.say?.replace(/\$(\w+)/gu, (_, group: string) => {
    if (group === 'user') return spoken.data.wording.user
    if (group === 'character') return scene.context.characterName
    const value = groups[group]
    return value === undefined ? '' : originalOf(spoken, clause, value)
  })
  return {
    kind,
    subject: who,
    entity: kind === 'relationship' ? 'relationship' : 'master',
    source: 'user_observation',
    importance:
      rule?.importance ??
      (who === 'third' && kind !== 'birthday' ? Math.min(IMPORTANCE[kind], 7) : IMPORTANCE[kind]),
    superseded:
      rule?.superseded === true || (ONCE_ONLY.has(kind) && spoken.data.frames.once.test(clause.text)),
    say: say ?? null,
    manner: MANNERS[who],
    from: clause.from,
    to: clause.to,
    words: [originalOf(spoken, clause, clause.text)],
    time: null,
    corrects: [],
  }
}

export function append(spoken: Spoken, draft: Draft, clause: Clause, times: readonly TimeMention[]): void {
  draft.words.push(originalOf(spoken, clause, clause.text))
  draft.to = clause.to
  draft.time ??= times[0] ?? null
}

export function finish(scene: Scene, spoken: Spoken, draft: Draft): void {
  const belief = toBelief(scene, spoken, draft)
  if (belief.text.length < 3) return
  const last = scene.ledger.of(spoken.turn.turnId).at(-1)
  if (last && scene.ledger.beliefs.at(-1) === last && continues(scene, spoken, draft, last, belief)) {
    scene.ledger.retire(last)
    const from = spoken.turn.text.indexOf(last.quote)
    scene.ledger.add({
      ...belief,
      text: spoken.data.wording.join(
        last.text,
        belief.text.slice(0, belief.text.length - aside(scene, spoken, draft).length),
      ),
      kind: LOOSE.has(belief.kind) ? last.kind : belief.kind,
      manner: 'joined',
      importance: Math.max(last.importance, belief.importance),
      quote: spoken.turn.text.slice(from, draft.to),
      event: belief.event ?? last.event,
      corrects: [...last.corrects, ...belief.corrects],
    })
    return
  }
  if (draft.kind === 'event' && draft.time) scene.lastEvent = draft.time
  scene.ledger.add(belief)
}

/** A vague statement right after the one it refers to is part of it. */
export function continues(scene: Scene, spoken: Spoken, draft: Draft, last: Belief, belief: Belief): boolean {
  if (draft.say !== null || last.entity !== belief.entity || last.superseded !== belief.superseded)
    return false
  if (aside(scene, spoken, draft) === '') return false
  const end = spoken.turn.text.indexOf(last.quote) + last.quote.length
  return draft.from >= end && draft.from - end <= 3
}

/** What is added to a vague statement to say what it refers to. */
export function aside(scene: Scene, spoken: Spoken, draft: Draft): string {
  const what = referredTo(scene, spoken, draft)
  return what === null ? '' : spoken.data.wording.about('', what)
}

export function toBelief(scene: Scene, spoken: Spoken, draft: Draft): Belief {
  const { data } = spoken
  let text = draft.say
  let manner: Manner = text === null ? draft.manner : 'worded'
  if (text === null) {
    const [first = '', ...others] = draft.words
    let words = first.replace(data.wording.leading, '')
    const unresolved = words
    words = resolveReferences(scene, spoken, words, draft)
    const rest = others.map((other) => toThird(scene, spoken, other, 'rest'))
    text = [
      toThird(
        scene,
        spoken,
        words,
        draft.subject === 'we' && draft.kind !== 'relationship' ? 'company' : draft.subject,
      ),
      ...rest,
    ]
      .join(data.wording.comma)
      .replace(data.wording.trailing, '')
    const question = scene.questions.at(-1)
    const plain = matchable(words, spoken.language).replace(data.wording.trailing, '')
    if (
      question !== undefined &&
      draft.from < 12 &&
      draft.kind !== 'remember' &&
      plain.length <= LONGEST_NEIGHBOUR[spoken.language] &&
      data.wording.vagueAnswer.test(plain)
    ) {
      manner = data.wording.closedQuestion.test(question.replace(/[?？\s]+$/u, ''))
        ? 'closed-answer'
        : 'any-answer'
      const bare = words.replace(data.wording.trailing, '')
      text = withTopic(
        scene,
        spoken,
        data.wording.answered(
          question.replace(/[?？\s]+$/u, ''),
          [bare, ...rest].join(data.wording.comma).replace(data.wording.trailing, ''),
        ),
      )
    } else {
      const resolved = words !== unresolved && !data.wording.vague.test(matchable(words, spoken.language))
      const what = resolved ? null : referredTo(scene, spoken, draft)
      if (what !== null && !text.includes(what)) {
        text = data.wording.about(text, what)
        manner = turnHolds(spoken, draft) ? 'referring' : 'referring-back'
      }
    }
  }
  // A note needs no subject: it is what the user asked to be kept.
  if (draft.kind === 'remember') text = text.replace(new RegExp(`^${data.wording.user}: `, 'u'), '')
  return {
    text: text.replaceAll(BLANK, '').replace(NO_COMMA, '$1').trim(),
    entity: draft.entity,
    kind: draft.kind,
    manner,
    source: draft.source,
    importance: draft.importance,
    turnId: spoken.turn.turnId,
    language: spoken.language,
    quote: spoken.turn.text.slice(draft.from, draft.to),
    event: draft.time && !TIMELESS.has(draft.kind) ? { start: draft.time.start, end: draft.time.end } : null,
    superseded: draft.superseded,
    fresh: spoken.fresh,
    corrects: draft.corrects,
  }
}

export function resolveReferences(scene: Scene, spoken: Spoken, words: string, draft: Draft): string {
  const { data } = spoken
  let text = words
  if (spoken.language === 'en' && /^(?:\w+ )?ones\b/iu.test(text)) {
    const noun = scene.questions
      .at(-1)
      ?.match(/\b[a-z]{3,}s\b/giu)
      ?.at(-1)
    if (noun !== undefined) text = text.replace(/\bones\b/iu, noun)
  }
  if (scene.oldPlace !== null && draft.kind === 'residence')
    text = text.replace(data.wording.proPlace, scene.oldPlace)
  const word = data.wording.proForm.exec(matchable(text, spoken.language))?.groups?.['word']
  const named =
    word === undefined || !RESOLVED.has(draft.kind)
      ? null
      : sharedTopic(spoken, scene.lastHuman, scene.lastAi, draft.from)
  if (word === undefined || named === null) return text
  const at = matchable(text, spoken.language).indexOf(word)
  return text.slice(0, at) + named + text.slice(at + word.length)
}

/** The words that a vague statement refers to: the question it answers, or what the user said just before. */
export function referredTo(scene: Scene, spoken: Spoken, draft: Draft): string | null {
  const { data, language, turn } = spoken
  if (draft.kind === 'relationship' || draft.kind === 'remember') return null
  const plain = matchable(turn.text.slice(draft.from, draft.to), language)
  const words = scene.third === null ? plain : plain.replace(/[他她它]/gu, '')
  if (!data.wording.vague.test(words) && draft.refers !== true) return null
  const long = isTellingSentence(language)
  const before =
    sentencesOf(turn.text.slice(0, draft.from), language).filter(long).at(-1) ??
    (draft.refers === true && scene.questions.length > 0
      ? { text: (scene.questions.at(-1) ?? '').replace(/[?？\s]+$/u, '') }
      : null) ??
    (scene.lastHuman?.language === language
      ? sentencesOf(scene.lastHuman.turn.text, language).filter(long).at(-1)
      : null)
  if (!before) return null
  return data.wording.toThird(
    before.text.replace(data.wording.leading, '').replace(data.wording.trailing, ''),
    'we',
    null,
    scene.context.characterName,
  )
}

/** Long enough that a statement beside it can refer to it. */
function isTellingSentence(language: RuleLanguage): (one: Sentence) => boolean {
  return (one) => one.text.length >= (language === 'en' ? 12 : 5) && !one.text.includes(BLANK)
}

/** Whether the turn itself says before the draft what the draft refers to. */
function turnHolds(spoken: Spoken, draft: Draft): boolean {
  return sentencesOf(spoken.turn.text.slice(0, draft.from), spoken.language).some(
    isTellingSentence(spoken.language),
  )
}

/** The longest run of characters (or the longest word) that the user's last words and the character's reply share. */
export function sharedTopic(
  spoken: Spoken,
  last: Spoken | null,
  reply: string,
  before: number,
): string | null {
  const own = matchable(spoken.turn.text, spoken.language).slice(0, before)
  const earlier = last ? matchable(last.turn.text, last.language) : ''
  if (spoken.language === 'en') {
    const words = new Set((earlier + ' ' + own).toLowerCase().match(/[a-z]{4,}/gu) ?? [])
    const shared = (reply.toLowerCase().match(/[a-z]{4,}/gu) ?? []).filter(
      (word) => words.has(word) && !COMMON.test(word),
    )
    return shared.sort((a, b) => b.length - a.length)[0] ?? null
  }
  return null
}

export function toThird(
  scene: Scene,
  spoken: Spoken,
  words: string,
  who: Subject | 'rest' | 'company',
): string {
  const { data } = spoken
  if (who === 'rest')
    return data.wording.rest(data.wording.toThird(words, 'user', null, scene.context.characterName), words)
  const folded = matchable(words, spoken.language)
  const subject = who === 'third' ? subjectOf(scene, spoken, folded) : null
  if (subject?.person !== undefined && subject.pronoun !== true && !scene.names.has(subject.person)) {
    const at = subject.at ?? 0
    const name =
      subject.relative === true && scene.third !== null
        ? scene.third
        : spoken.data.subjects.name(words.slice(at, at + subject.person.length))
    const rest = words.slice(0, at) + name + words.slice(at + subject.person.length)
    return data.wording.toThird(rest, 'named', null, scene.context.characterName)
  }
  if (subject?.person !== undefined && scene.names.has(subject.person)) {
    const description = scene.names.get(subject.person)
    return data.wording.toThird(words, 'third', description ?? subject.person, scene.context.characterName)
  }
  const about = who === 'company' ? 'user' : who
  return data.wording.toThird(words, about, who === 'third' ? scene.third : null, scene.context.characterName)
}

/** A question as short as "Every evening?" says too little: what the user had said goes with it. */
export function withTopic(scene: Scene, spoken: Spoken, text: string): string {
  const question = scene.questions.at(-1) ?? ''
  const short = spoken.language === 'en' ? question.split(' ').length <= 3 : question.length <= 12
  const before =
    short && scene.lastHuman?.language === spoken.language
      ? sentencesOf(scene.lastHuman.turn.text, spoken.language).find(
          (one) => one.mark !== '?' && !spoken.data.frames.question.test(one.text),
        )
      : undefined
  if (
    !before ||
    before.mark === '?' ||
    before.text.includes(BLANK) ||
    before.text.length < (spoken.language === 'en' ? 15 : 6)
  )
    return text
  return spoken.data.wording.about(
    text,
    spoken.data.wording.toThird(before.text, 'we', null, scene.context.characterName),
  )
}

export function statement(
  spoken: Spoken,
  kind: FactKind,
  manner: Manner,
  text: string,
  source: Clause,
  importance: number,
): Belief {
  const times = kind === 'answer' || kind === 'residence' ? timesOf(spoken, source) : []
  return {
    text,
    entity: 'master',
    kind,
    manner,
    source: 'user_observation',
    importance,
    turnId: spoken.turn.turnId,
    language: spoken.language,
    quote: quoteOf(spoken, source),
    event: times[0] ? { start: times[0].start, end: times[0].end } : null,
    superseded: false,
    fresh: spoken.fresh,
    corrects: [],
  }
}

const COMMON =
  /^(?:that|this|with|what|have|your|about|from|they|them|then|just|like|when|were|been|again|really|person|today|tonight|still|there|here|more|much|some|very)$/u

/** 主人，怕疼: what stood between has gone. */
const NO_COMMA = /^(主人|マスターは)[，、]\s*/u
