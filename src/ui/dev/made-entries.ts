/** Made-up memories of every layer for the stand-in worker: the same ones each time. Development only. */
import type { EntryKey, EntryKind, EntryMaker, LineageKind } from '../../engine/browser-api.ts'

export interface MadeEntry {
  readonly key: EntryKey
  text: string
  entity: string | null
  status: string | null
  importance: number | null
  reinforcement: number
  disputation: number
  signals: readonly { at: number; source: string; reinforcement: number; disputation: number }[]
  maker: EntryMaker
  confidence: 'normal' | 'low'
  tags: readonly string[]
  createdAt: number
  eventStartAt: string | null
  eventEndAt: string | null
  validFrom: string | null
  validTo: string | null
  archived: boolean
  supersededBy: EntryKey | null
  suppressed: boolean
  suppressedUntil: number | null
  protected: boolean
  needsReview: boolean
  role: 'human' | 'ai' | 'system' | null
  revision: number
  /** What it was made of; turns with the words that it was read from. */
  from: readonly { readonly key: EntryKey; readonly kind: LineageKind; readonly quote: string | null }[]
}

const DAY = 86_400_000
export const MADE_NOW = Date.UTC(2026, 10, 30, 12)

/** A small generator of the same numbers each time (a linear congruence is random enough for looks). */
export function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** `facts` facts, and of the other layers what such a life would have. */
export function makeEntries(facts: number): MadeEntry[] {
  const random = makeRandom(7)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const turns = Array.from({ length: Math.min(facts, 2_000) }, (_, index) => {
    const [said, learned] = talk(pick(subjects), pick(things), index)
    return { entry: made('turn', `t${index}`, said, { createdAt: MADE_NOW - index * 7_000_000 }), learned }
  })
  const learnedFacts = Array.from({ length: facts }, (_, index) => {
    const turn = turns[index % turns.length]
    const source = turn?.entry.key ?? { kind: 'turn' as const, id: 't0' }
    const suffix = index < turns.length ? '' : ` · ${index}`
    return made('fact', `fact_${index}`, `${turn?.learned ?? ''}${suffix}`, {
      createdAt: MADE_NOW - index * Math.max(60_000, 7e9 / facts) - random() * 50_000,
      from: [{ key: source, kind: 'extracted', quote: turn?.entry.text ?? '' }],
      entity: pick(['master', 'master', 'master', 'neko', 'relationship']),
      importance: 3 + Math.floor(random() * 8),
      maker: pick(['model', 'model', 'rules', 'user', 'import']),
      confidence: random() < 0.3 ? 'low' : 'normal',
      tags: random() < 0.1 ? ['food'] : [],
      signals: random() < 0.5 ? makeSignals(random) : [],
      suppressed: random() < 0.03,
      needsReview: random() < 0.01,
    })
  })
  const reflections = Array.from({ length: 60 }, (_, index) =>
    made('reflection', `ref_${index}`, pick(thoughts), {
      createdAt: MADE_NOW - index * DAY,
      entity: pick(['master', 'relationship', 'neko']),
      status: pick(['pending', 'pending', 'confirmed', 'confirmed', 'promoted', 'denied']),
      maker: 'model',
      signals: makeSignals(random),
      from: Array.from({ length: 2 + Math.floor(random() * 5) }, (_, step) => ({
        key: { kind: 'fact' as const, id: `fact_${(index * 5 + step) % facts}` },
        kind: 'synthesised' as const,
        quote: null,
      })),
    }),
  )
  const persona = Array.from({ length: 24 }, (_, index) =>
    made('persona', `prom_${index}`, pick(thoughts), {
      createdAt: MADE_NOW - index * 3 * DAY,
      entity: pick(['master', 'neko', 'relationship']),
      maker: index < 5 ? 'card' : 'model',
      protected: index < 5,
      signals: makeSignals(random),
      from:
        index < 5
          ? []
          : [{ key: { kind: 'reflection', id: `ref_${index}` }, kind: 'promoted' as const, quote: null }],
    }),
  )
  const all = [...turns.map(({ entry }) => entry), ...learnedFacts, ...reflections, ...persona]
  return [...all, ...oddities(), ...archived(learnedFacts)]
}

function made(kind: EntryKind, id: string, text: string, rest: Partial<MadeEntry> = {}): MadeEntry {
  const entry: MadeEntry = {
    key: { kind, id },
    text,
    entity: null,
    status: null,
    importance: null,
    reinforcement: 0,
    disputation: 0,
    signals: [],
    maker: 'unknown',
    confidence: 'normal',
    tags: [],
    createdAt: MADE_NOW,
    eventStartAt: null,
    eventEndAt: null,
    validFrom: null,
    validTo: null,
    archived: false,
    supersededBy: null,
    suppressed: false,
    suppressedUntil: null,
    protected: false,
    needsReview: false,
    role: kind === 'turn' ? 'human' : null,
    revision: 1,
    from: [],
    ...rest,
  }
  for (const signal of entry.signals) {
    entry.reinforcement += signal.reinforcement
    entry.disputation += signal.disputation
  }
  return entry
}

function makeSignals(random: () => number): MadeEntry['signals'] {
  const count = 1 + Math.floor(random() * 7)
  return Array.from({ length: count }, (_, index) => {
    const against = random() < 0.2
    return {
      at: MADE_NOW - (count - index) * 9 * DAY - random() * 4 * DAY,
      source: against ? 'user_rebut' : index === 0 ? 'user_confirm' : 'user_fact',
      reinforcement: against ? 0 : 0.5,
      disputation: against ? 0.5 : 0,
    }
  })
}

