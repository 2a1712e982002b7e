/** What the two agree on and have lived through, and what the user asks to be remembered. */
import { finish, newDraft, toBelief } from './drafts.ts'
import { matchable } from './language.ts'
import { noteThird, subjectOf } from './people.ts'
import { quoteOf, timesOf, trimmed } from './scene.ts'
import type { Draft, Scene, Spoken } from './scene.ts'
import type { Sentence } from './sentences.ts'

/** Shortest thing worth remembering in the same sentence. Characters. */
const SHORTEST_REMEMBERED = { zh: 3, ja: 3, en: 8 } as const

export function remember(
  scene: Scene,
  spoken: Spoken,
  sentence: Sentence,
  match: RegExpExecArray,
  next: Sentence | undefined,
  previous: Sentence | undefined,
): void {
  const { data } = spoken
  const what = match.groups?.['what'] ?? match.groups?.['what2'] ?? ''
  const said = what.replace(data.wording.trailing, '').trim()
  // "It matters, so remember": what matters comes next.
  const after = {
    ...trimmed(
      sentence.text.slice(match.index + match[0].length),
      sentence.from + match.index + match[0].length,
    ),
  }
  const own = data.frames.rememberWhy.test(said) ? '' : said
  let draft: Draft | null = null
  if (previous && previous.mark !== '?' && data.frames.rememberBack.test(match[0])) {
    draft = newDraft(scene, spoken, 'remember', previous, subjectOf(scene, spoken, previous.text).who)
    draft.manner = 'remember'
    finish(scene, spoken, draft)
    return
  }
  if (own.length >= SHORTEST_REMEMBERED[spoken.language] && !data.frames.question.test(own)) {
    const from =
      sentence.from + match.index + match[0].indexOf(what) + (what.length - what.trimStart().length)
    draft = newDraft(
      scene,
      spoken,
      'remember',
      { from, to: from + own.length, text: own },
      subjectOf(scene, spoken, own).who,
    )
  } else if (
    after.text.length >= SHORTEST_REMEMBERED[spoken.language] &&
    !data.frames.question.test(after.text)
  ) {
    draft = newDraft(scene, spoken, 'remember', after, subjectOf(scene, spoken, after.text).who)
  } else if (next && !data.frames.question.test(next.text)) {
    draft = newDraft(scene, spoken, 'remember', next, subjectOf(scene, spoken, next.text).who)
  }
  if (!draft) return
  draft.manner = 'remember'
  const subject = subjectOf(scene, spoken, matchable(quoteOf(spoken, draft), spoken.language))
  if (subject.who === 'third' && subject.person !== undefined && subject.pronoun !== true) {
    noteThird(scene, spoken, { from: draft.from, to: draft.to, text: '' }, subject)
  }
  finish(scene, spoken, draft)
}

/** Promises and moments between the two. */
export function relation(
  scene: Scene,
  spoken: Spoken,
  sentence: Sentence,
  next: Sentence | undefined,
): boolean {
  const { data } = spoken
  const { relationship } = data
  if (relationship.unless.test(sentence.text)) return false
  if (scene.proposal !== null && relationship.accepted.test(sentence.text)) {
    scene.ledger.add({
      ...toBelief(scene, spoken, scene.proposal),
      turnId: spoken.turn.turnId,
      quote: quoteOf(spoken, sentence),
    })
    scene.proposal = null
    return true
  }
  const agreed = relationship.agreement.test(sentence.text)
  const milestone = relationship.milestone.test(sentence.text)
  if (!agreed && !milestone && !relationship.proposal.test(sentence.text)) return false
  if (milestone && sentence.mark === '?') return false
  // "Let's make it a tradition. Every spring we …": the next sentence says what.
  if (agreed && relationship.empty.test(sentence.text) && next && relationship.agreement.test(next.text))
    return true
  const draft = newDraft(scene, spoken, 'relationship', sentence, 'we')
  draft.manner = 'agreement'
  draft.time = timesOf(spoken, sentence)[0] ?? null
  if (agreed || milestone) finish(scene, spoken, draft)
  else scene.proposal = draft
  return agreed || milestone
}

/** The character said yes to what the user proposed in the message before. */
export function takeUpProposal(scene: Scene, spoken: Spoken): void {
  if (scene.proposal !== null && scene.lastHuman && spoken.data.relationship.accepted.test(scene.lastAi)) {
    scene.ledger.add({ ...toBelief(scene, scene.lastHuman, scene.proposal), fresh: spoken.fresh })
  }
  if (
    scene.proposal !== null &&
    !spoken.data.relationship.accepted.test(matchable(spoken.turn.text, spoken.language))
  )
    scene.proposal = null
}
