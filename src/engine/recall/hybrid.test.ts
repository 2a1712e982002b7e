import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { failedRecall, queryMemory, type RecallOptions, type RecallRequest } from './hybrid.ts'
import { recallPoolOf } from '../../../tests/fixtures/recall-pool.ts'
import { parseStamp } from '../time/stamp.ts'
import type { RecallPool, RecallRow, RecallTier } from './pool.ts'

const zone = 'Asia/Shanghai'
const now = { instant: parseStamp('2025-06-01T12:00:00', zone) ?? 0, zone }

let rows = 0

/** Later ones come later in their file. */
function row(
  id: string,
  text: string,
  more: Record<string, unknown> = {},
  tier: RecallTier = 'fact',
  seq = (rows += 1),
): RecallRow {
  return { seq, tier, doc: { id, text, entity: 'master', created_at: '2025-03-09T08:00:00', ...more } }
}

async function ask(
  pool: RecallPool,
  request: RecallRequest,
  options: RecallOptions = {},
): Promise<unknown[]> {
  return (await queryMemory(pool, request, now, options)).results.map(({ id }) => id)
}

describe('by words', () => {
  const pool = recallPoolOf([
    row('kite', 'She flies kites on the beach'),
    row('风筝', '主人喜歡放風箏'),
    row('tea', 'drinks green tea every morning'),
    row('old', 'once lost a kite in a storm', {}, 'fact_archive'),
  ])

  test('finds other forms of a word, in the archive too', async () => {
    expect(await ask(pool, { query: 'Where did the kite fly?' })).toEqual(['kite', 'old'])
  })

  test('finds the other script', async () => {
    expect(await ask(pool, { query: '放风筝' })).toEqual(['风筝'])
  })

  test('finds what is said of somebody by name, also when it is the user', async () => {
    const named = recallPoolOf([
      row('a', 'Ada: I sold my kite'),
      row('m', 'Miko: I sold my boat'),
      row('t', 'green tea'),
    ])
    expect(await ask(named, { query: 'What did Ada sell?' })).toEqual(['a', 'm'])
  })

  test('gives the envelope and rows of the contract', async () => {
    let clock = 5
    const envelope = await queryMemory(pool, { query: ' tea ' }, now, { monotonic: () => (clock += 1.26) })
    expect(envelope).toEqual({
      results: [
        {
          id: 'tea',
          text: 'drinks green tea every morning',
          tier: 'fact',
          entity: 'master',
          score: 0.016393,
          created_at: '2025-03-09T08:00:00',
          event_start_at: null,
          event_end_at: null,
        },
      ],
      query: 'tea',
      candidates_total: 4,
      elapsed_ms: 1.3,
    })
  })

  test('gives eight rows when there are no vectors, and each text once', async () => {
    const many = recallPoolOf([
      ...Array.from({ length: 12 }, (_, index) => row(`k${index}`, `kite number ${index}`)),
      row('twice', 'kite  number 0'),
      ...Array.from({ length: 12 }, (_, index) => row(`t${index}`, `tea of day ${index}`)),
    ])
    expect(await ask(many, { query: 'kite' })).toHaveLength(8)
    const found = await ask(many, { query: 'kite number 0' })
    expect(found.filter((id) => id === 'k0' || id === 'twice')).toEqual(['k0'])
  })

  test('a word that every row has says nothing', async () => {
    const same = recallPoolOf(Array.from({ length: 20 }, (_, index) => row(`k${index}`, `kite ${index}`)))
    expect(await ask(same, { query: 'kite' })).toEqual([])
  })

  test('equal scores come facts first, then reflections, then the archive, each in file order', async () => {
    const ties = recallPoolOf([
      row('a', 'red kite', {}, 'fact_archive'),
      row('r', 'blue kite', {}, 'reflection'),
      row('f2', 'new kite'),
      row('f1', 'big kite'),
    ])
    expect(await ask(ties, { query: 'kite' })).toEqual(['f2', 'f1', 'r', 'a'])
  })
})

