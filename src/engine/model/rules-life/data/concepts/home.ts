/** Families of words: people and home. */
import type { ConceptWords } from './concept.ts'

export const homeConcepts: Readonly<Record<string, ConceptWords>> = {
  solitude: {
    zh: '独处 一个人 独自 宅在 爱宅 很宅 窝在家 宅家 在家里待 内向 清净 社恐',
    en: 'alone solitude introvert homebody stay_home stays_home by_herself by_himself by_themselves me_time on_their_own quiet_night_in',
    ja: '一人で 一人の時間 一人が 一人旅 独りで 引きこもり インドア 内向的 家で過ごす',
    opposite: 'company',
  },
  company: {
    zh: '人山人海 拥挤 人群 人挤人 热闹 聚会 派对 人多 外向 一大群 社交 聚餐 轰趴 呼朋唤友',
    en: 'packed festival karaoke_night party parties crowd crowded extrovert outgoing social socialise socialize gathering club clubbing nightclub mingling',
    ja: '人混み 大勢 賑やか にぎやか パーティー 飲み会 宴会 外向的 社交的',
    opposite: 'solitude',
  },
  quiet: { zh: '安静 清静 幽静', en: 'quiet silence peaceful', ja: '静か 静寂 静けさ', opposite: 'noise' },
  noise: {
    zh: '太吵 很吵 吵闹 噪音 喧闹 热闹',
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
    ja: '家族 両親 実家 親御',
  },
  children: {
    zh: '孩子 小孩 女儿 儿子 宝宝 带娃 小朋友',
    en: 'kid child children daughter son baby toddler',
    ja: '子供 子ども 娘 息子 赤ちゃん',
  },
  marriage: {
    zh: '结婚 已婚 结婚证 领证 婚礼 老公 老婆 丈夫 妻子 婚纱',
    en: 'married marriage wedding husband wife spouse honeymoon',
    ja: '結婚 既婚 入籍 夫と 夫婦 妻 婚姻届 挙式',
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
  crying: { zh: '红了眼 哭 流泪 泪点 眼泪 掉眼泪', en: 'cry cried tear tears sob sobbing weep', ja: '泣 涙' },
  loneliness: {
    zh: '没人陪 没人说话 孤独 孤单 寂寞',
    en: 'lonely loneliness isolated',
    ja: '寂し さびし 孤独',
  },
  cars: { zh: '买车 汽车 轿车 新车 二手车', en: 'car suv tesla', ja: '新車 愛車 車を買 自動車' },
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
  neighbours: { zh: '邻居', en: 'neighbour neighbor', ja: '隣人 近所' },
  grandparents: {
    zh: '奶奶 爷爷 外婆 外公 姥姥 姥爷',
    en: 'grandmother grandma gran granny nan grandfather grandpa grandad',
    ja: '祖母 祖父 おばあちゃん おじいちゃん',
  },
  mother: { zh: '妈妈 母亲 老妈', en: 'mother mum mom mam', ja: '母 お母さん 母親' },
  father: { zh: '爸爸 父亲 老爸', en: 'father dad', ja: '父 お父さん 父親' },
  hometown: {
    zh: '老家 家乡 故乡 想家',
    en: 'hometown homesick back_home',
    ja: '故郷 地元 実家 ホームシック',
  },
  birthdays: { zh: '过生日 生日会', en: 'birthday', ja: '誕生日' },
  surprises: { zh: '惊喜', en: 'surprise surprised', ja: 'サプライズ' },
  trains: { zh: '火车 高铁 地铁', en: 'train railway subway tube', ja: '電車 新幹線 地下鉄 鉄道' },
  motorcycle: { zh: '摩托 机车', en: 'motorcycle motorbike scooter', ja: 'バイク オートバイ' },
  camera: { zh: '镜头前 自拍 被拍', en: 'selfie on_camera', ja: '自撮り' },
}
