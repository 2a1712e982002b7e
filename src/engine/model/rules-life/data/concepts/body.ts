/** Families of words: body. */
import type { ConceptWords } from './concept.ts'

export const bodyConcepts: Readonly<Record<string, ConceptWords>> = {
  running: {
    zh: '跑步 慢跑 马拉松 夜跑 晨跑 半马 全马 跑了 跑鞋 配速',
    en: 'jogged run ran running runner jog jogging marathon parkrun sprint half-marathon 5k 10k',
    ja: '走る 走り 走っ ランニング ジョギング マラソン ハーフマラソン',
    kind: 'sport',
  },
  cycling: {
    zh: '骑车 单车 自行车 骑行 脚踏车 公路车 骑了',
    en: 'cycle cycling bike bicycle biking rode_his_bike rode_her_bike pedal',
    ja: '自転車 サイクリング ロードバイク',
    kind: 'sport',
  },
  swimming: {
    zh: '下水 下过水 水性 游泳 泳池 蛙泳 自由泳 泳衣 游了',
    en: 'swim swam swimming pool laps freestyle breaststroke',
    ja: '泳 水泳 プール スイミング',
    kind: 'sport',
  },
  gym: {
    zh: '健身 撸铁 举铁 健身房 深蹲 卧推 私教 哑铃 锻炼 运动 瑜伽 普拉提',
    en: 'gym workout work_out exercise squat bench_press deadlift weights fitness lifting yoga pilates',
    ja: 'ジム 筋トレ 運動 スクワット トレーニング ヨガ ピラティス',
    kind: 'sport',
  },
  hiking: {
    zh: '爬山 登山 徒步 远足 露营 山顶 登顶 户外 帐篷',
    en: 'hike hiking climb mountain trail trek camping summit backpack outdoors tent',
    ja: '登山 山登り ハイキング キャンプ 山頂 トレッキング テント',
    kind: 'sport',
  },
  skiing: { zh: '滑雪 雪场 单板 双板', en: 'ski skiing snowboard slope', ja: 'スキー スノボ ゲレンデ' },
  football: {
    zh: '足球 踢球 球队 世界杯 英超 球赛',
    en: 'football soccer match premier_league goalkeeper',
    ja: 'サッカー フットサル',
  },
  basketball: { zh: '篮球 打球 投篮 三分球', en: 'basketball hoops dunk', ja: 'バスケ バスケットボール' },
  tennis: {
    zh: '网球 羽毛球 乒乓球 球拍',
    en: 'tennis badminton table_tennis racket squash',
    ja: 'テニス バドミントン 卓球 ラケット',
  },
  dancing: {
    zh: '跳舞 舞蹈 芭蕾 街舞 广场舞 舞蹈课',
    en: 'dance dancing dancer ballet salsa tango',
    ja: '踊 ダンス バレエ',
  },
  driving: {
    zh: '开车 驾照 驾驶 自驾 倒车',
    en: 'drive driving drove driver steering_wheel license licence',
    ja: '運転 免許 ドライブ',
  },
  motion: { zh: '晕车 晕船 坐船', en: 'carsick seasick motion_sickness', ja: '車酔い 船酔い 酔い止め' },
  flying: {
    zh: '坐飞机 飞机 航班 机场',
    en: 'fly flying flight plane airport aeroplane airplane',
    ja: '飛行機 フライト 空港',
  },
  health: { zh: '感冒 发烧 生病 医院', en: 'sick flu fever hospital', ja: '風邪 発熱 高熱 病院' },
  insomnia: {
    zh: '失眠 睡不着 睡不好 辗转 彻夜难眠 安眠药',
    en: "insomnia sleepless awake_all_night couldn't_sleep can't_sleep trouble_sleeping sleeping_pills lay_awake",
    ja: '不眠 眠れない 眠れなかった 寝つけ 寝付け',
    opposite: 'sound-sleep',
    also: /睡不(?:好|着|踏实|安稳)|(?:凌晨|半夜).{0,8}(?:还|又)?(?:醒着|醒来|醒了|睡不)|wide awake|(?:slept|sleeps) (?:badly|poorly|terribly)|toss(?:ed|ing) and turn|barely slept|夜中に(?:目が覚|起き)/u,
  },
  'sound-sleep': {
    zh: '睡得很香 一觉睡到 睡得好 倒头就睡 沾枕头就',
    en: 'lies_awake lying_awake slept_like slept_through sleeps_like sleeps_well slept_well eight_hours_straight fell_asleep_right',
    ja: 'ぐっすり 熟睡 よく眠れ',
    opposite: 'insomnia',
    also: /一觉(?:睡)?到|睡(?:得)?(?:很|特别|超|可)(?:好|香|沉|踏实)|(?:sleep(?:s|ing)?|slept) (?:seven|eight|nine|7|8|9) hours|slept (?:soundly|deeply|right through|through|eight|nine|like)|朝まで(?:ぐっすり|寝|眠)/u,
  },
  'sleep-late': {
    zh: '晚睡 熬夜 通宵 凌晨 夜猫子 半夜 夜里两点 三点才睡 两点才睡 一点才睡',
    en: 'bed_late to_bed_late late_to_bed night_owl stay_up stays_up stayed_up up_late late_night all-nighter 2_am 3_am 4_am past_midnight',
    ja: '夜更かし 夜型 徹夜 深夜 夜中 午前二時 午前三時',
    opposite: 'sleep-early',
    also: /睡到(?:中午|下午|十|快?1|日上三竿|自然醒)|凌晨.{0,6}(?:才|还没|睡)|(?:两|二|三|四|[1-4])点(?:多|半)?(?:才|还没|还在)|(?:slept|sleeps?|stay(?:s|ed)? in bed) (?:in\b|until (?:noon|ten|eleven|\d))|lie-in|(?:went to|goes to|in) bed (?:at|after) (?:midnight|one|two|three|[1-4])\b|(?:一|二|三|四|[1-4])時(?:過ぎ|半)?(?:まで|に寝)|昼(?:まで|過ぎに)(?:寝|起)/u,
  },
  'sleep-early': {
    zh: '早睡 早起 九点就睡 十点就睡 九点睡 十点睡 五点起 六点起 晨型 清晨 早上五点 早上六点',
    en: 'early_bird early_riser wakes_up_early up_early gets_up_early at_dawn sunrise bed_by_nine bed_by_ten asleep_by_nine asleep_by_ten up_at_five up_at_six morning_person 5_am 6_am',
    ja: '早寝 早起き 朝型 朝五時 朝六時 十時に寝 九時に寝',
    opposite: 'sleep-late',
    also: /(?:[四五六]|[4-6])点(?:半|多|钟|左右|就)*(?:起|醒|出门|去)|(?:八|九|十|8|9|10)点(?:半|多|钟|左右|就|准时|之?前)*(?:上床|睡|躺)|(?:十一|11)点(?:之?前)(?:就)?(?:上床|睡|躺)|天(?:没|不|刚)亮就|\b(?:asleep|in bed|to bed|sleeps?) (?:by|at|before) (?:8|9|10|eight|nine|ten)\b|\b(?:up|woke|wakes?|awake|rises?|rose|out)\b.{0,14}\b(?:at|by|before) (?:4|5|6|four|five|six)\b|(?:四|五|六|[4-6])時(?:半|前)?(?:に|には)(?:起|目)|(?:九|十|9|10)時(?:半|前)?(?:に|には)寝/u,
  },
  lateness: {
    zh: '迟到 拖延 拖到 赶死线',
    en: 'late procrastinate procrastinating last_minute overslept',
    ja: '遅刻 先延ばし ギリギリ 寝坊',
    opposite: 'punctual',
  },
  punctual: {
    zh: '准时 守时 提前到 提前完成',
    en: 'punctual on_time ahead_of_time ahead_of_schedule',
    ja: '時間通り 早めに着',
    opposite: 'lateness',
  },
  needles: {
    zh: '打针 抽血 针头 疫苗 扎针',
    en: 'needle injection blood_test vaccine jab',
    ja: '注射 採血 予防接種',
  },
  dentist: {
    zh: '牙医 看牙 拔牙 洗牙 补牙',
    en: 'dentist dental tooth filling',
    ja: '歯医者 歯科 抜歯 虫歯',
  },
  enclosed: {
    zh: '电梯 密闭 幽闭 狭小',
    en: 'elevator lift claustrophobi enclosed small_spaces mri',
    ja: 'エレベーター 閉所 狭い',
  },
  therapy: { zh: '心理咨询 咨询师', en: 'therapy therapist counselling counseling', ja: 'カウンセリング' },
}
