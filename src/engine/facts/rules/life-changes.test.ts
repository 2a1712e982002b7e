/** What ends when the user tells of a new home, job or partner, and what has nothing to do with it and stays. */
import { expect, it } from 'vitest'
import { replayWithRules, type StoredFact } from '../../../../tests/bench/extract-replay.ts'

interface Change {
  readonly says: readonly string[]
  /** Words of each fact that no longer holds, and of each that still does. */
  readonly was: readonly string[]
  readonly is: readonly string[]
}

const CHANGES: readonly Change[] = [
  // a new home
  { says: ['I live in Osaka.', 'I moved to Nara.'], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', "I've moved to Nara."], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', 'We relocated to Nara.'], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', 'I live in Nara now.'], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', "I'm living in Nara these days."], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', "I'm based in Nara now."], was: ['Osaka'], is: ['Nara'] },
  { says: ['I live in Osaka.', 'I live alone now.'], was: [], is: ['Osaka'] },
  { says: ['I live in Osaka.', 'I live in a bigger flat now.'], was: [], is: ['Osaka'] },
  { says: ['I live in Osaka.', 'I live in Osaka now, near the castle.'], was: [], is: ['lives in Osaka'] },
  {
    says: ['I love house music.', 'I bought a house plant.', 'I moved to Nara.'],
    was: [],
    is: ['music', 'plant', 'Nara'],
  },
  { says: ['I live in Osaka.', 'I moved to the marketing team.'], was: [], is: ['Osaka'] },
  { says: ['我住在大阪。', '我现在住在奈良。'], was: ['大阪'], is: ['奈良'] },
  { says: ['我住在大阪。', '我們搬去奈良了。'], was: ['大阪'], is: ['奈良'] },
  { says: ['我住在大阪。', '我现在一个人住。'], was: [], is: ['大阪'] },
  { says: ['私は大阪に住んでいます。', '今は奈良に住んでいます。'], was: ['大阪'], is: ['奈良'] },
  { says: ['私は大阪に住んでいます。', '最近奈良で暮らしてる。'], was: ['大阪'], is: ['奈良'] },
  { says: ['私は大阪に住んでいます。', '今は一人で暮らしてる。'], was: [], is: ['大阪'] },
  // another job, or none
  { says: ['I work at Toyota.', 'I work at Honda now.'], was: ['Toyota'], is: ['Honda'] },
  { says: ['I work at Toyota.', 'I quit my job at Toyota.'], was: ['works at Toyota'], is: ['quit'] },
  { says: ['I work at Toyota.', 'I changed jobs.'], was: ['Toyota'], is: ['changed jobs'] },
  { says: ['I work at Toyota.', 'I got a new job at Honda.'], was: ['Toyota'], is: ['Honda'] },
  { says: ['I work at Toyota.', 'I got laid off.'], was: ['Toyota'], is: ['laid off'] },
  { says: ['I work at Toyota.', 'I also work at a bakery now.'], was: [], is: ['Toyota', 'bakery'] },
  { says: ['I work at Toyota.', 'I work from home now.'], was: [], is: ['Toyota'] },
  { says: ['I work as a nurse.', "I'm a teacher now."], was: ['nurse'], is: ['teacher'] },
  {
    says: ["I'm a vegetarian.", 'I play chess as a hobby.', 'I retired.'],
    was: [],
    is: ['vegetarian', 'retired'],
  },
  { says: ['我在丰田上班。', '我现在在本田上班。'], was: ['丰田'], is: ['本田'] },
  { says: ['我在丰田上班。', '我跳槽到本田了。'], was: ['丰田'], is: ['本田'] },
  { says: ['我在豐田上班。', '我被裁了。'], was: ['豐田'], is: ['被裁'] },
  { says: ['我在丰田上班。', '我现在在丰田上班，挺忙的。'], was: [], is: ['丰田'] },
  { says: ['我喜欢做饭。', '我周末去当志愿者。', '我辞职了。'], was: [], is: ['做饭', '志愿者', '辞职'] },
  { says: ['トヨタで働いています。', '今はホンダで働いています。'], was: ['トヨタ'], is: ['ホンダ'] },
  { says: ['トヨタで働いています。', 'ホンダに転職しました。'], was: ['トヨタ'], is: ['ホンダ'] },
  { says: ['看護師をしています。', '今は教師をしています。'], was: ['看護師'], is: ['教師'] },
  // out of school
  { says: ['I study biology at Kyoto University.', 'I graduated!'], was: ['biology'], is: ['graduated'] },
  { says: ["I'm planning to visit Japan this year.", 'I graduated.'], was: [], is: ['Japan', 'graduated'] },
  { says: ['我在京都大学读书。', '我毕业了。'], was: ['京都大学'], is: ['毕业'] },
  { says: ['我喜欢读小说。', '我毕业了。'], was: [], is: ['小说', '毕业'] },
  { says: ['京都大学で勉強しています。', '大学を卒業しました。'], was: ['勉強'], is: ['卒業'] },
  // together and apart
  { says: ['I have a girlfriend.', 'We broke up.'], was: ['has a girlfriend'], is: ['broke up'] },
  {
    says: ['I have a girlfriend.', 'I broke up with my girlfriend.'],
    was: ['has a girlfriend'],
    is: ['broke up'],
  },
  { says: ["I'm single.", 'I have a boyfriend now.'], was: ['single'], is: ['boyfriend'] },
  { says: ["I'm single.", 'I got married last week!'], was: ['single'], is: ['married'] },
  { says: ["I'm married.", 'I got divorced.'], was: ['is married'], is: ['divorced'] },
  {
    says: ['I have a girlfriend.', 'My sister and her boyfriend broke up.'],
    was: [],
    is: ['has a girlfriend'],
  },
  { says: ['我有女朋友。', '我们分手了。'], was: ['有女朋友'], is: ['分手'] },
  { says: ['我單身。', '我結婚了。'], was: ['單身'], is: ['結婚'] },
  { says: ['我已婚。', '我离婚了。'], was: ['已婚'], is: ['离婚'] },
  { says: ['彼女がいます。', '彼女と別れました。'], was: ['彼女がいます'], is: ['別れ'] },
  { says: ['私は独身です。', '先月結婚しました。'], was: ['独身'], is: ['結婚'] },
  // what one likes and does, no more, and again
  {
    says: ['I like tea.', 'I like coffee.', "I don't like tea any more."],
    was: ['likes tea'],
    is: ['likes coffee', "doesn't like tea"],
  },
  { says: ['I like tea.', 'I no longer like tea.'], was: ['likes tea'], is: ['user no longer likes tea'] },
  { says: ['I like jazz.', "I don't like jazz."], was: ['user likes jazz'], is: ["doesn't like jazz"] },
  { says: ["I don't like jazz.", 'I like jazz now.'], was: ["doesn't like"], is: ['user likes jazz'] },
  { says: ["I don't like jazz.", "I don't like jazz."], was: [], is: ["doesn't like jazz"] },
  { says: ["I don't like green tea.", 'I like tea.'], was: [], is: ["doesn't like green tea", 'likes tea'] },
  { says: ['I like coffee.', "I don't like rainy days."], was: [], is: ['likes coffee', 'rainy'] },
  { says: ['I play tennis.', "I don't play tennis anymore."], was: ['plays tennis'], is: ["doesn't play"] },
  { says: ['I go to the gym every day.', 'I stopped going to the gym.'], was: ['goes to'], is: ['stopped'] },
  { says: ['我喜欢喝茶。', '我不再喜欢喝茶了。'], was: ['主人喜欢'], is: ['不再喜欢'] },
  { says: ['我喜欢喝茶。', '我不喜欢香菜。'], was: [], is: ['喜欢喝茶', '不喜欢香菜'] },
  { says: ['我喜欢香菜饺子。', '我不喜欢香菜。'], was: [], is: ['喜欢香菜饺子', '不喜欢香菜'] },
  { says: ['我喜欢茶。', '我不喜欢茶了。'], was: ['主人喜欢茶'], is: ['不喜欢茶了'] },
  { says: ['我不喜歡香菜。', '我喜歡香菜了。'], was: ['不喜歡'], is: ['主人喜歡'] },
  { says: ['お茶が好きです。', 'もうお茶は好きじゃない。'], was: ['好きです'], is: ['好きじゃない'] },
  { says: ['緑茶が好きです。', 'お茶は好きじゃない。'], was: [], is: ['緑茶', 'お茶は'] },
  { says: ['お茶が好きです。', 'コーヒーは好きじゃない。'], was: [], is: ['お茶', 'コーヒー'] },
  { says: ['猫が好きです。', '猫は好きじゃない。'], was: ['好きです'], is: ['好きじゃない'] },
  { says: ['海は嫌いです。', '犬は好き。'], was: [], is: ['海は嫌い', '犬は好き'] },
  {
    says: ['小林と申します。猫が好きです。', '猫は好きじゃない。'],
    was: ['ーは猫が好き'],
    is: ['名前は小林', '好きじゃない'],
  },
  { says: ['我喜欢猫。', '我不喜欢猫。'], was: ['主人喜欢'], is: ['不喜欢'] },
  { says: ['我妈妈喜欢猫。', '我不喜欢猫。'], was: [], is: ['妈妈喜欢', '主人不喜欢'] },
  { says: ['我喜欢猫。', '我妈妈不喜欢猫。'], was: [], is: ['主人喜欢', '妈妈不喜欢'] },
  { says: ['我妈妈喜欢茶。', '我喜欢茶。', '我也很喜欢。'], was: [], is: ['妈妈喜欢', '主人喜欢茶'] },
  { says: ['我在京都大学读书。', '我讨厌猫。'], was: [], is: ['京都', '主人讨厌猫'] },
]

