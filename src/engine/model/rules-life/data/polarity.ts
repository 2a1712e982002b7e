/**
 * For or against: the words that turn what a clause says, by language. A negation right before an aversion or an
 * end takes both away ("not afraid"); anything else of them makes the clause negative.
 */
import { PERSON as EN_PERSON } from '../../../facts/rules/data/en-words.ts'
import { PERSON as ZH_PERSON } from '../../../facts/rules/data/zh-words.ts'

export type PolarityLanguage = 'zh' | 'en' | 'ja' | 'other'

export interface PolarityWords {
  /** Negative only in form; taken out before anything is looked for. */
  readonly idioms: RegExp
  readonly negation: RegExp
  /** Dislike, fear, avoidance, trouble with something. */
  readonly aversion: RegExp
  /** Something is over or given away. */
  readonly end: RegExp
  /** One thing took another's place. */
  readonly change: RegExp
  /** One thing is liked better than another. */
  readonly rather: RegExp
  /** Most characters between a negation and what it negates. */
  readonly reach: number
  /** Where a statement breaks into clauses; after `contrast` stands what counts. */
  readonly clause: RegExp
  readonly contrast: RegExp
  /** What happened in words, heads or dreams only, or to ask. */
  readonly unreal: RegExp
  /** Somebody else leads the statement. Group `person`. */
  readonly third: RegExp
}

const ZH_OWNER = '(?:主人|用户|我|TA|ta|小主)?(?:的|家的|家)?'

