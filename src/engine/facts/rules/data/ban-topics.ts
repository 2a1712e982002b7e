/** Sentences that put a topic off limits, by language: imperative, refusal to talk, declaration. Group `term` is the topic. */

export interface BanLanguage {
  readonly locale: string
  readonly templates: readonly RegExp[]
  /** Particles and closing words that are no part of a topic. */
  readonly particles: RegExp
  /** Captures that are no topic: pronouns, idioms. */
  readonly idiom: RegExp
}

const ZH_END = '(?=$|[，。！？!?,.；;、\\n~～]|了(?=$|[，。！])|吧|好吗|好不好|行吗)'

export const BAN_TEMPLATES: readonly BanLanguage[] = [
  {
    locale: 'zh',
    templates: [
      new RegExp(
        `(?:别|不要|不许|不准|少|莫|甭)(?:再|总|老|一直|又)?(?:跟我|和我|对我|在我面前|当着我)?(?:再)?(?:提起?|聊|谈|说起|说到|讲起|问起|问我|提到|聊到|说)(?!了|啦)(?:什么|关于|到|起|有关)?(?<term>[^，。！？!?,.；;、\\n~～]{2,40}?)${ZH_END}`,
        'gu',
      ),
      new RegExp(
        `(?:不想|不愿(?:意)?|不太想|没心情|懒得)(?:再)?(?:跟你|和你|跟人|和任何人)?(?:聊|谈|提|说|讲|讨论|听到?)(?:起|到|关于|有关)?(?<term>[^，。！？!?,.；;、\\n~～]{2,40}?)${ZH_END}`,
        'gu',
      ),
      /(?:^|[，。！？!?,.；;\s])(?:关于)?(?<term>[^，。！？!?,.；;、\n我你]{2,20}?)(?:这(?:个)?(?:话题|事|词|名字|人)?|的(?:话题|事情?))?(?:，)?(?:是(?:我的)?(?:禁区|雷区|禁忌|禁语)|(?:就|都|请|以后)*(?:别|不要|不许)(?:再)?(?:跟我|和我|对我)?(?:提|聊|谈|说|讲|问)(?:了|起|到|它|他|她)?(?:了)?(?=$|[，。！？!?,.；;~～]|吧|好吗|行吗))/gu,
      new RegExp(
        `(?:换个话题|跳过|避开|绕开)(?:，)?(?:不聊|不谈|别聊|不说|不提)?(?<term>[^，。！？!?,.；;、\\n~～]{2,40}?)(?:这个)?(?:话题)?${ZH_END}`,
        'gu',
      ),
    ],
    particles:
      /(?:这(?:个|件)?(?:话题|事情?|词)|的(?:事情?|话题|事儿)|这事儿?|了|啦|吧|呀|啊|哦|呢|好吗|好不好|行吗|行不行|可以吗|吗|嘛)$|^(?:关于|有关|什么|任何|跟|和|我(?:的|那个)?(?=[一-龥]{2}))/u,
    idiom:
      /^(?:了|它|他|她|这|那|这个|那个|这些|那些|这事|那事|话|什么|我|你|多|有多|都|啥|一|一下|谢|出去|一遍|一次|太多|那么多|这么多|废话|笑|大话|要求|意见|得|下去|瞎话|胡话|假话|漂亮话|实话|这种话|话题|对不起|不|没|傻话)$|^(?:有?多|了|得|出|句|对不起|谢谢|那么|这么|这样|那样|这种|坏话|笨|傻|胖|你|他们|不|没|就|啊|吧|呀)/u,
  },
  {
    locale: 'en',
    templates: [
      /\b(?:(?:please |just |ever |can you |could you )*(?:don't|do not|never|stop|quit|no more)) (?:ever |please |keep |again )*(?:mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? (?:to me )?about|ask(?:ing)? (?:me )?about|discuss(?:ing)?|go(?:ing)? on about|raise|raising)(?: to me)? (?<term>[^,.!?;:\n—]{2,60}?)(?= (?:again|anymore|any more|ever|to me|around me|please|for a while|from now on|today|tonight|this week|with me|okay|ok)\b|$|[,.!?;:\n—])/giu,
      /\b(?:don't|do not|never) (?:ever |please )?bring (?<term>[^,.!?;:\n—]{2,40}?) up\b/giu,
      /\bI(?:'d| would)? (?:really |just )?(?:don't (?:really )?(?:want|like|wish) to|do not (?:want|wish) to|can't|won't|rather not|would rather not|refuse to|am not going to|'m not going to)(?: ever)? (?:talk|chat|hear|speak|discuss|think|read)(?: (?:any ?more|again))?(?: about| of)? (?<term>[^,.!?;:\n—]{2,60}?)(?= (?:again|anymore|any more|ever|right now|tonight|today|please|for a while|with you|okay)\b|$|[,.!?;:\n—])/giu,
      /(?:^|[.!?;\n] ?|, )(?:also |and |so )?(?<term>[^,.!?;:\n—]{2,40}?) (?:is|are)(?: now| strictly| completely| totally)? (?:off[- ]limits|a (?:banned|forbidden|no-go|closed|taboo) (?:topic|subject|word)|banned|taboo|a no-go|out of bounds|not up for discussion)/giu,
    ],
    particles:
      /(?: (?:again|anymore|any more|ever|please|to me|around me|right now|today|tonight|okay|ok|for now|with me))$|^(?:the (?:topic|subject|word|name) (?:of )?|about |of |anything about |any of )/iu,
    idiom:
      /^(?:it|that|this|them|him|her|me|you|us|him|these|those|anything|everything|nothing|myself|yourself|what(?:ever)?|it all|stuff|things|such things|the weather)$|^(?:how|why|that|what|it|if|when|where|who|to)\b/iu,
  },
  {
    locale: 'ja',
    templates: [
      /(?<term>[^、。！？!?\s]{2,40}?)(?:の(?:こと|話題?|件))?(?:について|に関して)?(?:は|を|って|に|だけは|なんて)?(?:もう|二度と|絶対に?|これから|今後)*(?:話さないで|言わないで|触れないで|聞かないで|出さないで|持ち出さないで|しないで(?=ほしい|ください|くれ|ね|よ|。|！|$))/gu,
      /(?<term>[^、。！？!?\s]{2,40}?)(?:の(?:こと|話題?|件))?(?:について|に関して)?(?:は|を|って)?(?:もう|あまり|今は|二度と)*(?:話したくない|言いたくない|聞きたくない|触れたくない|考えたくない|思い出したくない)/gu,
      /(?<term>[^、。！？!?\s]{2,40}?)(?:の(?:こと|話題?|件))?(?:は|って)(?:もう)?(?:禁句|NG|禁止|タブー|地雷|なし|ナシ|触れてほしくない|話題にしないで|禁止ワード)(?:で|だ|です|ね|に|。|！|$|な|ワード|に)/giu,
    ],
    particles:
      /(?:の(?:こと|事|話題?|件)|について|に関して|という言葉|って言葉|は|を|って|に|も|が|だけ|もう|二度と|絶対|の)$|^(?:もう|あの|その|これから|今後|お願い|あと|それと|だから)/u,
    idiom:
      /^(?:それ|これ|あれ|そんな|そんなこと|こと|話|何|なに|もう|誰にも|嘘|冗談|心配|無理|気に|邪魔|勘違い|誤解|がっかり)$/u,
  },
  {
    locale: 'ko',
    templates: [
      /(?<term>[^,.!?\n]{2,40}?)(?:에 대해(?:서)?|에 관해(?:서)?| 얘기(?:는|를)?| 이야기(?:는|를)?|은|는|을|를)\s?(?:더 이상 |다시는 |이제 |좀 |제발 )*(?:말하지 마|꺼내지 마|언급하지 마|얘기하지 마|이야기하지 마|묻지 마|하지 마)/gu,
      /(?<term>[^,.!?\n]{2,40}?)(?:에 대해(?:서)?|에 관해(?:서)?| 얘기(?:는|를)?| 이야기(?:는|를)?|은|는|을|를)\s?(?:더 이상 |다시는 |이제 |별로 )*(?:말하고 싶지 않|얘기하고 싶지 않|이야기하고 싶지 않|듣고 싶지 않|꺼내고 싶지 않)/gu,
      /(?<term>[^,.!?\n]{2,40}?)(?: 얘기| 이야기)?(?:은|는)\s?(?:금지|금기|금지어)/gu,
    ],
    particles:
      /(?:에 대해서?|에 관해서?|\s?얘기|\s?이야기|은|는|을|를|이|가|의)$|^(?:제발|앞으로|이제|다시는|더 이상)\s/u,
    idiom: /^(?:그|이|저|그것|이것|그거|이거|그런|그런 말|말)$/u,
  },
  {
    locale: 'ru',
    templates: [
      /(?<![\p{L}])(?:не (?:надо |нужно )?(?:упоминай|говори|вспоминай|заводи разговор|напоминай|спрашивай|начинай)(?:те)?|хватит (?:говорить|вспоминать|напоминать)|перестань(?:те)? (?:говорить|упоминать|напоминать))(?: мне| больше| со мной| при мне| никогда)* (?:про |о |об |обо )?(?<term>[^,.!?\n]{2,40}?)(?= (?:больше|пожалуйста|никогда|снова)|$|[,.!?\n])/giu,
      /(?<![\p{L}])не (?:хочу|буду|желаю|могу)(?: больше)? (?:говорить|слышать|обсуждать|вспоминать|думать)(?: больше)? (?:про |о |об |обо )?(?<term>[^,.!?\n]{2,40}?)(?= (?:больше|пожалуйста|сейчас)|$|[,.!?\n])/giu,
      /(?<term>[^,.!?\n]{2,40}?)\s?(?:—|-|–)?\s?(?:это )?(?:запретная тема|под запретом|табу|закрытая тема)/giu,
    ],
    particles: /(?: (?:больше|пожалуйста|никогда|снова|сейчас|мне))$|^(?:тему |тема |про |о |об |обо )/iu,
    idiom: /^(?:это|этом|этого|об этом|том|нём|нем|ней|них|мне|так|глупости|ерунду|что|нет|ничего)$/iu,
  },
  {
    locale: 'es',
    templates: [
      /(?<![\p{L}])(?:no (?:me )?(?:menciones|hables|vuelvas a (?:mencionar|hablar)|saques|preguntes)|deja de (?:hablar|mencionar))(?: más| nunca| conmigo| el tema)*(?: de| del| sobre| por)? (?<term>[^,.!?\n]{2,40}?)(?= (?:más|nunca|otra vez|por favor)|$|[,.!?\n])/giu,
      /(?<![\p{L}])no quiero (?:hablar|oír|saber|que me hables)(?: más| nada)?(?: de| del| sobre) (?<term>[^,.!?\n]{2,40}?)(?= (?:más|nunca|por favor|ahora)|$|[,.!?\n])/giu,
    ],
    particles:
      /(?: (?:más|nunca|otra vez|por favor|ahora))$|^(?:el tema de |el tema |la |el |los |las |mi |de )/iu,
    idiom: /^(?:eso|esto|ello|nada|él|ella|mí|ti|así)$/iu,
  },
  {
    locale: 'pt',
    templates: [
      /(?<![\p{L}])(?:não (?:me )?(?:mencione|mencionem|fale|fales|toque(?: mais)? no assunto|pergunte|volte a falar)|pare de (?:falar|mencionar))(?: mais| nunca| comigo)*(?: de| do| da| sobre| em| no| na)? (?<term>[^,.!?\n]{2,40}?)(?= (?:mais|nunca|de novo|por favor)|$|[,.!?\n])/giu,
      /(?<![\p{L}])não quero (?:mais )?(?:falar|ouvir|saber|conversar)(?: mais| nada)?(?: de| do| da| dos| das| sobre) (?<term>[^,.!?\n]{2,40}?)(?= (?:mais|nunca|por favor|agora)|$|[,.!?\n])/giu,
    ],
    particles:
      /(?: (?:mais|nunca|de novo|por favor|agora))$|^(?:o assunto |o |a |os |as |meu |minha |de |do |da )/iu,
    idiom: /^(?:isso|isto|nisso|disso|nada|ele|ela|mim|assim)$/iu,
  },
]
