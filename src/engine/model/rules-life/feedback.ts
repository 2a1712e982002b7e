/**
 * Feedback without a model (prompts.md §10, §11): plain words of agreement and denial, and what the user says on
 * the very matter. Anything else is ignored; nothing is guessed.
 */
import type { FeedbackClaim, FeedbackInput, FeedbackVerdict } from '../memory-model.ts'
import { stripInjected } from '../injected.ts'
import { REACTIONS, type ReactionWords } from './data/reactions.ts'
import { isAbout, type Names, readStatement, relate, signOf, type Statement } from './reading.ts'

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
  return reflections.map(({ id, text }) => {
    const verdicts = messages.map((message) => verdictOn(text, stripInjected(message), names, bare))
    return { reflectionId: id, feedback: verdicts.findLast((verdict) => verdict !== 'ignored') ?? 'ignored' }
  })
}

/** What one message says to one observation. */
export function verdictOn(
  observation: string,
  message: string,
  names: Names,
  bare: boolean,
): FeedbackVerdict {
  const held = readStatement(observation, names)
  const said = readStatement(message, names)
  const topical = isAbout(held, said)
  if (!bare && !topical) return 'ignored'
  const words = said.language === 'en' ? [REACTIONS.en, REACTIONS.other] : [REACTIONS[said.language]]
  const plain = message.trim()
  const text =
    said.language === 'zh' ? plainChinese(message, names) : plain.toLowerCase().replace(/[‘’]/g, "'")
  for (const one of words) {
    const verdict = reactionOf(text, one, held, said)
    if (verdict !== null) return verdict
  }
  if (words.some(({ away }) => away.test(text)) && !topical) return 'ignored'
  return byMatter(held, said, topical)
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
  const against = signOf(held) === -1
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
function byMatter(held: Statement, said: Statement, topical: boolean): FeedbackVerdict {
  if (topical && isEcho(said)) return 'denied'
  const relation = relate(held, said)
  if (relation === 'same') return 'confirmed'
  return relation === 'opposite' ? 'denied' : 'ignored'
}

/** "Tea? I only drink water": repeats the matter as a question and goes on otherwise. */
function isEcho({ text }: Statement): boolean {
  const question = /^[^.!。！]{1,24}[?？]+\s*\S/u.exec(text)
  return question !== null
}
