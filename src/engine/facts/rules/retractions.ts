/** Jokes, denials, corrections and endings: what they do to what was said before. */
import type { KnownFact } from '../../model/memory-model.ts'
import { contentOf } from './beliefs.ts'
import { applyCorrection } from './corrections.ts'
import { matchable } from './language.ts'
import { denies, isAbout, isTheSame } from './matter.ts'
import { quoteOf, timesOf } from './scene.ts'
import type { Scene, Spoken } from './scene.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { Belief, FactKind, Subject } from './types.ts'

/** Marks of quoted or sung words in a message. */
const QUOTED = /[“”"「」『』♪～~/]/u

/** Jokes, sarcasm, lyrics: what was said just before doesn't count. */
export function takesBack(scene: Scene, spoken: Spoken, whole: string, sentence: Sentence): boolean {
  const { data, turn } = spoken
  const sarcastic = data.frames.sarcasm.test(whole)
  const joke = data.frames.joke.test(whole)
  const foreign = data.frames.notMine.test(whole)
  if (!sarcastic && !joke && !foreign) return false
  // "I never lived there, that was a joke": one of the two denies, and it says what the joke was.
  if (joke) for (const part of sentence.text.split(/[,，、]/u)) denyKnown(scene, spoken, part)
  const own = scene.ledger.of(turn.turnId)
  const meant = (turnId: string): boolean => scene.denied.length === 0 || scene.denied.includes(turnId)
  if (sarcastic || (joke && meant(turn.turnId)))
    for (const belief of own) takeBack(scene, belief, turn.turnId)
  const before = scene.lastHuman
  // An answer within the joke is part of it.
  if ((joke || data.frames.sarcasmNamed.test(whole)) && own.every((belief) => belief.kind === 'answer')) {
    // The joke may have gone on for a turn that held nothing to keep.
    const held = [before, scene.denied.length === 0 ? scene.humanBefore : null].find(
      (one) => one && meant(one.turn.turnId) && scene.ledger.of(one.turn.turnId).length > 0,
    )
    if (held) for (const belief of scene.ledger.of(held.turn.turnId)) takeBack(scene, belief, turn.turnId)
  }
  if (foreign && before && (QUOTED.test(before.turn.text) || before.turn.text.includes('\n'))) {
    for (const belief of scene.ledger.of(before.turn.turnId)) takeBack(scene, belief, turn.turnId)
  }
  if (foreign)
    return (
      QUOTED.test(turn.text) &&
      !data.rules.some((rule) => rule.kind === 'goal' && rule.pattern.test(sentence.text))
    )
  return true
}

/** "…I'm pulling your leg, I adopted one houseplant": what follows is meant. */
export function afterJoke(spoken: Spoken, sentence: Sentence): Sentence | null {
  const joke = spoken.data.frames.joke.exec(sentence.text)
  const rest = joke
    ? /^[^,，、]{0,2}[,，、]\s*(?=.{4})/u.exec(sentence.text.slice(joke.index + joke[0].length))
    : null
  if (!joke || !rest) return null
  const from = joke.index + joke[0].length + rest[0].length
  const part = { from: sentence.from + from, to: sentence.to, text: sentence.text.slice(from) }
  return {
    ...part,
    mark: sentence.mark,
    clauses:
      sentence.clauses.filter((clause) => clause.from >= part.from).length > 0
        ? sentence.clauses.filter((clause) => clause.from >= part.from)
        : [part],
  }
}

export function takeBack(scene: Scene, belief: Belief, turnId: string): void {
  scene.ledger.retract(scene.ledger.retire(belief), 'never', turnId)
}

/** "Actually I never lived in Tokyo": stored facts that say so never were so. */
export function denyKnown(scene: Scene, spoken: Spoken, said: string): boolean {
  const { data, turn, language } = spoken
  if (!data.corrections.never.test(said) || data.corrections.ended.test(said)) return false
  // A dislike is a statement of its own: what was liked is over.
  const plain = said.replace(data.wording.leading, '')
  if (data.rules.some(({ kind, pattern }) => kind === 'dislike' && pattern.test(plain))) return false
  const isDenied = (text: string): boolean => {
    const words = matchable(text, language)
    if (denies(words, spoken) || ofAnother(words, spoken) !== ofAnother(said, spoken)) return false
    return isAbout(said, words, spoken, true)
  }
  const denied = scene.ledger.known().filter((fact) => fact.entity !== 'neko' && isDenied(fact.text))
  const held = scene.ledger.beliefs.filter((belief) => belief.entity === 'master' && isDenied(belief.text))
  for (const belief of held) takeBack(scene, belief, turn.turnId)
  scene.ledger.retract(denied, 'never', turn.turnId)
  scene.denied.push(...denied.flatMap(({ turnIds }) => turnIds), ...held.map(({ turnId }) => turnId))
  return denied.length + held.length > 0
}

/** Puts the right words into what was said before. False when they don't fit anything. */
export function correct(scene: Scene, spoken: Spoken, part: Clause, sentence: Sentence): boolean {
  const { data, turn } = spoken
  const earlier = [
    ...scene.ledger.of(turn.turnId),
    ...(scene.lastHuman ? scene.ledger.of(scene.lastHuman.turn.turnId) : []),
  ]
  const candidates = scene.ledger.of(turn.turnId).length > 0 ? scene.ledger.of(turn.turnId) : earlier
  const fragment = turn.text.slice(part.from, part.to)
  for (const belief of [...candidates].reverse()) {
    const text = applyCorrection(belief.text, fragment, data, (words) => matchable(words, spoken.language))
    if (text === null || text === belief.text) continue
    const stored = scene.ledger.retire(belief)
    const times = timesOf(spoken, part)
    scene.ledger.add({
      ...belief,
      text,
      manner: belief.manner === 'referring-back' ? 'referring-back' : 'corrected',
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
export function retireLast(scene: Scene, spoken: Spoken): void {
  const last =
    scene.ledger.of(spoken.turn.turnId).at(-1) ??
    (scene.lastHuman ? scene.ledger.of(scene.lastHuman.turn.turnId).at(-1) : undefined)
  if (last) takeBack(scene, last, spoken.turn.turnId)
}

/** Kinds of which the user has one at a time, as a rule. */
const ONE_AT_A_TIME: ReadonlySet<FactKind> = new Set(['residence', 'job', 'school'])

/** Kinds that one gives up, and takes up again. */
const INCLINATIONS: ReadonlySet<FactKind> = new Set(['habit', 'like', 'dislike'])

/**
 * Stored facts that no longer hold by what the clause says: an old home or job when there is a new one or none, what
 * was given up, what a turn of life ends.
 */
export function outdatedBy(
  scene: Scene,
  spoken: Spoken,
  clause: Clause,
  kind: FactKind,
  who: Subject,
): { id: string; how: 'was' | 'never' }[] {
  // What was said before has outdated what it does.
  if (!spoken.fresh) return []
  const { ended } = spoken.data.corrections
  const { began, turns } = spoken.data.corrections.changes()
  const own = who === 'user' || who === 'we'
  const known = scene.ledger
    .known()
    .filter((fact) => fact.entity !== 'neko' && !fact.turnIds.includes(spoken.turn.turnId))
  const gone = new Set<KnownFact>()
  if (own && ONE_AT_A_TIME.has(kind)) {
    if (ended.test(clause.text)) for (const fact of left(known, spoken, clause, kind)) gone.add(fact)
    else if (began[kind]?.test(clause.text) === true)
      for (const fact of replaced(known, spoken, clause, kind)) gone.add(fact)
  }
  if (INCLINATIONS.has(kind)) {
    const against = denies(clause.text, spoken)
    for (const fact of known) {
      const text = textOf(fact, spoken)
      if (ofAnother(text, spoken) === own || denies(text, spoken) === against) continue
      const same = against ? isAbout(clause.text, text, spoken, false) : isTheSame(clause.text, text, spoken)
      if (same) gone.add(fact)
    }
  }
  if (own) {
    for (const { ends } of turns.filter(({ when }) => when.test(clause.text)))
      for (const fact of known) if (saidOfUser(fact, spoken, ends)) gone.add(fact)
  }
  return [...gone].map(({ id }) => ({ id, how: 'was' as const }))
}

/** What the user leaves. With an employer or a school named, only what was said of that one. */
function left(known: readonly KnownFact[], spoken: Spoken, clause: Clause, kind: FactKind): KnownFact[] {
  const all = ofKind(known, spoken, kind)
  if (kind === 'residence') return all
  const named = all.filter((fact) => shares(fact, clause, spoken))
  return named.length > 0 ? named : all
}

/** What a new home or job takes the place of: not what is said of the same one. */
function replaced(known: readonly KnownFact[], spoken: Spoken, clause: Clause, kind: FactKind): KnownFact[] {
  return ofKind(known, spoken, kind).filter((fact) => !shares(fact, clause, spoken))
}

function ofKind(known: readonly KnownFact[], spoken: Spoken, kind: FactKind): KnownFact[] {
  const pattern = spoken.data.corrections.changes().replaceable[kind]
  return pattern ? known.filter((fact) => saidOfUser(fact, spoken, pattern)) : []
}

/** The home of a sister stays where it is when the user moves. */
function saidOfUser(fact: KnownFact, spoken: Spoken, pattern: RegExp): boolean {
  const text = textOf(fact, spoken)
  const at = text.search(pattern)
  return at >= 0 && !ofAnother(text.slice(0, at), spoken)
}

function ofAnother(text: string, spoken: Spoken): boolean {
  return spoken.data.corrections.ofAnother.test(text)
}

/** Whether both name the same place, employer or school. */
function shares(fact: KnownFact, clause: Clause, spoken: Spoken): boolean {
  const text = textOf(fact, spoken)
  const words = contentOf(clause.text.replace(spoken.data.corrections.changes().alike, ' '), spoken.data)
  return words.flatMap((word) => piecesOf(word, spoken)).some((piece) => text.includes(piece))
}

/** Chinese writes no blanks: a name is found by two of its characters. */
function piecesOf(word: string, spoken: Spoken): string[] {
  if (spoken.language !== 'zh') return isTelling(word) ? [word] : []
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
}

function textOf(fact: KnownFact, spoken: Spoken): string {
  return matchable(fact.text, spoken.language).toLowerCase()
}

/** Long enough to say what a statement is about. */
export function isTelling(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Katakana}]/u.test(word) ? word.length >= 2 : word.length >= 4
}
