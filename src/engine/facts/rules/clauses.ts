/** Reads a sentence clause by clause: frames, subjects, corrections, rules, and what belongs together. */
import { append, finish, LOOSE, newDraft } from './drafts.ts'
import { rulesFor, sentenceRules, unusable } from './matching.ts'
import type { Matched } from './matching.ts'
import {
  agrees,
  goesOnAbout,
  isAnimal,
  NOBODY,
  noteMentionedName,
  noteOpeningName,
  noteThird,
  subjectOf,
} from './people.ts'
import type { Found } from './people.ts'
import { correct, denyKnown, outdatedBy, retireLast } from './retractions.ts'
import { LONGEST_CLAUSE, LONGEST_NEIGHBOUR, originalOf, timesOf, trimmed } from './scene.ts'
import type { Draft, Scene, Spoken } from './scene.ts'
import { BLANK } from './sentences.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { FactKind, Manner, Subject } from './types.ts'

/** Clauses that hold a pronoun and yet state something of the user: 给它起名叫…. */
const SELF_CONTAINED = /(?:给|管)(?:它|他|她)[^，]{0,4}(?:起|取)(?:了)?(?:个)?名/u

/** Chinese characters behind a liking that are not what is liked. */
const NO_THING = /[上过着得到你您他她谁人吃喝做说听看去玩这那]/u

const TASTES: ReadonlySet<FactKind> = new Set(['like', 'dislike', 'boundary', 'allergy'])
/** Kinds whose date may follow in a sentence of its own. */
const DATED: ReadonlySet<FactKind> = new Set(['birthday', 'plan', 'event', 'relationship'])
/** Kinds that share the time of what is told before. */
const SHARES_TIME: ReadonlySet<FactKind> = new Set(['event', 'plan', 'residence', 'possession'])

