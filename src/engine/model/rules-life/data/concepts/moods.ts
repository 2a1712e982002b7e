/** Families of words: moods and manners, mostly in pairs. */
import type { ConceptWords } from './concept.ts'

export const moodConcepts: Readonly<Record<string, ConceptWords>> = {
  anxiety: {
    zh: '焦虑 忐忑 坐立不安 心慌 慌张 吃不下饭 发抖 不安',
    en: 'anxious anxiety nervous terrified panic panicking on_edge jittery stressed stress restless',
    ja: '不安 緊張 心配性 そわそわ ストレス',
    opposite: 'calm',
    also: /(?<!关系)紧张/u,
  },
  calm: {
    zh: '平和 放松 淡定 不慌 从容 心态很好 平静 冷静',
    en: 'calm relaxed at_ease unfazed composed laid-back serene chilled',
    ja: '落ち着い 平気 リラックス 冷静 穏やか',
    opposite: 'anxiety',
  },
  tiredness: {
    zh: '很累 疲惫 疲倦 累趴 累死 累坏 没力气 精疲力尽 乏',
    en: 'tired exhausted worn_out fatigue burnt_out burned_out drained knackered',
    ja: '疲れ くたくた へとへと だるい',
    opposite: 'energy',
  },
  energy: {
    zh: '精力充沛 精神很好 元气满满 活力 神清气爽',
    en: 'energetic well-rested well_rested full_of_energy refreshed',
    ja: '元気 すっきり 活力',
    opposite: 'tiredness',
  },
  sadness: {
    zh: '难过 低落 郁闷 抑郁 伤心 沮丧 emo 失落',
    en: 'sad depressed gloomy down_lately heartbroken blue miserable grief grieving',
    ja: '悲し 落ち込 憂鬱 しんどい',
    opposite: 'happiness',
  },
  happiness: {
    zh: '开心 高兴 快乐 心情很好 心情不错 乐观 幸福',
    en: 'happy cheerful joyful delighted optimistic in_good_spirits',
    ja: '嬉し 楽しそう 幸せ 上機嫌',
    opposite: 'sadness',
  },
  busyness: {
    zh: '很忙 忙得 忙碌 忙死 忙不过来 连轴转 排满',
    en: 'busy swamped snowed_under hectic overworked no_time',
    ja: '忙し 多忙 バタバタ',
    opposite: 'leisure',
  },
  leisure: {
    zh: '清闲 空闲 闲下来 闲着 休假 放假 无所事事',
    en: 'free_time nothing_to_do day_off days_off on_leave taking_it_easy',
    ja: '暇 のんびり 休暇 手が空',
    opposite: 'busyness',
  },
  shyness: {
    zh: '害羞 腼腆 怕生 认生 社恐 不敢跟陌生人',
    en: 'shy shyness bashful timid',
    ja: '人見知り 恥ずかしがり シャイ',
    opposite: 'openness',
  },
  openness: {
    zh: '自来熟 大方 跟谁都能聊 主动搭话 健谈',
    en: 'outgoing talks_to_anyone talk_to_strangers talkative chatty life_of_the_party',
    ja: '社交的 初対面でも平気 誰とでも 話しかけ',
    opposite: 'shyness',
  },
  'living-alone': {
    zh: '独居 一个人住 一人住 自己住',
    en: 'lives_alone living_alone live_alone own_place studio_flat',
    ja: '一人暮らし 独り暮らし 一人用',
    opposite: 'living-together',
  },
  'living-together': {
    zh: '同居 合租 室友 搬到一起 住在一起',
    en: 'flatmate roommate housemate moved_in_with shares_a_flat shared_house',
    ja: '同棲 同居 ルームシェア シェアハウス 一緒に住',
    opposite: 'living-alone',
  },
  'eating-fish': {
    zh: '吃鱼 清蒸鱼 鱼汤 烤鱼 鱼肉 水煮鱼',
    en: 'fish_dish cod haddock trout mackerel grilled_fish',
    ja: '魚 焼き魚 煮魚 鯖 鮭',
  },
  perfectionism: { zh: '完美主义 反复修改 精益求精', en: 'perfectionist perfectionism', ja: '完璧主義' },
  patience: { zh: '急性子 没耐心 耐心', en: 'patience patient impatient', ja: 'せっかち 気が短い 忍耐' },
  forgetful: {
    zh: '健忘 丢三落四 忘带 忘了带',
    en: 'forgetful absent-minded forgot_his forgot_her left_the_keys',
    ja: '忘れっぽい 忘れ物',
  },
}
