/** Families of words: animals, plants, nature. */
import type { ConceptWords } from './concept.ts'

export const natureConcepts: Readonly<Record<string, ConceptWords>> = {
  cat: {
    also: /(?<!熊|野)猫(?!头鹰|儿山)/u,
    zh: '猫粮 小猫 猫咪 铲屎 喵',
    en: 'feline purr cat kitten kitty tabby meow litter_box',
    ja: '猫 ねこ ネコ 子猫',
    kind: 'pet',
  },
  dog: {
    also: /(?<!热|单身)狗/u,
    zh: '狗粮 小狗 遛狗 狗狗 柯基 金毛 哈士奇 柴犬',
    en: 'dogs_park husky beagle terrier dog puppy corgi retriever labrador poodle walkies spaniel',
    ja: '犬 いぬ 子犬 柴犬 散歩させ',
    kind: 'pet',
  },
  rabbit: { zh: '兔子 兔', en: 'rabbit bunny', ja: 'うさぎ ウサギ 兎', kind: 'pet' },
  bird: {
    zh: '鹦鹉 观鸟 小鸟',
    en: 'bird parrot budgie birdwatching',
    ja: '小鳥 野鳥 インコ オウム',
    kind: 'pet',
  },
  fish: { zh: '观赏鱼 养鱼 金鱼 鱼缸', en: 'goldfish aquarium fish_tank', ja: '金魚 水槽 熱帯魚' },
  insects: {
    zh: '甲虫 飞蛾 毛毛虫 虫子 蟑螂 蜘蛛 虫',
    en: 'beetle butterfly moth spider bug insect cockroach',
    ja: 'カブトムシ 蝶 昆虫 虫 蜘蛛 クモ ゴキブリ',
  },
  gardening: {
    zh: '园艺 种花 养花 浇水 种菜 花园 多肉 绿植 播种 盆栽 阳台种 花盆 月季',
    en: 'garden gardening plant bulb tulip rose weeding seedling prune pruning compost allotment flowerbed seeds greenhouse tomatoes',
    ja: '園芸 ガーデニング 庭いじり 庭に 庭の 花壇 種をまい 植え 鉢植え 家庭菜園 水やり 苗',
  },
  pollen: { zh: '花粉 柳絮 杨絮 打喷嚏', en: 'pollen hay_fever sneeze sneezing', ja: '花粉 花粉症 くしゃみ' },
  rain: {
    zh: '雨 下雨 淋雨 雨天 梅雨 雨声',
    en: 'rain rainy drizzle downpour umbrella',
    ja: '雨 雨の日 梅雨 傘',
    opposite: 'sun',
    kind: 'weather',
  },
  sun: {
    zh: '晴天 太阳 晒太阳 阳光',
    en: 'sunny sunshine sunbathing',
    ja: '晴れ 日光浴 日差し',
    opposite: 'rain',
    kind: 'weather',
  },
  snow: { zh: '雪 下雪 雪景', en: 'snow snowy', ja: '雪 雪景色', kind: 'weather' },
  sea: {
    zh: '海边 大海 沙滩 看海 海浪',
    en: 'sea beach ocean seaside coast surf',
    ja: '海が 海を見 海に行 海へ 海辺 浜辺 海岸 砂浜',
  },
  cold: {
    zh: '怕冷 寒冷 冬天 暖宝宝 羽绒服 手脚冰凉',
    en: 'cold winter freezing chilly',
    ja: '寒 冬 カイロ 冷え性',
    opposite: 'heat',
  },
  heat: {
    zh: '怕热 炎热 夏天 酷暑 空调',
    en: 'heat hot_weather summer heatwave',
    ja: '暑 夏 猛暑 冷房',
    opposite: 'cold',
  },
  dark: {
    zh: '怕黑 黑暗 开着灯睡 小夜灯 关灯',
    en: 'dark darkness nightlight night_light lights_on',
    ja: '暗い 暗闇 真っ暗 電気をつけ',
  },
  heights: {
    zh: '怕高 恐高 高处 高空 玻璃栈道 摩天轮 蹦极',
    en: 'height ladder rooftop bungee skydive balcony',
    ja: '高所 高い所 高いところ 観覧車 バンジー',
  },
  thunder: { zh: '打雷 雷声 雷雨', en: 'thunder lightning storm', ja: '雷 雷雨' },
  ghosts: {
    zh: '恐怖片 鬼片 鬼屋 鬼故事',
    en: 'horror ghost haunted scary_movie',
    ja: 'ホラー お化け屋敷 幽霊 怪談',
  },
  snakes: { zh: '蛇', en: 'snake python_snake', ja: '蛇 ヘビ' },
  mice: { zh: '老鼠', en: 'mouse mice rat', ja: 'ネズミ' },
  sunburn: { zh: '防晒 晒黑', en: 'sunscreen sunburn', ja: '日焼け' },
}
