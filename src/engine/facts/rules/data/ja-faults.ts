/** What shows in a Japanese statement that it doesn't stand alone, or says nothing that lasts. */
import type { Fault } from './language-data.ts'

/** What may stand before は or が without being the one who acts. */
const NO_SUBJECT =
  '(?:一番|いちばん|好きな|苦手な|嫌いな|今|前|昔|昨|先|来|去|最近|普段|ふだん|朝|昼|夜|夕方|週末|休日|休み|平日|春|夏|秋|冬|毎|日曜|月曜|火曜|水曜|木曜|金曜|土曜|一日|時々|たまに|本当|ほんと|実|元|以前|当時|子供の頃|[\\d一二三四五六七八九十]+(?:年|月|日|歳|時))'
/** Predicates whose thing is marked by が or は and that are still said of the speaker. */
const OF_SELF =
  '(?:好き|大好き|嫌い|苦手|得意|上手|下手|無理|だめ|ダメ|怖|こわ|欲しい|ほしい|でき|出来|わか|分か|食べ|飲|飼|見|聴|聞け|乗|読|弾|話せ|痛|悪|弱|ひど|つら|辛|きつ|ある|あり|ない|いる|います|いない|趣味|夢|日課|習慣|楽しみ|アレルギー|やめ|始|買|習|住|作|書|終わ|決ま|気に入|趣味|仕事|専攻|名前|誕生日|出身|実家|好物|推し|命日|一番)'

export const jaFaults: readonly Fault[] = [
  {
    why: 'somebody else acts in it',
    manners: ['no-subject'],
    pattern: new RegExp(
      `^マスターは(?:[^、。]{0,12}、)?(?!${NO_SUBJECT})[^、。はがを]{1,12}(?:が|は)(?![^。]{0,12}${OF_SELF})`,
      'u',
    ),
  },
  {
    why: 'a joke: a thing as a lover, a figure of speech',
    pattern:
      /(?:布団|ふとん|ベッド|枕|ソファ|こたつ|スマホ|仕事|冷蔵庫)と(?:結婚|付き合|恋|デート|別れ)|として生き|溶けそう|溶けた|死に(?:そう|かけ)|昇天|冬眠|召され/u,
  },
  {
    why: 'tired',
    pattern: /(?:へとへと|ヘトヘト|くたくた|クタクタ|ぐったり|しんどい|だるい)(?:です|だ|よ|ね|の|なん|$)/u,
  },
  {
    why: 'everyday and gone tomorrow',
    pattern:
      /(?:早い|早起き|眠い|寝る|疲れた?|忙しい|暑い|寒い|帰る|お腹すいた|おなかすいた)(?:し|から|ね|よ|だけ|の|んだ|です|です?けど|、|$)/u,
    unless: /苦手|嫌い|好き|アレルギー|毎/u,
  },
  {
    why: 'a passing feeling or remark',
    pattern:
      /(?:気がする|と思う|と思った|かもしれない|かも|(?<!て)みたい|らしい|だろう|でしょう|しようかな|(?<!(?:一番|いちばん|好きな|苦手な|嫌いな)[^。、]{1,16}は[^。、]{1,12})かな|っけ)(?:です|だ|ね|よ|けど|し)*$/u,
  },
  {
    why: 'does not say of what',
    pattern: /^マスター(?:に)?は(?:それ|これ)?(?:無理|ダメ|だめ|嫌|いや)(?:だ|で|だった|です)/u,
  },
  {
    why: 'a noun cut from its clause',
    manners: ['no-subject'],
    pattern: /(?:てる|ている|した|する)(?:夢|話|人|やつ|こと|とき|時)$|(?:てる|ている|する)の$/u,
  },
]
