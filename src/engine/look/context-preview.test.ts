/** What the next conversation would be told: the same text as the route gives, and nothing changed by looking. */
import { expect, test } from 'vitest'
import { assistant, testEngine, user } from '../../../tests/fixtures/engine.ts'
import type { ContextPreview } from '../browser-api.ts'
import type { TestEngine } from '../../../tests/fixtures/engine.ts'

async function withPersona(persona: unknown, reflections: readonly unknown[] = []): Promise<TestEngine> {
  const engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { temper: 'calm' } })
  await engine.say('/cache/Mika', [user('I like kites.', 't1'), assistant('So do I.', 't2')])
  await engine.settled()
  for (const [name, document] of [
    ['persona.json', persona],
    ['reflections.json', reflections],
  ] as const) {
    const listed = await engine.api.documents('Mika')
    const revision = listed.ok ? (listed.value.find((one) => one.name === name)?.revision ?? '') : ''
    const saved = await engine.api.saveDocument(
      'Mika',
      `op ${name}`,
      name,
      revision,
      JSON.stringify(document),
    )
    expect(saved).toMatchObject({ ok: true })
  }
  return engine
}

async function previewOf(engine: TestEngine): Promise<ContextPreview> {
  const preview = await engine.api.contextPreview('Mika')
  if (!preview.ok) throw new Error(preview.error.message)
  return preview.value
}

test('is the text of the route, its lines linked to entries', async () => {
  const engine = await withPersona(
    { master: { facts: [{ id: 'p1', text: 'Flies kites', importance: 9 }] } },
    [
      { id: 'r1', text: 'Loves wind', status: 'confirmed', reinforcement: 2, entity: 'master' },
      { id: 'r2', text: 'Fears storms', status: 'confirmed', reinforcement: 0, entity: 'master' },
      { id: 'r3', text: 'May move soon', status: 'pending', entity: 'master' },
      { id: 'r4', text: 'Hates cake', status: 'denied', entity: 'master' },
      { id: 'r5', text: 'Cried', status: 'pending', entity: 'master', omoide_quiet: true },
    ],
  )
  const preview = await previewOf(engine)
  expect(preview.text).toBe(await engine.text('GET', '/new_dialog/Mika'))
  expect(preview.sections.map(({ name }) => name)).toEqual([
    'banner',
    'persona',
    'reflections',
    'now',
    'history',
  ])
  const lines = preview.sections.flatMap((section) => section.lines)
  for (const [text, key] of [
    ['- Flies kites', { kind: 'persona', id: 'p1' }],
    ['- Loves wind', { kind: 'reflection', id: 'r1' }],
    ['- May move soon', { kind: 'reflection', id: 'r3' }],
    ['Master | I like kites.', { kind: 'turn', id: 't1' }],
  ] as const) {
    expect(lines.find((line) => line.key?.id === key.id)).toMatchObject({ key })
    expect(lines.find((line) => line.key?.id === key.id)?.text.endsWith(text.split('| ').at(-1) ?? '')).toBe(
      true,
    )
  }
  const reflections = preview.sections.find(({ name }) => name === 'reflections')
  expect(reflections?.budget).toBe(2_000)
  expect(reflections?.leftOut).toEqual([
    { key: { kind: 'reflection', id: 'r2' }, text: 'Fears storms', why: 'low_score' },
    { key: { kind: 'reflection', id: 'r5' }, text: 'Cried', why: 'suppressed' },
  ])
  await engine.stop()
})

test('says what found no room, and what rests', async () => {
  const long = 'many words about the sea '.repeat(60)
  const facts = Array.from({ length: 12 }, (_, at) => ({
    id: `p${String(at)}`,
    text: `${String(at)} ${long}`,
  }))
  const engine = await withPersona({
    master: {
      facts: [
        ...facts,
        { id: 'q1', text: 'A ring', suppress: true, suppressed_at: '2026-03-02T08:59:00' },
        { id: 'q2', text: 'A secret', omoide_quiet: true },
      ],
    },
  })
  const { sections } = await previewOf(engine)
  const persona = sections.find(({ name }) => name === 'persona')
  const why = new Map(persona?.leftOut.map((entry) => [entry.key.id, entry.why]))
  expect(why.get('q1')).toBe('resting')
  expect(why.get('q2')).toBe('suppressed')
  expect(why.get('p11')).toBe('out_of_budget')
  expect(persona?.lines.some((line) => line.key?.id === 'p0')).toBe(true)
  await engine.stop()
})

test('changes nothing, not even what it would lift', async () => {
  const engine = await withPersona({
    master: { facts: [{ id: 'p1', text: 'Kites', suppress: true, suppressed_at: '2026-03-01T00:00:00' }] },
  })
  const before = await engine.api.view('Mika', 'persona.json')
  const preview = await previewOf(engine)
  expect(preview.text).toContain('Kites')
  expect(await engine.api.view('Mika', 'persona.json')).toEqual(before)
  await engine.text('GET', '/new_dialog/Mika')
  expect(await engine.api.view('Mika', 'persona.json')).not.toEqual(before)
  await engine.stop()
})
