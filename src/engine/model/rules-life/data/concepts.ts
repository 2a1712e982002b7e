/**
 * What everyday words are about: families of words by language, so that "a tin of oolong" is known to be about
 * tea. Separated by blanks; `_` stands for a blank. Chinese is simplified; English words are met with the usual
 * endings. A family may have an opposite: who says one, says something against the other.
 */
export interface ConceptWords {
  readonly zh: string
  readonly en: string
  readonly ja: string
  readonly opposite?: string
}

export const CONCEPTS: Readonly<Record<string, ConceptWords>> = {
  // food and drink
  tea: {
    zh: '茶 龙井 普洱 乌龙 铁观音 毛尖 大红袍 碧螺春 白毫 茶叶 茶馆 茶壶 泡茶 伯爵',
    en: 'tea oolong matcha earl_grey darjeeling pu-erh chai teapot sencha',
    ja: '茶 紅茶 緑茶 抹茶 煎茶 ほうじ茶 ウーロン 急須',
  },
  coffee: {
    zh: '咖啡 拿铁 美式 手冲 浓缩 卡布奇诺 摩卡 咖啡豆 磨豆',
    en: 'coffee espresso latte cappuccino americano flat_white barista cold_brew decaf mocha roaster',
    ja: 'コーヒー 珈琲 ラテ エスプレッソ カフェオレ 豆を挽 カフェ',
  },
  alcohol: {
    zh: '酒 啤酒 红酒 白酒 威士忌 喝醉 酒吧 鸡尾酒 小酌 酒馆 干杯',
    en: 'alcohol wine beer whisky whiskey cocktail drunk vodka gin pub sake tipsy liquor brewery hangover',
    ja: '酒 ビール ワイン ウイスキー 焼酎 飲み会 居酒屋 酔 二日酔い',
    opposite: 'sober',
  },
  sober: {
    zh: '戒酒 滴酒不沾',
    en: 'sober teetotal non-alcoholic',
    ja: '禁酒 ノンアル',
    opposite: 'alcohol',
  },
  smoking: {
    zh: '烟 抽烟 吸烟 香烟 电子烟 烟瘾',
    en: 'smoke smoking smoker cigarette vape vaping tobacco nicotine',
    ja: 'タバコ たばこ 煙草 喫煙 禁煙',
  },
  spicy: {
    zh: '辣 麻辣 火锅 辣椒 川菜 湘菜 变态辣 冒菜 小米辣 辣条 剁椒',
    en: 'spicy spice chili chilli curry hot_sauce jalapeno habanero vindaloo wasabi sriracha kimchi',
    ja: '辛い 辛 激辛 唐辛子 麻婆 カレー キムチ 担々麺 タバスコ',
    opposite: 'mild',
  },
  mild: { zh: '清淡 不辣', en: 'mild bland', ja: '薄味 甘口', opposite: 'spicy' },
  sweets: {
    zh: '甜 甜食 甜品 蛋糕 巧克力 糖 奶茶 冰淇淋 布丁 甜点 饼干 泡芙 马卡龙',
    en: 'sweet dessert cake chocolate candy ice_cream cookie brownie donut doughnut pastry sugar pudding tiramisu',
    ja: '甘い 甘 スイーツ ケーキ チョコ アイス プリン お菓子 和菓子 クッキー',
  },
  meat: {
    zh: '肉 牛排 排骨 烤肉 红烧肉 烤串 鸡腿 培根 香肠 烧烤 炸鸡',
    en: 'meat steak beef pork chicken bacon ham sausage burger barbecue bbq ribs lamb',
    ja: '肉 焼肉 ステーキ 焼き鳥 ハンバーグ 唐揚げ とんかつ ベーコン',
    opposite: 'vegetarian',
  },
  vegetarian: {
    zh: '素食 吃素 素菜 纯素 全素',
    en: 'vegetarian vegan plant-based meatless tofu',
    ja: '菜食 ベジタリアン ヴィーガン 精進料理',
    opposite: 'meat',
  },
  seafood: {
    zh: '海鲜 虾 螃蟹 大闸蟹 生蚝 鱼片 寿司 刺身 贝 鱿鱼 小龙虾 三文鱼',
    en: 'seafood shrimp prawn crab lobster oyster sushi sashimi salmon tuna mussel clam squid',
    ja: '海鮮 海老 エビ えび 蟹 カニ 牡蠣 寿司 刺身 魚介 サーモン',
  },
  fruit: {
    zh: '水果 苹果 西瓜 草莓 芒果 榴莲 葡萄 橘子 橙子 香蕉 桃子 樱桃 荔枝 柚子',
    en: 'fruit apple watermelon strawberry mango durian grape orange banana peach cherry berry melon',
    ja: '果物 りんご スイカ いちご マンゴー ぶどう みかん バナナ 桃 メロン',
  },
  dairy: {
    zh: '牛奶 乳糖 奶酪 芝士 酸奶',
    en: 'milk lactose cheese dairy yogurt yoghurt',
    ja: '牛乳 乳糖 チーズ ヨーグルト',
  },
  coriander: { zh: '香菜 芫荽', en: 'coriander cilantro', ja: 'パクチー' },
  cooking: {
    zh: '做饭 下厨 厨艺 厨房 炒菜 做菜 煲汤 烹饪 菜谱 掌勺 炖',
    en: 'cook cooking recipe kitchen chef meal_prep stew roast home-cooked',
    ja: '料理 自炊 台所 キッチン レシピ 煮込 お弁当を作',
    opposite: 'takeaway',
  },
  takeaway: {
    zh: '外卖 叫餐',
    en: 'takeaway takeout deliveroo doordash ordered_in',
    ja: '出前 デリバリー コンビニ弁当',
    opposite: 'cooking',
  },
  baking: {
    zh: '烘焙 烤面包 面包 烤箱 揉面 戚风 发酵 曲奇',
    en: 'bake baking bread sourdough dough oven loaf muffin croissant',
    ja: 'パン 焼き菓子 オーブン 生地 パン作り お菓子作り',
  },
  noodles: {
    zh: '面条 拉面 牛肉面 米线 螺蛳粉 面馆',
    en: 'noodle ramen pasta spaghetti udon pho',
    ja: 'ラーメン うどん そば 蕎麦 パスタ 麺',
  },
  breakfast: { zh: '早餐 早饭 早点', en: 'breakfast', ja: '朝食 朝ごはん 朝ご飯' },
  // body
  running: {
    zh: '跑步 慢跑 马拉松 夜跑 晨跑 半马 全马 跑了 跑鞋 配速',
    en: 'run ran running runner jog jogging marathon parkrun sprint half-marathon 5k 10k',
    ja: '走る 走り 走っ ランニング ジョギング マラソン ハーフマラソン',
  },
  cycling: {
    zh: '骑车 单车 自行车 骑行 脚踏车 公路车 骑了',
    en: 'cycle cycling bike bicycle biking rode_his_bike rode_her_bike pedal',
    ja: '自転車 サイクリング ロードバイク',
  },
  swimming: {
    zh: '游泳 泳池 蛙泳 自由泳 泳衣 游了',
    en: 'swim swam swimming pool laps freestyle breaststroke',
    ja: '泳 水泳 プール スイミング',
  },
  gym: {
    zh: '健身 撸铁 举铁 健身房 深蹲 卧推 私教 哑铃 锻炼 运动 瑜伽 普拉提',
    en: 'gym workout work_out exercise squat bench_press deadlift weights fitness lifting yoga pilates',
    ja: 'ジム 筋トレ 運動 スクワット トレーニング ヨガ ピラティス',
  },
  hiking: {
    zh: '爬山 登山 徒步 远足 露营 山顶 登顶 户外 帐篷',
    en: 'hike hiking climb mountain trail trek camping summit backpack outdoors tent',
    ja: '登山 山登り ハイキング キャンプ 山頂 トレッキング テント',
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
  health: { zh: '感冒 发烧 生病 医院', en: 'sick flu fever hospital', ja: '風邪 熱 病院' },
  insomnia: {
    zh: '失眠 睡不着 睡不好 辗转 彻夜难眠 安眠药',
    en: "insomnia sleepless awake_all_night couldn't_sleep can't_sleep trouble_sleeping sleeping_pills lay_awake",
    ja: '不眠 眠れない 眠れなかった 寝つけ 寝付け',
    opposite: 'sound-sleep',
  },
  'sound-sleep': {
    zh: '睡得很香 一觉睡到 睡得好 倒头就睡 沾枕头就',
    en: 'slept_like slept_through sleeps_like sleeps_well slept_well eight_hours_straight fell_asleep_right',
    ja: 'ぐっすり 熟睡 よく眠れ',
    opposite: 'insomnia',
  },
  'sleep-late': {
    zh: '晚睡 熬夜 通宵 凌晨 夜猫子 半夜 夜里两点 三点才睡 两点才睡 一点才睡',
    en: 'night_owl stay_up stays_up stayed_up up_late late_night all-nighter 2_am 3_am 4_am past_midnight',
    ja: '夜更かし 夜型 徹夜 深夜 夜中 午前二時 午前三時',
    opposite: 'sleep-early',
  },
  'sleep-early': {
    zh: '早睡 早起 九点就睡 十点就睡 九点睡 十点睡 五点起 六点起 晨型 清晨 早上五点 早上六点',
    en: 'early_bird early_riser wakes_up_early up_early gets_up_early at_dawn sunrise bed_by_nine bed_by_ten asleep_by_nine asleep_by_ten up_at_five up_at_six morning_person 5_am 6_am',
    ja: '早寝 早起き 朝型 朝五時 朝六時 十時に寝 九時に寝',
    opposite: 'sleep-late',
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
  // animals, plants, nature
  cat: { zh: '猫 小猫 猫咪 铲屎 喵', en: 'cat kitten kitty tabby meow litter_box', ja: '猫 ねこ ネコ 子猫' },
  dog: {
    zh: '狗 小狗 遛狗 狗狗 柯基 金毛 哈士奇 柴犬',
    en: 'dog puppy corgi retriever labrador poodle walkies spaniel',
    ja: '犬 いぬ 子犬 柴犬 散歩させ',
  },
  rabbit: { zh: '兔子 兔', en: 'rabbit bunny', ja: 'うさぎ ウサギ 兎' },
  bird: { zh: '鹦鹉 观鸟 小鸟', en: 'bird parrot budgie birdwatching', ja: '鳥 インコ オウム' },
  fish: { zh: '养鱼 金鱼 鱼缸', en: 'goldfish aquarium fish_tank', ja: '金魚 水槽 熱帯魚' },
  insects: { zh: '虫子 蟑螂 蜘蛛 虫', en: 'spider bug insect cockroach', ja: '虫 蜘蛛 クモ ゴキブリ' },
  gardening: {
    zh: '园艺 种花 养花 浇水 种菜 花园 多肉 绿植 播种 盆栽 阳台种 花盆 月季',
    en: 'garden gardening plant bulb tulip rose weeding seedling prune pruning compost allotment flowerbed seeds greenhouse tomatoes',
    ja: '園芸 ガーデニング 庭 花壇 種をまい 植え 鉢植え 家庭菜園 水やり 苗',
  },
  pollen: { zh: '花粉 柳絮 杨絮 打喷嚏', en: 'pollen hay_fever sneeze sneezing', ja: '花粉 花粉症 くしゃみ' },
  rain: {
    zh: '雨 下雨 淋雨 雨天 梅雨 雨声',
    en: 'rain rainy drizzle downpour umbrella',
    ja: '雨 雨の日 梅雨 傘',
    opposite: 'sun',
  },
  sun: {
    zh: '晴天 太阳 晒太阳 阳光',
    en: 'sunny sunshine sunbathing',
    ja: '晴れ 日光浴 日差し',
    opposite: 'rain',
  },
  snow: { zh: '雪 下雪 雪景', en: 'snow snowy', ja: '雪 雪景色' },
  sea: {
    zh: '海边 大海 沙滩 看海 海浪',
    en: 'sea beach ocean seaside coast surf',
    ja: '海 海辺 浜辺 海岸 砂浜',
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
    zh: '恐高 高处 高空 玻璃栈道 摩天轮 蹦极',
    en: 'height ladder rooftop bungee skydive balcony',
    ja: '高所 高い所 高いところ 観覧車 バンジー',
  },
  thunder: { zh: '打雷 雷声 雷雨', en: 'thunder lightning storm', ja: '雷 雷雨' },
  ghosts: {
    zh: '恐怖片 鬼片 鬼屋 鬼故事',
    en: 'horror ghost haunted scary_movie',
    ja: 'ホラー お化け屋敷 幽霊 怪談',
  },
  // arts and leisure
  reading: {
    zh: '看书 读书 阅读 小说 书店 图书馆 读完 书架',
    en: 'read reading book novel library bookshop bookstore paperback',
    ja: '読書 本 小説 図書館 書店 読み終え 読み切',
  },
  writing: {
    zh: '写作 写小说 写诗 日记 写日记 投稿',
    en: 'write writing wrote poem poetry diary journal novelist manuscript',
    ja: '執筆 日記 小説を書 詩を書',
  },
  music: {
    zh: '音乐 听歌 歌单 演唱会 唱片 黑胶 专辑 耳机 乐队 摇滚 民谣',
    en: 'music song concert album vinyl playlist band gig',
    ja: '音楽 曲 ライブ コンサート アルバム レコード バンド',
  },
  jazz: { zh: '爵士 爵士乐', en: 'jazz bebop coltrane saxophone swing_band blues', ja: 'ジャズ' },
  classical: {
    zh: '古典音乐 古典乐 交响乐 巴赫 莫扎特 肖邦',
    en: 'classical symphony orchestra bach mozart chopin opera',
    ja: 'クラシック 交響曲 オーケストラ',
  },
  piano: { zh: '钢琴 弹琴 练琴 琴键', en: 'piano keyboard_piece pianist', ja: 'ピアノ' },
  guitar: { zh: '吉他 琴弦 和弦', en: 'guitar strum chords', ja: 'ギター 弾き語り' },
  violin: { zh: '小提琴 大提琴', en: 'violin cello viola', ja: 'バイオリン チェロ' },
  singing: {
    zh: '唱歌 ktv 合唱 卡拉ok 开嗓',
    en: 'sing sang singing choir karaoke',
    ja: '歌う 歌っ カラオケ 合唱',
  },
  film: {
    zh: '电影 影院 看片 影片 追剧 电视剧 剧集',
    en: 'film movie cinema netflix series binge tv_show',
    ja: '映画 映画館 ドラマ シネマ',
  },
  anime: {
    zh: '动漫 动画 番剧 漫画 追番 手办',
    en: 'anime manga cartoon comics figurine',
    ja: 'アニメ 漫画 マンガ フィギュア',
  },
  gaming: {
    zh: '游戏 打游戏 电竞 主机 开黑 手游 通关 steam switch',
    en: 'game gaming gamer console playstation xbox nintendo steam esports',
    ja: 'ゲーム クリアした スイッチ プレステ',
  },
  painting: {
    zh: '画画 绘画 素描 水彩 油画 写生 画了 画板',
    en: 'paint painting draw drew drawing sketch watercolor watercolour canvas easel',
    ja: '絵 描く 描い 水彩 油絵 スケッチ 絵の具',
  },
  photography: {
    zh: '摄影 拍照 相机 镜头 拍了 胶片',
    en: 'photo photography camera lens darkroom',
    ja: '写真 カメラ 撮影 レンズ フィルム',
  },
  pottery: { zh: '陶艺 做陶 拉坯 陶瓷', en: 'pottery ceramic clay kiln', ja: '陶芸 ろくろ 焼き物' },
  woodwork: {
    zh: '木工 刨子 榫 锯木 木头 木板 凿子 刨花',
    en: 'woodwork woodworking carpentry chisel lathe sawdust',
    ja: '木工 大工仕事 鉋 のこぎり',
  },
  knitting: {
    zh: '织毛衣 编织 钩针 毛线 刺绣 缝纫',
    en: 'knit knitting crochet yarn wool sewing embroidery',
    ja: '編み物 毛糸 刺繍 裁縫 ミシン',
  },
  chess: { zh: '象棋 围棋 国际象棋 下棋 棋谱', en: 'chess gambit checkmate', ja: '将棋 囲碁 チェス' },
  puzzles: {
    zh: '拼图 数独 填字 积木 乐高',
    en: 'puzzle jigsaw sudoku crossword lego',
    ja: 'パズル 数独 レゴ',
  },
  collecting: {
    zh: '收集 收藏 集邮 藏品',
    en: 'collect collecting collection stamps',
    ja: '集め 収集 コレクション',
  },
  stars: {
    zh: '天文 星星 望远镜 流星 观星',
    en: 'astronomy telescope stargazing stars meteor',
    ja: '天文 星空 望遠鏡 流星',
  },
  travel: {
    zh: '旅行 旅游 出游 自由行 行李箱 签证 出国',
    en: 'travel trip traveling travelling vacation holiday_abroad suitcase backpacking',
    ja: '旅行 旅 海外旅行 温泉旅行',
  },
  shopping: {
    zh: '购物 逛街 网购 剁手 买买买 商场',
    en: 'shopping mall splurge',
    ja: '買い物 ショッピング 通販',
  },
  // work, study, money
  work: { zh: '工作 上班 公司 职场', en: 'job office workplace employer', ja: '仕事 会社 職場' },
  overtime: { zh: '加班', en: 'overtime works_late worked_late', ja: '残業' },
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
    zh: '考试 考研 复习 期末 备考 成绩',
    en: 'exam test_results revision finals midterm',
    ja: '試験 テスト 受験 期末',
  },
  speech: {
    zh: '演讲 上台 发言 台上 当众 致辞 演说',
    en: 'public_speaking speech presentation on_stage keynote audience',
    ja: 'スピーチ 人前 発表 プレゼン 演説 登壇',
  },
  programming: {
    zh: '编程 写代码 代码 程序 python',
    en: 'code coding programming software python javascript',
    ja: 'プログラミング コード',
  },
  english: { zh: '英语 单词 雅思 托福', en: 'english_class ielts toefl', ja: '英語 英会話' },
  japanese: { zh: '日语 五十音 假名', en: 'japanese kanji hiragana', ja: '日本語' },
  french: { zh: '法语', en: 'french duolingo_french', ja: 'フランス語' },
  spanish: { zh: '西班牙语 西语', en: 'spanish', ja: 'スペイン語' },
  // people and home
  solitude: {
    zh: '独处 一个人 独自 宅 窝在家 宅家 在家里待 内向 清净 社恐',
    en: 'alone solitude introvert homebody stay_home stays_home by_herself by_himself by_themselves me_time on_their_own quiet_night_in',
    ja: '一人 独り 引きこもり インドア 内向的 家で過ごす',
    opposite: 'company',
  },
  company: {
    zh: '热闹 聚会 派对 人多 外向 一大群 社交 聚餐 轰趴 呼朋唤友',
    en: 'party parties crowd crowded extrovert outgoing social socialise socialize gathering club clubbing nightclub mingling',
    ja: '人混み 大勢 賑やか にぎやか パーティー 飲み会 宴会 外向的 社交的',
    opposite: 'solitude',
  },
  quiet: { zh: '安静 清静 静', en: 'quiet silence peaceful', ja: '静か 静寂 静けさ', opposite: 'noise' },
  noise: {
    zh: '吵 吵闹 噪音 喧闹 热闹',
    en: 'noise noisy loud',
    ja: 'うるさい 騒音 騒がしい 賑やか にぎやか',
    opposite: 'quiet',
  },
  smalltalk: { zh: '闲聊 寒暄 尬聊', en: 'small_talk chit-chat chitchat', ja: '雑談 世間話' },
  phone: {
    zh: '打电话 电话 视频通话 通话 接电话',
    en: 'phone_call call calls voicemail facetime ringing rang',
    ja: '電話 通話 ビデオ通話',
  },
  family: {
    zh: '家人 爸妈 父母 爸爸 妈妈 回家吃饭 团圆 全家',
    en: 'family parents mum mom dad relatives',
    ja: '家族 両親 実家 親',
  },
  children: {
    zh: '孩子 小孩 女儿 儿子 宝宝 带娃 小朋友',
    en: 'kid child children daughter son baby toddler',
    ja: '子供 子ども 娘 息子 赤ちゃん',
  },
  marriage: {
    zh: '结婚 已婚 结婚证 领证 婚礼 老公 老婆 丈夫 妻子 婚纱',
    en: 'married marriage wedding husband wife spouse honeymoon',
    ja: '結婚 既婚 入籍 夫 妻 婚姻届 挙式',
    opposite: 'single',
  },
  single: { zh: '单身 未婚 母胎', en: 'single unmarried', ja: '独身 未婚', opposite: 'marriage' },
  refusing: {
    zh: '拒绝 推辞 说不 婉拒 推掉',
    en: 'saying_no say_no said_no refuse turned_down boundaries',
    ja: '断る 断れ 断っ',
    opposite: 'complying',
  },
  complying: {
    zh: '又答应 只好答应 硬着头皮答应 不好意思说不',
    en: "said_yes_again agreed_again couldn't_say_no can't_say_no people_pleaser",
    ja: '引き受けて 押し切られ',
    opposite: 'refusing',
  },
  tidiness: {
    zh: '整洁 收拾 打扫 洁癖 整理 干净',
    en: 'tidy clean cleaning declutter neat organise organize spotless',
    ja: '掃除 片付け 整理 きれい好き 綺麗好き',
    opposite: 'mess',
  },
  mess: {
    zh: '乱糟糟 凌乱 邋遢 乱成',
    en: 'messy mess clutter untidy',
    ja: '散らか 汚部屋 ごちゃごちゃ',
    opposite: 'tidiness',
  },
  crying: { zh: '哭 流泪 泪点 眼泪 掉眼泪', en: 'cry cried tear tears sob sobbing weep', ja: '泣 涙' },
  loneliness: { zh: '孤独 孤单 寂寞', en: 'lonely loneliness isolated', ja: '寂し さびし 孤独' },
  cars: { zh: '买车 汽车 车', en: 'car suv tesla', ja: '車 自動車' },
  glasses: {
    zh: '近视 眼镜 隐形眼镜',
    en: 'glasses nearsighted contact_lenses',
    ja: '近視 眼鏡 メガネ コンタクト',
  },
  river: {
    zh: '江边 河边 散步 走走 走了一圈 湖边',
    en: 'walk walks strolling stroll riverside',
    ja: '散歩 川沿い 川辺',
  },
  maps: { zh: '地图', en: 'map maps atlas', ja: '地図' },
}