/** What was never so, and what a denial of something else leaves alone. */
const DENIALS: readonly { readonly says: readonly string[]; readonly is: readonly string[] }[] = [
  { says: ['I have a dog called Rex.', "Actually I don't have a dog."], is: [] },
  { says: ['I live in Osaka.', 'I never lived in Osaka.'], is: [] },
  { says: ['I work at Toyota.', "I don't work on Sundays."], is: ['works at Toyota', 'Sundays'] },
  { says: ['My sister Anna lives in Leeds.', "I don't think Anna is happy."], is: ['Anna lives in Leeds'] },
  { says: ['I play tennis with my brother.', 'I never play chess.'], is: ['plays tennis', 'never plays'] },
  { says: ['My sister has a dog.', "Actually I don't have a dog."], is: ['sister has a dog', "doesn't"] },
  { says: ["I don't have a licence.", "I don't have a licence."], is: ["doesn't have a licence"] },
  { says: ['我养了一只猫。', '其实我没有养猫。'], is: [] },
  { says: ['我住在大阪。', '其实我从来没住过大阪。'], is: [] },
  { says: ['我住在大阪。', '我从来没去过大阪城。'], is: ['住在大阪'] },
  { says: ['大阪に住んでいます。', '大阪に住んだことはないよ。'], is: [] },
  { says: ['大阪に住んでいます。', '大阪城に行ったことはないよ。'], is: ['住んで'] },
  { says: ['我住在大阪。', '其实我从没住过大阪。'], is: [] },
  { says: ['我住在大阪。', '我從未住過大阪。'], is: [] },
  { says: ['我养猫。', '其实我没养猫。'], is: [] },
  { says: ['猫を飼っています。', '実は猫を飼ったことはない。'], is: [] },
  // a joke that is named takes nothing else back
  { says: ['I live in Osaka.', 'I like tea. I never lived in Osaka, just kidding.'], is: ['tea'] },
  { says: ['I have a cat.', 'I like tea.', 'I never had a cat. Just kidding!'], is: ['tea'] },
  { says: ['I like tea.', 'I have a cat.', 'I never had a cat, just kidding.'], is: ['tea'] },
  { says: ['I have a cat. Her name is Momo.', 'I never had a cat, just kidding.'], is: [] },
  { says: ['我住在大阪。', '我喜欢喝茶。', '其实我从没住过大阪，那是开玩笑的。'], is: ['喝茶'] },
  { says: ['我養了一隻貓。', '我搬到奈良了。', '其實我沒有養貓，騙你的。'], is: ['奈良'] },
  {
    says: ['大阪に住んでいます。', 'お茶が好きです。', '実は大阪に住んだことはない、冗談だよ。'],
    is: ['お茶'],
  },
]

