/**
 * When two texts are one memory said twice ("I like tea", "I really love tea!"; 我喜欢喝茶, 我超爱喝茶). Both are cut
 * down to what they claim: who is meant is known from the entity, words of degree and politeness go, liking is one
 * word however it is put. What is left must be equal, word for word and in order. So negation, numbers, names, dates
 * and who does what to whom always keep two memories apart; that some repeats stay two is the lesser evil.
 */
import { foldHan } from '../text/fold.ts'

/** What a text claims, equal for texts that claim the same; empty when nothing is left of it. */
export function memoryKey(text: string): string {
  const plain = foldHan(text.normalize('NFKC').toLowerCase()).replace(/[’‘ʼ]/gu, "'")
  return (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain) ? japaneseKey(plain) : keyOf(plain)).trim()
}

function keyOf(plain: string): string {
  return /\p{Script=Han}/u.test(plain) ? chineseKey(plain) : englishKey(plain)
}

// ---------------------------------------------------------------------------------------------- English

/** Words for liking and disliking; "not" before liking makes a dislike. */
const LIKING = new Set(['like', 'love', 'adore', 'enjoy'])
const DISLIKING = new Set(['dislike', 'hate', 'detest', 'loathe'])
const SUBJECTS = new Set(['i', 'user', 'master'])
/** Articles, degree, emphasis: a claim is the same with and without them. */
const DEGREE = new Set(
  (
    'a an the really very so much truly absolutely totally quite super extremely just definitely deeply also too lot ' +
    'lots indeed certainly honestly actually simply greatly incredibly pretty such oh wow yes yeah well am is are do ' +
    'does'
  ).split(' '),
)

function englishKey(plain: string): string {
  const spelled = plain
    .replace(/\bcan't stand\b|\bcannot stand\b/g, 'hate')
    .replace(/\bcan't\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\bi'm\b/g, 'i am')
    .replace(/\bi've\b/g, 'i have')
    .replace(/\bi'd\b/g, 'i would')
    .replace(/\bi'll\b/g, 'i will')
    .replace(/\bof course\b/g, ' ')
    .replace(/\ba (?:lot|great deal)\b/g, ' ')
    .replace(/\b(?:is|am|are|'m) (?:a (?:big |huge )?fan of|fond of|crazy about|into)\b/g, ' like')
    .replace(/\bto bits\b|\bwith all my heart\b/g, ' ')
  const words = spelled.match(/[\p{L}\p{N}]+(?:['.:/-][\p{L}\p{N}]+)*/gu) ?? []
  const kept: string[] = []
  for (const word of words) {
    const base = likingOf(word)
    if (DEGREE.has(base)) continue
    // The one who speaks or is spoken of: the entity of the row says who that is.
    if (kept.length === 0 && SUBJECTS.has(base)) continue
    if (base === 'like' && kept.at(-1) === 'not') kept[kept.length - 1] = 'dislike'
    else kept.push(base)
  }
  return kept.join(' ')
}

/** The base of a verb of liking; other words stay as they are, but for the -s of the third person and the plural. */
function likingOf(word: string): string {
  const base = word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
  if (LIKING.has(base)) return 'like'
  return DISLIKING.has(base) ? 'dislike' : base
}

// ---------------------------------------------------------------------------------------------- Chinese

const CHINESE_SUBJECT = /^(?:我|用户|主人|他本人|她本人)(?:自己)?/u
const CHINESE_ENDING = /[的呀啊呢哦啦嘛喔耶哈~～]+$/u
const CHINESE_DEGREE =
  /真的|非常|特别|超级|十分|极其|相当|实在|确实|其实|可是|一直都|也|都|很|超|真(?!实|正|相|假|心|名)|好(?=喜欢|爱)|挺|太|蛮/gu
const ACTION = '(?=[吃喝看听玩读打跑画唱跳养逛写睡拍做学游爬滑骑])'

function chineseKey(plain: string): string {
  const bare = plain.replace(/[\p{P}\p{S}\s]+/gu, '')
  return bare
    .replace(CHINESE_SUBJECT, '')
    .replace(CHINESE_DEGREE, '')
    .replace(CHINESE_SUBJECT, '')
    .replace(CHINESE_ENDING, '')
    .replace(/喜爱|热爱|爱喜欢/gu, '喜欢')
    .replace(new RegExp(`(?<![可心最不没别恋亲敬关疼])爱${ACTION}`, 'gu'), '喜欢')
    .replace(/^爱(?!人|情|好|心|国|的)/u, '喜欢')
    .replace(/不喜欢|不爱|厌恶|受不了|反感/gu, '讨厌')
}

// --------------------------------------------------------------------------------------------- Japanese

const JAPANESE_SUBJECT = /^(?:私|僕|俺|わたし|ぼく|ユーザー|ご主人様?|主人|マスター)(?:自身)?[はがも]/u
const JAPANESE_DEGREE =
  /とても|すごく|すっごく|本当に|ほんとに|ほんとうに|めっちゃ|めちゃくちゃ|かなり|超|大(?=好き|嫌い|きらい)|やっぱり|実は/gu
const JAPANESE_ENDING = /(?:なん)?(?:です|だ|である)?(?:よね|よ|ね|なあ|な|わ|の)*$/u

function japaneseKey(plain: string): string {
  return plain
    .replace(/[\p{P}\p{S}\s]+/gu, '')
    .replace(JAPANESE_SUBJECT, '')
    .replace(JAPANESE_DEGREE, '')
    .replace(JAPANESE_ENDING, '')
    .replace(/好きではない|好きじゃない|好きではありません|好きじゃありません/gu, '嫌い')
    .replace(/きらい/gu, '嫌い')
    .replace(/すき$/u, '好き')
}