/** What stands at the top of the list: corrected, dated, long, in several languages, odd. */
function oddities(): MadeEntry[] {
  const turn = (id: string, text: string, role: 'human' | 'ai' = 'human') =>
    made('turn', id, text, { role, createdAt: MADE_NOW - DAY })
  const extracted = (id: string, quote: string) => [
    { key: { kind: 'turn' as const, id }, kind: 'extracted' as const, quote },
  ]
  const soon = MADE_NOW + 1
  const long = '她把去年夏天从东京搬到大阪的事从头讲了一遍，'.repeat(120)
  return [
    turn('odd1', '我去年从东京搬到大阪了。'),
    turn('odd2', '其实我是三月才搬到京都的，不是大阪。'),
    turn('odd3', 'I have a dentist appointment next Wednesday, please remind me.'),
    turn('odd4', '其实我有点怕打雷。', 'ai'),
    made('fact', 'kyoto', '三月起住在京都', {
      entity: 'master',
      importance: 8,
      maker: 'user',
      createdAt: soon + 5,
      validFrom: '2026-03-01T00:00:00',
      from: [
        ...extracted('odd2', '三月才搬到京都的'),
        { key: { kind: 'fact', id: 'osaka' }, kind: 'superseded', quote: null },
      ],
      signals: [{ at: MADE_NOW - 40 * DAY, source: 'user_fact', reinforcement: 1, disputation: 0 }],
    }),
    made('fact', 'osaka', '去年从东京搬到了大阪', {
      entity: 'master',
      importance: 7,
      maker: 'model',
      createdAt: soon + 4,
      validTo: '2026-03-01T00:00:00',
      supersededBy: { kind: 'fact', id: 'kyoto' },
      from: extracted('odd1', '去年从东京搬到大阪'),
    }),
    made('fact', 'dentist', 'Dentist appointment on Wednesday; wants to be reminded', {
      entity: 'master',
      importance: 6,
      maker: 'rules',
      confidence: 'low',
      createdAt: soon + 3,
      eventStartAt: '2026-12-09T00:00:00',
      eventEndAt: '2026-12-10T00:00:00',
      tags: ['health', '预约'],
      from: extracted('odd3', 'dentist appointment next Wednesday'),
    }),
    made('fact', 'thunder', 'Mika 说她怕打雷（thunder）、停電の夜も', {
      entity: 'neko',
      importance: 5,
      maker: 'model',
      createdAt: soon + 2,
      suppressed: true,
      from: extracted('odd4', '有点怕打雷'),
    }),
    made('fact', 'long', long, {
      entity: 'relationship',
      importance: 4,
      maker: 'import',
      createdAt: soon + 1,
    }),
    made('fact', '#41', 'https://example.test/a/very/long/address/without/a/break?that=goes&on=for&a=while', {
      entity: null,
      importance: 1,
      createdAt: soon,
    }),
    made('correction', 'corr_1', '喜欢咖啡 ↔ 咖啡喝了会心慌', {
      entity: 'master',
      status: 'queued',
      maker: 'model',
    }),
  ]
}

function archived(facts: readonly MadeEntry[]): MadeEntry[] {
  return facts.slice(0, 40).map(({ key, text, importance }, index) =>
    made('fact', `old_${key.id}`, text, {
      importance,
      entity: 'master',
      maker: 'model',
      archived: true,
      createdAt: MADE_NOW - (90 + index) * DAY,
    }),
  )
}

/** What is said, and what is learned from it. */
function talk(
  subject: string,
  [zh, en, ja]: readonly [string, string, string],
  index: number,
): [string, string] {
  switch (index % 4) {
    case 0:
      return [`${subject}，我还是最喜欢${zh}，别的都一般。`, `喜欢${zh}`]
    case 1:
      return [`Honestly, ${en} is what I look forward to all week.`, `Looks forward to ${en} all week`]
    case 2:
      return [`${ja}が好きなんだ。週末はいつもそれ。`, `週末はいつも${ja}`]
    default:
      return [`${subject}我们约好一起${zh}，you know, ${en}。`, `和她约好一起${zh} (${en})`]
  }
}

const subjects = ['今天', '说真的', '下雨的时候', '周末', '昨晚', '一个人在家时', '旅行回来']
const things: readonly (readonly [string, string, string])[] = [
  ['抹茶', 'matcha', '抹茶'],
  ['放风筝', 'flying kites', '凧あげ'],
  ['攀岩', 'climbing', 'クライミング'],
  ['听黑胶唱片', 'vinyl records', 'レコード'],
  ['骑车去河边', 'cycling to the river', '川までの自転車'],
  ['看老电影', 'old films', '古い映画'],
  ['烤面包', 'baking bread', 'パン作り'],
  ['喂流浪猫', 'feeding stray cats', '野良猫の世話'],
]
const thoughts = [
  '他在累的时候会先沉默，等到下雨才愿意说起心事。',
  'She saves the small things for last, as if they mattered most.',
  '约好的事他从不忘记，忘记的多半是他自己的生日。',
  '京都に移ってから、夜の散歩が長くなった。',
  '我们之间有一个玩笑：谁先说“随便”，谁就去买抹茶。',
]
