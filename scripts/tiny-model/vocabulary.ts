/** The made-up vocabulary of the tiny model: words that share a concept mean the same to it. */

/** One concept a line: English words, then the Chinese characters that carry it. */
const concepts = [
  ['climbing climb climber rock boulder bouldering cliff', '攀岩爬'],
  ['tea matcha oolong teahouse', '茶'],
  ['coffee espresso latte', '咖啡'],
  ['cat kitten', '猫'],
  ['dog puppy', '狗'],
  ['sea ocean beach', '海'],
  ['mountain hill hiking hike', '山徒步'],
  ['piano pianist', '钢琴'],
  ['guitar', '吉他'],
  ['music song sing', '音乐歌唱'],
  ['book novel reading', '书读'],
  ['movie film cinema', '影'],
  ['sister', '妹姐'],
  ['brother', '弟哥'],
  ['mother mom', '妈母'],
  ['father dad', '爸父'],
  ['work job office company', '工作公司'],
  ['doctor hospital nurse', '医院'],
  ['teacher school student lesson', '校学师'],
  ['noodles ramen', '面'],
  ['rice', '米饭'],
  ['peanut peanuts', '花生'],
  ['allergic allergy allergies', '过敏'],
  ['spicy chili pepper', '辣椒'],
  ['sweet cake dessert', '甜蛋糕'],
  ['bread baking bake', '包烤'],
  ['snow winter cold', '雪冬冷'],
  ['summer hot heat', '夏热'],
  ['rain rainy umbrella', '雨伞'],
  ['flower garden plant', '园植'],
  ['train railway station', '车站'],
  ['plane flight airport', '飞机'],
  ['bicycle bike cycling', '骑'],
  ['swim swimming pool', '泳游'],
  ['run running marathon', '跑'],
  ['birthday', '日'],
  ['wedding married marry', '婚'],
  ['city town', '城市'],
  ['home house apartment', '家房'],
  ['sleep insomnia bed', '睡眠'],
  ['sick ill fever', '病烧'],
  ['money salary', '钱'],
  ['game games gaming', '戏'],
  ['photo camera photograph', '照相'],
  ['paint painting drawing', '画'],
  ['dance dancing', '舞'],
  ['language french japanese', '语'],
  ['computer code program', '电脑程'],
  ['friend friends', '朋友'],
  ['happy glad', '开心'],
  ['sad cry', '难哭'],
  ['afraid fear scared', '怕'],
] as const

/** Words that say little: close to nothing, so that they do not blur what the others say. */
const fillers = (
  'i you he she it we they my your his her a an the of to in on at for with and or but not no is am are was were be ' +
  'do does did have has had like likes love loves enjoy enjoys weekend weekends every day today week year last next ' +
  'what which who when where why how this that there very really me him them go goes went plays play drink drinks ' +
  'eat eats live lives moved feel feels think thinks want wants said say says user'
).split(' ')
const fillerCharacters =
  '我你他她的了是喜欢在有不也和就都很想要去爱会过们这那个上下天年周末每常最近吗什么谁哪里时候怎样玩喝吃住'

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'] as const
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const punctuation = '.,!?;:\'"-()，。！？、；：“”（）'

export interface Word {
  readonly token: string
  readonly concept: number | null
  readonly kind: 'special' | 'concept' | 'filler' | 'letter'
}

/** Every token in the order of its id; a token that would come twice keeps its first meaning. */
export function vocabulary(): readonly Word[] {
  const words = new Map<string, Word>()
  const add = (token: string, kind: Word['kind'], concept: number | null = null) => {
    if (!words.has(token)) words.set(token, { token, kind, concept })
  }
  for (const token of specials) add(token, 'special')
  concepts.forEach(([english, chinese], concept) => {
    for (const token of [...english.split(' '), ...chinese]) add(token, 'concept', concept)
  })
  for (const token of [...fillers, ...fillerCharacters, ...punctuation]) add(token, 'filler')
  for (const letter of letters) add(letter, 'letter')
  for (const letter of letters) add(`##${letter}`, 'letter')
  return [...words.values()]
}

export const conceptCount = concepts.length
