/** What pages ask beside the routes, asked again because the leader went away before its answer. */
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestEngine, testEngine, user } from '../../tests/fixtures/engine.ts'

const mika = { name: 'Mika', nickname: 'Mi', card: { temper: 'quiet' } }

let engine: TestEngine

beforeEach(async () => {
  engine = await testEngine()
})

/** The call, and the call again over the same storage by the next leader. */
async function twice<T>(call: (api: TestEngine['api']) => Promise<T>): Promise<[T, T]> {
  const first = await call(engine.api)
  engine = await engine.restart()
  return [first, await call(engine.api)]
}

async function names(): Promise<string[]> {
  return (await engine.api.characters()).list.map(({ name }) => name)
}

describe('a call that is made again', () => {
  it('makes one character, and refuses another of her name', async () => {
    const [first, second] = await twice((api) => api.createCharacter(mika))
    expect(first).toMatchObject({ ok: true, value: mika })
    expect(second).toEqual(first)
    expect(await names()).toEqual(['Mika'])
    for (const other of [
      { ...mika, nickname: '' },
      { ...mika, card: { temper: 'loud' } },
    ]) {
      expect(await engine.api.createCharacter(other)).toMatchObject({
        ok: false,
        error: { code: 'name_taken' },
      })
    }
    await engine.stop()
  })

  it('renames once, with all that the card says and with the memory', async () => {
    await engine.api.createCharacter(mika)
    await engine.say('/cache/Mika', [user('I like tea.', 't1')])
    const ren = { name: 'Ren', nickname: '', card: { temper: 'loud' } }
    const [first, second] = await twice((api) => api.updateCharacter('Mika', ren))
    expect(first).toMatchObject({ ok: true, value: ren })
    expect(second).toEqual(first)
    expect(await names()).toEqual(['Ren'])
    expect((await engine.api.characters()).current).toBe('Ren')
    expect(await engine.api.conversation('Ren')).toMatchObject({ ok: true, value: [{ turnId: 't1' }] })
    await engine.stop()
  })

  it('is not taken for done where the names belong to two', async () => {
    await engine.api.createCharacter(mika)
    await engine.api.createCharacter({ ...mika, name: 'Ren' })
    expect(await engine.api.updateCharacter('Mika', { ...mika, name: 'Ren' })).toMatchObject({
      ok: false,
      error: { code: 'name_taken' },
    })
    expect(await engine.api.updateCharacter('Nobody', { ...mika, name: 'Someone' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_character' },
    })
    expect(await names()).toEqual(['Mika', 'Ren'])
    await engine.stop()
  })

  it('deletes her with her memory, also what a first call left half done', async () => {
    await engine.api.createCharacter(mika)
    await engine.say('/cache/Mika', [user('I like tea.', 't1')])
    // The worker ended after the list was written and before the database was removed.
    await engine.settings.set('characters', [])
    expect(await twice((api) => api.deleteCharacter('Mika'))).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    expect(await engine.databases.list()).toEqual([])
    await engine.stop()
  })

  it('undoes a fact once, and knows a fact that never was', async () => {
    await engine.api.createCharacter(mika)
    await engine.say('/cache/Mika', [user('I like kites.', 't1')])
    await engine.settled()
    const facts = await engine.api.facts('Mika')
    const id = facts.ok ? (facts.value[0]?.id ?? '') : ''
    expect(await twice((api) => api.undoFact('Mika', id))).toEqual([
      { ok: true, value: null },
      { ok: true, value: null },
    ])
    expect(await engine.api.undoFact('Mika', 'none')).toMatchObject({
      ok: false,
      error: { code: 'unknown_fact' },
    })
    await engine.stop()
  })
})
