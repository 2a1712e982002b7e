/** Words that lift a ban (facts.md §12.2 bans; this is their way back), by language. */

export interface AllowLanguage {
  readonly locale: string
  /** A clause that gives leave; the topic stands anywhere in it. */
  readonly permits: readonly RegExp[]
  /** A clause that gives no leave after all. */
  readonly denies: RegExp
  /** Every topic, instead of one. */
  readonly anything: RegExp
  /** What takes one topic out of "anything". */
  readonly except: RegExp
  /** Where one clause ends and another begins, beside punctuation. */
  readonly joints: RegExp
}

const EN_TALK =
  '(?:mention(?:ing)?|bring(?:ing)?(?: up)?|talk(?:ing)?(?: to me)? about|ask(?:ing)?(?: me)? about|discuss(?:ing)?|rais(?:e|ing)|speak(?:ing)? (?:about|of)|chat(?:ting)? about|hear(?:ing)? about)'

export const ALLOW_LANGUAGES: readonly AllowLanguage[] = [
  {
    locale: 'zh',
    permits: [
      /(?<![不没别怎么哪岂])(?:可以|能|允许|准许?|欢迎|放心)(?!不)(?:你|我们|咱们|跟我|和我|一起|继续|重新|随便|随时|放心|再次|再|又|正常)*(?:提起?|聊|谈|说起?|讲起?|讨论|问)/u,
      /(?:提|聊|谈|说起?|讲|问).{0,60}(?:没关系|没事|不要紧|无妨|也行|也可以|可以)(?:了|的|吧|啦)*$/u,
      /不介意(?:你|我们)?(?:再)?(?:提|聊|谈|说|讲|问)/u,
      /(?:不用|不必|不需要|没必要|别)(?:再|刻意|特意|故意)*(?:回避|避开|避讳|躲着|忌讳|绕开)/u,
      /(?:不是|不再是|已经不是|不算)(?:我的)?(?:什么)?(?:禁区|雷区|禁忌|禁语)/u,
      /(?:解禁|解除(?:了)?(?:禁令|禁忌)|不(?:再)?(?:禁止|忌讳))/u,
      /(?<![不没别])(?:想|愿意)(?:再|重新)?(?:跟你|和你)?(?:聊聊?|谈谈?|说说)/u,
    ],
    denies:
      /不(?:太|是很|怎么)?(?:想|可以|能|准|许|愿意|要)(?:再)?(?:你)?(?:提|聊|谈|说|讲|问)|试试|才怪|凭什么|谁(?:说|让)/u,
    anything: /什么(?:话题|事)?(?:都|也)|(?:任何|所有|一切)(?:话题|事情?)/u,
    except: /除了|除开|以外|之外|就是别|唯独/u,
    joints: /但是?|不过|可是|只是|然而/u,
  },
  {
    locale: 'en',
    permits: [
      new RegExp(
        `\\b(?:you|we) (?:can|may|could)(?: (?:now|both|totally|definitely|always|all|freely|go ahead and|certainly|safely))* ${EN_TALK}\\b`,
        'iu',
      ),
      new RegExp(
        `\\b(?:ok|okay|fine|all right|alright|cool|allowed|free|welcome|safe)(?: (?:now|again))?(?: (?:for|with) (?:you|me|us))? to ${EN_TALK}\\b`,
        'iu',
      ),
      new RegExp(`\\bfeel free to ${EN_TALK}\\b`, 'iu'),
      new RegExp(
        `\\b(?:don't|do not|no longer|wouldn't) mind (?:you |it |if you |if we |us )?(?:${EN_TALK}|talk)`,
        'iu',
      ),
      new RegExp(
        `\\bI(?:'m| am)(?: (?:now|okay|ok|fine|ready|happy|good))+ (?:with |to )?${EN_TALK}\\b`,
        'iu',
      ),
      new RegExp(`\\bI(?:'d| would)?(?: (?:do|really|actually))? (?:want|like|love) to ${EN_TALK}\\b`, 'iu'),
      new RegExp(`\\blet's ${EN_TALK}\\b`, 'iu'),
      /\b(?:is|are|isn't|aren't|'s|'re)(?: (?:no longer|not))?(?: a| an)? (?:off[- ]limits|banned|forbidden|taboo|a no-go|out of bounds)(?: (?:topic|subject|word))?(?: any ?more)?/iu,
      /\b(?:is|are) (?:now )?(?:fine|okay|ok|allowed|fair game|back on the table|open)(?: (?:to me|with me|now|again|to discuss))*$/iu,
      /\b(?:stop avoiding|(?:don't|do not|no longer) (?:have|need) to (?:avoid|stop|keep off|tiptoe))/iu,
    ],
    denies:
      /\b(?:can't|cannot|can not|never|not sure|don't (?:think|want)|do not (?:think|want)|not (?:ok|okay|fine|ready|allowed|free|welcome)|(?:is|are|'s|'re)(?: (?:now|still|strictly|a|an))* (?:off[- ]limits|banned|forbidden|taboo|a no-go|out of bounds)|wish|if only)\b/iu,
    anything: /\b(?:anything|everything|any (?:topic|subject)|all (?:the )?(?:topics|subjects)|whatever)\b/iu,
    except: /\b(?:but|except|apart from|other than|save for|besides|just not)\b/iu,
    joints: /\b(?:but|although|though|however)\b/iu,
  },
  {
    locale: 'ja',
    permits: [
      /(?:話して|言って|触れて|聞いて|出して|持ち出して|話題にして|話題に出して)も?(?:いい|良い|よい|大丈夫|構わない|かまわない|平気|OK|オーケー)/iu,
      /(?:話そう|話したい|話して(?:ほしい|欲しい)|聞きたい|話せる(?:ように|よ))/u,
      /(?:禁句|NG|禁止|タブー|地雷)(?:じゃ|では)(?:ない|なくな|ありません)/iu,
      /避けなくて(?:も)?(?:いい|大丈夫)|解禁/u,
      /(?:話|話題)(?:も|は)(?:もう)?(?:大丈夫|平気|OK|解禁)/iu,
    ],
    denies:
      /いいわけ|(?:いい|大丈夫)(?:と思う)?(?:の)?[？?か]?と(?:思|言)|たくない|ないで|ちゃだめ|ちゃダメ|てはいけ/u,
    anything: /(?:何|なん)でも|どんな話(?:題)?でも|全部/u,
    except: /以外|除いて|だけは/u,
    joints: /けれど|けど|でも(?=[、\s])|しかし|だが/u,
  },
  {
    locale: 'ko',
    permits: [
      /(?:말해|얘기해|이야기해|꺼내|언급해|물어봐|물어|해)도 ?(?:돼|되|괜찮|좋|상관없)/u,
      /(?:말|얘기|이야기)하고 싶(?:어|다|네|은데)/u,
      /(?:금지|금기|금지어)(?:가|는|은)? ?(?:아니|아냐|풀)/u,
      /(?:피하지|조심하지) 않아도/u,
    ],
    denies: /싶지 않|안 ?(?:돼|되)|하지 ?마|말아/u,
    anything: /(?:뭐든|무엇이든|아무 ?(?:얘기|이야기|말|거)나)/u,
    except: /빼고|말고|제외/u,
    joints: /하지만|그런데|근데|지만/u,
  },
  {
    locale: 'ru',
    permits: [
      /(?<!не )(?<![\p{L}])(?:можно|можешь|можете|разрешаю|давай(?:те)?)(?: (?:теперь|снова|опять|уже|спокойно|мне|со мной|и))* (?:говорить|упоминать|вспоминать|обсуждать|спрашивать|поговорим|обсудим|поговорить|заговаривать)/iu,
      /(?<![\p{L}])(?:я )?не против(?:,| )+(?:если|поговорить|говорить|обсудить|вспом)/iu,
      /(?:больше|уже) не (?:запретная|под запретом|табу|закрытая)/iu,
      /(?<!не )(?<![\p{L}])хочу (?:снова |опять |всё-таки )?(?:поговорить|говорить|обсудить)/iu,
      /(?:не надо|не нужно|незачем)(?: больше)? избегать/iu,
    ],
    denies: /нельзя|не (?:хочу|можешь|можете|стоит|смей)|никогда/iu,
    anything: /о ч[её]м угодно|обо вс[её]м|про вс[её]|на любую тему/iu,
    except: /кроме|за исключением|только не/iu,
    joints: /(?<![\p{L}])(?:но|однако)(?![\p{L}])/iu,
  },
  {
    locale: 'es',
    permits: [
      /(?<!no )(?<![\p{L}])(?:puedes|podemos|pueden|podéis|puede)(?: (?:ya|otra vez|de nuevo|volver a))* (?:hablar|hablarme|mencionar|mencionarme|sacar|preguntar|preguntarme|conversar)/iu,
      /ya no (?:es|está|son|están) (?:un tema )?(?:tabú|prohibid[oa]s?|vetad[oa]s?)/iu,
      /no me (?:importa|molesta) (?:que |si )?(?:me )?(?:hables|hablar|hablemos|menciones|mencionar|preguntes|hablas)/iu,
      /(?<!no )(?:está bien|vale|no pasa nada por) (?:volver a )?(?:hablar|mencionar)/iu,
      /(?<!no )(?<![\p{L}])(?:quiero|me gustaría|hablemos)(?: volver a)?(?: hablar)? (?:otra vez )?(?:de|sobre)/iu,
      /no (?:hace falta|tienes) (?:que )?(?:evitar|evites)/iu,
    ],
    denies: /no (?:puedes|podemos|quiero|está bien|vuelvas|me hables|menciones)|nunca|jamás/iu,
    anything: /de todo|cualquier (?:cosa|tema)/iu,
    except: /excepto|menos|salvo/iu,
    joints: /(?<![\p{L}])(?:pero|aunque)(?![\p{L}])/iu,
  },
  {
    locale: 'pt',
    permits: [
      /(?<!não )(?<![\p{L}])(?:pode|podes|podemos|podem)(?: (?:já|de novo|voltar a|outra vez))* (?:falar|mencionar|tocar|perguntar|conversar)/iu,
      /(?:já não|não) (?:é|está|são)(?: mais)? (?:um assunto )?(?:tabu|proibid[oa]s?|vetad[oa]s?)/iu,
      /não me (?:importo|incomodo)(?: mais)? (?:de|que|se|em) (?:falar|fales|fale|falarmos|mencion)/iu,
      /(?<!não )tudo bem (?:em )?(?:falar|mencionar)/iu,
      /(?<!não )(?<![\p{L}])(?:quero|gostaria de|vamos)(?: voltar a)? (?:falar|conversar)(?: de novo| outra vez)? (?:de|sobre|do|da)/iu,
      /não precisa(?:s)?(?: mais)? (?:de )?evitar/iu,
    ],
    denies: /não (?:pode|podes|podemos|quero|fale|mencione|volte|toque)|nunca|jamais/iu,
    anything: /de tudo|qualquer (?:coisa|assunto)/iu,
    except: /exceto|menos|salvo/iu,
    joints: /(?<![\p{L}])(?:mas|porém|embora)(?![\p{L}])/iu,
  },
]
