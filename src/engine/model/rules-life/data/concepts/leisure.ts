/** Families of words: arts and leisure. */
import type { ConceptWords } from './concept.ts'

export const leisureConcepts: Readonly<Record<string, ConceptWords>> = {
  reading: {
    zh: '东野圭吾 悬疑 推理 科幻小说 新书 看书 读书 阅读 小说 书店 图书馆 读完 书架',
    en: 'thriller crime_novel mystery_novel novella chapters bestseller read reading book novel library bookshop bookstore paperback',
    ja: '読書 本を 文庫 本が好 本屋 小説 図書館 書店 読み終え 読み切',
    kind: 'pastime',
  },
  writing: {
    zh: '写作 写小说 写诗 日记 写日记 投稿',
    en: 'write writing wrote poem poetry diary journal novelist manuscript',
    ja: '執筆 日記 小説を書 詩を書',
  },
  music: {
    zh: '音乐 听歌 歌单 演唱会 唱片 黑胶 专辑 耳机 乐队 摇滚 民谣',
    en: 'music song concert album vinyl playlist band gig',
    ja: '音楽 曲を 名曲 ライブ コンサート アルバム レコード バンド',
  },
  jazz: { zh: '爵士 爵士乐', en: 'jazz bebop coltrane saxophone swing_band blues', ja: 'ジャズ' },
  classical: {
    zh: '古典音乐 古典乐 交响乐 巴赫 莫扎特 肖邦',
    en: 'classical symphony orchestra bach mozart chopin opera',
    ja: 'クラシック 交響曲 オーケストラ',
  },
  piano: {
    zh: '钢琴 弹琴 练琴 琴键',
    en: 'chopin nocturne sonata piano keyboard_piece pianist',
    ja: 'ピアノ',
    kind: 'instrument',
  },
  guitar: { zh: '吉他 琴弦 和弦', en: 'guitar strum chords', ja: 'ギター 弾き語り', kind: 'instrument' },
  violin: { zh: '小提琴 大提琴', en: 'violin cello viola', ja: 'バイオリン チェロ', kind: 'instrument' },
  singing: {
    zh: '唱歌 ktv 合唱 卡拉ok 开嗓',
    en: 'sing sang singing choir karaoke',
    ja: '歌う 歌っ カラオケ 合唱',
  },
  film: {
    zh: '电影 影院 看片 影片 追剧 电视剧 剧集',
    en: 'film movie cinema netflix series binge tv_show',
    ja: '映画 映画館 ドラマ シネマ',
    kind: 'pastime',
  },
  anime: {
    zh: '动漫 动画 番剧 漫画 追番 手办',
    en: 'anime manga cartoon comics figurine',
    ja: 'アニメ 漫画 マンガ フィギュア',
    kind: 'pastime',
  },
  gaming: {
    zh: '游戏 打游戏 电竞 主机 开黑 手游 通关 steam switch',
    en: 'game gaming gamer console playstation xbox nintendo steam esports',
    ja: 'ゲーム クリアした スイッチ プレステ',
    kind: 'pastime',
  },
  painting: {
    zh: '画画 绘画 素描 水彩 油画 写生 画了 画板',
    en: 'paint painting draw drew drawing sketch watercolor watercolour canvas easel',
    ja: '絵 描く 描い 水彩 油絵 スケッチ 絵の具',
  },
  photography: {
    zh: '摄影 拍照 相机 镜头 拍了 胶片',
    en: 'portraits photographed photo photography camera lens darkroom',
    ja: '撮り 撮る 夜景 写真 カメラ 撮影 レンズ フィルム',
  },
  pottery: { zh: '陶艺 做陶 拉坯 陶瓷', en: 'pottery ceramic clay kiln', ja: '陶芸 ろくろ 焼き物' },
  woodwork: {
    zh: '木工 刨子 榫 锯木 木头 木板 凿子 刨花',
    en: 'woodwork woodworking carpentry chisel lathe sawdust',
    ja: '木工 大工仕事 鉋 のこぎり',
  },
  knitting: {
    zh: '织毛衣 编织 钩针 毛线 刺绣 缝纫',
    en: 'knitt scarf needles sweater knit knitting crochet yarn wool sewing embroidery',
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
  theatre: {
    zh: '音乐剧 话剧 戏剧 歌剧 剧场 舞台剧 相声 脱口秀',
    en: 'musical theatre theater play_at broadway opera stand-up',
    ja: 'ミュージカル 演劇 舞台 劇場 歌劇 落語',
  },
  museum: {
    zh: '博物馆 美术馆 展览 画展 看展',
    en: 'museum gallery exhibition',
    ja: '博物館 美術館 展覧会 展示',
  },
  fishing: { zh: '钓鱼 鱼竿 垂钓', en: 'fishing angling fish_rod fishing_rod', ja: '釣り 釣っ 釣竿' },
  podcasts: { zh: '播客 电台 有声书', en: 'podcast audiobook radio', ja: 'ポッドキャスト ラジオ' },
  poker: {
    zh: '扑克 麻将 打牌 桌游 剧本杀',
    en: 'poker board_game mahjong cards',
    ja: '麻雀 ポーカー ボードゲーム トランプ',
  },
  surfing: {
    zh: '冲浪 潜水 帆船',
    en: 'surf surfing diving snorkel snorkelling scuba sail sailing kayak',
    ja: 'サーフィン ダイビング ヨット',
  },
  climbing: {
    zh: '攀岩 抱石',
    en: 'bouldering climbing_wall belay rock_climbing',
    ja: 'ボルダリング クライミング',
  },
  martial: {
    zh: '拳击 武术 太极 散打 跆拳道',
    en: 'boxing karate judo taekwondo tai_chi',
    ja: '空手 柔道 剣道 ボクシング 太極拳',
  },
  letters: { zh: '写信 明信片 手写信', en: 'letter postcard penpal pen_pal', ja: '手紙 葉書 はがき 文通' },
  stationery: {
    zh: '文具 钢笔 手账 手帐 书法 毛笔 练字',
    en: 'stationery fountain_pen notebook calligraphy',
    ja: '文房具 万年筆 手帳 書道 ペン',
  },
  makeup: {
    zh: '化妆 口红 护肤 面膜 美妆',
    en: 'makeup make-up lipstick skincare',
    ja: '化粧 メイク 口紅 スキンケア',
  },
  clothes: {
    zh: '衣服 穿搭 裙子 汉服 时装 球鞋',
    en: 'clothes fashion outfit dress sneakers',
    ja: '服を 服が 洋服 ファッション 着物 スニーカー',
  },
  'social-media': {
    zh: '微博 小红书 抖音 朋友圈 短视频 刷手机',
    en: 'instagram twitter tiktok facebook social_media scrolling',
    ja: 'インスタ ツイッター SNS ティックトック',
  },
  news: { zh: '看新闻 时事 报纸', en: 'newspaper headlines', ja: 'ニュース 新聞' },
  hotspring: { zh: '温泉 泡澡 泡汤', en: 'hot_spring bath_bomb sauna spa', ja: '温泉 銭湯 風呂 サウナ' },
  meditation: {
    zh: '冥想 打坐 正念 禅修',
    en: 'meditate meditation meditating mindfulness',
    ja: '瞑想 座禅 マインドフル',
  },
}