it.each(CHANGES.map((change) => [change.says.join(' / '), change] as const))('%s', (_, change) => {
  const facts = factsOf(change.says)
  const held = (superseded: boolean) =>
    facts.filter((fact) => fact.superseded === superseded).map(({ text }) => text)
  for (const words of change.was) expect(held(true)).toContainEqual(expect.stringContaining(words))
  expect(held(true)).toHaveLength(change.was.length)
  for (const words of change.is) expect(held(false)).toContainEqual(expect.stringContaining(words))
})

it.each(DENIALS.map((denial) => [denial.says.join(' / '), denial] as const))('%s', (_, { says, is }) => {
  const held = factsOf(says).map(({ text }) => text)
  for (const words of is) expect(held).toContainEqual(expect.stringContaining(words))
  if (is.length === 0) expect(held).toEqual([])
  if (says.length > 2) expect(held).toHaveLength(is.length)
})

function factsOf(says: readonly string[]): readonly StoredFact[] {
  return replayWithRules({
    id: 'change',
    lang: 'en',
    kind: 'change',
    zone: 'Asia/Tokyo',
    user_name: 'Sam',
    character_name: 'Juno',
    messages: says.map((text, minute) => ({
      role: 'user' as const,
      text,
      at: `2026-03-04T20:0${String(minute)}:00+09:00`,
    })),
  }).facts
}