export function readSentence(
  scene: Scene,
  spoken: Spoken,
  sentence: Sentence,
  next: Sentence | null,
  correctingBefore: boolean,
  supposed: boolean,
): boolean {
  const { data, language } = spoken
  let correcting = correctingBefore
  let supposedHere = language === 'en' && data.frames.hypothetical.test(sentence.text)
  let open: Draft | null = null
  let inherited: Found | null = goesOnAbout(scene, spoken, sentence)
  const close = () => {
    if (open) finish(scene, spoken, open)
    open = null
  }
  const asks =
    sentence.mark === '?' ||
    (language !== 'en' && data.frames.question.test(sentence.clauses.at(-1)?.text ?? ''))
  noteOpeningName(scene, spoken, sentence, next)
  if (goesOnWithDate(scene, spoken, sentence)) return correctingBefore

  const whole =
    sentence.mark === '?' ||
    unusable(spoken, { ...sentence, text: sentence.text.slice(0, LONGEST_CLAUSE[language]) }, supposed)
      ? []
      : sentenceRules(spoken, sentence)
  for (const { rule, match } of whole) {
    const draft = newDraft(scene, spoken, rule.kind, sentence, 'user', rule, match)
    finish(scene, spoken, draft)
    if (rule.say === undefined) return false
  }
  // "Not the first, the second": the two halves may stand in clauses of their own.
  if (
    sentence.clauses.length > 1 &&
    data.corrections.contrast.some((pattern) => pattern.test(sentence.text))
  ) {
    if (correct(scene, spoken, sentence, sentence)) return false
  }
  const clauses = joinTimes(spoken, sentence)
  clauses.forEach((clause, index) => {
    let part: Clause = clause
    const marker = data.corrections.marker.exec(part.text)
    if (marker) {
      const before = { from: part.from, to: part.from + marker.index, text: part.text.slice(0, marker.index) }
      if (/[\p{L}]{2,}/u.test(before.text) && marker.index > 3) readClause(before, index)
      close()
      correcting = true
      for (
        let found: RegExpExecArray | null = marker;
        found;
        found = data.corrections.marker.exec(part.text)
      ) {
        const start = part.from + found.index + found[0].length
        part = trimmed(part.text.slice(found.index + found[0].length), start)
      }
      if (part.text.length < 2) return
    }
    const soft: RegExpExecArray | null = data.corrections.softMarker.exec(part.text)
    if (
      soft &&
      correct(scene, spoken, trimmed(part.text.slice(soft[0].length), part.from + soft[0].length), sentence)
    ) {
      correcting = false
      close()
      return
    }
    const contrasts = data.corrections.contrast.some((pattern) => pattern.test(part.text))
    if (correcting || contrasts) {
      close()
      const comma = contrasts ? null : /[,，、]/u.exec(part.text)
      const piece =
        comma && correcting
          ? { from: part.from, to: part.from + comma.index, text: part.text.slice(0, comma.index) }
          : part
      if (correct(scene, spoken, piece, sentence)) {
        correcting = false
        inherited = NOBODY
        const rest = piece === part ? null : trimmed(part.text.slice(piece.text.length), piece.to)
        if (rest && rest.text.length > 3 && subjectOf(scene, spoken, rest.text).explicit)
          readClause(rest, index)
        return
      }
      if (correcting) {
        retireLast(scene, spoken)
        correcting = false
      }
    }
    readClause(part, index)
  })
  close()
  return correcting

  /** Of what kind a statement is, and whether it is past, by the clause that leans on what stands before it. */
  function holding(kept: Matched, clause: Clause, who: Subject): Pick<Draft, 'kind' | 'superseded'> {
    const { kind, superseded } = newDraft(scene, spoken, kept.rule.kind, clause, who, kept.rule, kept.match)
    return { kind, superseded }
  }

  function opensStory(text: string): boolean {
    return (
      text.length <= LONGEST_NEIGHBOUR[language] && data.frames.fictional.test(text) && clauses.length > 1
    )
  }

  function readClause(clause: Clause, index: number): void {
    const text = clause.text
    const previous = clauses[index - 1]
    const blanked = text.includes(BLANK)
    const speechNext =
      spoken.data.speechIntroduction.test(text) &&
      sentence.text.slice(clause.to - sentence.from, clause.to - sentence.from + 3).includes(BLANK)
    const introduces =
      data.speechIntroduction.test(text.replace(new RegExp(`${BLANK}.*$`, 'su'), '')) &&
      (blanked || speechNext)
    const last = index === clauses.length - 1
    const ofThird = subjectOf(scene, spoken, text)
    const attributed = ofThird.who === 'third' && ofThird.person !== undefined && ofThird.pronoun !== true
    const tail = text.slice(text.lastIndexOf(BLANK) + 1)
    if (blanked && !(attributed && tail.length > 12)) {
      inherited = NOBODY
      close()
      return
    }
    if (introduces && !blanked) inherited = NOBODY
    // "In the book, I'm a detective": what opens the sentence goes for all of it.
    if (data.frames.hypothetical.test(text) || (index === 0 && opensStory(text))) supposedHere = true
    if (
      (introduces && !blanked) ||
      (asks && last) ||
      supposedHere ||
      unusable(spoken, clause, supposed, attributed)
    ) {
      if (data.frames.reported.test(text) && !attributed) inherited = NOBODY
      close()
      return
    }
    if (data.corrections.never.test(text) && denyKnown(scene, spoken, text)) return
    const subject = subjectOf(scene, spoken, text)
    const nobody =
      (subject.pronoun === true || subject.relative === true) &&
      (scene.third === null ||
        (subject.thing === true && !isAnimal(scene, spoken, scene.third)) ||
        (subject.pronoun === true && !agrees(spoken, subject.person ?? '', scene.third)))
    if (nobody && !SELF_CONTAINED.test(text)) {
      inherited = NOBODY
      close()
      return
    }
    const about: Found = nobody
      ? { who: 'user', explicit: true }
      : subject.explicit
        ? subject
        : (inherited ?? subject)
    const before = inherited?.who ?? 'user'
    inherited = { who: about.who, explicit: false }
    if (about.who === 'third' && subject.explicit) noteThird(scene, spoken, clause, subject)
    else noteMentionedName(scene, spoken, clause)
    const given = data.subjects.givenName.exec(text)?.groups?.['name']
    const owner =
      about.who === 'third'
        ? scene.third
        : open?.kind === 'pet' || data.subjects.animal.test(sentence.text)
          ? data.wording.user
          : null
    if (given !== undefined && owner !== null && given !== scene.context.characterName)
      scene.names.set(given, given)
    const times = timesOf(spoken, clause)
    const found = rulesFor(scene, spoken, clause, about.who, times.length > 0 ? times : [])
    const said = found.filter(({ rule }) => rule.say !== undefined)
    for (const { rule, match } of said) {
      const draft = newDraft(scene, spoken, rule.kind, clause, about.who, rule, match)
      if (!draft.superseded) draft.time = times[0] ?? null
      if (rule.after !== undefined) draft.time = scene.ledger.of(spoken.turn.turnId).at(-1)?.event ?? null
      if (rule.superseded === true && match.groups?.['from'] !== undefined)
        scene.oldPlace = match.groups['from']
      finish(scene, spoken, draft)
    }
    const kept = found.find(({ rule }) => rule.say === undefined)
    const leans =
      kept !== undefined &&
      (kept.rule.leansBack === true || isDangling(spoken, kept.rule.kind, kept.match[0], text))
    if (
      kept &&
      open &&
      (leans
        ? open.subject === about.who || kept.rule.leansBack === true
        : merges(open, kept.rule.kind, about.who, subject.explicit))
    ) {
      // "I used to be afraid of dogs, now I love them" holds now.
      if (leans && open.superseded) open = { ...open, ...holding(kept, clause, about.who) }
      append(spoken, open, clause, times)
      return
    }
    if (kept && leans && before !== 'user' && before !== 'we' && previous) {
      // What it is said of is somebody else's.
      close()
      return
    }
    if (kept && leans && previous && previous.to < clause.from && !unusable(spoken, previous, supposed)) {
      // What it is said of stands in a clause that is no fact alone.
      open = {
        ...newDraft(scene, spoken, kept.rule.kind, previous, about.who, kept.rule, kept.match),
        ...holding(kept, clause, about.who),
      }
      append(spoken, open, clause, times)
      return
    }
    if (kept) {
      close()
      open = newDraft(scene, spoken, kept.rule.kind, clause, about.who, kept.rule, kept.match)
      // "My sister, due next week": named alone just before, she is the subject.
      const named = about.who === 'third' && previous !== undefined && data.subjects.bare.test(previous.text)
      open.manner = named && !subject.explicit ? 'person' : mannerOf(about, subject)
      open.refers = leans || (language === 'en' && !subject.explicit && data.wording.fragment.test(text))
      open.time = times[0] ?? inheritedTime(scene, spoken, sentence, clause, kept.rule.kind)
      open.corrects.push(...outdatedBy(scene, spoken, clause, kept.rule.kind, about.who))
      return
    }
    if (said.length > 0) return
    const attaches =
      !subject.explicit && text.length <= LONGEST_NEIGHBOUR[language] && !data.frames.question.test(text)
    if (open && attaches && !blanked) {
      append(spoken, open, clause, times)
    } else {
      close()
    }
  }
}

