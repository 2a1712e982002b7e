/** Contexts of a whole engine: what is put aside and comes back, what cannot be read, and who is never mixed up. */
import { expect, test } from 'vitest'
import { assistant, testEngine, user, type TestEngine } from '../../../tests/fixtures/engine.ts'
import { HOUR_MS } from '../settings.ts'
import { openCharacterStore, type CharacterStore } from '../store/character-store.ts'
import { importView } from '../store/views.ts'
import { parseStamp } from '../time/stamp.ts'
import { isObject } from '../document.ts'

async function companion(): Promise<TestEngine> {
  const engine = await testEngine({ now: '2026-06-01T12:00:00Z', zone: 'UTC' })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: { job: 'pilot' } })
  for (const name of ['Ren', 'Mika'])
    await engine.api.createCharacter({ name, nickname: '', card: { mood: name } })
  await engine.say('/cache/Mika', [user('hello', 'm1'), assistant('hi', 'm2')])
  await engine.settled()
  return engine
}

/** Changes Mika's database while no engine is running, and starts a new one. */
async function reopened(
  engine: TestEngine,
  change: (store: CharacterStore) => Promise<void>,
): Promise<TestEngine> {
  await engine.stop()
  const names = await engine.settings.get('memory_names')
  const id = isObject(names) ? String(names['Mika']) : ''
  const store = await openCharacterStore(await engine.databases.open(id))
  await change(store)
  await store.db.close()
  return engine.restart()
}

function setDocuments(documents: Readonly<Record<string, unknown>>) {
  return (store: CharacterStore): Promise<void> =>
    store.db.transaction(async (tx) => {
      for (const [name, document] of Object.entries(documents)) {
        const instantOf = (stamp: string): number | null => parseStamp(stamp, 'UTC')
        const done = await importView(tx, name, JSON.stringify(document), { instantOf })
        expect(done.ok).toBe(true)
      }
    })
}

test('what three replies mention is put aside for five hours; settled reflections as well', async () => {
  const entry = { id: 'p1', text: 'loves oolong tea', reinforcement: 1 }
  // Believed, and not so much that it goes into the persona meanwhile.
  const reflection = {
    text: '主人喜欢乌龙茶',
    status: 'confirmed',
    reinforcement: 1.5,
    rein_last_signal_at: '2026-05-31T12:00:00',
    entity: 'master',
  }
  const engine = await reopened(
    await companion(),
    setDocuments({
      'persona.json': { master: { facts: [entry] } },
      'reflections.json': [
        { id: 'r1', ...reflection },
        { id: 'r2', ...reflection, text: 'Ada may change her job', status: 'pending' },
        {
          id: 'r3',
          ...reflection,
          text: 'Ada was in Oslo',
          temporal_scope: 'episode',
          event_end_at: '2026-05-02T12:00:00',
        },
      ],
    }),
  )
  const context = (): Promise<string> => engine.text('GET', '/new_dialog/Mika')
  expect(await context()).toContain(
    [
      '### About Ada\n- job: pilot\n- loves oolong tea\n',
      '### About Mika\n- mood: Mika\n',
      "### Mika's recent impressions, not certain yet\n- Ada may change her job\n",
      "### Mika's fairly certain impressions\n- 主人喜欢乌龙茶\n",
      '------Earlier impressions------\n',
    ].join('\n'),
  )
  expect(await context()).toContain('- [1mo ago] Ada was in Oslo\n')

  for (let reply = 0; reply < 3; reply += 1) {
    await engine.say('/cache/Mika', [
      user('hm', `u${reply}`),
      assistant('She loves oolong tea! 乌龙茶！', `a${reply}`),
    ])
    await engine.settled()
  }
  const aside = await context()
  expect(aside).toContain('do not bring them up\n- loves oolong tea\n')
  expect(aside).not.toContain('- 主人喜欢乌龙茶')

  engine.clock.jumpTo(engine.clock.now() + 5 * HOUR_MS)
  const back = await context()
  expect(back).toContain('### About Ada\n- job: pilot\n- loves oolong tea\n')
  expect(back).toContain('- 主人喜欢乌龙茶')
  await engine.stop()
})

test('a row that cannot be read is left out of the text, and is not lost', async () => {
  const engine = await reopened(await companion(), async (store) => {
    await store.db.run(`UPDATE recent SET doc = '{"type":' WHERE seq = (SELECT min(seq) FROM recent)`)
    await setDocuments({ 'persona.json': { master: { facts: [{ id: 'x', text: 'y' }] } } })(store)
    await store.db.run(`UPDATE persona_entries SET doc = '{"broken' WHERE id = 'x'`)
  })
  const text = await engine.text('GET', '/new_dialog/Mika')
  expect(text).toContain('Mika | hi\n')
  expect(text).not.toContain('hello')
  await reopened(engine, async (store) => {
    expect((await store.recent.list(store.db)).map((row) => row.doc)).toContain('{"type":')
    expect((await store.quarantine.list(store.db)).map((entry) => entry.doc)).toContain('{"broken')
  }).then((next) => next.stop())
})

test('case 21: a secret told to Mika is in no text of Ren', async () => {
  const engine = await companion()
  await engine.say('/cache/Mika', [
    user('I like kites. The secret word is swordfish.', 's1'),
    assistant('Sure.', 's2'),
  ])
  await engine.settled()
  expect(await engine.text('GET', '/new_dialog/Mika')).toContain('swordfish')
  for (const path of ['new_dialog', 'get_settings', 'get_recent_history', 'get_persona']) {
    const text = await engine.text('GET', `/${path}/Ren`)
    expect(text).not.toContain('swordfish')
    expect(text).not.toContain('kites')
  }
  await engine.stop()
})