describe('rows that are never recalled', () => {
  test('what is suppressed, disputed, corrected, or a reflection at its end', async () => {
    const pool = recallPoolOf([
      row('ok', 'kite one'),
      row('suppressed', 'kite two', { suppress: true }),
      row('disputed', 'kite three', { disputation: 2, disp_last_signal_at: '2025-05-01T00:00:00' }),
      row('corrected', 'kite four', { superseded_at: '2025-05-01T00:00:00', superseded_by: null }),
      row('over', 'used to fly a kite', { superseded_at: '2025-05-01T00:00:00' }),
      row('promoted', 'kite five', { status: 'promoted' }, 'reflection'),
      row('pending', 'kite six', { status: 'pending' }, 'reflection'),
      { seq: (rows += 1), tier: 'fact', doc: 'kite' },
    ])
    expect((await ask(pool, { query: 'kite' })).sort()).toEqual(['ok', 'over', 'pending'])
    expect((await queryMemory(pool, { query: 'kite' }, now)).candidates_total).toBe(3)
  })
})

describe('by time', () => {
  const pool = recallPoolOf([
    row('before', 'a', { created_at: '2025-03-01T10:00:00' }),
    row('inside', 'b', { created_at: '2025-03-09T10:00:00' }),
    row('later', 'c', { event_start_at: '2025-03-09T20:00:00' }),
    row('spans', 'd', { event_start_at: '2025-03-01T00:00:00', event_end_at: '2025-04-01T00:00:00' }),
    row('edge', 'e', { event_start_at: '2025-03-10T00:00:00' }),
    row('undated', 'f', { created_at: null }),
    row('abroad', 'g', { created_at: '2025-03-08T18:00:00Z' }),
  ])

  test('inside first, the later start first, then by distance; undated rows count and do not show', async () => {
    const envelope = await queryMemory(pool, { time: ' 2025-03-09 ' }, now)
    expect(envelope.results.map(({ id, score }) => [id, score])).toEqual([
      ['later', null],
      ['inside', null],
      ['abroad', null],
      ['spans', null],
      ['edge', null],
      ['before', null],
    ])
    expect([envelope.query, envelope.time, envelope.candidates_total]).toEqual(['', '2025-03-09', 7])
  })

  test('with a query, only rows that touch the period take part, also in the statistics', async () => {
    const kites = recallPoolOf([
      row('in', 'kite', { created_at: '2025-03-09T10:00:00' }),
      row('out', 'kite kite', { created_at: '2025-03-11T10:00:00' }),
      row('undated', 'kite', { created_at: 'long ago' }),
    ])
    const envelope = await queryMemory(kites, { query: 'kite', time: '2025-03-09' }, now)
    expect(envelope.results.map(({ id }) => id)).toEqual(['in'])
    expect(envelope.candidates_total).toBe(1)
    expect(envelope).not.toHaveProperty('time')
  })

  test('a period may be named relative to today', async () => {
    expect(await ask(pool, { time: '三月九号' })).toEqual(await ask(pool, { time: '2025-03-09' }))
    expect(await ask(pool, { query: 'b', time: 'last month' })).toEqual([])
  })

  test('words that are not understood filter nothing, and the answer says so', async () => {
    expect(await queryMemory(pool, { time: 'whenever' }, now)).toEqual({
      results: [],
      query: '',
      candidates_total: 0,
      elapsed_ms: 0,
      time_not_understood: true,
      reason: 'time_not_understood',
    })
    expect(await ask(recallPoolOf([row('k', 'kite')]), { query: 'kite', time: 'whenever' })).toEqual(['k'])
  })
})

