/**
 * Sentences of everyday life in Chinese, English and Japanese, the same for the same seed: a few patterns filled
 * with common words, and names from a long tail, so that words are as unevenly spread as in real memories.
 */

export interface Corpus {
  /** Something a user might say or a fact might hold. */
  sentence(): string
  /** A question about such things. */
  question(): string
}

interface Vocabulary {
  readonly when: readonly string[]
  readonly who: readonly string[]
  readonly where: readonly string[]
  readonly what: readonly string[]
  /** What names are made of. */
  readonly syllables: readonly string[]
  readonly sentences: readonly string[]
  readonly questions: readonly string[]
}

/** Names in circulation; the first ones come up far more often than the last. */
const NAMES = 4_000

export function createCorpus(seed: number): Corpus {
  const random = createRandom(seed)
  return {
    sentence: () => {
      const language = pick(languages)
      return filled(pick(language.sentences), language)
    },
    question: () => {
      const language = pick(languages)
      return filled(pick(language.questions), language)
    },
  }

  function filled(pattern: string, language: Vocabulary): string {
    return pattern.replace(/\{(when|who|where|what|name)\}/g, (_, slot: keyof Vocabulary | 'name') =>
      slot === 'name' ? nameOf(language) : pick(language[slot]),
    )
  }

  /** Zipf's law: the k-th name has a k-th of the first one's share. */
  function nameOf({ syllables }: Vocabulary): string {
    let rest = Math.floor(NAMES ** random())
    let name = ''
    do {
      name += syllables[rest % syllables.length] ?? ''
      rest = Math.floor(rest / syllables.length)
    } while (rest > 0)
    return name
  }

  function pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}

/** Uniform in [0, 1), by a counter and a 32-bit mix. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

const words = (list: string): string[] => list.trim().split(/\s+/)

const chinese: Vocabulary = {
  when: words('昨天 今天早上 上个周末 去年冬天 三年前 小时候 下个月 每个星期天 生日那天 刚才 前几天 暑假里'),
  who: words('我妈妈 我爸爸 室友 同事 老板 我姐姐 弟弟 邻居 高中同学 教练 医生 男朋友 表妹 房东 导师'),
  where: words(
    '公司 学校 医院 图书馆 海边 咖啡馆 健身房 老家 火车站 菜市场 电影院 公园 北京 上海 成都 杭州 京都',
  ),
  what: words(
    '拿铁 抹茶蛋糕 小提琴 羽毛球 面试 论文 猫粮 火锅 摄影展 自行车 手机壳 花生 驾照 日语课 钢琴 围巾 游戏机 旧相机 登山鞋 毕业照 感冒药 电影票',
  ),
  syllables: words('林 远 晴 泽 雨 桐 嘉 禾 星 野 安 宁 若 溪 云 舟 青 岚 子 墨 南 乔 思 源 晓 峰'),
  sentences: [
    '{when}{who}带我去{where}，我们聊了很久{what}的事。',
    '我对{what}过敏，所以{when}在{where}什么都没吃。',
    '{when}我在{where}遇到了{name}，他也喜欢{what}。',
    '{who}叫{name}，住在{where}附近，最近迷上了{what}。',
    '我打算{when}和{name}一起去{where}看{what}。',
    '{who}送了我一个{what}，我一直放在{where}。',
    '我现在不喜欢{what}了，{when}{name}推荐了别的。',
  ],
  questions: ['我{when}和谁去了{where}？', '{name}喜欢什么？', '我对{what}过敏吗？', '{who}送过我{what}吗？'],
}

const english: Vocabulary = {
  when: [
    'yesterday',
    'last weekend',
    'in March',
    'two years ago',
    'every Sunday',
    'on my birthday',
    'this morning',
    'next month',
    'during the holidays',
    'as a kid',
  ],
  who: [
    'my sister',
    'my boss',
    'my roommate',
    'my dad',
    'the neighbour',
    'an old friend',
    'my coach',
    'my cousin',
    'the landlord',
    'our teacher',
  ],
  where: words(
    'office library hospital beach gym market station park Kyoto Boston Lisbon Chicago harbour bakery cinema',
  ),
  what: words(
    'coffee violin pottery peanuts badminton interview thesis camera bicycle scarf ramen exhibition licence piano marathon chess garden telescope passport guitar sourdough',
  ),
  syllables: words('ba ren li mo ka tes vi dor su na fel go ri than mel o pha quin'),
  sentences: [
    '{when} {who} took me to the {where} and we talked about {what} for hours.',
    "I'm allergic to {what}, so I couldn't eat anything at the {where} {when}.",
    'I met {name} at the {where} {when}; we both like {what}.',
    '{who} is called {name} and has just started with {what}.',
    "I'm planning to visit {where} with {name} {when} because of the {what}.",
    '{who} gave me a {what} that I still keep at the {where}.',
    "I don't care for {what} any more, {name} got me into something else {when}.",
  ],
  questions: [
    'Who did I meet at the {where} {when}?',
    'What does {name} like?',
    'Am I allergic to {what}?',
    'Who gave me the {what}?',
  ],
}

const japanese: Vocabulary = {
  when: words('昨日 今朝 先週末 去年の冬 三年前 子供の頃 来月 毎週日曜日 誕生日に さっき 夏休みに'),
  who: words('母 父 姉 弟 同僚 上司 隣の人 高校の友達 先生 彼氏 いとこ 大家さん コーチ'),
  where: words('会社 学校 病院 図書館 海 カフェ ジム 実家 駅 市場 映画館 公園 東京 大阪 札幌 福岡'),
  what: words(
    '抹茶 バイオリン 陶芸 ピーナッツ バドミントン 面接 論文 カメラ 自転車 マフラー ラーメン 写真展 免許 ピアノ ギター 将棋 植物',
  ),
  syllables: words('サ ク ラ ミ ナ ト ハ ル カ リ ン ユ ウ キ エ マ レ オ'),
  sentences: [
    '{when}{who}と{where}に行って、{what}の話をずっとしました。',
    '{what}のアレルギーがあるので、{where}では何も食べられなかった。',
    '{when}{where}で{name}さんに会った。二人とも{what}が好きです。',
    '{who}は{name}といって、最近{what}を始めました。',
    '{when}{name}と{where}へ{what}を見に行くつもりです。',
    '{who}がくれた{what}を今も{where}に置いています。',
  ],
  questions: [
    '{when}誰と{where}に行った？',
    '{name}さんは何が好き？',
    '{what}のアレルギーはある？',
    '{what}をくれたのは誰？',
  ],
}

const languages: readonly Vocabulary[] = [chinese, english, japanese]
