/**
 * Feedback without a model (prompts.md §10, §11): plain words of agreement and denial, and what the user says on
 * the very matter. Anything else is ignored; nothing is guessed.
 */
import type { FeedbackClaim, FeedbackInput, FeedbackVerdict } from '../memory-model.ts'
import { stripInjected } from '../injected.ts'
import { questionCue } from '../memo-cues.ts'
import { termsOf } from './about.ts'
import { EPISODE_CUE } from './data/labels.ts'
import { REACTIONS, type ReactionWords } from './data/reactions.ts'
import { isAbout, isNegated, type Names, readStatement, relate, type Statement } from './reading.ts'

/**
 * A verdict for each reflection. A bare yes or no is taken as meant for it only where `reflections` holds one and
 * `answering` says that it had just been raised; the last word counts.
 */
export function feedbackByRules(
  { reflections, messages }: FeedbackInput,
  names: Names,
  answering: boolean,
): FeedbackClaim[] {
  const bare = answering && reflections.length === 1
  const said = messages.map((text) => readMessage(stripInjected(text), names))
  return reflections.map(({ id, text }) => {
    const held = readStatement(text, names)
    const verdicts = said.map((message) => (bare ? answerTo(held, message) : mentionOf(held, message)))
    return { reflectionId: id, feedback: verdicts.findLast((verdict) => verdict !== 'ignored') ?? 'ignored' }
  })
}

/** What the next message says to the one observation that was just raised. */
export function verdictOn(observation: string, message: string, names: Names): FeedbackVerdict {
  return answerTo(readStatement(observation, names), readMessage(message, names))
}

interface Message {
  readonly plain: string
  /** As reactions are looked for. */
  readonly text: string
  readonly said: Statement
}

function readMessage(message: string, names: Names): Message {
  const said = readStatement(message, names)
  const plain = message.trim()
  const text =
    said.language === 'zh' ? plainChinese(message, names) : plain.toLowerCase().replace(/[‘’]/g, "'")
  return { plain, text, said }
}

function answerTo(held: Statement, { plain, text, said }: Message): FeedbackVerdict {
  const words = said.language === 'en' ? [REACTIONS.en, REACTIONS.other] : [REACTIONS[said.language]]
  for (const one of words) {
    const verdict = reactionOf(text, one, held, said)
    if (verdict !== null) return verdict
  }
  if (isEcho(plain, held)) return 'denied'
  if (words.some(({ away }) => away.test(text)) && !isAbout(held, said)) return 'ignored'
  return byVerb(text, held) ?? byMatter(held, said)
}

/**
 * What a message says in passing: only a statement on the very matter counts, and a denial only where it is about
 * more than one day ("I had no tea today" takes nothing back).
 */
function mentionOf(held: Statement, { plain, said }: Message): FeedbackVerdict {
  if (questionCue.test(plain)) return 'ignored'
  const relation = relate(held, said)
  if (relation === 'same') return 'confirmed'
  if (relation === 'unrelated') return 'ignored'
  return EPISODE_CUE.test(said.text) && !said.clauses.some(({ ends }) => ends) ? 'ignored' : 'denied'
}

function plainChinese(message: string, names: Names): string {
  // The reading folds characters; its text has lost a leading "I", which no reaction begins with.
  const { text } = readStatement(`。${message.trim()}`, names)
  return text.slice(1)
}

/** Agreement or denial in so many words; null when there is none. */
function reactionOf(
  text: string,
  words: ReactionWords,
  held: Statement,
  said: Statement,
): FeedbackVerdict | null {
  const against = isNegated(held)
  if (words.idioms.test(text)) return 'confirmed'
  if (words.wrongs.test(text)) return 'denied'
  if (against) {
    // To "you don't like it", a no agrees and "yes I do" contradicts.
    if (words.contraryYes.test(text)) return 'denied'
    if (words.plainNo.test(text)) {
      return relate(held, said) === 'opposite' ? 'denied' : 'confirmed'
    }
  }
  if (words.denies.test(text)) return 'denied'
  if (words.agrees.test(text)) return 'confirmed'
  if (words.rights.test(text)) return 'confirmed'
  return null
}

/** What the message says on the matter itself. */
function byMatter(held: Statement, said: Statement): FeedbackVerdict {
  const relation = relate(held, said)
  if (relation === 'same') return 'confirmed'
  // Something else is liked better, or whatever it was is over.
  const rather = said.real && said.clauses.some(({ prefers, ends }) => prefers || (ends && !isNegated(held)))
  return relation === 'opposite' || rather ? 'denied' : 'ignored'
}

/** "Tea? I only drink water": repeats a word of the matter as a question, and goes on otherwise. */
function isEcho(message: string, held: Statement): boolean {
  const question = /^\s*([^.!。！,，?？]{1,24})[?？]+\s*\S/u.exec(message)?.[1]
  if (question === undefined) return false
  const asked = termsOf(question.replace(/^[我你]|[吗嘛啊呀么呢]$/gu, ''))
  const known = new Set(termsOf(held.text))
  return asked.length > 0 && asked.some((term) => term.length > 1) && asked.every((term) => known.has(term))
}

/** How a verb of the matter is taken up with or without a negation, by script. Group `verb`. */
const NEGATED_VERB: readonly RegExp[] = [
  /^(?:[^，。！？,.!?]{0,4}?)(?:从来?|一点(?:儿)?(?:也|都)|完全|根本|并|真|现在|已经|早就|可)?(?:不|没有?)(?:太|怎么|再|爱|喜欢)?(?<verb>[^，。！？,.!?了啊呀啦的我你]{1,2})/u,
  /(?<verb>[^、。！？\s]{2,4}?)(?:ない|ません|なかった|てない)(?:よ|ね|です|なあ|けど|[、。！]|$)/u,
  /^(?:\w+,? )?(?:i|we) (?:really |honestly |actually )?(?:don't|didn't|can't|never|do not) (?:really |even |actually )?(?<verb>[a-z]{3,})/iu,
]

/** "不想换了" to "wants to change jobs": the very verb is denied, or a negated one is taken up plainly. */
function byVerb(text: string, held: Statement): FeedbackVerdict | null {
  for (const pattern of NEGATED_VERB) {
    const verb = pattern.exec(text)?.groups?.['verb']
    if (verb === undefined || !held.text.includes(verb)) continue
    return isNegated(held) ? 'confirmed' : 'denied'
  }
  const intense = /^(?:超级?|巨|贼|特别|真的?|最|老|好)(?<verb>[^，。！？,.!?])/u.exec(text)?.groups?.['verb']
  if (intense !== undefined && held.text.includes(intense) && !isNegated(held)) return 'confirmed'
  const negated = /(?:没有?|不)(?<verb>[^，。]{1,2})/u.exec(held.text)?.groups?.['verb']
  if (negated === undefined || held.language !== 'zh') return null
  const taken = text.split(/[，。！？,.!?]/u)[0] ?? ''
  const plainly = new RegExp(`^我?${negated.slice(0, 1)}(?:啊|呀|的|过|哦|嘛|呢)`, 'u')
  return !/不|没/u.test(taken) && (taken.includes(negated) || plainly.test(taken)) ? 'denied' : null
}
