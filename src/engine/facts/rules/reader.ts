/** Reads a conversation turn by turn and keeps what the user's statements say, in the frames they are said in. */
import type { ConversationTurn } from '../../model/memory-model.ts'
import { RULES_MADE_UP_TURNS } from '../../settings.ts'
import { detectBanTopics } from './ban-topics.ts'
import { readSentence } from './clauses.ts'
import { LANGUAGE_DATA } from './data/index.ts'
import { readDisclosures } from './disclosures.ts'
import { languageOf, matchable } from './language.ts'
import { asksOfThird, topicOf } from './people.ts'
import { relation, remember, takeUpProposal } from './relationship.ts'
import { answer } from './replies.ts'
import { afterJoke, takeBack, takesBack } from './retractions.ts'
import type { Scene, Spoken } from './scene.ts'
import { sentencesOf } from './sentences.ts'

/** Turns of the user for which a person spoken of can still be meant by a pronoun. */
const THIRD_LASTS = 2

/** Reads a message of the user. With `fresh` what it says becomes claims, else it is only understood by. */
export function readHuman(scene: Scene, turn: ConversationTurn, fresh: boolean): void {
  const language = languageOf(turn.text)
  if (language === null) return
  const spoken: Spoken = { turn, fresh, language, data: LANGUAGE_DATA[language], times: new Map() }
  const { data } = spoken
  const raw = matchable(turn.text, language)
  const bans = detectBanTopics(turn.text).length > 0
  if (data.frames.madeUp.test(raw)) scene.madeUp = 1 + RULES_MADE_UP_TURNS
  else if (scene.madeUp > 0) scene.madeUp--
  scene.denied = []
  takeUpProposal(scene, spoken)
  const sentences = sentencesOf(turn.text, language)
  scene.topic = topicOf(scene.lastHuman, scene.lastAi)
  if (++scene.thirdAge > THIRD_LASTS) scene.third = null
  scene.goesOn = scene.third !== null && asksOfThird(scene, spoken)
  let answering = scene.questions.length > 0 && !scene.supposing
  let hypothetical = scene.supposing
  // "*Leicester": how people put a word right that they mistyped.
  let correcting = /^\s*\*\p{L}[^*]*$/u.test(turn.text)

  sentences.forEach((sentence, index) => {
    const whole = raw.slice(sentence.from, sentence.to)
    const next = sentences[index + 1]
    if (scene.fiction && data.frames.fictionEnds.test(whole)) {
      scene.fiction = false
      answering = false
      return
    }
    if (!scene.fiction && data.frames.fictionStarts.test(whole) && !data.frames.fictionEnds.test(whole)) {
      scene.fiction = true
      for (const belief of scene.ledger.of(turn.turnId)) takeBack(scene, belief, turn.turnId)
    }
    if (scene.fiction) return
    if (scene.madeUp > 0 && data.frames.backToOwn.test(whole) && !data.frames.madeUp.test(whole))
      scene.madeUp = 0
    if (scene.madeUp > 0) {
      if (data.frames.joke.test(whole)) takesBack(scene, spoken, whole, sentence)
      return
    }
    if (takesBack(scene, spoken, whole, sentence)) {
      answering = false
      const rest = afterJoke(spoken, sentence)
      if (rest) correcting = readSentence(scene, spoken, rest, next ?? null, false, false)
      return
    }
    const remembered = data.frames.remember.exec(sentence.text)
    if (remembered && sentence.mark !== '?') {
      remember(scene, spoken, sentence, remembered, next, sentences[index - 1])
      return
    }
    if (bans && detectBanTopics(spoken.turn.text.slice(sentence.from, sentence.to)).length > 0) return
    if (!hypothetical && relation(scene, spoken, sentence, next)) {
      answering = false
      return
    }
    if (answering) {
      const answered = answer(scene, spoken, sentence, index)
      answering = answered !== 'done' && index === 0
      if (answered === 'whole') return
    }
    const supposed = data.frames.hypothetical.test(sentence.text)
    if (supposed) hypothetical = true
    else if (sentence.mark !== '?' && index > 0) hypothetical = false
    correcting = readSentence(
      scene,
      spoken,
      sentence,
      next ?? null,
      correcting,
      hypothetical && scene.supposing,
    )
  })
  scene.supposing = sentences.some((sentence) => data.frames.hypothetical.test(sentence.text))
  scene.questions = []
  scene.humanBefore = scene.lastHuman
  scene.lastHuman = spoken
}

/** Reads a message of the character: what it asks, and with `fresh` what it says of itself. */
export function readAi(scene: Scene, turn: ConversationTurn, fresh: boolean): void {
  const language = languageOf(turn.text)
  scene.questions = []
  scene.lastAi = language === null ? turn.text : matchable(turn.text, language)
  if (language === null) return
  const data = LANGUAGE_DATA[language]
  const spoken: Spoken = { turn, fresh, language, data, times: new Map() }
  const sentences = sentencesOf(turn.text, language)
  scene.questions = sentences
    .filter((sentence) => sentence.mark === '?')
    .map((sentence) => scene.lastAi.slice(sentence.from, sentence.to))
  scene.quickfire =
    scene.questions.length > 0 && (scene.quickfire || data.wording.quickfire.test(scene.lastAi))
  if (scene.questions.some((question) => data.frames.hypotheticalQuestion.test(question)))
    scene.supposing = true
  if (scene.fiction || scene.madeUp > 0 || !fresh) return
  readDisclosures(scene, spoken, sentences)
}

/** Only notes whether a role-play begins or ends: for turns too far back to matter otherwise. */
export function skim(scene: Scene, turn: ConversationTurn): void {
  const language = turn.role === 'human' ? languageOf(turn.text) : null
  if (language === null) return
  const { frames } = LANGUAGE_DATA[language]
  const raw = matchable(turn.text, language)
  for (const sentence of sentencesOf(turn.text, language)) {
    // Speech is blanked in the sentence, and a role-play may open with it.
    const whole = raw.slice(sentence.from, sentence.to)
    if (frames.fictionEnds.test(whole)) scene.fiction = false
    else if (frames.fictionStarts.test(whole)) scene.fiction = true
  }
}
