/** Reads a conversation turn by turn and keeps what the user's statements say, in the frames they are said in. */
import type { ConversationTurn, Entity, FactSource, KnownFact, ModelContext } from '../../model/memory-model.ts'
import { readAnswer, readAnyAnswer, readYesNo } from './answers.ts'
import { detectBanTopics } from './ban-topics.ts'
import { contentOf, createLedger } from './beliefs.ts'
import { applyCorrection } from './corrections.ts'
import { LANGUAGE_DATA } from './data/index.ts'
import { leanOf } from './data/language-data.ts'
import type { LanguageData } from './data/language-data.ts'
import { findTimes } from './dates.ts'
import type { TimeMention } from './dates.ts'
import { IMPORTANCE } from './importance.ts'
import { languageOf, matchable } from './language.ts'
import type { RuleLanguage } from './language.ts'
import { BLANK, sentencesOf } from './sentences.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { Belief, FactKind, FactRule, Subject } from './types.ts'

/** Longest clause that is still one statement, and longest neighbour that is taken along. Characters. */
const LONGEST_CLAUSE = { zh: 60, ja: 70, en: 220 } as const
const LONGEST_NEIGHBOUR = { zh: 16, ja: 20, en: 60 } as const

export interface Reader {
  human(turn: ConversationTurn, fresh: boolean): void
  ai(turn: ConversationTurn, fresh: boolean): void
  readonly ledger: ReturnType<typeof createLedger>
}

interface Spoken {
  readonly turn: ConversationTurn
  readonly fresh: boolean
  readonly language: RuleLanguage
  readonly data: LanguageData
}

/** A statement being put together from the clauses of one sentence. */
interface Draft {
  readonly kind: FactKind
  readonly subject: Subject
  readonly entity: Entity
  readonly source: FactSource
  readonly importance: number
  readonly superseded: boolean
  /** Fixed wording; null when the clauses themselves are kept. */
  readonly say: string | null
  from: number
  to: number
  words: string[]
  time: TimeMention | null
  corrects: { id: string; how: 'was' | 'never' }[]
  /** Says of something named elsewhere. */
  refers?: boolean
}

