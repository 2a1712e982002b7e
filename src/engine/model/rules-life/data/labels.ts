/** Cues of a reflection's labels (reflections.md §3.4), and words of joining, by language. */

/** First match wins; texts are folded and in lower case. */
export const RELATION_CUES: Readonly<
  Record<'master' | 'neko' | 'relationship', readonly (readonly [string, RegExp])[]>
> = {
  master: [
    [
      'boundary',
      /不要(?:提|再|问|碰|叫)|别(?:提|再|问|碰|叫)|禁止|雷区|底线|off limits|don't (?:want|mention|ask|call|touch)|boundar|does(?:n't| not) want (?:to (?:talk|be)|anyone)|しないで|やめてほし|触れないで/u,
    ],
    [
      'emotional',
      /害怕|怕|恐惧|焦虑|担心|难过|伤心|孤独|寂寞|压力|开心|幸福|紧张|afraid|scared|fear|anxi|worr|sad\b|lonel|stress|happy|upset|nervous|怖|不安|心配|寂し|悲し|緊張|嬉し/u,
    ],
    [
      'preference',
      /喜欢|喜爱|热爱|爱[吃喝看听玩]|最爱|偏爱|讨厌|不爱|爱好|过敏|likes?\b|loves?\b|enjoys?\b|prefers?\b|hates?\b|dislikes?\b|favou?rite|fond of|allerg|好き|嫌い|好み|お気に入り|苦手|アレルギー/u,
    ],
    [
      'habit',
      /每天|每周|每晚|每次|每个?月|经常|常常|总是|习惯|一直在|坚持|every (?:day|morning|night|week|evening|month|weekend)|always|usually|often|regularly|habit|never misses|毎日|毎朝|毎晩|毎週|いつも|よく|習慣/u,
    ],
    [
      'identity',
      /名字|叫做?|生日|出生|来自|住在|职业|工作|上班|是(?:一名|一个|一位)?.{0,8}(?:师|员|生|人|医生|老板)|结婚|单身|岁|有(?:一个|个)?(?:姐|妹|哥|弟|女儿|儿子|孩子)|养了|\bis (?:called|named|from|an?|\d)|\bname|birthday|\bborn\b|\blives? in\b|\bworks? (?:as|at|for|in)\b|married|single|\bhas (?:an?|two|three) (?:sister|brother|daughter|son|cat|dog|child)|名前|誕生日|出身|住んで|働い|職業|歳|結婚|飼って/u,
    ],
    [
      'trait',
      /性格|擅长|内向|外向|细心|粗心|胆小|勇敢|善良|固执|容易|personality|good at|bad at|shy|introvert|extrovert|patient|stubborn|careful|tends to|性格|得意|内向|外向|几帳面|頑固/u,
    ],
  ],
  neko: [
    ['learned', /学(?:会|到|了)|记住|明白|知道了|learn|remember|understood|覚え|学ん|わかった/u],
    ['role_note', /角色|扮演|设定|职责|role|duty|job|役|設定|担当/u],
    ['self_awareness', /./u],
  ],
  relationship: [
    ['agreement', /约定|答应|承诺|说好|promise|agree|deal\b|約束|誓/u],
    ['milestone', /第一次|纪念日|周年|认识|first (?:time|met)|anniversary|met\b|初めて|記念日|出会/u],
    ['tension', /吵架|争吵|冷战|生气|误会|fight|argu|angry|misunderst|喧嘩|怒|誤解/u],
    ['shared_memory', /一起|共同|together|shared|一緒|共に/u],
    ['dynamic', /./u],
  ],
}

/** Holds for the time being, or happened once. */
export const STATE_CUE =
  /最近|目前|现在|这阵子|这段时间|眼下|currently|these days|at the moment|right now|lately|recently|for now|最近|今は|目下|このところ|この頃/u
export const EPISODE_CUE =
  /昨天|昨晚|前天|上周|上个月|去年|今天|\d+月\d+日|yesterday|last (?:night|week|month|year)|today|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\bago\b|昨日|先週|先月|去年|今日|\d+月\d+日/u

/** Irritation or avoidance that is no ban by itself, in the seven languages of the keyword hook (facts.md §12.1). */
export const ANNOYED_CUE =
  /烦死|烦人|好烦|真烦|受够|够了|听腻|听够|说腻|没完没了|换个话题|换话题|别提|不提|不想(?:听|聊|谈|说|提)|跳过|打住|annoy|sick of|tired of (?:hearing|talking|this)|fed up|enough (?:of|about|with)|change the (?:topic|subject)|drop (?:it|the|this)|stop (?:talking|asking|bringing|mentioning|going on)|don't (?:talk|mention|bring|ask|want to (?:hear|talk|discuss))|shut up about|give it a rest|うんざり|しつこい|もういい|話題を変え|その話|やめて|聞きたくない|話したくない|지겨워|짜증|그만|얘기하지|надоел|хватит|сменим тему|не (?:говори|напоминай|хочу)|harto|basta|cambi(?:a|emos) de tema|no (?:hables|menciones|quiero hablar)|chega|cansad[oa] de|mud(?:a|ar|emos) de assunto|não (?:fales|fale|quero falar)/iu

export const JOIN: Readonly<
  Record<
    'zh' | 'en' | 'ja' | 'other',
    { readonly comma: string; readonly last: string; readonly stop: string }
  >
> = {
  zh: { comma: '，', last: '，', stop: '。' },
  ja: { comma: '、', last: '、', stop: '。' },
  en: { comma: ', ', last: ' and ', stop: '.' },
  other: { comma: '; ', last: '; ', stop: '.' },
}
