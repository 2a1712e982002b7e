/** The whole path in Node: turns in, facts out, recalled in the next conversation, with rules and no model. */
import { expect, it } from 'vitest'

import { assistant, testEngine, user } from '../fixtures/engine.ts'

const draft = { nickname: '', card: { 性格: '温柔', likes: 'tea' } }

it('remembers in English what was said before a restart', async () => {
  const engine = await testEngine({ now: '2026-03-02T09:00:00Z', zone: 'Europe/London' })
  await engine.api.createCharacter({ name: 'Mika', ...draft })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
  expect(
    await engine.say('/cache/Mika', [
      user('My name is Ada and I like kites.', 't1'),
      assistant('[20260302 Mon 09:00] Hello Ada! Kites are lovely.', 't2'),
    ]),
  ).toEqual({ status: 'cached', count: 2 })
  await engine.settled()
  const facts = await engine.api.facts('Mika')
  expect(facts.ok && facts.value.map((fact) => fact.text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/kites/)]),
  )

  const later = await engine.restart()
  await later.clock.advance(3 * 3_600_000)
  expect(await later.say('/settle/Mika', [])).toEqual({ status: 'settled' })
  const found = (await later.json('POST', '/query_memory/Mika', { query: 'What do I like? kites?' })) as {
    results: { text: string; tier: string }[]
  }
  expect(found.results[0]).toMatchObject({ tier: 'fact', text: expect.stringMatching(/kites/) as unknown })
  const context = await later.text('GET', '/new_dialog/Mika')
  expect(context).toBe(
    [
      '',
      "======Mika's long-term memory======",
      '### About Mika',
      '- 性格: 温柔',
      '- likes: tea',
      '',
      "======Mika's inner thoughts======",
      'It is Monday, March 02, 2026 at 12:00 PM, and Mika is going over what happened recently.',
      'Ada | My name is Ada and I like kites.',
      'Mika | Hello Ada! Kites are lovely.',
      '3 hours have passed since the last conversation with Ada.',
      '',
    ].join('\n'),
  )
  await later.stop()
})

it('记得重启之前说过的话', async () => {
  const engine = await testEngine({ language: 'zh-CN' })
  await engine.api.createCharacter({ name: '米卡', ...draft })
  await engine.say('/cache/米卡', [user('我叫小林，喜欢风筝。', 't1'), assistant('记住啦。', 't2')])
  await engine.settled()

  const later = await engine.restart()
  const found = (await later.json('POST', '/query_memory/米卡', { query: '我喜欢什么？风筝？' })) as {
    results: { text: string }[]
  }
  expect(found.results[0]?.text).toMatch(/风筝/)
  const context = await later.text('GET', '/new_dialog/米卡')
  expect(context).toContain('主人 | 我叫小林，喜欢风筝。')
  expect(context).toContain('米卡 | 记住啦。')
  await later.stop()
})
