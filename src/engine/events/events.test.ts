import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { eventsOf, later, now, put, putPersona, textsIn } from '../../../tests/fixtures/persona.ts'
import fc from '../../../tests/fixtures/properties.ts'
import { parseObject, type JsonObject } from '../document.ts'
import { applyEvidence } from '../evidence/dispatch.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { EventType } from '../store/logs.ts'
import { importView, renderView } from '../store/views.ts'
import { sha256Hex } from '../text/hash.ts'
import { compactEvents } from './compact.ts'
import { reconcile } from './reconcile.ts'
import { recordEvent } from './record.ts'

let store: CharacterStore
const ids = createTestIds('1')
const warnings: string[] = []
const log = {
  write: (_level: string, event: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void warnings.push(`${event} ${String(fields['event'])}`),
}
beforeEach(async () => {
  store = await filled()
  warnings.length = 0
})
afterEach(() => store.db.close())

async function filled(): Promise<CharacterStore> {
  const fresh = await memoryStore()
  await putPersona(fresh, { master: { facts: [{ id: 'p1', text: 'likes tea' }] } })
  await put(fresh, 'reflections.json', [
    { id: 'r1', text: 'keeps promises', status: 'pending' },
    { id: 'r2', text: 'hates rain', status: 'confirmed' },
  ])
  return fresh
}

type Line = readonly [id: string, type: string, payload: unknown]

async function imported(lines: readonly (Line | string)[], of = store): Promise<void> {
  const text = lines.map((line) => {
    if (typeof line === 'string') return line
    const [event_id, type, payload] = line
    return JSON.stringify({ event_id, type, ts: '2026-05-01T00:00:00', payload })
  })
  const done = await of.db.transaction((tx) => importView(tx, 'events.ndjson', text.join('\n')))
  expect(done.ok).toBe(true)
}

async function reflections(of = store): Promise<JsonObject[]> {
  return (await of.reflections.list(of.db)).map(({ doc }) => parseObject(doc) ?? {})
}

function rows(of = store): Promise<(string | null)[]> {
  const names = ['reflections.json', 'persona.json', 'events_applied.json']
  return Promise.all(names.map((name) => renderView(of.db, name)))
}

const confirm = (id: string, to = 'confirmed'): Line => [
  id,
  'reflection.state_changed',
  { reflection_id: 'r1', from: 'pending', to, ts: '2026-05-01T00:00:00' },
]
const snapshot = { id: 'r1', text: 'keeps promises', status: 'archived' }
const archive = (id: string, shard: string, entry: unknown = snapshot): Line => [
  id,
  'reflection.state_changed',
  { reflection_id: 'r1', to: 'archived', archive_shard_path: shard, entry_snapshot: entry },
]

describe('recording (evidence.md §9)', () => {
  const event = { type: 'fact.added', payload: { id: 'f' } } as const

  test('a type that is not known is refused, and nothing is written', async () => {
    const bogus = { type: 'fact.Added' as EventType, payload: {} }
    await expect(store.db.transaction((tx) => recordEvent(tx, store, bogus, now, ids))).rejects.toThrow(
      TypeError,
    )
    expect(await store.events.list(store.db)).toEqual([])
  })

  test('a transaction that fails later takes event and sentinel back', async () => {
    const failing = store.db.transaction(async (tx) => {
      await recordEvent(tx, store, event, now, ids)
      throw new Error('later')
    })
    await expect(failing).rejects.toThrow('later')
    expect(await store.events.list(store.db)).toEqual([])
    expect(await store.events.sentinel.get(store.db)).toBeNull()
  })

  test('the sentinel does not jump over events that wait to be replayed (maintenance.md §4.5)', async () => {
    await imported([confirm('e1'), ['e2', 'from.a.newer.build', {}]])
    expect(await reconcile(store, now, log)).toEqual({ applied: 1, stoppedAt: 'e2' })
    await store.db.transaction((tx) =>
      applyEvidence(
        tx,
        store,
        { targetType: 'reflection', targetId: 'r2' },
        { reinforcement: 1 },
        'user_confirm',
        now,
        ids,
      ),
    )
    expect(await store.events.sentinel.get(store.db)).toBe('e1')
    // A build that knows the type takes up where this one stopped, and the change in between is found done.
    const { applied, stoppedAt } = await reconcile(store, now, log, {
      'from.a.newer.build': () => Promise.resolve({ ok: true, value: true }),
      'reflection.evidence_updated': () => Promise.resolve({ ok: true, value: false }),
    })
    expect([applied, stoppedAt]).toEqual([1, null])
    expect((await eventsOf(store)).settled).toBe(true)
  })
})

describe('replay (maintenance.md §4.4)', () => {
  test('begins behind the sentinel, passes over torn lines, and stops at what nobody handles', async () => {
    await imported([
      confirm('e1', 'denied'),
      '{"event_id": "torn',
      '{"type":"x"}',
      confirm('e2'),
      confirm('e3'),
    ])
    await store.events.sentinel.set(store.db, 'e1', 't')
    expect(await reconcile(store, now, log)).toEqual({ applied: 1, stoppedAt: null })
    expect((await reflections())[0]).toEqual({
      ...{ id: 'r1', text: 'keeps promises', status: 'confirmed', confirmed_at: '2026-05-01T00:00:00' },
    })
    await imported([confirm('e1'), ['e2', 'fact.added', {}], confirm('e3', 'denied')])
    await store.events.sentinel.set(store.db, 'e1', 't')
    expect(await reconcile(store, now, log)).toEqual({ applied: 0, stoppedAt: 'e2' })
    expect((await reflections())[0]).toMatchObject({ status: 'confirmed' })
    expect(warnings).toEqual(['events.replay_stopped e2'])
  })

  test('a handler that throws undoes its own work only', async () => {
    await imported([confirm('e1'), ['e2', 'fact.added', {}]])
    const outcome = await reconcile(store, now, log, {
      'reflection.state_changed': () => Promise.resolve({ ok: true, value: true }),
      'fact.added': async (tx) => {
        await tx.run('DELETE FROM reflections')
        throw new Error('broken')
      },
    })
    expect(outcome).toEqual({ applied: 1, stoppedAt: 'e2' })
    expect(await reflections()).toHaveLength(2)
    expect(await store.events.sentinel.get(store.db)).toBe('e1')
  })

  test('sets only what an event may set', async () => {
    const payload = { reflection_id: 'r1', reinforcement: 2, text: 'x', status: 'denied', id: 'z', extra: 1 }
    await imported([['e1', 'reflection.evidence_updated', { ...payload, promote_attempt_count: 3 }]])
    await reconcile(store, now, log)
    expect((await reflections())[0]).toEqual({
      ...{ id: 'r1', text: 'keeps promises', status: 'pending', reinforcement: 2, promote_attempt_count: 3 },
    })
  })

  test('reasons go where the status has them', async () => {
    const blocked = { reflection_id: 'r1', to: 'promote_blocked', reason: 'llm_unavailable' }
    const denied = { reflection_id: 'r2', to: 'denied', reason: 'no', reject_explanation: 'they said so' }
    await imported([
      ['e1', 'reflection.state_changed', blocked],
      ['e2', 'reflection.state_changed', denied],
    ])
    expect(await reconcile(store, now, log)).toEqual({ applied: 2, stoppedAt: null })
    expect(await reflections()).toMatchObject([
      { status: 'promote_blocked', promote_blocked_reason: 'llm_unavailable' },
      { status: 'denied', denied_reason: 'no', reject_reason: 'they said so' },
    ])
  })

  test('a merge whose text is not there pauses the replay; one that was rewritten since does not', async () => {
    const merge = {
      ...{ entity_key: 'master', entry_id: 'p1', merged_from_ids: ['ref_1'] },
      rewrite_text_sha256: sha256Hex('likes green tea'),
    }
    await imported([['e1', 'persona.entry_updated', merge], confirm('e2')])
    expect(await reconcile(store, now, log)).toEqual({ applied: 0, stoppedAt: 'e1' })
    expect(await textsIn(store)).toEqual(['likes tea'])

    await putPersona(store, {
      master: { facts: [{ id: 'p1', text: 'likes all tea', merged_from_ids: ['ref_0', 'ref_1'] }] },
    })
    expect(await reconcile(store, now, log)).toEqual({ applied: 1, stoppedAt: null })
    expect(await textsIn(store)).toEqual(['likes all tea'])
  })
})

describe('replaying an archived entry', () => {
  const shard = '2026-05-04_0a1b2c3d.json'

  test('puts it into its shard once and takes it from the list', async () => {
    await imported([archive('e1', shard), archive('e2', shard)])
    expect(await reconcile(store, now, log)).toEqual({ applied: 1, stoppedAt: null })
    expect((await reflections()).map(({ id }) => id)).toEqual(['r2'])
    expect(JSON.parse((await renderView(store.db, `reflection_archive/${shard}`)) ?? '')).toEqual([snapshot])
  })

  test('leaves everything where the shard cannot be read', async () => {
    await store.archiveShards.keepUnreadable(store.db, 'reflection', shard, '{torn')
    await imported([archive('e1', shard), archive('e2', '../../elsewhere.json')])
    expect(await reconcile(store, now, log)).toEqual({ applied: 0, stoppedAt: null })
    expect(await reflections()).toHaveLength(2)
    expect(await renderView(store.db, `reflection_archive/${shard}`)).toBe('{torn')
  })

  test('without a snapshot the journal keeps what leaves the list', async () => {
    await imported([archive('e1', shard, null)])
    await reconcile(store, now, log)
    expect((await reflections()).map(({ id }) => id)).toEqual(['r2'])
    expect((await store.journal.ofTarget(store.db, 'r1'))[0]?.before).toContain('keeps promises')
  })

  test('an addition to the persona that names no shard is nothing', async () => {
    await imported([['e1', 'persona.fact_added', { entity_key: 'master', entry_id: 'p1', text: 'x' }]])
    expect(await reconcile(store, now, log)).toEqual({ applied: 0, stoppedAt: null })
    expect(await textsIn(store)).toEqual(['likes tea'])
  })
})

// ------------------------------------------------------------------------------------------ properties

type Happening = readonly [type: string, payload: unknown]

const someEvent = fc.oneof(
  fc
    .record({
      rein: fc.integer({ min: -3, max: 3 }),
      disp: fc.nat(3),
      id: fc.constantFrom('r1', 'r2', 'gone'),
    })
    .map(({ rein, disp, id }): Happening => [
      'reflection.evidence_updated',
      { reflection_id: id, reinforcement: rein, disputation: disp, rein_last_signal_at: null },
    ]),
  fc
    .record({ rein: fc.integer({ min: -3, max: 3 }), section: fc.constantFrom('master', 'neko') })
    .map(({ rein, section }): Happening => [
      'persona.evidence_updated',
      { entity_key: section, entry_id: 'p1', reinforcement: rein },
    ]),
  fc
    .constantFrom('confirmed', 'promoted', 'denied')
    .map((to): Happening => [
      'reflection.state_changed',
      { reflection_id: 'r2', to, ts: '2026-05-01T00:00:00' },
    ]),
  fc.constant<Happening>([
    'persona.fact_added',
    {
      ...{ entity_key: 'master', entry_id: 'p1', archive_shard_path: '2026-05-04_11112222.json' },
      entry_snapshot: { id: 'p1', text: 'likes tea' },
    },
  ]),
)

test('replaying a log twice gives what replaying it once gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someEvent, { minLength: 1, maxLength: 10 }), async (events) => {
      await store.db.close()
      store = await filled()
      await imported(events.map(([type, payload], index): Line => [`e${index}`, type, payload]))
      expect(await reconcile(store, now, log)).toMatchObject({ stoppedAt: null })
      const once = await rows()
      expect(await reconcile(store, now, log)).toEqual({ applied: 0, stoppedAt: null })
      await store.events.sentinel.set(store.db, null, 't')
      await reconcile(store, now, log)
      expect(await rows()).toEqual(once)
    }),
    { numRuns: 25 },
  )
})

