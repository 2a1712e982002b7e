/**
 * How people take up what is said of them, by language. Patterns meet folded text in lower case. `idioms` agree
 * though they look like a no; `agrees` and `denies` count where they begin a message, `rights` and `wrongs`
 * anywhere in it; `away` begins a message about something else.
 */
export interface ReactionWords {
  readonly idioms: RegExp
  readonly denies: RegExp
  readonly wrongs: RegExp
  readonly agrees: RegExp
  readonly rights: RegExp
  readonly away: RegExp
  /** A no that agrees where what was said is itself a no ("never have"). */
  readonly plainNo: RegExp
  /** A yes that contradicts a no ("yes I do"). */
  readonly contraryYes: RegExp
}

const END = '(?=$|[\\s\\p{P}])'

export const REACTIONS: Readonly<Record<'zh' | 'en' | 'ja' | 'other', ReactionWords>> = {
  zh: {
    idioms:
      /何止|岂止|^.{0,3}(?:得|到)(?:不得了|不行|要命|要死)|不能(?:再|更)|再.{1,4}不过了|(?<!我)可不(?:是|就|嘛|么)(?!不|没)|那可不|谁说不是|没错|没毛病|说的没|不愧|不瞒你|不得不(?:说|承认)|不否认|无法否认|没法否认|不假|能不.{1,6}吗|怎么可能不|哪能不|还用说|不说假话|离不开|还真是|你还真|瞒不过|没跑了|一点没变|从没变过|不就是(?:我|嘛|这)|别提有?多|没救了/u,
    denies:
      /^我?(?:可|并|也|倒)?不是(?:不|没)|^(?:(?:啊|呃|嗯|哎|诶|唉|额|哈哈+|呵呵|咦|噗)[\s，,！!？?。…~～]*)*(?:才?没有?(?:啊|呀|吧|哦|呢|的事|这回事|那回事)?(?=$|[\p{P}\s]|我|你|其实|只是)|我(?:才|并|根本|压根|一点都|一点也)(?:不|没)|才没有?|没有没有|哪有|哪里(?:有|啊|呀|的话)|哪儿(?:有|啊|呀)|并(?:没有?|不)|不(?:是|对|会|至于)(?:啊|呀|吧|哦|的|啦|呢|诶|耶|喔|哎|这样|那样)?(?=$|[\p{P}\s]|我|你|这|那)|不[，,。！!～~\s]|才不|怎么会|怎么可能|瞎说|胡说|乱讲|乱说|别乱说|你?(?:记错|搞错|弄错|猜错|说错|想多|误会|搞混|弄混|认错)|谁(?:说|告诉)|错了?[，,。！!]|否认|恰恰相反|正相反|相反|倒不是|倒没有|其实(?:没有?|不|并)|也没有?(?:啦|吧|那么)|no[，,\s])/u,
    wrongs:
      /^我?是.{1,8}[，,]?(?:并)?不是|记错|搞错|弄错|猜错|认错人|搞混|弄混|记混|张冠李戴|误会|你(?:从)?哪(?:儿|里)?(?:来的|听|看出)|谁(?:说的|告诉你|跟你说)|完全相反|恰恰相反|正好相反|正相反|刚好相反|(?:那|这)(?:都|已经)?(?:是|属于)(?:以前|过去|从前|小时候|老黄历|很久|去年|前几年|当年|上学)|老黄历|早就(?:不|没|改|戒|换|放弃|治好)|(?:现在|如今|最近|后来|已经)(?:早就?|都|已经|就|倒)?(?:不(?!错|停)|没(?!错)|戒|改|反而|好多了)|不再|再也不|(?:那|说的)(?:应该|可能|大概)?是(?:我)?(?:室友|朋友|同事|姐|妹|哥|弟|妈|爸|老公|老婆|同学|邻居|别人|其他人)|是别人|另有其人|不是我|跟我(?:可)?没关系|没这回事|没有的事|没那回事|才怪|刚好反|反过来|恨不得.{0,4}(?:离|躲)|我(?:明明|从来没|从没|从来只|可没|可不|哪)|(?:好|轻松|强|习惯)多了|还好(?:吧|啦|呀|啊)/u,
    agrees:
      /^(?:(?:啊|呃|哎|诶|唉|哈哈+|嘿嘿|嘻嘻|哇|天|好吧|行吧|其实)[\s，,！!？?。…~～]*)*(?:对+(?:的|啊|呀|哦|哒|滴|呢|了?吧|,|，)?(?=$|[\p{P}\s]|我|你|就|每|昨|今|从|一)|是(?:的|啊|呀|呢|哦|吧|滴)(?!吗|不)|嗯+|恩+|唔|确实|的确|没错|当然|必须的?|可不|那(?:是|当然|必须)|真的?是?(?=[，,。！!]|$)|正是|就是(?:啊|呀|这样|说|嘛)?(?=$|[\p{P}\s]|我)|是有(?:一)?点|已经(?!不|没|戒|放弃|过去)|正在|被你(?:发现|看穿|看出|说中|猜)|(?:又|还是|果然)?(?:你)?(?:说|猜)(?:得)?(?:对|中|准)|你(?:怎么|咋)知道|你(?:还|居然|竟然|都)记得|懂我|知我者|好像(?:是|真)|大概(?:是|吧)|应该(?:是|吧)|算是|承认|我认|有(?:一)?点(?:吧|儿)?(?=$|[\p{P}\s])|一直(?:都)?(?:是|这样|如此)|老样子|老毛病|从小(?:就|到大)|每次都|yes|ok)/u,
    rights:
      /被你(?:发现|看穿|看出|说中|猜|抓)|你(?:怎么|咋)(?:什么都|全都|都)?知道|你(?:还|居然|竟然|都)记(?:得|着)|懂我|了解我|知我者|说(?:到|进)(?:我)?心(?:坎|里)|说中了|猜(?:对|中)了|老毛病|改不了|改不掉|戒不掉|一直(?:都是|这样|如此)|从小(?:就|到大)|从来(?:都|就)是|刚(?:挂|回来|看完|吃完|做完|练完|喝完|买|去过|从.{1,6}回)|又(?:去|买|做|喝|吃|看|忍不住|熬|失眠|犯|哭|忘|迟到)/u,
    away: /^(?:对了|话说|顺便|说起来|等下|等会儿|稍等|先不说|先不聊|换个话题|哎?你(?:看见|看到|知道|帮我|能|会|说)|帮我|今晚|明天|现在几点|几点)/u,
    plainNo: /^(?:从来没有?|从没|真没|确实没|的确没|还没|(?:没有|没(?!有))(?![没啊呀吧啦]))/u,
    contraryYes:
      /^(?:其实我?(?:还|也)?(?:挺|蛮|很|是)|才不是|有(?:啊|呀|的|哦)|会(?:啊|呀|的)|能(?:啊|呀)|喜欢(?:啊|呀|的)|怎么没有|谁说没|谁说不(?!是))/u,
  },
  en: {
    idioms:
      /^best \w+|\b(?:more than (?:i'd|i would|you(?:'d)?) \w+|you(?:'re| are)(?: so| certainly| really)? not wrong|not wrong|no (?:kidding|doubt|question|lie|argument|denying|joke)|can(?:'t|not) (?:argue|deny|lie|help it|complain|get enough|stop|resist|wait|imagine (?:life|a day|my)|live without|say no to)|couldn't (?:agree more|be (?:more|truer|happier)|live without|have said it)|don't i know it|don't get me started|won't (?:deny|lie)|not gonna lie|not going to lie|wouldn't (?:miss|trade|change|have it)|never (?:better|misses|miss|fails|gets old|get tired)|nothing (?:else )?(?:beats|better|like)|no place i'd rather|why do you think|how could i not|who doesn't|what's not to|isn't it obvious|is it that obvious|am i that|you don't say|tell me about it|no shame|don't even|can't believe (?:i|it|how|we)|not even sorry|not ashamed|if (?:only )?you only knew|if you say so)\b/iu,
    denies:
      /^(?:(?:uh|um|hmm+|er|oh|well|ha(?:ha)*|lol|hey|wait|what|huh|sorry|honestly|eh|ugh|god|look)[\s,.!?…-]+)*(?:no(?=$|[\s,.!;—–-])(?! (?:kidding|doubt|question|lie|wonder|argument|joke|way around|shame))|nope|nah|naw|not (?:really|at all|true|quite|exactly|me|anymore|any more|since|these days|lately|even|so much|particularly|especially|one bit|in the least|quite)|never(?! better| gets| miss)|hardly|barely|far from it|quite the (?:opposite|contrary|reverse)|the opposite|on the contrary|wrong|incorrect|false|nonsense|rubbish|as if|since when|says who|who (?:told|said)|where did you|what makes you|says you|actually,? (?:no|i (?:don't|didn't|hate|can't|never|am not|'m not)|it's)|i (?:don't|didn't|do not|never|wouldn't|can't stand|hate|am not|used to|wish|quit|stopped|gave)|i'm not|i've never|(?:it|that|he|she)(?:'s| is) .{1,25},? (?:actually|not)(?=\W|$)|i don't mind|i (?:sold|gave (?:it|them|that)|got rid|dropped|deleted)|that(?:'s| is| was) (?:not|wrong|false|old|my|a lie|ages|years|news to)|that (?:isn't|wasn't)|it(?:'s| is) (?:not|the other way)|it isn't|other way (?:a)?round|says)/iu,
    wrongs:
      /\b(?:confus(?:ing|ed) me|mix(?:ing|ed) me up|mistak(?:ing|en) me|thinking of (?:someone|somebody|my)|wrong (?:person|guy|girl)|someone else|somebody else|got (?:that|it|me) (?:wrong|backwards)|you(?:'re| are) (?:wrong|mistaken|misremembering|imagining|way off)|misremember\w*|where(?:'d| did) you (?:get|hear)|who told you|since when|not any ?more|no longer|used to (?:be|do|like|love|hate|think|feel|worry|have)|not these days|that was (?:before|years|ages|last|the old|ages|in|back|when|my)|(?:was|were) (?:ages|years) ago|back (?:then|when i)|those days are|(?:quite|exactly|actually|literally|complete(?:ly)?|just) the opposite|opposite,? (?:actually|really)|other way (?:a)?round|far from it|got over|grew out of|grown out of|over (?:it|that) now|i never (?:said|did|do|have|was|am)|that's my \w+,? not|not me\b|changed my mind|outgrew|quit (?:that|it|last|years)|i stopped|i gave (?:it|that) up|fixed that|sorted (?:that|it) out|old news|hate it|can't stand (?:it|them|that))\b/iu,
    agrees:
      /^(?:(?:oh|ah|ha(?:ha)*|lol|hmm+|well|god|ok(?:ay)?|aw+|wow|ugh|um|uh|hey|man|honestly|sadly|unfortunately|i mean|still)[\s,.!…-]+)*(?:yes|yeah|yea|yep|yup|yah|ye|aye|uh-?huh|mm-?hm+|mhm|totally|absolutely|definitely|exactly|precisely|indeed|true|so true|very true|right|correct|of course|certainly|sure (?:do|am|is|did|thing)|for sure|guilty|busted|caught|you (?:know|got|read|remembered|noticed|nailed|bet|guessed|caught)|you(?:'re| are) (?:right|so right|spot)|that(?:'s| is) (?:right|true|me|so me|correct|exactly|fair|the)|that it is|spot on|bang on|nailed it|i (?:do|am|did|really do|sure do|know,? right|guess|suppose|admit|confess|still|always|have (?:been|always)|must admit|can't deny|live for|swear by|love)\b|already (?:am|did|do|have|on it|\w+ing)|terrified|so (?:proud|much|true|bad)|always (?:have|has|am|was|will|did|do)|every (?:single )?(?:time|day|night|morning|week|weekend|year)|since (?:i was|forever|childhood|always)|all (?:my life|the time|day)|more than (?:ever|anything|you)|like (?:crazy|mad|always)|big time|without (?:a )?doubt|hundred percent|100 ?%|pretty much|kind of|kinda|sort of|a (?:bit|little)|same as (?:ever|always)|how did you (?:know|guess)|preach|amen|word|fair|agreed|affirmative)(?![\p{L}])/iu,
    rights:
      /\b(?:you (?:know|read) me (?:so |too )?well|you remembered|you noticed|how did you (?:know|guess)|guilty as charged|you got me|you caught me|story of my life|my (?:happy place|favou?rite|whole life|weakness|comfort)|that's (?:so )?me|can't help (?:it|myself)|as always|as ever|as usual|like always|still do|still am|always have|always will|since i was (?:a )?(?:little|kid|child|small|\w+)|(?:so|but|and),? (?:yes|yeah|yep)(?=\W*$)|(?<=[.!?…] )(?:yes|yeah|yep)(?=\W*$)|every single time|each and every|just (?:got back|finished|did|had|came back|signed up|booked|bought)|again (?:today|last night|yesterday|this morning))\b/iu,
    away: /^(?:by the way|btw|anyway|anyways|speaking of|so,? (?:what|when|where|who|how)|what(?:'s| is| are| time)|when(?:'s| is)|where(?:'s| is| are)|who(?:'s| is)|how (?:do|does|many|much|far|long)|can you|could you|would you|do you (?:know|have)|did you|remind me|brb|gtg|hold on|one sec|give me a|be right back|set (?:a|an)|play|let's|hang on)/iu,
    plainNo:
      /^(?:(?:oh|ha+|well|god|lol|ugh)[\s,.!]+)*(?:no|nope|nah|never(?: have| has| did| do| will| could| was| am)?|not (?:really|at all|even|ever|one bit|in the least|my thing)|i (?:don't|never|really don't|can't|didn't|hate)(?! mind)|i'm not|hate (?:it|them)|can't stand|neither)|\b(?:but|so),? no,? never/iu,
    contraryYes:
      /^(?:(?:oh|well|but|actually)[\s,.!]+)*(?:yes i (?:do|am|did|can|have)|i (?:actually )?(?:do|love|adore|quite like|really like|like)|of course i (?:do|am|can)|sure i (?:do|am|can))\b/iu,
  },
  ja: {
    idioms:
      /間違いない|違いない|仕方ない|しょうがない|やめられない|たまらない|止まらない|欠かせない|これ以上ない|言うまでもな|否定できない|否定はしない|隠せない|かなわない|なんで(?:知って|わかっ|分かっ)|よく(?:覚えて|知って|わかっ|分かっ)/u,
    denies:
      /^(?:(?:え[えっー]*|あ[あっー]*|うーん|んー|ははは*|いや(?=[、。！ー…]))[、。！!？?…ー\s]*)*(?:いや|いえ|いいえ|ううん|違(?:う|い|っ)|ちが(?:う|い)|そんなこと(?:は)?(?:ない|ありません|な)|そうでも(?:ない|ありません)|そうじゃな|そうかな|まさか|そんなに.{0,8}(?:ない|ません)|全然(?!.{0,3}(?:いい|いける|大丈夫))|まったく(?:違|逆)|逆|むしろ|誰(?:が|に)|どこで(?:聞|そんな)|別に|それ(?:は)?(?:昔|前|違|誤解|勘違い|もう)|もう(?:違|や|好き|怖|苦手)|勘違い|嘘|うそ|それほど(?:でも)?|あんまり|あまり(?!に))/u,
    wrongs:
      /(?:じゃ|では)なくて?(?!.{0,2}[?？])|勘違い|間違え(?:て|た)|人違い|誤解|誰(?:に|から)聞|どこで聞|(?:全然|まったく|完全に|正)(?:違|逆|反対)|正反対|真逆|それは(?:昔|前|以前|弟|妹|兄|姉|母|父|友達|同僚|別の人)|昔の(?:話|こと)|以前の(?:話|こと)|前は(?:そう|ね)|(?:今は|最近は|もう)(?:、)?.{0,10}(?:ない|ません|やめ|平気|大丈夫|好き|違う)|もうやめ|とっくに(?:やめ|卒業|克服)|私じゃない|僕じゃない|俺じゃない|そんなこと(?:は)?(?:ない|ありません|言って)|変わった(?:よ|ん)|言った(?:覚え|こと)(?:は)?ない/u,
    agrees:
      /^(?:(?:え[えっー]*|あ[あっー]*|おお?|うわ|ふふ+|へへ+|はは+|笑)[、。！!？?…ー\s]*)*(?:うん+|ん[、。]|はい|ええ[、。]|そう(?!かな|でも|じゃな|いえば|言えば|か[?？])|その通り|そのとおり|まさに|本当に|ほんと(?:に)?|確かに|たしかに|もちろん|当然|だよね|ですね|ね[、。！]|正解|当たり|バレ|ばれ|よく(?:わか|分か|覚え|知って)|なんで(?:知|わか|分か)|図星|実は(?:そう|ね)|昔から|いつも|毎(?:日|朝|晩|週|回)|相変わらず|やっぱり|かも(?:ね|しれ)|まあ(?:ね|そう)|大好き|もうずっと)/u,
    rights:
      /バレ(?:た|て)|ばれ(?:た|て)|よく(?:覚えて|知って|わか|分か)|その通り|図星|昔から(?:ずっと|そう|ね)|ずっとそう|相変わらず|やめられない|さっきも|昨日も|今日も|今朝も|また(?:行|買|作|食|飲|見|やっ)/u,
    away: /^(?:ところで|そういえば|そう言えば|話(?:は)?変わ|ちなみに|あのさ|ねえ|ちょっと(?:待|ごめ)|今何時|明日の|今日の(?:天気|予定))/u,
    plainNo:
      /^(?:いや|いえ|ううん)?[、。]?(?:全然|まったく|一度も|そもそも|本当に|ほんとに).{0,12}(?:ない|ません|無理|ダメ|だめ)/u,
    contraryYes: /^(?:(?:いや|え)[、。！]?)*(?:好き|大好き|できる|行く|食べる|やる|する)(?:よ|けど)/u,
  },
  other: {
    idioms:
      /no (?:lo |te )?(?:puedo|voy a) negar|no (?:hay )?duda|sem d[úu]vida|не могу отрицать|без сомнени|틀린 말은 아니/iu,
    denies: new RegExp(
      `^(?:(?:ah|oh|bueno|bom|ну|а|음|아)[\\s,.!]+)*(?:no|qu[ée] va|para nada|al contrario|claro que no|n[ãa]o|nada disso|pelo contr[áa]rio|de jeito nenhum|нет|неправда|наоборот|вовсе нет|ничего подобного|с чего ты|아니(?:야|요|에요|예요|거든)?|그렇지 않|무슨 소리|전혀)${END}`,
      'iu',
    ),
    wrongs:
      /te equivocas|me confundes|qui[ée]n te dijo|ya no(?!\p{L})|antes s[íi]|todo lo contrario|enganad[oa]|me confundindo|quem te disse|j[áa] n[ãa]o|n[ãa]o mais|ошиба\p{L}*|путаешь|кто тебе сказал|больше не|уже не|раньше да|착각|누가 그래|이제는? 안|반대/iu,
    agrees: new RegExp(
      `^(?:(?:ah|oh|ay|bueno|bom|ну|а|음|아|오)[\\s,.!]+)*(?:s[íi]|claro|exacto|exactamente|as[íi] es|cierto|totalmente|por supuesto|desde luego|sim|isso(?: mesmo)?|com certeza|exato|verdade|да|ага|точно|конечно|верно|именно|так и есть|правда|응+|네+|예|맞아(?:요)?|그래(?:요)?|그렇지|그럼(?:요)?|당연(?:하지|히)?)${END}`,
      'iu',
    ),
    rights:
      /c[óo]mo lo sab[íi]as|me conoces|como (?:é que )?sabias|como voc[êe] sabia|откуда ты знаешь|ты меня знаешь|어떻게 알았/iu,
    away: /^(?:por cierto|a prop[óo]sito|кстати|그런데|그나저나)/iu,
    plainNo: /^(?:no|nunca|n[ãa]o|нет|никогда|아니|전혀)/iu,
    contraryYes: /(?!)/u,
  },
}
