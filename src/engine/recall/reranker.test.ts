/** Part B of recall.md: the coarse order, the model's choice, and every way to do without one. */
import { describe, expect, it } from 'vitest'

import { modelContext } from '../../../tests/fixtures/facts.ts'
import { encodeVector, decodeVector } from '../embedding/codec.ts'
import type { Vectors } from '../embedding/vectors.ts'
import type { LifeModel } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { OBSERVATION_TOKENS, OBSERVATIONS_TOKENS } from '../settings.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { fitting, rankByNearness, rerank, type Candidate, type RerankDeps } from './reranker.ts'

const zero = new Float32Array([0, 1])

function candidate(id: string, score: number, fields: Record<string, unknown> = {}): Candidate {
  const text = typeof fields['text'] === 'string' ? fields['text'] : `about ${id}`
  return {
    promptId: `reflection.${id}`,
    text,
    score,
    row: { id, text, score, target_type: 'reflection', status: 'confirmed', ...fields },
  }
}

/** A candidate whose nearness to the query [1, 0] is `nearness`. */
function embedded(id: string, nearness: number, score: number, fields: Record<string, unknown> = {}) {
  const vector = encodeVector([nearness, Math.sqrt(1 - nearness * nearness)])
  return candidate(id, score, { ...fields, embedding: vector })
}

const vectors: Vectors = {
  embed: (texts) => Promise.resolve(texts.map(() => new Float32Array([1, 0]))),
  stored: (row) => decodeVector(row['embedding']),
}

function deps(
  tasks: Partial<Pick<LifeModel, 'rerank'>> = {},
  given?: Vectors,
): RerankDeps & { asked: unknown[] } {
  const asked: unknown[] = []
  const answer = tasks.rerank ?? (() => Promise.resolve(fail('model_timeout', 'late')))
  return {
    model: {
      rerank: (input, context) => {
        asked.push(input)
        return answer(input, context)
      },
    },
    context: modelContext('2026-03-02T09:00:00+08:00'),
    tokens: heuristicCounter,
    log: { write: () => undefined },
    vectors: given,
    asked,
  }
}

const ids = (rows: readonly Candidate[]): string[] => rows.map(({ row }) => String(row['id']))

describe('the pool', () => {
  it('is filtered before anything is ranked', async () => {
    const candidates = [
      candidate('good', 1),
      candidate('false', -0.1),
      candidate('put aside', 3, { suppress: true }),
      candidate('protected', 3, { protected: true }),
      candidate('denied', 3, { status: 'denied' }),
      candidate('blank', 3, { text: '  ' }),
      candidate('promoted', 2, { status: 'promoted' }),
    ]
    expect(ids(await rerank(deps(), { candidates, queries: ['tea'], budget: 5 }))).toEqual([
      'promoted',
      'good',
    ])
  })

  it('may be empty', async () => {
    expect(await rerank(deps({}, vectors), { candidates: [], queries: ['tea'], budget: 3 })).toEqual([])
  })
})

describe('without vectors', () => {
  const candidates = [candidate('a', 1), candidate('b', 2), candidate('c', 1), candidate('d', 3)]

  it.each<[string, Vectors | undefined, string[]]>([
    ['where there is no embedder', undefined, ['tea']],
    ['where it is not ready', { ...vectors, embed: () => Promise.resolve(null) }, ['tea']],
    ['where nothing is asked', vectors, []],
    ['where what is asked is blank', vectors, [' ', '']],
  ])('orders by evidence %s, and asks nobody', async (_, given, queries) => {
    const answered = deps({}, given)
    expect(ids(await rerank(answered, { candidates, queries, budget: 3 }))).toEqual(['d', 'b', 'a'])
    expect(answered.asked).toEqual([])
  })
})