test('killed between any two statements, the next replay ends where an undisturbed one does', async () => {
  const lines = [confirm('e1'), archive('e2', '2026-05-04_0a1b2c3d.json'), confirm('e3')]
  await imported(lines)
  await reconcile(store, now, log)
  const undisturbed = await rows()
  const fresh = async (): Promise<CharacterStore> => {
    const next = await filled()
    await imported(lines, next)
    return next
  }
  // A kill ends the replay like a failing handler; the next start goes on.
  const statements = await killEverywhere(
    fresh,
    (of) => reconcile(of, now, log),
    async (of) => {
      await reconcile(of, now, log)
      expect(await rows(of)).toEqual(undisturbed)
      await of.db.close()
    },
  )
  expect(statements).toBe(9)
})

describe('compaction (maintenance.md §4.6)', () => {
  test('is due by lines or by the age of the first one, and leaves the seeds', async () => {
    await imported([confirm('e1'), confirm('e2')])
    await store.events.sentinel.set(store.db, 'e2', 't')
    const seed = { type: 'fact.added', payload: { id: 'f' } } as const
    const compact = (at = now, lines = 3): Promise<number> =>
      store.db.transaction((tx) => compactEvents(tx, store, [seed], at, ids, { lines }))
    expect(await compact()).toBe(0)
    expect(await compact(later(58.4))).toBe(0)
    expect(await compact(later(58.5))).toBe(1)
    expect((await eventsOf(store)).events).toEqual([seed])
    expect(await store.events.sentinel.get(store.db)).toBeNull()
  })
})
