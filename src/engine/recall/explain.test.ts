import { describe, expect, test } from 'vitest'
import { recallPoolOf } from '../../../tests/fixtures/recall-pool.ts'
import { parseStamp } from '../time/stamp.ts'
import type { QueryVectors } from './vectors.ts'
import { explainRecall, type LabOptions } from './explain.ts'
import type { RecallRow } from './pool.ts'

const zone = 'Asia/Shanghai'
const now = { instant: parseStamp('2026-06-01T12:00:00', zone) ?? 0, zone }

const vectorOf: Readonly<Record<string, readonly [number, number]>> = {
  'The user flies kites': [1, 0],
  'paper dragons in the wind': [0.9, 0.3],
  'green tea': [0, 1],
}
const vectors = {
  modelId: 'test',
  dimension: 2,
  exact: true,
  of: ({ text }: { readonly text: string }) => {
    const vector = vectorOf[text]
    return vector === undefined ? null : Float32Array.from(vector)
  },
}

function rows(): RecallRow[] {
  const made = (seq: number, id: string, text: string, more: object = {}): RecallRow => ({
    tier: 'fact',
    seq,
    doc: { id, text, entity: 'master', importance: 5, created_at: '2026-03-09T08:00:00', ...more },
  })
  return [
    made(1, 'kites', 'The user flies kites'),
    made(2, 'again', 'The user really flies kites!', { importance: 1 }),
    made(3, 'dragons', 'paper dragons in the wind'),
    made(4, 'tea', 'green tea'),
    made(5, 'quiet', 'kites of steel', { suppress: true }),
    made(6, 'old', 'kites of paper', { superseded_at: '2026-01-01T00:00:00', superseded_by: 'kites' }),
    made(7, 'winter', 'she once lost a box of kites deep in the snow', { created_at: '2025-12-09T08:00:00' }),
    { tier: 'reflection', seq: 8, doc: { id: 'done', text: 'kites everywhere', status: 'promoted' } },
  ]
}

async function lab(request: { query: string; time: string }, more: Partial<LabOptions> = {}) {
  let clock = 0
  const options = { language: 'en', monotonic: () => (clock += 2), ...more }
  return explainRecall(recallPoolOf(rows(), { vectors }), request, now, options)
}

describe('the recall lab', () => {
  test('tells of a row that is there for what it took the place of', async () => {
    const shown = await lab({ query: 'paper', time: '' })
    expect(shown.fused.find(({ key }) => key.id === 'kites')).toMatchObject({
      score: null,
      keywordRank: null,
      bm25: null,
      insteadOf: 'kites of paper',
    })
    expect(shown.fused.find(({ key }) => key.id === 'dragons')).toMatchObject({
      keywordRank: 1,
      insteadOf: null,
    })
  })

  test('shows both sides, their fusion, and the entries they are', async () => {
    const asked: QueryVectors = { modelId: 'test', query: Float32Array.of(1, 0) }
    const shown = await lab({ query: 'kites', time: '' }, { vectors: asked, fusion: 'rank' })
    expect(shown.keyword.map(({ key }) => key)).toEqual([
      { kind: 'fact', id: 'kites' },
      { kind: 'fact', id: 'winter' },
    ])
    expect(shown.vector.map(({ key }) => key.id)).toEqual(['kites', 'dragons'])
    expect(shown.fused.map(({ key }) => key.id)).toEqual(['kites', 'winter', 'dragons'])
    const [first, , last] = shown.fused
    expect(first).toMatchObject({ keywordRank: 1, vectorRank: 1, terms: ['kite'] })
    expect(first?.bm25).toBeGreaterThan(0)
    expect(first?.cosine).toBeCloseTo(1, 2)
    expect(last).toMatchObject({ keywordRank: null, vectorRank: 2, bm25: null, terms: [] })
    expect(shown).toMatchObject({
      embedder: 'test',
      fusion: 'rank',
      reason: null,
      understood: true,
      window: null,
    })
    expect(shown.milliseconds).toBe(2)
    expect(shown.toolText).toMatch(
      /^Found in memory: 3\n1\. \[fact\/master\] The user flies kites {2}\(2026-03-09/u,
    )
  })

  test('counts what was left out, by its first reason', async () => {
    const all = await lab({ query: 'kites', time: '' })
    expect(all.leftOut.toSorted((a, b) => a.why.localeCompare(b.why))).toEqual([
      { why: 'finished', rows: 1 },
      { why: 'repeated', rows: 1 },
      { why: 'superseded', rows: 1 },
      { why: 'suppressed', rows: 1 },
    ])
    const march = await lab({ query: 'kites', time: '2026-03' })
    expect(march.leftOut).toContainEqual({ why: 'outside_window', rows: 1 })
    expect(march.window).toEqual({
      start: parseStamp('2026-03-01T00:00:00', zone),
      end: parseStamp('2026-04-01T00:00:00', zone),
    })
  })

  test('says that a time was not understood, and what was said where memories say nothing', async () => {
    const unread = await lab({ query: 'kites', time: 'whenever' })
    expect(unread).toMatchObject({
      understood: false,
      window: null,
      reason: 'time_not_understood',
      embedder: null,
      fusion: null,
    })
    expect(unread.toolText).toContain('whenever')
    const turn = { turnId: 't1', text: 'My locker number is 4417', said: '2026-05-31 09:00:00', score: 2 }
    const said = await lab({ query: 'locker', time: '' }, { turns: () => Promise.resolve([turn]) })
    expect(said.fused).toMatchObject([{ key: { kind: 'turn', id: 't1' }, tier: 'turn', bm25: 2 }])
    expect(said.toolText).toContain('[turn/master] My locker number is 4417')
  })
})
