/** A forgetting that is killed at each of its writes, asked again after the next start, or left to it. */
import { describe, expect, test } from 'vitest'
import type { EntryAt, ForgetProof } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { Fragments } from '../../src/engine/forgetting/fragments.ts'
import { searchEverywhere } from '../../src/engine/forgetting/proof.ts'
import { findEntry } from '../../src/engine/look/find-entry.ts'
import type { ExtractInput } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import type { SqliteProvider } from '../../src/worker/storage/sqlite-provider.ts'
import { testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { memoryDatabases } from '../fixtures/memory-databases.ts'
import { mortalDatabases } from '../fixtures/mortal.ts'

const secret = 'My locker combination is forty-two walrus nineteen'
const operation = 'forget-it'
const nothing = (): Promise<unknown> => Promise.resolve()

const verbatim = lifeModel(
  {
    extractFacts: ({ turns }: ExtractInput) =>
      Promise.resolve(
        ok({ claims: turns.map(({ text, turnId }) => claim(text, [turnId], { quote: text })), retracts: [] }),
      ),
  },
  'rules',
)

interface Life {
  /** Writes that the forgetting made, or was about to make when it was killed. */
  readonly writes: number
  readonly next: TestEngine
  readonly entry: EntryAt
  readonly store: () => Promise<CharacterStore>
}

/** Forgets, is killed at the write of that number, counted from 0, and starts again after `meanwhile`. */
async function live(
  killedAt: number,
  meanwhile: (store: CharacterStore) => Promise<unknown> = nothing,
): Promise<Life> {
  const databases = await memoryDatabases()
  let [writes, forgetting] = [0, false]
  const mortal = mortalDatabases(databases, () => {
    if (!forgetting) return
    writes += 1
    if (writes > killedAt) throw new Error('killed')
  })
  const first = await testEngine({ databases: mortal, model: verbatim })
  await first.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await first.say('/cache/Mika', [user('I read about gardens', 't1')])
  await first.say('/cache/Mika', [user(secret, 't2')])
  await first.settled()
  const entry = await entryOf(first, await storeIn(databases))
  forgetting = true
  const request = { entries: [entry], rawTurns: true, removeDerived: true }
  await first.api.forget('Mika', operation, request).catch(() => undefined)
  await first.stop().catch(() => undefined)
  await meanwhile(await storeIn(databases))
  const { settings, clock } = first
  const next = await testEngine({ databases, settings, clock, model: verbatim })
  return { writes, next, entry, store: () => storeIn(databases) }
}

/** Killed when the forgetting was stored, but not proved. */
async function killedUnproved(
  meanwhile: (store: CharacterStore) => Promise<unknown> = nothing,
): Promise<Life> {
  for (let at = (await live(Infinity)).writes - 1; at >= 0; at -= 1) {
    const unproved: unknown[] = []
    const life = await live(at, async (store) => {
      unproved.push(...(await store.proofs.unproved(store.db)))
      if (unproved.length > 0) await meanwhile(store)
    })
    if (unproved.length > 0) return life
    await life.next.stop()
  }
  throw new Error('the forgetting was never stored without its proof')
}

async function storeIn(databases: SqliteProvider): Promise<CharacterStore> {
  const [id = ''] = await databases.list()
  return openCharacterStore(await databases.open(id))
}

async function entryOf(engine: TestEngine, { db }: CharacterStore): Promise<EntryAt> {
  const read = await engine.api.facts('Mika')
  const id = (read.ok ? read.value : []).find(({ text }) => text === secret)?.id ?? ''
  const stored = await findEntry(db, { kind: 'fact', id })
  if (stored === null) throw new Error('the fact is not there')
  return { key: { kind: 'fact', id }, revision: revisionOf(stored.doc, stored.archived) }
}

async function proofs(engine: TestEngine): Promise<readonly ForgetProof[]> {
  const read = await engine.api.proofs('Mika')
  return read.ok ? read.value : []
}

async function leftIn({ db }: CharacterStore, text = secret): Promise<number> {
  return (await searchEverywhere(db, new Fragments([text]), { turnsToo: true })).found
}

async function facts(engine: TestEngine): Promise<string[]> {
  const read = await engine.api.facts('Mika')
  return read.ok ? read.value.map(({ text }) => text) : []
}

describe('a forgetting that was killed, at whatever write', () => {
  test('and is asked again ends as if it had not been', { timeout: 120_000 }, async () => {
    const { writes } = await live(Infinity)
    expect(writes).toBeGreaterThan(30)
    for (let at = 0; at < writes; at += 1) {
      const { next, entry, store } = await live(at)
      const request = { entries: [entry], rawTurns: true, removeDerived: true }
      const done = await next.api.forget('Mika', operation, request)
      const told = `killed at write ${String(at)} of ${String(writes)}`
      expect(done, told).toMatchObject({
        ok: true,
        proof: { entries: 1, turns: 1, found: 0, overwritten: true },
      })
      expect(done.ok && done.proof.searched, told).toBeGreaterThan(100)
      expect(await proofs(next), told).toHaveLength(1)
      expect(await facts(next), told).toEqual(['I read about gardens'])
      expect(await leftIn(await store()), told).toBe(0)
      await next.stop()
    }
  })

  test('and is not asked again is proved by the next start, or never was', { timeout: 120_000 }, async () => {
    const { writes } = await live(Infinity)
    const ends = new Set<string>()
    for (let at = 0; at < writes; at += 1) {
      const { next, store } = await live(at)
      expect(await facts(next)).toContain('I read about gardens')
      await next.settled()
      const told = `killed at write ${String(at)} of ${String(writes)}`
      const [proof, ...others] = await proofs(next)
      expect(others, told).toEqual([])
      const left = await leftIn(await store())
      ends.add(proof === undefined ? 'untouched' : 'proved')
      if (proof === undefined) {
        expect(await facts(next), told).toContain(secret)
        expect(left, told).toBeGreaterThan(0)
      } else {
        expect(left, told).toBe(0)
        expect(proof, told).toMatchObject({ found: 0, overwritten: true })
        expect(proof.searched, told).toBeGreaterThan(100)
      }
      await next.stop()
    }
    expect([...ends].sort()).toEqual(['proved', 'untouched'])
  })
})

describe('a proof that is made after a kill', () => {
  test('finds what is left', async () => {
    const { next, store } = await killedUnproved(({ db }) =>
      // A row of before, of which nobody had it removed.
      db.run(`UPDATE journal SET cause = ? WHERE seq = (SELECT min(seq) FROM journal)`, [`So: ${secret}`]),
    )
    await next.settled()
    expect(await proofs(next)).toMatchObject([{ found: 1 }])
    expect(await leftIn(await store())).toBe(1)
    await next.stop()
  })

  test('takes nothing that was said anew for a trace', async () => {
    const { next, store } = await killedUnproved((killed) =>
      killed.db.run(`INSERT INTO recent (doc) VALUES (?)`, [
        `{"type":"human","data":{"content":"${secret}"}}`,
      ]),
    )
    await next.say('/cache/Mika', [user(`Anew: ${secret}`, 't9')])
    await next.settled()
    expect(await proofs(next)).toMatchObject([{ found: 0 }])
    expect(await leftIn(await store())).toBeGreaterThan(0)
    await next.stop()
  })

  test('keeps no word until then, and nothing after', async () => {
    const rows = `SELECT search FROM forget_unproved`
    const { next, store } = await killedUnproved(async (killed) => {
      const [row, ...others] = await killed.db.all<{ search: string }>(rows)
      expect(others).toEqual([])
      expect(row?.search).not.toMatch(/locker|walrus|nineteen/i)
      expect(await leftIn(killed)).toBe(0)
    })
    await next.settled()
    expect(await (await store()).db.all(rows)).toEqual([])
    await next.stop()
  })

  test('that is broken off by a stop is made by the start after it', async () => {
    const { next, store } = await killedUnproved()
    await next.stop()
    const { db } = await store()
    expect(await db.all('SELECT proof_id FROM forget_unproved')).toHaveLength(1)
    const { databases, settings, clock } = next
    const after = await testEngine({ databases, settings, clock, model: verbatim })
    await after.settled()
    const [proof] = await proofs(after)
    expect(proof?.searched).toBeGreaterThan(100)
    expect(await db.all('SELECT proof_id FROM forget_unproved')).toEqual([])
    await after.stop()
  })

  test('that has become unreadable says that nothing was searched', async () => {
    const { next } = await killedUnproved(({ db }) => db.run(`UPDATE forget_unproved SET search = 'torn'`))
    await next.settled()
    expect(await proofs(next)).toMatchObject([{ searched: 0, found: 0 }])
    expect(next.logs.map(({ event }) => event)).toContain('forgetting.proof_unreadable')
    await next.stop()
  })
})