export function createReader(known: readonly KnownFact[], context: ModelContext): Reader {
  const ledger = createLedger(known)
  let fiction = false
  let supposing = false
  let questions: string[] = []
  let lastAi = ''
  let lastHuman: Spoken | null = null
  let humanBefore: Spoken | null = null
  let third: string | null = null
  let thirdAge = 0
  let oldPlace: string | null = null
  let topic: string | null = null
  let proposal: Draft | null = null
  let lastEvent: TimeMention | null = null
  /** The turn began to tell of somebody (an answer to "who is that?"). */
  let goesOn = false
  /** The last answer took up its whole sentence. */
  let answeredWhole = false
  const names = new Map<string, string>()

  return { human, ai, ledger }

  // ------------------------------------------------------------------------------------------- the user

  function human(turn: ConversationTurn, fresh: boolean): void {
    const language = languageOf(turn.text)
    if (language === null) return
    const spoken: Spoken = { turn, fresh, language, data: LANGUAGE_DATA[language] }
    const { data } = spoken
    const raw = matchable(turn.text, language)
    takeUpProposal(spoken)
    const sentences = sentencesOf(turn.text, language)
    topic = topicOf(lastHuman, lastAi)
    if (++thirdAge > 2) third = null
    goesOn = third !== null && asksOfThird(spoken)
    let answering = questions.length > 0
    let hypothetical = supposing
    let correcting = false

    sentences.forEach((sentence, index) => {
      const whole = raw.slice(sentence.from, sentence.to)
      const next = sentences[index + 1]
      if (fiction && data.frames.fictionEnds.test(whole)) {
        fiction = false
        answering = false
        return
      }
      if (!fiction && data.frames.fictionStarts.test(whole) && !data.frames.fictionEnds.test(whole)) {
        fiction = true
        retireFiction(turn)
      }
      if (fiction) return
      if (takesBack(spoken, whole, sentence)) {
        answering = false
        const rest = afterJoke(spoken, sentence)
        if (rest) correcting = readSentence(spoken, rest, next ?? null, false, false)
        return
      }
      const remembered = data.frames.remember.exec(sentence.text)
      if (remembered && sentence.mark !== '?') {
        remember(spoken, sentence, remembered, next)
        return
      }
      if (detectBanTopics(spoken.turn.text.slice(sentence.from, sentence.to)).length > 0) return
      if (!hypothetical && relation(spoken, sentence, next)) {
        answering = false
        return
      }
      if (answering) {
        answeredWhole = false
        answering = answer(spoken, sentence, index) && index === 0
        if (answeredWhole) return
      }
      const supposed = data.frames.hypothetical.test(sentence.text)
      if (supposed) hypothetical = true
      else if (sentence.mark !== '?' && index > 0 && !new RegExp(data.frames.hypothetical).test(sentence.text)) hypothetical = false
      correcting = readSentence(spoken, sentence, next ?? null, correcting, hypothetical && supposing)
    })
    supposing = sentences.some((sentence) => data.frames.hypothetical.test(sentence.text))
    questions = []
    humanBefore = lastHuman
    lastHuman = spoken
  }

  /** Jokes, sarcasm, lyrics: what was said just before doesn't count. */
  function takesBack(spoken: Spoken, whole: string, sentence: Sentence): boolean {
    const { data, turn } = spoken
    const sarcastic = data.frames.sarcasm.test(whole)
    const joke = data.frames.joke.test(whole)
    const foreign = data.frames.notMine.test(whole)
    if (!sarcastic && !joke && !foreign) return false
    const own = ledger.of(turn.turnId)
    if (joke || sarcastic) for (const belief of own) takeBack(belief, turn.turnId)
    const before = lastHuman
    // An answer within the joke is part of it.
    if (joke && own.every((belief) => belief.kind === 'answer')) {
      // The joke may have gone on for a turn that held nothing to keep.
      const held = [lastHuman, humanBefore].find((one) => one && ledger.of(one.turn.turnId).length > 0)
      if (held) for (const belief of ledger.of(held.turn.turnId)) takeBack(belief, turn.turnId)
    }
    if (foreign && before && /[“”"「」『』♪～~/]|\n/u.test(before.turn.text)) {
      for (const belief of ledger.of(before.turn.turnId)) takeBack(belief, turn.turnId)
    }
    if (joke) denyKnown(spoken, sentence)
    if (foreign) return /[“”"「」『』♪～~/]/u.test(turn.text) && !data.rules.some((rule) => rule.kind === 'goal' && rule.pattern.test(sentence.text))
    return true
  }

  /** "…I'm pulling your leg, I adopted one houseplant": what follows is meant. */
  function afterJoke(spoken: Spoken, sentence: Sentence): Sentence | null {
    const joke = spoken.data.frames.joke.exec(sentence.text)
    const rest = joke ? /^[^,，、]{0,2}[,，、]\s*(?=.{4})/u.exec(sentence.text.slice(joke.index + joke[0].length)) : null
    if (!joke || !rest) return null
    const from = joke.index + joke[0].length + rest[0].length
    const part = { from: sentence.from + from, to: sentence.to, text: sentence.text.slice(from) }
    return { ...part, mark: sentence.mark, clauses: sentence.clauses.filter((clause) => clause.from >= part.from).length > 0 ? sentence.clauses.filter((clause) => clause.from >= part.from) : [part] }
  }

  function takeBack(belief: Belief, turnId: string): void {
    ledger.retract(ledger.retire(belief), 'never', turnId)
  }

  function retireFiction(turn: ConversationTurn): void {
    for (const belief of ledger.of(turn.turnId)) takeBack(belief, turn.turnId)
  }

  /** "Actually I never lived in Tokyo": stored facts with that content never were so. */
  function denyKnown(spoken: Spoken, clause: Clause): boolean {
    const { data, turn, language } = spoken
    if (!data.corrections.never.test(clause.text)) return false
    const content = contentOf(clause.text, data)
    const denied = known.filter((fact) => {
      const text = matchable(fact.text, language).toLowerCase()
      return fact.entity !== 'neko' && content.some((word) => isTelling(word) && text.includes(word))
    })
    const held = ledger.beliefs.filter((belief) => {
      const text = matchable(belief.text, language).toLowerCase()
      return belief.entity === 'master' && content.some((word) => isTelling(word) && text.includes(word))
    })
    for (const belief of held) takeBack(belief, turn.turnId)
    ledger.retract(denied, 'never', turn.turnId)
    return denied.length + held.length > 0
  }

  // ------------------------------------------------------------------------------- remember, relationship

  function remember(spoken: Spoken, sentence: Sentence, match: RegExpExecArray, next: Sentence | undefined): void {
    const { data } = spoken
    const what = match.groups?.['what'] ?? ''
    const own = what.replace(data.wording.trailing, '').trim()
    let draft: Draft | null = null
    if (own.length >= (spoken.language === 'en' ? 8 : 3) && !data.frames.question.test(own)) {
      const from = sentence.from + match.index + match[0].indexOf(what) + (what.length - what.trimStart().length)
      draft = newDraft(spoken, 'remember', { from, to: from + own.length, text: own }, subjectOf(spoken, own).who)
    } else if (next && !data.frames.question.test(next.text)) {
      draft = newDraft(spoken, 'remember', next, subjectOf(spoken, next.text).who)
    }
    if (!draft) return
    const subject = subjectOf(spoken, matchable(quoteOf(spoken, draft), spoken.language))
    if (subject.who === 'third' && subject.person !== undefined && subject.pronoun !== true) {
      noteThird(spoken, { from: draft.from, to: draft.to, text: '' }, subject)
    }
    finish(spoken, draft)
  }

  /** Promises and moments between the two. */
  function relation(spoken: Spoken, sentence: Sentence, next: Sentence | undefined): boolean {
    const { data } = spoken
    const { relationship } = data
    if (relationship.unless.test(sentence.text)) return false
    if (proposal !== null && relationship.accepted.test(sentence.text)) {
      ledger.add({ ...toBelief(spoken, proposal), turnId: spoken.turn.turnId, quote: quoteOf(spoken, sentence) })
      proposal = null
      return true
    }
    const agreed = relationship.agreement.test(sentence.text)
    const milestone = relationship.milestone.test(sentence.text)
    if (!agreed && !milestone && !relationship.proposal.test(sentence.text)) return false
    if (milestone && sentence.mark === '?') return false
    // "Let's make it a tradition. Every spring we …": the next sentence says what.
    if (agreed && relationship.empty.test(sentence.text) && next && relationship.agreement.test(next.text)) return true
    const draft = newDraft(spoken, 'relationship', sentence, 'we')
    draft.time = timesOf(spoken, sentence)[0] ?? null
    if (agreed || milestone) finish(spoken, draft)
    else proposal = draft
    return agreed || milestone
  }

  /** The character said yes to what the user proposed in the message before. */
  function takeUpProposal(spoken: Spoken): void {
    if (proposal !== null && lastHuman && spoken.data.relationship.accepted.test(lastAi)) {
      ledger.add({ ...toBelief(lastHuman, proposal), fresh: spoken.fresh })
    }
    if (proposal !== null && !spoken.data.relationship.accepted.test(matchable(spoken.turn.text, spoken.language))) proposal = null
  }

  // ------------------------------------------------------------------------------------------- answers

  /** Whether later sentences of the turn may still answer. */
  function answer(spoken: Spoken, sentence: Sentence, index: number): boolean {
    const { data } = spoken
    const [opening] = sentence.clauses
    if (!opening) return true
    if (sentence.mark === '?' || data.frames.question.test(opening.text)) return false
    const yesNo = readYesNo(questions, opening.text.trim(), data)
    if (yesNo !== null) {
      const token = (data.wording.no.exec(opening.text) ?? data.wording.yes.exec(opening.text))?.[0].length ?? 0
      const after = trimmed(opening.text.slice(token), opening.from + token)
      const more = [after, ...sentence.clauses.slice(1)].filter((one) => one.text !== '').filter((one) => !unusable(spoken, one, false) && !one.text.includes(BLANK))
      const words = more.map((one) => toThird(spoken, originalOf(spoken, one, one.text), 'rest'))
      keep(spoken, 'answer', [yesNo, ...words].join(data.wording.comma), sentence, IMPORTANCE.family)
      answeredWhole = true
      return true
    }
    const stripped = (one: Clause) => (one.text + data.wording.comma).replace(data.wording.leading, '').replace(data.wording.trailing, '').trim()
    const clause = sentence.clauses.find((one) => stripped(one) !== '')
    if (!clause) return true
    const text = stripped(clause)
    const original = originalOf(spoken, clause, text)
    if (data.wording.formerly.test(text) && questions.length > 0) {
      const what = lastHuman ? (sentencesOf(lastHuman.turn.text, spoken.language)[0]?.text ?? '') : ''
      const told = data.wording.answered((questions.at(-1) ?? '').replace(/[?？\s]+$/u, ''), original)
      ledger.add({ ...statement(spoken, 'habit', data.wording.about(told, what), sentence, IMPORTANCE.habit), superseded: true })
      answeredWhole = true
      return false
    }
    if (topic !== null && data.subjects.bare.test(text)) {
      const name = nameOf(spoken, original)
      keep(spoken, 'pet', data.wording.is(topic, name), sentence, 8)
      names.set(topic, name)
      third = topic
      thirdAge = 0
      goesOn = true
      return false
    }
    const typed = readAnswer(questions, fuller(spoken, sentence, text), third, data)
    if (typed) {
      const restored = restore(typed.text, text, original)
      ledger.add({ ...statement(spoken, typed.kind, restored, sentence, IMPORTANCE[typed.kind]), superseded: typed.superseded })
      if (typed.thirdName !== null && third !== null) {
        names.set(typed.thirdName, third)
        third = spoken.language === 'en' ? `${third} ${typed.thirdName}` : typed.thirdName
        thirdAge = 0
      }
      return false
    }
    if (matchesRule(spoken, clause)) return false
    const short = sentence.text.length <= data.wording.longestAnswer * 1.3 ? originalOf(spoken, sentence, sentence.text.replace(data.wording.leading, '').replace(data.wording.trailing, '').trim()) : original
    const any = index === 0 && !goesOn ? readAnyAnswer(questions, short, data) : null
    if (any !== null) keep(spoken, 'answer', withTopic(spoken, any), sentence, IMPORTANCE.answer)
    return any === null
  }

  /** "Badly. All tree nuts.": an answer of a word or two goes on in the next sentence. */
  function fuller(spoken: Spoken, sentence: Sentence, text: string): string {
    const short = spoken.language === 'en' ? text.split(' ').length <= 2 : false
    const next = short ? sentencesOf(spoken.turn.text, spoken.language).find((one) => one.from > sentence.to) : undefined
    return next && !subjectOf(spoken, next.text).explicit ? `${text}. ${next.text}` : text
  }

  /** A question as short as "Every evening?" says too little: what the user had said goes with it. */
  function withTopic(spoken: Spoken, text: string): string {
    const question = questions.at(-1) ?? ''
    const short = spoken.language === 'en' ? question.split(' ').length <= 3 : question.length <= 12
    const before =
      short && lastHuman?.language === spoken.language
        ? sentencesOf(lastHuman.turn.text, spoken.language).find((one) => one.mark !== '?' && !spoken.data.frames.question.test(one.text))
        : undefined
    if (!before || before.mark === '?' || before.text.includes(BLANK) || before.text.length < (spoken.language === 'en' ? 15 : 6)) return text
    return spoken.data.wording.about(text, spoken.data.wording.toThird(before.text, 'we', null, context.characterName))
  }

  function matchesRule(spoken: Spoken, clause: Clause): boolean {
    const { who, explicit } = subjectOf(spoken, clause.text)
    return (explicit || spoken.language !== 'en') && rulesFor(spoken, clause, who, timesOf(spoken, clause)).length > 0
  }

  function keep(spoken: Spoken, kind: FactKind, text: string, source: Clause, importance: number): void {
    ledger.add(statement(spoken, kind, text, source, importance))
  }

  function statement(spoken: Spoken, kind: FactKind, text: string, source: Clause, importance: number): Belief {
    const times = kind === 'answer' || kind === 'residence' ? timesOf(spoken, source) : []
    return {
      text,
      entity: 'master',
      kind,
      source: 'user_observation',
      importance,
      turnId: spoken.turn.turnId,
      quote: quoteOf(spoken, source),
      event: times[0] ? { start: times[0].start, end: times[0].end } : null,
      superseded: false,
      fresh: spoken.fresh,
      corrects: [],
    }
  }

  // ------------------------------------------------------------------------------------------- clauses

  function readSentence(spoken: Spoken, sentence: Sentence, next: Sentence | null, correctingBefore: boolean, supposed: boolean): boolean {
    const { data, language } = spoken
    let correcting = correctingBefore
    let supposedHere = language === 'en' && data.frames.hypothetical.test(sentence.text)
    let open: Draft | null = null
    let inherited: Found | null = about(spoken, sentence)
    const close = () => {
      if (open) finish(spoken, open)
      open = null
    }
    const asks = sentence.mark === '?' || (language !== 'en' && data.frames.question.test(sentence.clauses.at(-1)?.text ?? ''))
    noteOpeningName(spoken, sentence, next)
    if (goesOnWithDate(spoken, sentence)) return correctingBefore

    const whole = sentence.mark === '?' || unusable(spoken, { ...sentence, text: sentence.text.slice(0, LONGEST_CLAUSE[language]) }, supposed) ? [] : sentenceRules(spoken, sentence)
    for (const { rule, match } of whole) {
      const draft = newDraft(spoken, rule.kind, sentence, 'user', rule, match)
      finish(spoken, draft)
      if (rule.say === undefined) return false
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
        for (let found: RegExpExecArray | null = marker; found; found = data.corrections.marker.exec(part.text)) {
          const start = part.from + found.index + found[0].length
          part = trimmed(part.text.slice(found.index + found[0].length), start)
        }
        if (part.text.length < 2) return
      }
      const soft: RegExpExecArray | null = data.corrections.softMarker.exec(part.text)
      if (soft && correct(spoken, trimmed(part.text.slice(soft[0].length), part.from + soft[0].length), sentence)) {
        close()
        return
      }
      if (correcting || data.corrections.contrast.some((pattern) => pattern.test(part.text))) {
        close()
        const comma = /[,，、]/u.exec(part.text)
        const piece = comma && correcting ? { from: part.from, to: part.from + comma.index, text: part.text.slice(0, comma.index) } : part
        if (correct(spoken, piece, sentence)) {
          correcting = false
          const rest = piece === part ? null : trimmed(part.text.slice(piece.text.length), piece.to)
          if (rest && rest.text.length > 3) readClause(rest, index)
          return
        }
        if (correcting && marker) retireLast(spoken)
      }
      readClause(part, index)
    })
    close()
    return correcting

    function readClause(clause: Clause, index: number): void {
      const text = clause.text
      const previous = clauses[index - 1]
      const blanked = text.includes(BLANK)
      const speechNext = spoken.data.speechIntroduction.test(text) && sentence.text.slice(clause.to - sentence.from, clause.to - sentence.from + 3).includes(BLANK)
      const introduces = data.speechIntroduction.test(text.replace(new RegExp(`${BLANK}.*$`, 'su'), '')) && (blanked || speechNext)
      const last = index === clauses.length - 1
      const ofThird = subjectOf(spoken, text)
      const attributed = ofThird.who === 'third' && ofThird.person !== undefined && ofThird.pronoun !== true
      const tail = text.slice(text.lastIndexOf(BLANK) + 1)
      if (blanked && !(attributed && tail.length > 12)) {
        inherited = NOBODY
        close()
        return
      }
      if (introduces && !blanked) inherited = NOBODY
      if (data.frames.hypothetical.test(text)) supposedHere = true
      if (introduces && !blanked || (asks && last) || supposedHere || unusable(spoken, clause, supposed, attributed)) {
        if (data.frames.reported.test(text) && !attributed) inherited = NOBODY
        close()
        return
      }
      if (data.corrections.never.test(text) && denyKnown(spoken, clause)) return
      const subject = subjectOf(spoken, text)
      const nobody = (subject.pronoun === true || subject.relative === true) && (third === null || (subject.thing === true && !isAnimal(spoken, third)))
      if (nobody && !SELF_CONTAINED.some((rule) => rule.test(text))) {
        inherited = NOBODY
        close()
        return
      }
      const about: Found = nobody ? { who: 'user', explicit: true } : subject.explicit ? subject : (inherited ?? subject)
      inherited = { who: about.who, explicit: false }
      if (about.who === 'third' && subject.explicit) noteThird(spoken, clause, subject)
      else noteMentionedName(spoken, clause)
      const given = data.subjects.givenName.exec(text)?.groups?.['name']
      const owner = about.who === 'third' ? third : open?.kind === 'pet' || data.subjects.animal.test(sentence.text) ? data.wording.user : null
      if (given !== undefined && owner !== null && given !== context.characterName) names.set(given, given)
      const times = timesOf(spoken, clause)
      const found = rulesFor(spoken, clause, about.who, times.length > 0 ? times : [])
      const said = found.filter(({ rule }) => rule.say !== undefined)
      for (const { rule, match } of said) {
        const draft = newDraft(spoken, rule.kind, clause, about.who, rule, match)
        if (rule.superseded === true && match.groups?.['from'] !== undefined) oldPlace = match.groups['from']
        finish(spoken, draft)
      }
      const kept = found.find(({ rule }) => rule.say === undefined)
      const leans = kept !== undefined && (kept.rule.leansBack === true || isDangling(spoken, kept.match, text))
      if (kept && open && (leans ? open.subject === about.who || kept.rule.leansBack === true : merges(open, kept.rule.kind, about.who, subject.explicit))) {
        append(spoken, open, clause, times)
        return
      }
      if (kept && leans && previous && previous.to < clause.from && !unusable(spoken, previous, supposed)) {
        // What it is said of stands in a clause that is no fact alone.
        open = newDraft(spoken, kept.rule.kind, previous, about.who, kept.rule, kept.match)
        append(spoken, open, clause, times)
        return
      }
      if (kept) {
        close()
        open = newDraft(spoken, kept.rule.kind, clause, about.who, kept.rule, kept.match)
        open.refers = leans || (language === 'en' && !subject.explicit && data.wording.fragment.test(text))
        open.time = times[0] ?? inheritedTime(spoken, sentence, clause, kept.rule.kind)
        if (data.corrections.ended.test(text)) open.corrects.push(...endedBy(spoken, clause, kept.rule.kind))
        return
      }
      if (said.length > 0) return
      const attaches = !subject.explicit && text.length <= LONGEST_NEIGHBOUR[language] && !data.frames.question.test(text)
      if (open && attaches && !blanked) {
        append(spoken, open, clause, times)
      } else {
        close()
      }
    }
  }

  /** The clauses, with a time phrase that stands alone ("昨日、…") put to what follows. */
  function joinTimes(spoken: Spoken, sentence: Sentence): Clause[] {
    const joined: Clause[] = []
    let start: Clause | null = null
    for (const clause of sentence.clauses) {
      const begin: Clause = start ?? clause
      const whole: Clause = begin === clause ? clause : { from: begin.from, to: clause.to, text: sentence.text.slice(begin.from - sentence.from, clause.to - sentence.from) }
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

  /** The character's last question is about the person last spoken of, so a short answer is too. */
  function asksOfThird(spoken: Spoken): boolean {
    const question = questions.at(-1)
    if (question === undefined) return false
    const subject = subjectOf(spoken, question)
    return subject.who === 'third' || (third !== null && question.includes(third.slice(-2)) && subject.who !== 'character')
  }

  /** "I share a birthday with my nan. 22nd of August.": a bare date is the date of what was said just before. */
  function goesOnWithDate(spoken: Spoken, sentence: Sentence): boolean {
    const last = ledger.of(spoken.turn.turnId).at(-1)
    const times = timesOf(spoken, sentence)
    if (!last || !times[0] || last.event !== null || !['birthday', 'plan', 'event', 'relationship'].includes(last.kind)) return false
    const covered = times.reduce((sum, time) => sum + time.to - time.from, 0)
    const end = spoken.turn.text.indexOf(last.quote) + last.quote.length
    if (covered < sentence.text.length - 6 || sentence.from < end || sentence.from - end > 3) return false
    ledger.retire(last)
    const from = spoken.turn.text.indexOf(last.quote)
    ledger.add({
      ...last,
      text: spoken.data.wording.join(last.text, originalOf(spoken, sentence, sentence.text)),
      quote: spoken.turn.text.slice(from, sentence.to),
      event: { start: times[0].start, end: times[0].end },
    })
    return true
  }

  /** Who a sentence without a subject of its own goes on about. */
  function about(spoken: Spoken, sentence: Sentence): Found | null {
    if (!goesOn || third === null) return null
    const explicit = sentence.clauses.some((clause) => subjectOf(spoken, clause.text).explicit)
    return explicit ? null : { who: 'third', explicit: false }
  }

  function append(spoken: Spoken, draft: Draft, clause: Clause, times: readonly TimeMention[]): void {
    draft.words.push(originalOf(spoken, clause, clause.text))
    draft.to = clause.to
    draft.time ??= times[0] ?? null
  }

  function unusable(spoken: Spoken, clause: Clause, supposed: boolean, attributed = false): boolean {
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

  function rulesFor(spoken: Spoken, clause: Clause, who: Subject, times: readonly TimeMention[]): { rule: FactRule; match: RegExpExecArray }[] {
    const { data } = spoken
    const bare = clause.text.replace(data.wording.leading, '')
    const found: { rule: FactRule; match: RegExpExecArray }[] = []
    const negatesPast = data.corrections.never.test(clause.text)
    for (const rule of data.rules) {
      if (rule.scope === 'sentence' || !(rule.subjects ?? ['user', 'we']).includes(who)) continue
      if (rule.time && !times.some((time) => fits(rule, time, spoken, clause))) continue
      if (rule.asked && !rule.asked.test(lastAi)) continue
      if (rule.after && ledger.of(spoken.turn.turnId).at(-1)?.kind !== rule.after) continue
      if (rule.superseded === true && negatesPast) continue
      const match = rule.pattern.exec(bare)
      if (!match || rule.unless?.test(bare)) continue
      found.push({ rule, match })
    }
    return found
  }

  function sentenceRules(spoken: Spoken, sentence: Sentence): { rule: FactRule; match: RegExpExecArray }[] {
    return spoken.data.rules.flatMap((rule) => {
      const match = rule.scope === 'sentence' && !rule.unless?.test(sentence.text) ? rule.pattern.exec(sentence.text) : null
      return match ? [{ rule, match }] : []
    })
  }

  function fits(rule: FactRule, time: TimeMention, spoken: Spoken, clause: Clause): boolean {
    if (rule.time === 'any') return true
    if (time.side !== 'today') return time.side === rule.time
    if (time.kind === 'day') return rule.time === 'future' && spoken.data.frames.future.test(clause.text) && !spoken.data.frames.past.test(clause.text)
    return leanOf(clause.text, spoken.data.frames) === rule.time
  }

  function timesOf(spoken: Spoken, clause: Clause): TimeMention[] {
    return findTimes(clause.text, spoken.language, spoken.turn.at, leanOf(clause.text, spoken.data.frames))
  }

  /** The time of the sentence it stands in, or of the scene that the turn goes on telling. */
  function inheritedTime(spoken: Spoken, sentence: Sentence, clause: Clause, kind: FactKind): TimeMention | null {
    if (kind !== 'event' && kind !== 'plan' && kind !== 'residence' && kind !== 'possession') return null
    const before = timesOf(spoken, { ...sentence, text: sentence.text.slice(0, clause.from - sentence.from) }).at(-1)
    return before ?? lastEvent
  }

  // ----------------------------------------------------------------------------------------- subjects

  interface Found {
    readonly who: Subject
    readonly explicit: boolean
    readonly person?: string
    readonly at?: number
    readonly pronoun?: boolean
    /** "It": an animal spoken of, never a person. */
    readonly thing?: boolean
    /** "His son": a person of the person last spoken of. */
    readonly relative?: boolean
  }

  function subjectOf(spoken: Spoken, text: string): Found {
    const bare = text.replace(spoken.data.wording.leading, '')
    const skipped = text.length - bare.length
    for (const name of names.keys()) {
      if (bare.startsWith(name)) return { who: 'third', explicit: true, person: name, at: skipped }
    }
    for (const finder of spoken.data.subjects.finders) {
      const match = finder.pattern.exec(bare)
      if (!match) continue
      const person = match.groups?.['person']
      const at = person === undefined ? skipped : skipped + match.index + match[0].lastIndexOf(person)
      return { who: finder.who, explicit: true, at, ...(person === undefined ? {} : { person }), ...(finder.pronoun === true ? { pronoun: true } : {}), ...(finder.relative === true ? { relative: true } : {}), ...(finder.thing === true ? { thing: true } : {}) }
    }
    return { who: 'user', explicit: false }
  }

  function noteThird(spoken: Spoken, clause: Clause, subject: Found): void {
    if (subject.person === undefined || subject.pronoun === true) return
    const original = spoken.turn.text.slice(clause.from + (subject.at ?? 0), clause.from + (subject.at ?? 0) + subject.person.length)
    if (subject.relative === true) {
      if (third !== null) third = spoken.data.subjects.relative(third, original)
      thirdAge = 0
      return
    }
    third = names.has(subject.person) ? subject.person : nameOf(spoken, original)
    thirdAge = 0
  }

  /** "Marcus brought liquorice again. He eats…": the pronoun says that the word is a name. */
  function noteOpeningName(spoken: Spoken, sentence: Sentence, next: Sentence | null): void {
    const { openingName, nextPronoun } = spoken.data.subjects
    const name = openingName.exec(sentence.text)?.groups?.['name']
    if (name === undefined || name === context.characterName || name === context.userName) return
    const talkedOf = lastAi.includes(name) && !lastAi.startsWith(name)
    const pronoun = (next && nextPronoun.test(next.text)) || sentence.clauses.slice(1).some((clause) => nextPronoun.test(clause.text))
    if (pronoun || talkedOf) names.set(name, name)
  }

  /** A name inside a clause that later pronouns may mean: "dinner with Ben is hard work, he…". */
  function noteMentionedName(spoken: Spoken, clause: Clause): void {
    const { mentionedName, mentionedPerson } = spoken.data.subjects
    const person = mentionedPerson.exec(clause.text)?.groups?.['person']
    if (person !== undefined) {
      third = nameOf(spoken, originalOf(spoken, clause, person))
      thirdAge = 0
      return
    }
    const name = mentionedName.exec(clause.text)?.groups?.['name']
    if (name === undefined || name === context.characterName || name === context.userName) return
    third = name
    thirdAge = 0
  }

  function isAnimal(spoken: Spoken, name: string): boolean {
    return spoken.data.subjects.animal.test(matchable(`${name} ${names.get(name) ?? ''}`, spoken.language))
  }

  function nameOf(spoken: Spoken, person: string): string {
    return spoken.data.subjects.name(person)
  }

  // -------------------------------------------------------------------------------------- corrections

  /** Puts the right words into what was said before. False when they don't fit anything. */
  function correct(spoken: Spoken, part: Clause, sentence: Sentence): boolean {
    const { data, turn } = spoken
    const earlier = [...ledger.of(turn.turnId), ...(lastHuman ? ledger.of(lastHuman.turn.turnId) : [])]
    const candidates = ledger.of(turn.turnId).length > 0 ? ledger.of(turn.turnId) : earlier
    const fragment = turn.text.slice(part.from, part.to)
    for (const belief of [...candidates].reverse()) {
      const text = applyCorrection(belief.text, fragment, data, (words) => matchable(words, spoken.language))
      if (text === null || text === belief.text) continue
      const stored = ledger.retire(belief)
      const times = timesOf(spoken, part)
      ledger.add({
        ...belief,
        text,
        turnId: turn.turnId,
        quote: quoteOf(spoken, part.text.length < 4 ? sentence : part),
        event: times[0] ? { start: times[0].start, end: times[0].end } : belief.event,
        fresh: spoken.fresh,
        corrects: [...belief.corrects, ...stored.map(({ id }) => ({ id, how: 'never' as const }))],
      })
      return true
    }
    return false
  }

  /** Said to be wrong, and nothing says in what: the last statement doesn't stand. */
  function retireLast(spoken: Spoken): void {
    const last = ledger.of(spoken.turn.turnId).at(-1) ?? (lastHuman ? ledger.of(lastHuman.turn.turnId).at(-1) : undefined)
    if (last) takeBack(last, spoken.turn.turnId)
  }

  /** Stored facts that the clause says have ended: the same content, or the same kind of thing (home, work). */
  function endedBy(spoken: Spoken, clause: Clause, kind: FactKind): { id: string; how: 'was' | 'never' }[] {
    const { data, language, turn } = spoken
    const replaceable = data.corrections.replaceable[kind]
    const content = contentOf(clause.text, data).filter(isTelling)
    return known
      .filter((fact) => fact.entity !== 'neko' && !fact.turnIds.includes(turn.turnId))
      .filter((fact) => {
        const text = matchable(fact.text, language).toLowerCase()
        const shared = content.filter((word) => text.includes(word)).length
        if (replaceable) return replaceable.test(text) && (kind !== 'residence' || shared === 0 || data.corrections.ended.test(clause.text))
        return shared > 0 && (kind === 'habit' || kind === 'like')
      })
      .map(({ id }) => ({ id, how: 'was' as const }))
  }

  // ------------------------------------------------------------------------------------------- wording

  function newDraft(spoken: Spoken, kind: FactKind, clause: Clause, who: Subject, rule?: FactRule, match?: RegExpExecArray): Draft {
    const groups = match?.groups ?? {}
    const say = rule?.say?.replace(/\$(\w+)/gu, (_, group: string) => {
      if (group === 'user') return spoken.data.wording.user
      if (group === 'character') return context.characterName
      const value = groups[group]
      return value === undefined ? '' : originalOf(spoken, clause, value)
    })
    return {
      kind,
      subject: who,
      entity: kind === 'relationship' ? 'relationship' : 'master',
      source: 'user_observation',
      importance: rule?.importance ?? (who === 'third' && kind !== 'birthday' ? Math.min(IMPORTANCE[kind], 7) : IMPORTANCE[kind]),
      superseded: rule?.superseded === true,
      say: say ?? null,
      from: clause.from,
      to: clause.to,
      words: [originalOf(spoken, clause, clause.text)],
      time: null,
      corrects: [],
    }
  }

  function finish(spoken: Spoken, draft: Draft): void {
    const belief = toBelief(spoken, draft)
    if (belief.text.length < 3) return
    const last = ledger.of(spoken.turn.turnId).at(-1)
    if (last && ledger.beliefs.at(-1) === last && continues(spoken, draft, last, belief)) {
      ledger.retire(last)
      const from = spoken.turn.text.indexOf(last.quote)
      ledger.add({
        ...belief,
        text: spoken.data.wording.join(last.text, belief.text.slice(0, belief.text.length - aside(spoken, draft).length)),
        kind: LOOSE.has(belief.kind) ? last.kind : belief.kind,
        importance: Math.max(last.importance, belief.importance),
        quote: spoken.turn.text.slice(from, draft.to),
        event: belief.event ?? last.event,
        corrects: [...last.corrects, ...belief.corrects],
      })
      return
    }
    if (draft.kind === 'event' && draft.time) lastEvent = draft.time
    ledger.add(belief)
  }

  /** A vague statement right after the one it refers to is part of it. */
  function continues(spoken: Spoken, draft: Draft, last: Belief, belief: Belief): boolean {
    if (draft.say !== null || last.entity !== belief.entity || last.superseded !== belief.superseded) return false
    if (aside(spoken, draft) === '') return false
    const end = spoken.turn.text.indexOf(last.quote) + last.quote.length
    return draft.from >= end && draft.from - end <= 3
  }

  /** What is added to a vague statement to say what it refers to. */
  function aside(spoken: Spoken, draft: Draft): string {
    const what = referredTo(spoken, draft)
    return what === null ? '' : spoken.data.wording.about('', what)
  }

  function toBelief(spoken: Spoken, draft: Draft): Belief {
    const { data } = spoken
    let text = draft.say
    if (text === null) {
      const [first = '', ...others] = draft.words
      let words = first.replace(data.wording.leading, '')
      words = resolveReferences(spoken, words, draft)
      const rest = others.map((other) => toThird(spoken, other, 'rest'))
      text = [toThird(spoken, words, draft.subject), ...rest].join(data.wording.comma).replace(data.wording.trailing, '')
      const question = questions.at(-1)
      const plain = matchable(words, spoken.language).replace(data.wording.trailing, '')
      if (question !== undefined && draft.from < 12 && draft.kind !== 'remember' && data.wording.vagueAnswer.test(plain)) {
        const bare = words.replace(data.wording.trailing, '')
        text = withTopic(spoken, data.wording.answered(question.replace(/[?？\s]+$/u, ''), [bare, ...rest].join(data.wording.comma).replace(data.wording.trailing, '')))
      } else {
        const what = referredTo(spoken, draft)
        if (what !== null && !text.includes(what)) text = data.wording.about(text, what)
      }
    }
    return {
      text: text.replaceAll(BLANK, '').trim(),
      entity: draft.entity,
      kind: draft.kind,
      source: draft.source,
      importance: draft.importance,
      turnId: spoken.turn.turnId,
      quote: spoken.turn.text.slice(draft.from, draft.to),
      event: draft.time && !TIMELESS.has(draft.kind) ? { start: draft.time.start, end: draft.time.end } : null,
      superseded: draft.superseded,
      fresh: spoken.fresh,
      corrects: draft.corrects,
    }
  }

  function resolveReferences(spoken: Spoken, words: string, draft: Draft): string {
    const { data } = spoken
    let text = words
    if (spoken.language === 'en' && /^(?:\w+ )?ones\b/iu.test(text)) {
      const noun = questions.at(-1)?.match(/\b[a-z]{3,}s\b/giu)?.at(-1)
      if (noun !== undefined) text = text.replace(/\bones\b/iu, noun)
    }
    if (oldPlace !== null && draft.kind === 'residence') text = text.replace(data.wording.proPlace, oldPlace)
    const word = data.wording.proForm.exec(matchable(text, spoken.language))?.groups?.['word']
    const named = word === undefined || !['like', 'dislike', 'health', 'allergy', 'habit'].includes(draft.kind) ? null : namedBefore(spoken, draft.from)
    if (word === undefined || named === null) return text
    const at = matchable(text, spoken.language).indexOf(word)
    return text.slice(0, at) + named + text.slice(at + word.length)
  }

  /** The words that a vague statement refers to: the question it answers, or what the user said just before. */
  function referredTo(spoken: Spoken, draft: Draft): string | null {
    const { data, language, turn } = spoken
    if (draft.kind === 'relationship' || draft.kind === 'remember') return null
    const plain = matchable(turn.text.slice(draft.from, draft.to), language)
    const words = third === null ? plain : plain.replace(/[他她它]/gu, '')
    if (!data.wording.vague.test(words) && draft.refers !== true) return null
    const long = (one: Sentence) => one.text.length >= (language === 'en' ? 12 : 5) && !one.text.includes(BLANK)
    const before =
      sentencesOf(turn.text.slice(0, draft.from), language).filter(long).at(-1) ??
      (draft.refers === true && questions.length > 0 ? { text: (questions.at(-1) ?? '').replace(/[?？\s]+$/u, '') } : null) ??
      (lastHuman?.language === language ? sentencesOf(lastHuman.turn.text, language).filter(long).at(-1) : null)
    if (!before) return null
    return data.wording.toThird(before.text.replace(data.wording.leading, '').replace(data.wording.trailing, ''), 'we', null, context.characterName)
  }

  /** What "this", "it", "the stuff" stand for: what was talked about last, as far as two messages share a word for it. */
  function namedBefore(spoken: Spoken, before: number): string | null {
    return sharedTopic(spoken, lastHuman, lastAi, before)
  }

  function toThird(spoken: Spoken, words: string, who: Subject | 'rest'): string {
    const { data } = spoken
    if (who === 'rest') return data.wording.rest(data.wording.toThird(words, 'user', null, context.characterName), words)
    const folded = matchable(words, spoken.language)
    const subject = who === 'third' ? subjectOf(spoken, folded) : null
    if (subject?.person !== undefined && subject.pronoun !== true && !names.has(subject.person)) {
      const at = subject.at ?? 0
      const name = subject.relative === true && third !== null ? third : nameOf(spoken, words.slice(at, at + subject.person.length))
      const rest = words.slice(0, at) + name + words.slice(at + subject.person.length)
      return data.wording.toThird(rest, 'named', null, context.characterName)
    }
    if (subject?.person !== undefined && names.has(subject.person)) {
      const description = names.get(subject.person)
      return data.wording.toThird(words, 'third', description ?? subject.person, context.characterName)
    }
    return data.wording.toThird(words, who, who === 'third' ? third : null, context.characterName)
  }

  // ------------------------------------------------------------------------------------- the character

  function ai(turn: ConversationTurn, fresh: boolean): void {
    const language = languageOf(turn.text)
    questions = []
    lastAi = language === null ? turn.text : matchable(turn.text, language)
    if (language === null) return
    const data = LANGUAGE_DATA[language]
    const spoken: Spoken = { turn, fresh, language, data }
    const sentences = sentencesOf(turn.text, language)
    questions = sentences.filter((sentence) => sentence.mark === '?').map((sentence) => lastAi.slice(sentence.from, sentence.to))
    if (questions.some((question) => data.frames.hypotheticalQuestion.test(question))) supposing = true
    if (fiction || !fresh) return
    for (const sentence of sentences) {
      if (sentence.mark === '?' || data.frames.hypothetical.test(sentence.text) || data.frames.fictional.test(sentence.text)) continue
      if (sentence.text.includes(BLANK)) continue
      const rule = data.characterRules.find((one) => one.pattern.test(sentence.text) && !one.unless?.test(sentence.text))
      if (rule) addDisclosure(spoken, sentence, rule)
    }
  }

  function addDisclosure(spoken: Spoken, clause: Clause, rule: FactRule): void {
    const words = spoken.turn.text.slice(clause.from, clause.to).replace(spoken.data.wording.leading, '')
    const text = spoken.data.wording
      .toThird(words, 'user', null, spoken.data.wording.user)
      .replaceAll(spoken.data.wording.user, context.characterName)
      .replaceAll(spoken.data.wording.user.toLowerCase(), context.characterName)
      .replace(spoken.data.wording.trailing, '')
    const last = ledger.of(spoken.turn.turnId).at(-1)
    const short = clause.text.length <= LONGEST_NEIGHBOUR[spoken.language]
    if (short && last?.entity === 'neko' && ledger.beliefs.at(-1) === last) {
      // A short sentence after another disclosure seldom stands alone ("I fill a page each day").
      ledger.retire(last)
      const from = spoken.turn.text.indexOf(last.quote)
      ledger.add({ ...last, text: spoken.data.wording.join(last.text, text), quote: spoken.turn.text.slice(from, clause.to) })
      return
    }
    ledger.add({
      text,
      entity: 'neko',
      kind: rule.kind,
      source: 'ai_disclosure',
      importance: 5,
      turnId: spoken.turn.turnId,
      quote: spoken.turn.text.slice(clause.from, clause.to),
      event: null,
      superseded: false,
      fresh: spoken.fresh,
      corrects: [],
    })
  }
}

// ---------------------------------------------------------------------------------------------- helpers

/** A speaker or person that is not known: nothing is kept of what goes on about them. */
const NOBODY = { who: 'character', explicit: false } as const

/** Clauses that hold a pronoun and yet state something of the user: "named it Gladys", 给它起名叫…. */
const SELF_CONTAINED = [/(?:给|管)(?:它|他|她)[^，]{0,4}(?:起|取)(?:了)?(?:个)?名/u] as const

const TASTES: ReadonlySet<FactKind> = new Set(['like', 'dislike', 'boundary', 'allergy'])
/** Kinds that hold on: a time phrase in them is not when they happen. */
const TIMELESS: ReadonlySet<FactKind> = new Set(['name', 'nickname', 'age', 'trait', 'like', 'dislike', 'allergy', 'habit', 'skill', 'origin', 'boundary'])
const LOOSE: ReadonlySet<FactKind> = new Set(['event', 'plan', 'other-person'])

/** Whether a clause that says something of its own is still part of the statement before it in the sentence. */
function merges(open: Draft, kind: FactKind, who: Subject, explicit: boolean): boolean {
  if (open.say !== null || open.subject !== who) return false
  if (who === 'third') return !explicit
  if (open.kind === kind) return !explicit || kind === 'event' || kind === 'plan'
  return !explicit && (LOOSE.has(open.kind) || LOOSE.has(kind))
}

/** A liking or dislike that doesn't say of what: "I really can't stop". */
function isDangling(spoken: Spoken, match: RegExpExecArray, text: string): boolean {
  const rule = spoken.data.rules.find((one) => one.pattern.exec(match.input)?.[0] === match[0] && one.pattern.exec(match.input)?.index === match.index)
  if (!rule || !TASTES.has(rule.kind)) return false
  return text.replace(match[0], '').replace(spoken.data.wording.hollow, '').replace(/[^\p{L}]/gu, '').length < 2
}

/** Original words of a clause's matchable part `text`, which must stand in it. */
function originalOf(spoken: Spoken, clause: Clause, text: string): string {
  const at = clause.text.indexOf(text)
  return at < 0 ? text : spoken.turn.text.slice(clause.from + at, clause.from + at + text.length)
}

function quoteOf(spoken: Spoken, clause: { readonly from: number; readonly to: number }): string {
  return spoken.turn.text.slice(clause.from, clause.to)
}

function restore(text: string, folded: string, original: string): string {
  return folded === '' ? text : text.replace(folded, original)
}

function trimmed(text: string, from: number): Clause {
  const start = text.length - text.replace(/^[\s,，、.。:：!！;；…—–-]+/u, '').length
  const body = text.slice(start).replace(/[\s,，、:：]+$/u, '')
  return { from: from + start, to: from + start + body.length, text: body }
}

/** Long enough to say what a statement is about. */
function isTelling(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Katakana}]/u.test(word) ? word.length >= 2 : word.length >= 4
}

/** A name that opened the user's last message and that the character took up: "Soot chewed my cable" – "Is Soot…?" */
function topicOf(last: Spoken | null, reply: string): string | null {
  if (!last) return null
  const text = matchable(last.turn.text, last.language).trim()
  if (last.language === 'en') {
    const name = /^(?<name>[A-Z][\p{Ll}]+)\b/u.exec(text)?.groups?.['name']
    return name !== undefined && new RegExp(`(?<=[a-z,] |^[^A-Z]*)\\b${name}\\b|\\b${name}(?:'s)?\\b.*\\?`, 'u').test(reply) && !/^(?:The|My|I|It|You|We|That|This|What|Yes|No|Oh|So)$/u.test(name) ? name : null
  }
  for (let length = 5; length >= 2; length--) {
    const start = text.slice(0, length)
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ーA-Za-z]+$/u.test(start) && reply.includes(start) && !/[我你他她它今昨明天又把被在是的了がはをに]/u.test(start)) return start
  }
  return null
}

/** The longest run of characters (or the longest word) that the user's last words and the character's reply share. */
function sharedTopic(spoken: Spoken, last: Spoken | null, reply: string, before: number): string | null {
  const own = matchable(spoken.turn.text, spoken.language).slice(0, before)
  const earlier = last ? matchable(last.turn.text, last.language) : ''
  if (spoken.language === 'en') {
    const words = new Set((earlier + ' ' + own).toLowerCase().match(/[a-z]{4,}/gu) ?? [])
    const shared = (reply.toLowerCase().match(/[a-z]{4,}/gu) ?? []).filter((word) => words.has(word) && !COMMON.test(word))
    return shared.sort((a, b) => b.length - a.length)[0] ?? null
  }
  return null
}

const COMMON = /^(?:that|this|with|what|have|your|about|from|they|them|then|just|like|when|were|been|again|really|person|today|tonight|still|there|here|more|much|some|very)$/u