describe('with vectors', () => {
  const rowVectors: Readonly<Record<string, Float32Array>> = {
    both: Float32Array.of(2, 1),
    near: Float32Array.of(1, 0.1),
    archived: Float32Array.of(1, 0),
    flat: Float32Array.of(0, 0),
    wide: Float32Array.of(1, 0, 0),
  }
  const poolWith = (exact: boolean) =>
    recallPoolOf(
      [
        row('words', 'kite'),
        row('both', 'kite festival'),
        row('near', 'paper dragon in the wind'),
        row('archived', 'wind toy', {}, 'fact_archive'),
        row('flat', 'zero'),
        row('wide', 'other width'),
      ],
      {
        vectors: {
          modelId: 'model',
          dimension: 2,
          of: (doc) => rowVectors[String(doc['id'])] ?? null,
          exact,
        },
      },
    )
  const pool = poolWith(true)
  const vectors = { query: Float32Array.of(1, 0), modelId: 'model' }

  test('both sides are fused by rank; the archive has no vectors', async () => {
    expect(await ask(pool, { query: 'kite' }, { vectors })).toEqual(['both', 'words', 'near'])
  })

  test('a side that finds nothing leaves its places to the other', async () => {
    expect(await ask(pool, { query: 'qqq' }, { vectors })).toEqual(['near', 'both'])
  })

  test('or by the sum of scores', async () => {
    const summed = { vectors, fusion: 'score' } as const
    expect(await ask(poolWith(false), { query: 'kite' }, summed)).toEqual(['both', 'words', 'near'])
  })

  test('vectors of another model are not compared', async () => {
    const other = { ...vectors, modelId: 'other' }
    expect(await ask(pool, { query: 'qqq' }, { vectors: other })).toEqual([])
    expect(await ask(pool, { query: 'qqq' }, { vectors: other, fusion: 'score' })).toEqual([])
  })
})

test('a failure tells nothing but that it failed', async () => {
  expect(failedRecall({ query: ' kite', time: 'x' })).toEqual({
    results: [],
    query: ' kite',
    candidates_total: 0,
    elapsed_ms: 0,
    error_code: 'hybrid_recall_failed',
  })
})

test('a pool that was changed answers like one that was built anew', async () => {
  const text = fc.constantFrom('red kite', 'blue kite', 'green tea', 'old boat', 'kite kite', '放风筝', '')
  const tier = fc.constantFrom<RecallTier>('fact', 'reflection', 'fact_archive')
  const created = fc.constantFrom('2025-03-08T12:00:00', '2025-03-09T12:00:00', 'soon')
  const change = fc.record({
    place: fc.nat(12),
    tier,
    text: fc.option(text),
    created,
    suppress: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 40 }),
      fc.constantFrom('kite', '风筝', 'tea boat'),
      async (changes, query) => {
        const changed = recallPoolOf([])
        const stored = new Map<string, RecallRow>()
        for (const { place, tier: at, text: words, created: created_at, suppress } of changes) {
          // A pool that has answered by time keeps its periods in step too.
          await queryMemory(changed, { time: '2025-03-09' }, now)
          const source = at === 'reflection' ? 'reflections' : 'facts'
          const key = `${source}/${place}`
          if (words === null) {
            changed.apply([{ type: 'remove', source, seq: place }])
            stored.delete(key)
          } else {
            const next = row(`${place}`, words, { created_at, suppress, disputation: 0 }, at, place)
            changed.apply([{ type: 'put', row: next }])
            stored.set(key, next)
          }
        }
        const fresh = recallPoolOf(stored.values())
        for (const request of [{ query }, { time: '2025-03-09' }, { query, time: '2025-03-09' }]) {
          expect(await queryMemory(changed, request, now)).toEqual(await queryMemory(fresh, request, now))
        }
      },
    ),
  )
})