export const POLARITY: Readonly<Record<PolarityLanguage, PolarityWords>> = {
  zh: {
    idioms:
      /不能更|什么事都没有|什么事也没有|没事|没问题|毫无反应|忍不住|离不开|不得不|差不多|不错|不亦乐乎|不仅|不但|不只|不光|不管|不论|不少|不停地?|不断|说不定|了不起|舍不得|少不了|没想到|不过|对不起|不由得|别提多|好不容易|停不下来|忘不了|爱不释手|不久|不同|不如|百听不厌|百看不厌|百吃不厌|从不缺席|从不间断|雷打不动|风雨无阻|无论|无比|没完没了|迫不及待|乐此不疲|不然|不愧|特别|别人|别的|告别|级别|分别|未来|不一会儿?|没多久|不知不觉|怕是|恐怕|哪怕|什么都/gu,
    negation:
      /很少|极少|鲜少|甚少|几乎不|几乎没|不再|再也不|从来不|从不|并不|不太|不怎么|不|没有|没|无|未|别|甭|勿|绝不|毫无/gu,
    aversion:
      /吵得|吵死|吵醒|想吐|恶心|作呕|反胃|糊了|烧焦|搞砸|失败|负担|受罪|煎熬|心慌|心跳加速|不敢|腿.{0,2}软|(?:抓|握)(?:着|紧)扶手|关系紧张|吵架|大吵|吵了|冷战|闹翻|翻脸|讨厌|厌恶|反感|烦|嫌|害怕|恐惧|怕|恐高|紧张|发抖|腿软|冒冷汗|手心出汗|焦虑|担心|发愁|犯愁|难过|难受|不舒服|过敏|起疹|红疹|打喷嚏|流眼泪|发痒|拉肚子|腹泻|避开|躲|绕开|绕道|绕着走|推掉|推了|拒绝|拒了|婉拒|捂住|受不了|忍不了|崩溃|崩了|吐了|失眠|疲惫|头疼|头痛|晕|缺席|逃|挑(?:了)?(?:出来|掉|出去|干净)|全挑|夹给|拨到一边|没动(?:筷|过)?|中途(?:离|退|走)|提前(?:离场|走了|退场)|绕着|扭头就|转身就|躲进|不碰|尖叫|吓|剩下|一口没|一口不|取消|厌倦|腻|无聊|抱怨|吐槽|错过|忘了|忘记/gu,
    end: /放弃了?|没碰|领养走|被领养|被偷|偷走|不见了|报废|弄丢|再也没|戒了|戒掉|戒酒|戒烟|戒|停了|停掉|卖了|卖掉|送人|送走|送给别人|扔了|扔掉|丢掉|退了|退掉|退出|退订|退赛|辞了|辞职|离职|离婚|分手|去世|过世|死了|走丢|跑丢|失去|毕业|结束|取关|注销|拉黑|删了|删掉|卸载|改掉|以前|曾经|过去|早就不|痊愈|治好|好了以后|搬走|搬离|还清/gu,
    change:
      /改(?:成|喝|吃|用|去|上|为|做|骑|住)|换(?:成|到|去)|换了?(?:工作|公司|城市|专业)|转(?:为|到|成|行|学)|跳槽|搬(?:到|去|回|进)|调到|变成/gu,
    rather: /更(?:喜欢|爱|想|愿意)|宁愿|宁可|倒是(?:喜欢|爱)|只(?:喝|吃|看|玩|听|穿|用|养)/u,
    reach: 3,
    clause: /[，。！？；、,.!?;：:\n]|然后|于是|结果/u,
    contrast: /但是?|可是|不过|然而|却|反而|只是/u,
    unreal:
      /梦见|梦到|做梦|问(?!题|候)|打听|好奇|听说|据说|开玩笑|假装|假如|如果|要是|幻想|想象|引用|转述|讲了?个?(?:笑话|故事)|看到新闻|刷到|新闻|纪录片|推荐给|查了?(?:一下)?(?:什么|谁|资料|历史)/u,
    third: new RegExp(
      `^${ZH_OWNER}(?:(?:一个|一位|某个|隔壁|老|大|小|新)?(?:的)?)?(?<person>${ZH_PERSON})(?!和主人|跟主人|们?一起)`,
      'u',
    ),
  },
  en: {
    idioms:
      /\b(?:struggl\w* with|suffer\w* from|prone to) (?=～|insomnia|anxiety|loneliness|depression|stress|panic|sleep)|\b(?:not only|not just|no wonder|no doubt|no matter|no problem|not bad|why not|can(?:'t|not) wait|can(?:'t|not) get enough|can(?:'t|not) stop|can(?:'t|not) resist|can(?:'t|not) live without|couldn't (?:be happier|be better|stop|wait|resist|live without|agree more)|never (?:misses|missed|skips|skipped|tires|gets tired|got tired|get tired|fails|failed|without)|nothing beats|without fail|without (?:fuss|(?:any |a )?(?:problem|trouble|issue|reaction|hitch|fear|incident))s?|no less than|not long|nonstop|non-stop|no end|if not|stop by|stopped by|stops by|stopped (?:at|in)|drop(?:ped|s)? (?:by|off|in)|not to mention|lost (?:track of time|in a book)|even though|no idea)\b/giu,
    negation:
      /\b(?:not|no longer|never|no|none|nothing|nobody|neither|nor|without|hardly|barely|rarely|seldom|cannot|lack(?:s|ed|ing)?|far from|isn't|aren't|ain't)\b|n't\b/giu,
    aversion:
      /\b(?:hat(?:e[sd]?|ing)|dislik\w*|loath\w*|detest\w*|despis\w*|avoid\w*|skip(?:s|ped|ping)?|refus\w*|declin(?:e[sd]?|ing)|turn(?:s|ed|ing)? down|afraid|scared?|fear(?:s|ed|ful|ing)?|terrif\w*|anxi\w*|nervous\w*|dread\w*|mind(?:s|ed)?(?= (?:it|that|them|the|flying|being|having|doing))|panic\w*|phobi\w*|trembl\w*|shook|shriek\w*|scream\w*|chores?|tedious|burden|pointless|burn(?:t|ed) (?:the|it|dinner)|gripp?(?:s|ed) (?:the|his|her|their)|white-knuckl\w*|heart (?:was )?(?:pound|rac)\w*|froze|fr(?:eaked|eaks) out|held (?:his|her|their) breath|argu(?:es?|ed|ing)|fought|fell out|packed up and left|had to leave|sweat\w*|shak(?:es?|ing|y)|allerg\w*|intoleran\w*|sneez\w*|rash(?:es)?|hives|itch\w*|swell\w*|swollen|sick|fed up|bor(?:ed|ing)|annoy\w*|uncomfortable|unhappy|miserable|worr\w*|stress\w*|upset|lonel\w*|drain\w*|exhaust\w*|struggl\w*|complain\w*|groan\w*|cringe[sd]?|winc\w*|walk(?:s|ed) out|left\b.{0,30}?\b(?:early|halfway|at the interval|before)|leaves early|couldn't finish|gag(?:s|ged)|crossed the (?:street|road)|hid(?:es)? (?:behind|under|from)|escape[sd]?|fled|canc?el(?:s|l?ed|l?ing)?|pick(?:s|ed)?(?: \w+){0,4} (?:out|off)|push(?:es|ed)? (?:it|them) aside|fail\w*|forg[eo]t\w*|trouble|bad at|terrible at|awful|overwhelm\w*|headache\w*|insomnia|sleepless|broke|overdraft|debt|threw up)\b/giu,
    end: /(?:n't|\b(?:not|no|never))\b[^,.;!?]{0,40}?\bany ?more\b|\b(?:quit(?:s|ting)?|stop(?:s|ped|ping)?|g(?:ave|ive|iven|iving) (?:up|away)|gave (?:it|them) (?:up|away)|dropp?(?:ed|ing)? out|dropped|s(?:old|elling|ells?)|got rid|ditch\w*|abandon\w*|lost (?:interest|patience|the)|stolen|ran away|put (?:\w+ )?down|let go|handed in (?:my|his|her|their) notice|g(?:ave|iven?|iving|ives?) (?:\w+ ){1,4}away|los(?:t|ing) (?:his|her|their)|passed away|died|divorc\w*|broke up|split up|retir\w*|resign\w*|laid off|fired|graduat\w*|delet\w*|uninstall\w*|unsubscrib\w*|end(?:ed|s)|over it|used to|former\w*|rehom\w*|donat\w*|threw (?:out|away)|moved (?:out|away)|outgr\w+|recovered|cured|got over|paid off|swore off|swears off|kicked the habit|cold turkey|gone off)\b/giu,
    change:
      /\b(?:switch(?:es|ed|ing)? (?:to|from|over)|chang(?:e[sd]?|ing) (?:to|jobs?|careers?|majors?|course)|mov(?:e[sd]?|ing) (?:to|from|on|away)|transferr?(?:s|ed|ing)? to|replac(?:e[sd]?|ing) .{1,30} (?:with|by)|swap(?:s|ped) .{1,30} for|convert(?:s|ed)? to|now (?:commutes?|drinks?|eats?|uses?|works?|lives?)|went (?:vegan|vegetarian))\b/giu,
    rather: /\b(?:prefer\w*|rather|instead|more of an?|only (?:drink|eat|watch|play|read|listen))\b/iu,
    reach: 22,
    clause: /[,.!?;:\n–—]|\b(?:and then|and|so|then)\b/iu,
    contrast: /\b(?:but|though|although|however|yet)\b/iu,
    unreal:
      /\b(?:dream(?:s|t|ed)|ask(?:s|ed) (?:about|who|what|when|where|why|how|if|whether|which)|wonder(?:s|ed)|inquir\w*|heard|jok(?:es|ed|ing)|pretend\w*|imagin\w*|quot(?:es|ed)|read (?:that|an article|about)|watched (?:a documentary|the news)|documentary|if (?:she|he|they)|looked up|curious (?:about|whether)|explained|recommended)\b/iu,
    third: new RegExp(
      `^(?:(?:the user|the master|USER)(?:'s|s')|my|his|her|their|one of (?:the user|USER|my)'?s?|a|an) (?:\\w+ )?(?<person>${EN_PERSON.slice(0, -1)}|boss)s?)\\b`,
      'iu',
    ),
  },
  ja: {
    idioms:
      /かもしれない|に違いない|だけでなく|しかたがない|仕方ない|たまらない|欠かせない|欠かさ(?:ず|ない)|飽きない|間違いない|やめられない|止まらない|手放せない|なければならない|なくてはならない|しなきゃ|じゃない[?？]|忘れられない|思わず|絶えず|必ず|まず/gu,
    negation: /ない|なかった|なく(?:て|なった)|ません|ぬ(?=$|。)|ず(?=に|、|$)|無い|無し|なし/gu,
    aversion:
      /嫌い|嫌(?=が|い|だ|な)|嫌|苦手|怖[いがくかさ]|近づけ|近寄れ|逃げ出|恐怖|恐れ|不安|心配|緊張|震え|アレルギー|くしゃみ|蕁麻疹|かゆ|避け|よけ|残し|断っ|断る|逃げ|疲れ|つらい|辛(?:い思い|そう)|悩ん|悩み|落ち込|悲し|悲鳴|焦げ|焦がし|寂し|うんざり|飽き|面倒|途中で帰|帰ってきた|サボ|我慢でき|吐い|失敗|忘れ/gu,
    end: /やめ(?:た|て)|辞め|止め(?:た|て)|卒業|売っ(?:た|て)|手放し|捨て|別れ|離婚|亡くな|死ん|解約|退職|退会|引退|消し(?:た|て)|昔は|以前は|かつて|もう.{0,12}(?:ない|ません)|克服|治っ/gu,
    change: /変え|替え|乗り換え|切り替え|転職|引っ越|移っ|変わっ|転校/gu,
    rather: /(?:方|ほう)が(?:好き|いい|良い)|より|しか/u,
    reach: 4,
    clause: /[、。！？,.!?\n]|それで|だから/u,
    contrast: /けれども?|けど|しかし|でも|ものの|のに/u,
    unreal:
      /夢(?:を見|に出)|聞いてみ|尋ね|質問|調べた|聞いた(?:。|$|ら|という)|らしい|冗談|ふりを|もし|たら|想像/u,
    third:
      /^(?:マスター|ユーザー|主人|ご主人様|私|僕|俺|NAME)?の?(?<person>お?父さん|お?母さん|父親|母親|両親|お?兄さん|お?姉さん|弟|妹|祖父|祖母|おじいちゃん|おばあちゃん|叔父|叔母|いとこ|夫|妻|旦那|彼氏|彼女|恋人|息子|娘|親友|友達|友人|友だち|ルームメイト|同僚|上司|先輩|後輩|同級生|クラスメイト|先生|隣人|お隣さん|隣の人|部下|父|母|兄|姉)(?=[はがのもにを])/u,
  },
  other: {
    idioms: /(?!)/gu,
    negation:
      /(?<!\p{L})(?:no|nunca|jamás|tampoco|sin|não|nem|jamais|sem|не|нет|никогда|без)(?!\p{L})|안 |않|못 |없/giu,
    aversion:
      /(?<!\p{L})(?:odi\p{L}*|detest\p{L}*|miedo|teme|evit\p{L}*|alérgic\p{L}*|medo|ненави\p{L}*|бо(?:ится|юсь|ялся|ялась)|избега\p{L}*|аллерги\p{L}*)(?!\p{L})|싫어|무서워|피하|알레르기/giu,
    end: /(?<!\p{L})(?:dej(?:ó|é|a) de|ya no|vendi(?:ó|u)|parou de|já não|deixou de|бросил\p{L}*|перестал\p{L}*|больше не|продал\p{L}*)(?!\p{L})|그만두|끊었/giu,
    change: /(?!)/gu,
    rather: /(?!)/u,
    reach: 12,
    clause: /[,.!?;:\n]/u,
    contrast: /(?<!\p{L})(?:pero|mas|но)(?!\p{L})|하지만/iu,
    unreal:
      /(?<!\p{L})(?:soñ\p{L}*|pregunt\p{L}*|sonh\p{L}*|pergunt\p{L}*|спросил\p{L}*|приснил\p{L}*)(?!\p{L})|꿈|물었/iu,
    third: /(?!)/u,
  },
}

/**
 * Statements about one and the same slot of a life that need no word in common. `says` is what the fact's form
 * means for an observation of the first form.
 */
export interface Slot {
  readonly observation: RegExp
  readonly fact: RegExp
  readonly says: 'same' | 'opposite'
  /** Not where the fact names all that the observation is about ("moved back to Berlin"). */
  readonly elsewhere?: true
}

export const SLOTS: readonly Slot[] = [
  {
    observation:
      /关系(?:很|非常|特别|一直)?(?:好|亲|近|密)|亲近|亲密|很亲|\bclose (?:to|with)\b|gets? (?:along|on) (?:well )?with|best friends|仲(?:が|の)(?:良|い)|親しい/u,
    fact: /吵(?:了|架|翻)|翻脸|冷战|绝交|断(?:了|绝)(?:联系|来往|关系)|(?:没|不)(?:再|怎么)?(?:说话|联系|来往)|\b(?:haven't|hasn't|have not|has not|hadn't|don't|doesn't|no longer|stopped|barely) (?:really )?(?:spoken|spoke|talked|speak|talk|talking|speaking)|estranged|fell out|falling out|cut (?:off|ties)|not on speaking terms|big fight|絶交|喧嘩別れ|口を(?:利|き)|連絡を(?:絶|取っていない)|疎遠/u,
    says: 'opposite',
  },
  {
    observation:
      /关系(?:不|很差|很僵|紧张)|闹矛盾|不和|doesn't get (?:along|on)|on bad terms|estranged|仲が(?:悪|良くない)/u,
    fact: /和好|和解|冰释前嫌|made up with|reconciled|patched things up|仲直り/u,
    says: 'opposite',
  },
  {
    observation:
      /没(?:有)?结婚|未婚|单身|没有(?:对象|男朋友|女朋友)|\bsingle\b|\b(?:not|isn't|never) married\b|unmarried|独身|未婚|結婚していない|彼(?:氏|女)がいない/u,
    fact: /领(?:了)?(?:结婚)?证|结婚了|订婚|婚礼|交了?(?:男|女)朋友|脱单|谈恋爱|got (?:married|engaged)|\bhis wife\b|\bher husband\b|wedding day|started dating|結婚した|入籍|婚約|付き合い始め/u,
    says: 'opposite',
  },
  {
    observation: /结婚了|已婚|\bmarried\b|既婚|結婚している/u,
    fact: /离婚|\bdivorc|離婚/u,
    says: 'opposite',
  },
  {
    observation: /住在|\blives? in\b|\bliving in\b|に住んで|暮らし/u,
    fact: /搬(?:到|去|离|进|入|家到)|\bmoved (?:to|away|out)|relocat|に引っ越|へ引っ越|移住/u,
    says: 'opposite',
    elsewhere: true,
  },
  {
    observation:
      /(?:是|当|做)(?:一名|一个|一位)?.{0,6}(?:师|员|生|医生|护士|程序员|编辑|记者|司机|律师|经理)|在.{1,12}(?:工作|上班)|\bworks? (?:as|at|for|in)\b|\bis an? \w*\s?(?:teacher|nurse|engineer|designer|lawyer|chef|doctor|programmer|accountant|writer|driver)|で働|として働|勤め/u,
    fact: /辞(?:职|掉|了|去)|离职|跳槽|转行|被裁|失业|\bquit (?:his|her|their|the) job|resigned|laid off|got fired|new job|career change|退職|転職|仕事を辞め|会社を辞め/u,
    says: 'opposite',
    elsewhere: true,
  },
  {
    observation:
      /(?:大学生|高中生|研究生|在读|上学|读大学)|\bstudent\b|\bstudies\b|\bstudying\b|大学生|高校生|学生/u,
    fact: /毕业(?:了|典礼)|\bgraduated\b|卒業/u,
    says: 'opposite',
  },
  {
    observation: /没有(?:孩子|小孩)|\b(?:no|doesn't have) (?:kids|children)|子供がいない/u,
    fact: /(?:生了|当了?(?:爸爸|妈妈)|孩子出生)|gave birth|became a (?:father|mother|parent|dad|mum|mom)|baby was born|子供が生まれ|父親になった|母親になった/u,
    says: 'opposite',
  },
  {
    observation: /独生|没有兄弟姐妹|\bonly child\b|一人っ子/u,
    fact: /(?:他|她|主人|用户)?(?:的|有个?)(?:哥哥|姐姐|弟弟|妹妹)|\b(?:his|her|their|user's) (?:brother|sister)\b|兄|姉|弟|妹/u,
    says: 'opposite',
  },
  {
    observation:
      /不会开车|没有驾照|\b(?:doesn't|can't|cannot) drive\b|運転できない|免許(?:を持って|が)(?:い)?ない/u,
    fact: /拿到?(?:了)?驾照|考(?:到|下)了?驾照|开车(?:去|上|送)|passed (?:the|his|her|their) driving test|got (?:a|his|her|their) (?:driver's )?licen[cs]e|\bdrove\b|免許を(?:取|とっ)/u,
    says: 'opposite',
  },
]

/** Says what somebody has, is or where they live: trouble with it is no word against it. */
export const POSSESSION: Readonly<Record<PolarityLanguage, RegExp>> = {
  zh: /^(?:现在|目前)?(?:有|养|住|戴|是|在.{1,12}(?:工作|上班|上学|读))/u,
  en: /^ (?:has|have|owns?|lives?|works?|wears?|is (?:an?|married|from)|keeps)\b/u,
  ja: /(?:飼って|住んで|持って|働いて|かけて)い|(?:がいる|がある|だ|です)$/u,
  other: /(?!)/u,
}
