/** What the character says of itself, read conservatively. */
import { matchable } from './language.ts'
import { LONGEST_NEIGHBOUR, quoteOf } from './scene.ts'
import type { Scene, Spoken } from './scene.ts'
import { BLANK } from './sentences.ts'
import type { Clause, Sentence } from './sentences.ts'
import type { FactRule } from './types.ts'

/** Importance of a disclosure: minor (prompts.md §5), as it is not about the user. */
const DISCLOSURE_IMPORTANCE = 5

/** Adds what the sentences of the character's message say of itself. */
export function readDisclosures(scene: Scene, spoken: Spoken, sentences: readonly Sentence[]): void {
  const { frames, characterRules } = spoken.data
  for (const sentence of sentences) {
    if (sentence.mark === '?' || sentence.text.includes(BLANK)) continue
    if (frames.hypothetical.test(sentence.text) || frames.fictional.test(sentence.text)) continue
    const text = inFirstPerson(scene, spoken, sentence.text)
    const rule = characterRules.find((one) => one.pattern.test(text) && !one.unless?.test(text))
    if (rule) addDisclosure(scene, spoken, sentence, rule)
  }
}

/** Characters also speak of themselves by their name. Not in English, where it is somebody else's then. */
function inFirstPerson(scene: Scene, spoken: Spoken, text: string): string {
  const { self } = spoken.data.wording
  const name = matchable(scene.context.characterName, spoken.language)
  return self === null || !text.startsWith(name) ? text : self + text.slice(name.length)
}

function addDisclosure(scene: Scene, spoken: Spoken, clause: Clause, rule: FactRule): void {
  const words = quoteOf(spoken, clause).replace(spoken.data.wording.leading, '')
  const { wording } = spoken.data
  const named = wording.self !== null && words.startsWith(scene.context.characterName)
  const told = named
    ? words
    : wording
        .toThird(words, 'user', null, wording.user)
        .replaceAll(wording.user, scene.context.characterName)
        .replaceAll(wording.user.toLowerCase(), scene.context.characterName)
  const text = told.replace(wording.trailing, '')
  const last = scene.ledger.of(spoken.turn.turnId).at(-1)
  const short = clause.text.length <= LONGEST_NEIGHBOUR[spoken.language]
  if (short && last?.entity === 'neko' && scene.ledger.beliefs.at(-1) === last) {
    // A short sentence after another disclosure seldom stands alone ("I fill a page each day").
    scene.ledger.retire(last)
    const from = spoken.turn.text.indexOf(last.quote)
    scene.ledger.add({
      ...last,
      text: spoken.data.wording.join(last.text, text),
      quote: spoken.turn.text.slice(from, clause.to),
    })
    return
  }
  scene.ledger.add({
    text,
    entity: 'neko',
    kind: rule.kind,
    manner: 'disclosed',
    source: 'ai_disclosure',
    importance: DISCLOSURE_IMPORTANCE,
    turnId: spoken.turn.turnId,
    language: spoken.language,
    quote: quoteOf(spoken, clause),
    event: null,
    superseded: false,
    fresh: spoken.fresh,
    corrects: [],
  })
}