describe('how good the answer is', () => {
  const notes = recallPoolOf([
    row('tea', 'The user drinks green tea every morning', { created_at: '2025-03-09T08:00:00' }),
    row('trip', 'The user plans a trip to the mountains with friends', { created_at: '2025-03-20T08:00:00' }),
    row('home', '用户住在大阪的一间公寓', { created_at: '2025-03-21T08:00:00' }),
  ])
  const reason = async (request: RecallRequest) => (await queryMemory(notes, request, now)).reason ?? null

  test.each([
    [{ query: 'green tea' }, null],
    [{ query: 'what does the user drink in the morning' }, null],
    [{ query: '大阪的公寓' }, null],
    [{ query: 'submarine' }, 'nothing_found'],
    [
      { query: 'morning lecture about quantum chromodynamics at the university of Vienna' },
      'only_weak_matches',
    ],
    [{ query: '一万年前的恐龙化石' }, 'only_weak_matches'],
    [{ query: 'tea', time: '2024' }, 'nothing_in_window'],
    [{ query: 'tea', time: 'whenever' }, 'time_not_understood'],
    [{ time: '2025-03-09' }, null],
    [{ time: '2024' }, 'nothing_in_window'],
    [{ time: 'whenever' }, 'time_not_understood'],
    [{}, null],
  ] as const)('%j: %s', async (request, expected) => {
    expect(await reason(request)).toBe(expected)
  })

  test('the period that was understood is told, in stamps of the user’s clocks', async () => {
    const envelope = await queryMemory(notes, { query: 'tea', time: '三月九号' }, now)
    expect(envelope.time_window).toEqual({ start: '2025-03-09T00:00:00', end: '2025-03-10T00:00:00' })
    expect(await queryMemory(notes, { query: 'tea' }, now)).not.toHaveProperty('time_window')
    expect(await queryMemory(notes, { query: 'tea', time: 'whenever' }, now)).not.toHaveProperty(
      'time_window',
    )
  })
})

describe('one memory said twice', () => {
  const entity = 'master'

  test('comes back once, the weightier one', async () => {
    const pool = recallPoolOf([
      row('like', 'I like tea', { entity, importance: 4 }),
      row('love', 'I really love tea!', { entity, importance: 7 }),
      row('not', 'I do not like tea at all', { entity }),
      row('zh', '我喜欢喝茶', { entity }),
      row('zh2', '我超爱喝茶', { entity }),
    ])
    expect(await ask(pool, { query: 'tea' })).toEqual(['love', 'not'])
    expect(await ask(pool, { query: '喝茶' })).toEqual(['zh'])
  })

  test('by whoever said it, and whatever day it happened on, stays two', async () => {
    const pool = recallPoolOf([
      row('user', 'likes tea', { entity }),
      row('her', 'likes tea', { entity: 'neko' }),
      row('one', 'watched a film about tea', {
        entity,
        temporal_scope: 'episode',
        event_start_at: '2025-03-01T00:00:00',
      }),
      row('two', 'watched a film about tea!', {
        entity,
        temporal_scope: 'episode',
        event_start_at: '2025-03-08T00:00:00',
      }),
    ])
    expect((await ask(pool, { query: 'film' })).toSorted()).toEqual(['one', 'two'])
  })

  test('leaves its place to another row', async () => {
    const same = Array.from({ length: 6 }, (_, n) =>
      row(`same${String(n)}`, `I like tea${'!'.repeat(n)}`, { entity }),
    )
    const others = Array.from({ length: 9 }, (_, n) => row(`other${String(n)}`, `boat number ${String(n)}`))
    const teas = [row('a', 'tea and cake in the garden'), row('b', 'tea from a friend in China')]
    const pool = recallPoolOf([...same, ...teas, ...others])
    expect((await ask(pool, { query: 'tea' })).toSorted()).toEqual(['a', 'b', 'same5'])
    const inTime = recallPoolOf([...same, ...teas])
    expect((await ask(inTime, { time: '2025-03-09' })).toSorted()).toEqual(['a', 'b', 'same5'])
  })
})

