/** What the bench's numbers rest on: its percentiles, its sentences, its baseline. */
import { describe, expect, it } from 'vitest'
import { createLexicalIndex } from '../../../src/engine/recall/lexical-index.ts'
import { createAnalyzer } from '../../../src/engine/text/analyzer.ts'
import { createCorpus } from './corpus.ts'
import { byTurns, lineOf, spreadOf } from './measure.ts'
import { scan } from './scan.ts'

describe('times', () => {
  it('gives the middle and the slow end of what was measured', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(spreadOf(hundred)).toEqual({ samples: 100, p50: 50, p95: 95 })
    expect(spreadOf([3])).toEqual({ samples: 1, p50: 3, p95: 3 })
  })

  it('measures both by turns and leaves the rounds out that warm up', async () => {
    const order: string[] = []
    const note = (what: string) => async (round: number) => void order.push(`${what}${round}`)
    const pair = await byTurns({
      rounds: 2,
      warmUp: 1,
      measured: note('m'),
      baseline: note('b'),
      afterRound: note('after'),
    })
    expect(order).toEqual(['b0', 'm0', 'after0', 'b1', 'm1', 'after1', 'b2', 'm2', 'after2'])
    expect([pair.measured.length, pair.baseline.length]).toEqual([2, 2])
  })

  it('puts the ratio beside the times and says whether the target was met', () => {
    const target = { text: 'at most 2', met: ({ ratio_p50 }: { ratio_p50: number }) => ratio_p50 <= 2 }
    const pair = { measured: [6, 6], baseline: [2, 4] }
    expect(lineOf({ bench: 'a', baseline: 'b' }, pair, { bytes: 5 }, target)).toEqual({
      bench: 'a',
      ms: { samples: 2, p50: 6, p95: 6 },
      baseline: 'b',
      baseline_ms: { samples: 2, p50: 2, p95: 4 },
      ratio_p50: 3,
      ratio_p95: 1.5,
      also: { bytes: 5 },
      target: 'at most 2',
      met: false,
    })
  })
})

describe('sentences', () => {
  it('are the same for the same seed, and in three scripts', () => {
    const take = (seed: number) => {
      const corpus = createCorpus(seed)
      return Array.from({ length: 300 }, () => corpus.sentence())
    }
    expect(take(3)).toEqual(take(3))
    expect(take(3)).not.toEqual(take(4))
    for (const script of [/[ぁ-ん]/u, /^[ -~]+$/u, /的|了/u]) {
      expect(take(3).filter((text) => script.test(text)).length).toBeGreaterThan(50)
    }
    expect(take(3).join('')).not.toMatch(/[{}]/)
  })
})

describe('the scan', () => {
  it('finds the rows that the index holds for the best', () => {
    const corpus = createCorpus(5)
    const texts = Array.from({ length: 400 }, () => corpus.sentence())
    const analyzer = createAnalyzer()
    const index = createLexicalIndex(analyzer)
    index.add(texts.map((text, slot) => ({ slot, text })))
    for (let round = 0; round < 40; round += 1) {
      const question = corpus.question()
      const { slots, scores } = index.search(analyzer.terms(question))
      const best = Math.max(...scores)
      const wanted = [...slots].filter((_, at) => best - (scores[at] ?? 0) < 1e-9).map((slot) => texts[slot])
      expect(scan(texts, question, analyzer)).toEqual(new Set(wanted))
    }
  })

  it('finds nothing where no word is shared', () => {
    expect(scan(['I like matcha.'], '天气', createAnalyzer())).toEqual(new Set())
  })
})
