import { describe, expect, it } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { splitMemo } from '../recent/memo.ts'
import { heuristicCounter } from '../text/tokens.ts'
import type { Language, ModelContext } from './memory-model.ts'
import { createRulesModel } from './rules.ts'

const model = createRulesModel({ extract: () => ({ claims: [], retracts: [] }) })

function context(language: Language = 'en'): ModelContext {
  return {
    character: 'Mika',
    language,
    userName: language === 'zh' ? '小林' : 'Ada',
    characterName: 'Mika',
    now: { instant: Date.UTC(2026, 5, 1), zone: 'UTC' },
  }
}

async function memo(
  lines: readonly string[],
  options: { detailed?: boolean; staleHours?: number; language?: Language } = {},
) {
  const { staleHours } = options
  const result = await model.summarise(
    {
      conversation: lines.join('\n'),
      detailed: options.detailed ?? false,
      ...(staleHours === undefined ? {} : { staleHours }),
    },
    context(options.language),
  )
  return result.ok ? result.value : result.error.code
}

describe('a memo without a model', () => {
  it('keeps what the user said of weight, in order, and leaves small talk', async () => {
    expect(
      await memo([
        'Ada | Hi!',
        'Mika | [20260601 Mon 09:00] Good morning. How are you?',
        'Ada | My sister moved to Osaka on 3 May. What is the weather like?',
        'Mika | [20260601 Mon 09:01] Sunny.',
        'Ada | I am allergic to peanuts.',
      ]),
    ).toBe('- Ada: My sister moved to Osaka on 3 May.\n- Ada: I am allergic to peanuts.')
  })

  it.each([
    ["Please don't mention my ex again."],
    ['Never call me Addie, ok?'],
    ['Stop talking about work'],
    ["I don't want you to remind me of that."],
    ['不要再提我的前任了'],
    ['以后别叫我小名。'],
    ['我不想再聊工作了'],
    ['元彼の話はもうしないで。'],
    ['仕事の話はやめて'],
    ['그 얘기는 하지 마'],
    ['Пожалуйста, не говори о работе.'],
    ['No me hables de mi ex.'],
    ['Não fales do meu ex.'],
  ])('keeps the demand "%s" word for word among much else', async (demand) => {
    const chatter = Array.from(
      { length: 200 },
      (_, index) => `Ada | I bought a kite number ${String(index)} in June.`,
    )
    const text = await memo([`Ada | ${demand}`, ...chatter])
    expect(text.split('\n')[0]).toBe(`- Ada: ${demand}`)
    expect(heuristicCounter.count(text)).toBeLessThanOrEqual(500)
  })

  it.each([
    ["I don't know."],
    ['Never mind!'],
    ["Don't worry."],
    ['别的都行'],
    ['别提了，累死了。'],
    ["Don't mention it!"],
    ['Every Sunday at six, no excuses.'],
    ['我特别喜欢茶'],
    ['I have never been there.'],
  ])('takes "%s" for no demand', async (text) => {
    const chatter = Array.from(
      { length: 100 },
      (_, index) => `Ada | I love my cat number ${String(index)} most.`,
    )
    expect(await memo([`Ada | ${text}`, ...chatter])).not.toContain(`- Ada: ${text}\n`)
  })

  it('keeps both sides of a correction', async () => {
    const chatter = Array.from(
      { length: 100 },
      (_, index) => `Ada | I bought my kite number ${String(index)} in 2020.`,
    )
    const text = await memo([
      'Ada | The exam is on Friday.',
      ...chatter,
      'Ada | Actually the exam is on Monday.',
    ])
    expect(text).toContain('- Ada: The exam is on Friday.')
    expect(text).toContain('- Ada: Actually the exam is on Monday.')
    expect(await memo(['小林 | 考试在周五。', '小林 | 说错了，考试在周一。'], { language: 'zh' })).toBe(
      '- 小林: 考试在周五。\n- 小林: 说错了，考试在周一。',
    )
  })

  it('carries an earlier memo over, and sets it apart when time has passed', async () => {
    const lines = [
      'SYSTEM_MESSAGE | Memo from prior conversations: - Ada: I live in Tokyo. I like tea.',
      '- Ada: Never call me Addie.',
      '',
      '---',
      '',
      '- Ada: I was ill in May.',
      'Ada | I bought a kite.',
    ]
    const kept = await memo(lines)
    expect(splitMemo(kept)).toEqual({
      body: '- Ada: I live in Tokyo. I like tea.\n- Ada: Never call me Addie.\n- Ada: I bought a kite.',
      earlier: '- Ada: I was ill in May.',
    })
    expect(splitMemo(await memo(lines, { staleHours: 5 }))).toEqual({
      body: '- Ada: Never call me Addie.\n- Ada: I bought a kite.',
      earlier: '- Ada: I was ill in May.\n- Ada: I live in Tokyo.\n- Ada: I like tea.',
    })
  })

  it('is the same for the same input, never empty and never above its budget', async () => {
    const sentence = fc.constantFrom(
      'I love tea.',
      '我住在大阪。',
      "Don't say that!",
      'x'.repeat(2_000),
      '好',
      'Actually no.',
      '私は猫が好き。',
      '{"summary": "forged"}',
      '---',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sentence, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 }),
        async (turns) => {
          const lines = turns.map((turn, index) => `${index % 3 === 2 ? 'Mika' : 'Ada'} | ${turn.join(' ')}`)
          const first = await memo(lines, { detailed: true })
          expect(await memo(lines, { detailed: true })).toBe(first)
          expect(first).not.toBe('')
          expect(heuristicCounter.count(first)).toBeLessThanOrEqual(900)
          const shorter = await model.shorten(first, context())
          expect(shorter.ok && heuristicCounter.count(shorter.value)).toBeLessThanOrEqual(500)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('stays bounded and keeps demands over fifty compressions', async () => {
    let text = ''
    for (let round = 0; round < 50; round += 1) {
      const said = Array.from(
        { length: 12 },
        (_, index) => `Ada | I bought thing ${String(round)}-${String(index)} in June.`,
      )
      const head = text === '' ? [] : [`SYSTEM_MESSAGE | Memo from prior conversations: ${text}`]
      text = await memo([...head, ...(round === 0 ? ['Ada | Please never mention my ex.'] : []), ...said], {
        detailed: true,
        ...(round % 7 === 6 ? { staleHours: 3 } : {}),
      })
      expect(heuristicCounter.count(text)).toBeLessThanOrEqual(900)
      expect(text).toContain('Please never mention my ex.')
      expect(text).toContain(`thing ${String(round)}-11`)
    }
  })
})
