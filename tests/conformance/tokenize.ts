/** tokenize.json: the reference's tokeniser, stop names, "was it mentioned", "may it contradict". */
import { isMentioned, keywordList, keywords, mayContradict } from '../../src/engine/text/keywords.ts'
import { splitAliases, stopNames, stripNames } from '../../src/engine/text/stop-names.ts'
import { type GoldenAdapter, isRecord, type JsonRecord, textOf, textOrNull, textsOf } from './golden.ts'

export const tokenize: GoldenAdapter = {
  answer(input) {
    switch (input['fn']) {
      case 'tokenize':
        return keywordList(coerced(input['text']), textsOf(input, 'stop_names'))
      case 'keywords':
        return [...keywords(coerced(input['text']), textsOf(input, 'stop_names'))].sort(byCodePoint)
      case 'strip_names':
        return stripNames(textOf(input, 'text'), textsOf(input, 'stop_names'))
      case 'mentioned':
        return isMentioned(textOf(input, 'fact'), textOf(input, 'response'), textsOf(input, 'stop_names'))
      case 'contradict':
        return mayContradict(textOf(input, 'old'), textOf(input, 'new'), textsOf(input, 'stop_names'))
      case 'aliases':
        return splitAliases(textOrNull(input, 'raw'))
      case 'stop_names':
        return namesOf(input)
      default:
        throw new TypeError(`unknown fn ${String(input['fn'])}`)
    }
  },
}

function namesOf(input: JsonRecord): string[] {
  const characterName = textOrNull(input, 'character') ?? textOrNull(input, 'current_character')
  const cards = input['character_cards']
  const card = isRecord(cards) && characterName !== null ? cards[characterName] : undefined
  return stopNames({
    userName: textOrNull(input, 'master'),
    characterName,
    userNicknames: nicknamesOf(input['master_card']),
    characterNicknames: nicknamesOf(card),
  })
}

function nicknamesOf(card: unknown): string | null {
  return isRecord(card) ? textOrNull(card, '昵称') : null
}

/** The reference turns anything into text; the product's functions take text only. */
function coerced(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === true) return 'True'
  return typeof value === 'number' && value !== 0 ? String(value) : ''
}

function byCodePoint(a: string, b: string): number {
  const x = [...a].map((character) => character.codePointAt(0) ?? 0)
  const y = [...b].map((character) => character.codePointAt(0) ?? 0)
  for (let index = 0; index < Math.min(x.length, y.length); index += 1) {
    const difference = (x[index] ?? 0) - (y[index] ?? 0)
    if (difference !== 0) return difference
  }
  return x.length - y.length
}
