/** Families of words: work, study, money. */
import type { ConceptWords } from './concept.ts'

export const workConcepts: Readonly<Record<string, ConceptWords>> = {
  work: { zh: '工作 上班 公司 职场', en: 'job office workplace employer', ja: '仕事 会社 職場' },
  overtime: { zh: '加到 加班', en: 'overtime works_late worked_late', ja: '残業' },
  'night-shift': {
    zh: '夜班 大夜 值夜',
    en: 'night_shift graveyard_shift nights_at overnight',
    ja: '夜勤',
    opposite: 'day-shift',
  },
  'day-shift': {
    zh: '白班 早班 日班',
    en: 'day_shift morning_shift',
    ja: '日勤 早番',
    opposite: 'night-shift',
  },
  remote: {
    zh: '居家办公 远程 在家办公 在家上班',
    en: 'work_from_home working_from_home works_from_home remote remotely home_office',
    ja: '在宅 リモート テレワーク',
    opposite: 'office',
  },
  office: {
    zh: '坐班 通勤 回公司 去公司',
    en: 'commute commuting back_to_the_office',
    ja: '出社 通勤',
    opposite: 'remote',
  },
  money: {
    zh: '钱 存钱 理财 房租 房贷 工资 账单 负债 攒钱 花呗',
    en: 'money rent bill debt savings salary budget loan mortgage',
    ja: 'お金 貯金 家賃 借金 給料 節約',
  },
  exams: {
    zh: '考公 公务员 刷题 行测 真题 考编 考试 考研 复习 期末 备考 成绩',
    en: 'studied_for exam test_results revision finals midterm',
    ja: '試験 テスト 受験 期末',
  },
  speech: {
    zh: '公开讲话 主持 演讲 上台 发言 台上 当众 致辞 演说',
    en: 'public_speaking speech presentation on_stage keynote audience',
    ja: 'スピーチ 人前 発表 プレゼン 演説 登壇',
  },
  programming: {
    zh: '编程 写代码 代码 程序 python',
    en: 'code coding programming software python javascript',
    ja: 'プログラミング コード',
  },
  english: {
    zh: '英语 单词 雅思 托福',
    en: 'english_class ielts toefl',
    ja: '英語 英会話',
    kind: 'language',
  },
  japanese: { zh: '日语 五十音 假名', en: 'japanese kanji hiragana', ja: '日本語', kind: 'language' },
  french: { zh: '法语', en: 'french duolingo_french', ja: 'フランス語', kind: 'language' },
  spanish: { zh: '西班牙语 西语', en: 'spanish', ja: 'スペイン語', kind: 'language' },
  faith: {
    zh: '教堂 寺庙 礼佛 祷告 信佛',
    en: 'church prayer pray mosque temple worship',
    ja: '教会 お寺 参拝 祈り',
  },
  volunteering: {
    zh: '志愿者 义工 公益 捐',
    en: 'volunteer volunteering charity shelter_work',
    ja: 'ボランティア 寄付',
  },
  stocks: {
    zh: '股票 炒股 基金 加密货币 比特币',
    en: 'stocks shares crypto bitcoin investing invested',
    ja: '株 投資 ビットコイン',
  },
  thrift: {
    zh: '节俭 省钱 抠门 记账 打折',
    en: 'frugal thrifty budget coupons bargain',
    ja: '節約 倹約 割引',
    opposite: 'spending',
  },
  spending: {
    zh: '大手大脚 乱花钱 月光 冲动消费',
    en: 'splurge impulse_buy overspent',
    ja: '浪費 衝動買い 散財',
    opposite: 'thrift',
  },
  thesis: { zh: '论文 毕设 答辩', en: 'thesis dissertation viva', ja: '論文 卒論' },
  startup: { zh: '创业 开店', en: 'startup start_up own_business', ja: '起業 開業' },
}