describe('what was and is no more', () => {
  const homes = recallPoolOf([
    row('tokyo', 'The user lives in Tokyo', {
      superseded_at: '2025-03-01T00:00:00',
      superseded_by: 'osaka',
      valid_to: '2025-02-01T00:00:00',
      created_at: '2024-03-01T00:00:00',
    }),
    row('osaka', 'The user lives in Osaka now', { created_at: '2025-03-01T00:00:00' }),
    row('cat', 'Miso is a cat'),
  ])

  test('is no answer to what is', async () => {
    expect(await ask(homes, { query: 'where does the user live' })).toEqual(['osaka'])
    const { results } = await queryMemory(homes, { query: 'Miso the cat' }, now)
    expect(results.map(({ id }) => id)).toEqual(['cat'])
  })

  describe('finds what took its place', () => {
    const gone = (id: string, text: string, by: string) =>
      row(id, text, { superseded_at: '2025-03-01T00:00:00', superseded_by: by })
    const tea = row('tea', 'The user drinks tea')

    test('by its words, where that has none of them', async () => {
      const pool = recallPoolOf([
        gone('tokyo', 'lives in Tokyo', 'osaka'),
        row('osaka', 'moved to Osaka'),
        tea,
      ])
      const { results } = await queryMemory(pool, { query: 'where does she live?' }, now, { explain: true })
      const explain = { kept_by: 'successor', instead_of: 'tokyo' }
      expect(results).toMatchObject([{ id: 'osaka', score: null, explain }])
    })

    test('over as many steps as there were, and not what is gone too', async () => {
      const steps = [
        gone('a', 'lives in Tokyo', 'b'),
        gone('b', 'moved to Nara', 'c'),
        row('c', 'moved to Osaka'),
      ]
      expect(await ask(recallPoolOf(steps), { query: 'live' })).toEqual(['c'])
      const circle = [gone('a', 'lives in Tokyo', 'b'), gone('b', 'moved to Nara', 'a'), tea]
      expect(await ask(recallPoolOf(circle), { query: 'live, drinking tea' })).toEqual(['tea'])
      expect(await ask(recallPoolOf([gone('a', 'lives in Tokyo', 'x')]), { query: 'live' })).toEqual([])
      const hidden = row('b', 'moved to Osaka', { suppress: true })
      expect(await ask(recallPoolOf([gone('a', 'lives in Tokyo', 'b'), hidden]), { query: 'live' })).toEqual(
        [],
      )
    })

    test('once, behind what says more of the question, before what says no more, and as many rows as ever', async () => {
      const flats = Array.from({ length: 12 }, (_, n) => row(`r${String(n)}`, `lives in flat ${String(n)}`))
      const teas = Array.from({ length: 40 }, (_, n) => row(`t${String(n)}`, `tea of sort ${String(n)}`))
      const homes = [gone('tokyo', 'lives in Tokyo', 'osaka'), gone('kobe', 'lives in Kobe', 'osaka')]
      const pool = recallPoolOf([...homes, row('osaka', 'moved to Osaka'), ...flats, ...teas])
      const usual = await ask(recallPoolOf([...flats, ...teas]), { query: 'living in a flat' })
      expect(usual).toHaveLength(8)
      expect(await ask(pool, { query: 'living in a flat' })).toEqual(usual)
      expect(await ask(pool, { query: 'where she lives' })).toEqual(['osaka', ...usual.slice(0, 7)])
    })
  })

  test.each(['where did the user live before?', 'Tokyo, previously', 'Tokyo'])(
    'answers a question about the past, marked and behind what took its place: %s',
    async (query) => {
      const request = /before|previously/u.test(query) ? { query } : { query, time: '2024' }
      const { results } = await queryMemory(homes, request, now)
      expect(results.filter(({ id }) => id === 'tokyo')).toMatchObject([
        { text: 'The user lives in Tokyo', superseded: true, valid_to: '2025-02-01T00:00:00' },
      ])
      const ids = results.map(({ id }) => id)
      if (ids.includes('osaka')) expect(ids.indexOf('osaka')).toBeLessThan(ids.indexOf('tokyo'))
      expect(results.find(({ id }) => id === 'osaka') ?? {}).not.toHaveProperty('superseded')
    },
  )

  test('is found by the time it was told in', async () => {
    expect(await ask(homes, { time: '2024' })).toEqual(['osaka', 'tokyo', 'cat'])
  })
})
