/**
 * What makes a sentence worth a line in a memo that no model writes: cues by language, as data. A sentence is tried
 * against all of them, since people mix languages.
 */

/** Begins a clause: the start, or after punctuation and some words that lead in. */
const CLAUSE_EN = String.raw`(?:^|[,;:.!?—–-]\s*|["“(]\s*|\b(?:please|and|so|but|just|ok|okay|also|look|hey|now|then|again|from now on,?|in future,?)\s+)`
const CLAUSE_ZH = String.raw`(?:^|[，。！？；：、,.!?;:\s“「（])(?:请|拜托|麻烦|求求?你|以后|今后|从现在起|再也|也|都|就|可|千万|绝对|真的|你|您|记得|記得|請|拜託|麻煩|以後|今後|從現在起|絕對)*`
/** Romance and Russian clauses; an English sentence ("no excuses") is none. */
const CLAUSE_WEST = String.raw`(?<!\b(?:the|and|at|to|is|of|it|you|i|my)\b.*)(?:^|[,;:.!?¡¿—–-]\s*|["«“(]\s*)`

/** Demands that forbid a topic or a behaviour; a memo keeps them word for word (recent.md §5.3). */
export const demandCues: readonly RegExp[] = [
  new RegExp(
    `${CLAUSE_EN}(?:please\\s+)?(?:(?:don['’]?t|do not)\\s+(?:you\\s+)?(?!(?:worry|mind|know|think|care|remember|understand|get me wrong)\\b)(?!mention it[.!]*$)\\w+|(?<!\\b(?:and|so|but|then)\\s)never\\s+(?!mind\\b|been\\b|had\\b|seen\\b|heard\\b|thought\\b|knew\\b)\\w+|(?:stop|quit)\\s+\\w+ing\\b|stop\\s+(?:it|that|this)\\b|no more\\s+\\w+)`,
    'iu',
  ),
  /\byou\s+(?:must not|mustn['’]t|may not|can['’]t|cannot|shouldn['’]t|should not|should never|must never|are not to|aren['’]t allowed to)\s+\w+/iu,
  /\bi\s+(?:forbid|don['’]t want|do not want|won['’]t have|hate it when|wish)\s+you\s+(?:to\b|not\b|would(?:n['’]t| not| stop)\b)?/iu,
  /\bi\s+(?:don['’]t|do not|never)\s+want\s+to\s+(?:hear|talk|speak)\b/iu,
  new RegExp(
    `${CLAUSE_ZH}(?:不要(?!紧|緊|脸|臉)|别(?!的|人|处|致|墅|针|提了|说了|怕|担心|急|客气|介意)|別(?!的|人|處|致|墅|針|提了|說了|怕|擔心|急|客氣|介意)|不许|不許|不准|不可以|不得|禁止|严禁|嚴禁|少(?:给我|給我|跟我|提|说|說)|停止|甭|勿)`,
    'u',
  ),
  /我(?:不想|不希望|不要|不愿意?|不願意?|讨厌|討厭)(?:你|您|再(?:听|聽|聊|提|谈|談|说|說))/u,
  /(?:ないで(?:ください|下さい|くれ|ね|よ|ほしい|欲しい|[。！!、\s]|$)|(?:[るうくすつむぐぶ])な(?:よ|[。！!]|$)|やめて|止めて|やめろ|禁止|(?:ちゃ|では?|ては)(?:ダメ|だめ|駄目|いけない))/u,
  /(?:지\s?(?:마|말)|그만\s?(?:해|둬|하)|금지)/u,
  new RegExp(
    `${CLAUSE_WEST}(?:пожалуйста,?\\s+)?(?:(?:больше\\s+|никогда\\s+)?не\\s+(?:надо|смей|\\p{L}+(?:[йь]|йте|ьте|йся|йтесь|ься|ись|и|ите))(?!\\p{L})|перестань|перестаньте|прекрати|хватит|запрещаю)`,
    'iu',
  ),
  new RegExp(
    `${CLAUSE_WEST}(?:por favor,?\\s+)?(?:no\\s+(?:me\\s+|le\\s+|lo\\s+|la\\s+|vuelvas\\s+a\\s+)?\\p{L}{2,}(?:es|as|áis|éis|en|an)(?!\\p{L})|nunca\\s+(?:más\\s+|me\\s+)*\\p{L}+|deja\\s+de\\s+\\p{L}+|para\\s+de\\s+\\p{L}+|pare\\s+de\\s+\\p{L}+|não\\s+(?:me\\s+|o\\s+|a\\s+|voltes\\s+a\\s+)?\\p{L}{2,}(?:es|as|e|a)(?!\\p{L}))`,
    'iu',
  ),
]

/** Signs that something said earlier is taken back or put right. */
export const correctionCues: readonly RegExp[] = [
  /\b(?:actually|i (?:meant|mean)|correction|to be precise|i was wrong|i misspoke|(?:that|it) (?:was|is) (?:a joke|a lie|not true|wrong)|no longer|not any ?more|changed my mind|instead of|used to)\b/iu,
  /^(?:no|nope|sorry|wait)[,.!—-]\s*\S/iu,
  /\bnot\s+[^.!?]{1,40},?\s+but\s+\S/iu,
  /其实|其實|我是说|我是說|更正|说错|說錯|记错|記錯|搞错|搞錯|不是[^。！？]{1,20}(?:而)?是|(?:改|换|換)(?:成|到|为|為)|不再|已经不|已經不|开玩笑的|開玩笑的|纠正/u,
  /実は|本当は|じゃなくて|ではなくて|訂正|間違え|間違い|もう[^。！？]{0,12}(?:ない|ません)|冗談/u,
  /사실은?|아니라|정정|잘못 말|이제는? 안|농담/u,
  /на самом деле|точнее|я ошиб|оговорил|больше не|пошутил|не [^.!?]{1,40}, а /iu,
  /\b(?:en realidad|quise decir|me equivoqué|ya no|era (?:una )?broma|na verdade|quis dizer|enganei-me|me enganei|já não|era brincadeira)\b/iu,
]

/** Signs of what is worth keeping about the speaker; each adds `weight`. */
export const valueCues: readonly { readonly weight: number; readonly cue: RegExp }[] = [
  { weight: 1, cue: /\b(?:i|i['’]m|i['’]ve|my|me|mine|we|our)\b/iu },
  { weight: 1, cue: /[我咱俺]|私|僕|俺|あたし|うち|나는|내가|저는|제가/u },
  { weight: 1, cue: /(?<!\p{L})(?:я|мне|меня|мой|моя|мы|yo|mi|mis|me|soy|eu|meu|minha|sou)(?!\p{L})/iu },
  {
    weight: 2,
    cue: /\b(?:love|like|hate|prefer|favou?rite|allergic|afraid|want|plan|hope|promise|remember|birthday|name|live|lived|moved|work|job|study|school|married|born|family|mother|father|sister|brother|friend|cat|dog|sick|doctor|bought|started|finished|will|going to)\b/iu,
  },
  {
    weight: 2,
    cue: /喜欢|喜歡|讨厌|討厭|爱|愛|最|过敏|過敏|害怕|想要|打算|计划|計劃|希望|答应|答應|约定|約定|记住|記住|记得|記得|生日|名字|叫|住|搬|工作|上班|学|學|结婚|結婚|出生|家人|妈|媽|爸|姐|妹|哥|弟|朋友|猫|貓|狗|病|医|醫|买|買|开始|開始/u,
  },
  {
    weight: 2,
    cue: /好き|嫌い|大好き|苦手|アレルギー|怖い|欲しい|ほしい|つもり|予定|約束|覚えて|誕生日|名前|住ん|引っ越|仕事|学校|大学|結婚|生まれ|家族|母|父|姉|妹|兄|弟|友達|猫|犬|病|医者|買っ|始め/u,
  },
  { weight: 1, cue: /\p{N}|[一二三四五六七八九十百千]+[年月日岁歳个個点時]/u },
  { weight: 1, cue: /(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}+/u },
]

/** Sentences that ask; they are kept last. */
export const questionCue = /[?？]\s*["”」』）)]*$|(?:吗|呢|嗎)[。！!]?$|(?:か|かな)[。！!]?$/u

/** Greetings and fillers without more. */
export const fillerCue =
  /^(?:hi|hello|hey|ok(?:ay)?|yes|yeah|no|thanks?(?: you)?|lol|haha+|bye|good (?:morning|night|evening)|你好|您好|嗨|哈+|嗯+|好的?|谢谢|謝謝|再见|再見|晚安|早安?|早上好|こんにちは|おはよう|おやすみ|ありがとう|うん|はい|안녕|네|привет|спасибо|да|нет|hola|gracias|olá|obrigad[oa])[\s~～!！。.…,，]*$/iu