describe('the coarse order', () => {
  it('goes by the nearest query, then by evidence', () => {
    const queries = [new Float32Array([1, 0]), zero]
    const rows = [embedded('x', 0.8, 1), embedded('y', 0.6, 1), embedded('z', 0.6, 2)]
    // To the second query, y and z are as near as x is to the first.
    expect(ids(rankByNearness(rows, vectors.stored, queries, 9))).toEqual(['z', 'x', 'y'])
  })

  it('keeps a quarter for rows without a vector, and fills up from them', () => {
    const near = Array.from({ length: 10 }, (_, n) => embedded(`e${String(n)}`, 0.9 - n / 100, 0))
    const plain = Array.from({ length: 10 }, (_, n) => candidate(`p${String(n)}`, n))
    const eight = ids(rankByNearness([...near, ...plain], vectors.stored, [new Float32Array([1, 0])], 8))
    expect(eight).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'p9', 'p8'])
    const few = ids(
      rankByNearness([...near.slice(0, 2), ...plain], vectors.stored, [new Float32Array([1, 0])], 8),
    )
    expect(few).toEqual(['e0', 'e1', 'p9', 'p8', 'p7', 'p6', 'p5', 'p4'])
    const one = ids(rankByNearness([...near, ...plain], vectors.stored, [new Float32Array([1, 0])], 2))
    expect(one).toEqual(['e0', 'p9'])
  })

  it('counts rows of another width as far from everything', () => {
    const rows = [embedded('a', 0.9, 1), embedded('b', 0.1, 2)]
    expect(ids(rankByNearness(rows, vectors.stored, [new Float32Array(3)], 9))).toEqual(['b', 'a'])
  })
})

describe('the model', () => {
  const candidates = Array.from({ length: 8 }, (_, n) => embedded(`c${String(n)}`, 0.9 - n / 10, 0))
  const ask = (rerankWith: LifeModel['rerank'], budget = 3) => {
    const answered = deps({ rerank: rerankWith }, vectors)
    return rerank(answered, { candidates, queries: ['tea'], budget }).then((rows) => ({
      rows: ids(rows),
      asked: answered.asked,
    }))
  }

  it('is asked only where there are too many', async () => {
    const few = await ask(() => Promise.resolve(ok([])), 8)
    expect(few.asked).toEqual([])
    expect((await ask(() => Promise.resolve(ok([])))).asked).toHaveLength(1)
  })

  it('chooses among those it was shown; its repeats and inventions count for nothing', async () => {
    const { rows } = await ask(() =>
      Promise.resolve(ok(['reflection.c4', 'c1', 'reflection.c4', 'reflection.made-up', 'reflection.c2'])),
    )
    expect(rows).toEqual(['c4', 'c2', 'c0'])
  })

  it.each<[string, LifeModel['rerank']]>([
    ['fails', () => Promise.resolve(fail('model_timeout', 'late'))],
    ['throws', () => Promise.reject(new Error('lost'))],
    ['ranks nothing', () => Promise.resolve(ok([]))],
  ])('leaves the coarse order where it %s', async (_, task) => {
    expect((await ask(task)).rows).toEqual(['c0', 'c1', 'c2'])
  })
})

describe('what fits a prompt', () => {
  it('is cut text by text, and ends before the line that is too much', () => {
    const long = '我'.repeat(1_000)
    const rows = Array.from({ length: 90 }, (_, n) => candidate(`r${String(n)}`, 0, { text: long }))
    const shown = fitting(rows, heuristicCounter)
    expect(heuristicCounter.count(shown[0]?.text ?? '')).toBeLessThanOrEqual(OBSERVATION_TOKENS)
    const spent = shown.reduce(
      (sum, row) => sum + heuristicCounter.count(`[${row.promptId}] ${row.text}`) + 1,
      0,
    )
    expect(spent).toBeLessThanOrEqual(OBSERVATIONS_TOKENS)
    expect(shown.length).toBeGreaterThan(65)
    expect(shown.length).toBeLessThan(90)
  })

  it('holds one in any case', () => {
    const id = 'x'.repeat(OBSERVATIONS_TOKENS * 8)
    expect(fitting([candidate(id, 0)], heuristicCounter)).toHaveLength(1)
  })
})
