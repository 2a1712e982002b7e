import { expect, it } from 'vitest'
import { assistant, testEngine, user } from '../../../tests/fixtures/engine.ts'
import { sha256Hex } from '../text/hash.ts'

const NINE = Date.parse('2026-03-02T09:00:00+08:00')

it('gives each line with its turn and its time, also of two turns with the same words', async () => {
  const engine = await testEngine()
  await engine.say('/cache/Mika', [
    user('I like tea.', 't1'),
    assistant('[20260302 Mon 09:00] So do I.', 't2'),
    user('I like tea.', 't3'),
  ])
  expect(await engine.api.conversation('Mika')).toEqual({
    ok: true,
    value: [
      { turnId: 't1', role: 'human', text: 'I like tea.', at: NINE },
      { turnId: 't2', role: 'ai', text: '[20260302 Mon 09:00] So do I.', at: NINE },
      { turnId: 't3', role: 'human', text: 'I like tea.', at: NINE },
    ],
  })
  await engine.stop()
})

it('takes an edited line for no turn any more', async () => {
  const engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.say('/cache/Mika', [user('I like tea.', 't1'), user('And kites.', 't2')])
  const filename = 'recent_Mika.json'
  const { content } = (await engine.json('GET', `/api/memory/recent_file?filename=${filename}`)) as {
    content: string
  }
  await engine.json('POST', '/api/memory/recent_file/save', {
    filename,
    base: sha256Hex(content),
    chat: [
      { role: 'human', text: 'I like coffee.' },
      { role: 'human', text: '', keep: 1 },
    ],
  })
  const lines = await engine.api.conversation('Mika')
  expect(lines.ok && lines.value).toEqual([
    { turnId: null, role: 'human', text: 'I like coffee.', at: null },
    { turnId: 't2', role: 'human', text: 'And kites.', at: NINE },
  ])
  await engine.stop()
})

it('is empty for somebody with whom nothing was said', async () => {
  const engine = await testEngine()
  expect(await engine.api.conversation('Nobody')).toEqual({ ok: true, value: [] })
  await engine.stop()
})