/** How a clause is read that is kept in its own words. */
function mannerOf(about: Found, subject: Found): Manner {
  if (about.who === 'we') return 'together'
  if (about.who !== 'third') return subject.explicit ? 'own-words' : 'no-subject'
  if (!subject.explicit) return 'goes-on'
  return subject.pronoun === true ? 'pronoun' : 'person'
}

/** The clauses, with a time phrase that stands alone ("昨日、…") put to what follows. */
export function joinTimes(spoken: Spoken, sentence: Sentence): Clause[] {
  const joined: Clause[] = []
  let start: Clause | null = null
  for (const clause of sentence.clauses) {
    const begin: Clause = start ?? clause
    const whole: Clause =
      begin === clause
        ? clause
        : {
            from: begin.from,
            to: clause.to,
            text: sentence.text.slice(begin.from - sentence.from, clause.to - sentence.from),
          }
    const times = clause.text.length <= 12 ? timesOf(spoken, clause) : []
    const covered = times.reduce((sum, time) => sum + time.to - time.from, 0)
    const last = clause === sentence.clauses.at(-1)
    if (!last && covered > 0 && covered >= clause.text.length - 2) {
      start = whole
      continue
    }
    joined.push(whole)
    start = null
  }
  return joined
}

/** "I share a birthday with my nan. 22nd of August.": a bare date is the date of what was said just before. */
export function goesOnWithDate(scene: Scene, spoken: Spoken, sentence: Sentence): boolean {
  const last = scene.ledger.of(spoken.turn.turnId).at(-1)
  const times = timesOf(spoken, sentence)
  if (!last || !times[0] || last.event !== null || !DATED.has(last.kind)) return false
  const covered = times.reduce((sum, time) => sum + time.to - time.from, 0)
  const end = spoken.turn.text.indexOf(last.quote) + last.quote.length
  if (covered < sentence.text.length - 6 || sentence.from < end || sentence.from - end > 3) return false
  scene.ledger.retire(last)
  const from = spoken.turn.text.indexOf(last.quote)
  scene.ledger.add({
    ...last,
    text: spoken.data.wording.join(last.text, originalOf(spoken, sentence, sentence.text)),
    quote: spoken.turn.text.slice(from, sentence.to),
    event: { start: times[0].start, end: times[0].end },
  })
  return true
}

/** The time of the sentence it stands in, or of the scene that the turn goes on telling. */
export function inheritedTime(
  scene: Scene,
  spoken: Spoken,
  sentence: Sentence,
  clause: Clause,
  kind: FactKind,
): Draft['time'] {
  if (!SHARES_TIME.has(kind)) return null
  const before = timesOf(spoken, {
    ...sentence,
    text: sentence.text.slice(0, clause.from - sentence.from),
  }).at(-1)
  return before ?? scene.lastEvent
}

/** Whether a clause that says something of its own is still part of the statement before it in the sentence. */
export function merges(open: Draft, kind: FactKind, who: Subject, explicit: boolean): boolean {
  if (open.say !== null || open.subject !== who) return false
  if (who === 'third') return !explicit
  if (open.kind === kind) return !explicit || kind === 'event' || kind === 'plan'
  return !explicit && (LOOSE.has(open.kind) || LOOSE.has(kind))
}

/** A liking or dislike that doesn't say of what: "I really can't stop". */
export function isDangling(spoken: Spoken, kind: FactKind, matched: string, text: string): boolean {
  if (!TASTES.has(kind)) return false
  const left = text
    .replace(matched, '')
    .replace(spoken.data.wording.hollow, '')
    .replace(/[^\p{L}]/gu, '')
  return left.length < 2 && !isThing(spoken, matched, text, left)
}

/** Whether one character says of what: 猫は好き, 喜欢猫. */
function isThing(spoken: Spoken, matched: string, text: string, left: string): boolean {
  if (!/\p{Script=Han}/u.test(left)) return false
  return spoken.language === 'zh' ? text.includes(matched + left) && !NO_THING.test(left) : true
}
