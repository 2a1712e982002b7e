/** tokens.json: the heuristic counter, cuts by tokens, last sentence end. */
import { headTail, heuristicCounter, lastSentenceEnd } from '../../src/engine/text/tokens.ts'
import { type GoldenAdapter, numberOf, textOf } from './golden.ts'

export const tokens: GoldenAdapter = {
  answer(input) {
    const text = textOf(input, 'text')
    switch (input['fn']) {
      case 'count':
        return heuristicCounter.count(text)
      case 'truncate':
        return heuristicCounter.truncate(text, numberOf(input, 'max_tokens'))
      case 'head_tail':
        return headTail(
          heuristicCounter,
          text,
          numberOf(input, 'head_tokens'),
          numberOf(input, 'tail_tokens'),
          textOf(input, 'separator'),
        )
      case 'last_sentence':
        return lastSentenceEnd(text)
      default:
        throw new TypeError(`unknown fn ${String(input['fn'])}`)
    }
  },
}
