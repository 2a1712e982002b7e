/**
 * The wording around memories in rendered contexts, in the languages of context.md §8. Memory texts themselves
 * are never translated. Templates name their placeholders in braces; `fill` puts plain text in, once.
 */
import type { Language } from '../model/memory-model.ts'

/** The languages with wording of their own; traditional Chinese reads the simplified (context.md §8). */
export const contextLanguages = ['zh', 'en', 'ja', 'ko', 'ru', 'es', 'pt'] as const
export type ContextLanguage = (typeof contextLanguages)[number]

export interface ContextPhrases {
  /** Banners of `/new_dialog`; each stands on a line of its own. */
  readonly memoryBanner: string
  readonly innerBanner: string
  /** The time, and that the character goes over what happened lately. One line; `splitContext` finds it. */
  readonly timeSentence: string
  /** Headings of the persona text. */
  readonly aboutUser: string
  readonly aboutCharacter: string
  readonly relationship: string
  readonly pending: string
  readonly confirmed: string
  readonly suppressed: string
  /** The block of what belongs to the past. */
  readonly pastBegin: string
  readonly pastNote: string
  readonly pastEnd: string
  /** Hints after a silence. */
  readonly gapElapsed: string
  readonly gapNow: string
  readonly gapLong: string
  readonly holiday: string
  /** Settings of an old installation, as text. */
  readonly remembers: string
  readonly about: string
  readonly noRecords: string
  /** `/get_recent_history` */
  readonly historyIntro: string
  readonly noHistory: string
  /** `/search_for_memory`, retired. */
  readonly searchHeader: string
  readonly searchResults: string
  readonly searchRetired: string
}

export function phrasesFor(language: Language): ContextPhrases {
  return phrases[contextLanguage(language)]
}

export function contextLanguage(language: Language): ContextLanguage {
  return language === 'zh-TW' ? 'zh' : language
}

/** `template` with each `{key}` replaced by its value; what the values hold is never read as a template. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/gu, (whole, key: string) => values[key] ?? whole)
}

export const phrases: Readonly<Record<ContextLanguage, ContextPhrases>> = {
  zh: {
    memoryBanner: '======{name}的长期记忆======',
    innerBanner: '======{name}的内心活动======',
    timeSentence: '现在是{time}，{name}正在回想最近发生的事。',
    aboutUser: '关于{user}',
    aboutCharacter: '关于{name}',
    relationship: '两人之间的关系',
    pending: '{name}最近的印象（还不确定）',
    confirmed: '{name}比较有把握的印象',
    suppressed: '{name}记得、但最近已经提过太多次的事（请不要主动提起）',
    pastBegin: '------较早的印象------',
    pastNote: '下面是{name}以前的印象，只作背景。除非{user}先提起，{name}不要主动说起或追问。',
    pastEnd: '------较早的印象结束------',
    gapElapsed: '距离上次和{user}说话已经过去了{elapsed}。',
    gapNow: '现在的时间是{time}。',
    gapLong: '{name}注意到{user}离开了很久，有点好奇{user}这段时间在做什么。',
    holiday: '今天是{holiday}。',
    remembers: '{name}记得：',
    about: '关于{key}：',
    noRecords: '还没有任何记录。',
    historyIntro: '以下是{name}最近的对话：',
    noHistory: '还没有对话记录。',
    searchHeader: '{name}正在回想：',
    searchResults: '{name}想起的内容：',
    searchRetired: '（这种查询方式已停用，请改用 recall_memory。）',
  },
  en: {
    memoryBanner: "======{name}'s long-term memory======",
    innerBanner: "======{name}'s inner thoughts======",
    timeSentence: 'It is {time}, and {name} is going over what happened recently.',
    aboutUser: 'About {user}',
    aboutCharacter: 'About {name}',
    relationship: 'How things are between them',
    pending: "{name}'s recent impressions, not certain yet",
    confirmed: "{name}'s fairly certain impressions",
    suppressed: '{name} remembers these but has mentioned them too often lately; do not bring them up',
    pastBegin: '------Earlier impressions------',
    pastNote:
      'What follows are older impressions of {name}, kept as background. {name} neither brings them up nor asks about them unless {user} does so first.',
    pastEnd: '------End of earlier impressions------',
    gapElapsed: '{elapsed} have passed since the last conversation with {user}.',
    gapNow: 'The time is now {time}. ',
    gapLong: ' {name} notices how long {user} was away and is curious what {user} has been doing.',
    holiday: 'Today is {holiday}.',
    remembers: '{name} remembers:',
    about: 'About {key}:',
    noRecords: 'There are no records yet.',
    historyIntro: 'The recent conversation with {name}:',
    noHistory: 'There is no conversation yet.',
    searchHeader: '{name} tries to remember:',
    searchResults: 'What comes to {name}:',
    searchRetired: '(This way of asking is retired; use recall_memory instead.)',
  },
  ja: {
    memoryBanner: '======{name}の長期記憶======',
    innerBanner: '======{name}の心の中======',
    timeSentence: '今は{time}。{name}は最近の出来事を思い返している。',
    aboutUser: '{user}について',
    aboutCharacter: '{name}について',
    relationship: '二人の関係',
    pending: '{name}の最近の印象（まだ確かではない）',
    confirmed: '{name}のかなり確かな印象',
    suppressed: '{name}は覚えているが、最近よく話題にしたこと（自分からは持ち出さない）',
    pastBegin: '------以前の印象------',
    pastNote:
      '以下は{name}の以前の印象で、背景としてのみ扱う。{user}が先に触れない限り、{name}から話題にしたり尋ねたりしない。',
    pastEnd: '------以前の印象ここまで------',
    gapElapsed: '{user}と最後に話してから{elapsed}が経った。',
    gapNow: '今は{time}。',
    gapLong: '{name}は{user}が長い間いなかったことに気づき、何をしていたのか気になっている。',
    holiday: '今日は{holiday}。',
    remembers: '{name}が覚えていること：',
    about: '{key}について：',
    noRecords: 'まだ記録がない。',
    historyIntro: '{name}との最近の会話：',
    noHistory: 'まだ会話がない。',
    searchHeader: '{name}が思い出そうとしている：',
    searchResults: '{name}が思い出したこと：',
    searchRetired: '（この問い合わせ方法は廃止された。recall_memory を使うこと。）',
  },
  ko: {
    memoryBanner: '======{name}의 장기 기억======',
    innerBanner: '======{name}의 속마음======',
    timeSentence: '지금은 {time}이고, {name}은(는) 최근에 있었던 일을 되짚어 보고 있다.',
    aboutUser: '{user}에 대해',
    aboutCharacter: '{name}에 대해',
    relationship: '두 사람의 관계',
    pending: '{name}의 최근 인상 (아직 확실하지 않음)',
    confirmed: '{name}의 꽤 확실한 인상',
    suppressed: '{name}이(가) 기억하지만 최근 너무 자주 언급한 것 (먼저 꺼내지 말 것)',
    pastBegin: '------예전의 인상------',
    pastNote:
      '아래는 {name}의 예전 인상으로, 배경으로만 둔다. {user}이(가) 먼저 꺼내지 않는 한 {name}은(는) 먼저 말하거나 캐묻지 않는다.',
    pastEnd: '------예전의 인상 끝------',
    gapElapsed: '{user}와(과) 마지막으로 이야기한 지 {elapsed}이 지났다.',
    gapNow: '지금은 {time}이다. ',
    gapLong: ' {name}은(는) {user}이(가) 오래 자리를 비운 것을 알아차리고 그동안 무엇을 했는지 궁금해한다.',
    holiday: '오늘은 {holiday}이다.',
    remembers: '{name}이(가) 기억하는 것:',
    about: '{key}에 대해:',
    noRecords: '아직 기록이 없다.',
    historyIntro: '{name}의 최근 대화:',
    noHistory: '아직 대화가 없다.',
    searchHeader: '{name}이(가) 떠올려 보는 중:',
    searchResults: '{name}이(가) 떠올린 것:',
    searchRetired: '(이 조회 방식은 중단되었다. recall_memory를 쓸 것.)',
  },
  ru: {
    memoryBanner: '======Долговременная память: {name}======',
    innerBanner: '======Мысли про себя: {name}======',
    timeSentence: 'Сейчас {time}, и {name} перебирает в памяти недавние события.',
    aboutUser: 'О собеседнике: {user}',
    aboutCharacter: 'О себе: {name}',
    relationship: 'Отношения между ними',
    pending: 'Недавние впечатления, пока неуверенные: {name}',
    confirmed: 'Довольно уверенные впечатления: {name}',
    suppressed:
      'Это {name} помнит, но в последнее время упоминает слишком часто; самостоятельно не заводить об этом речь',
    pastBegin: '------Прежние впечатления------',
    pastNote:
      'Ниже прежние впечатления, которые {name} хранит только как фон. Пока {user} не заговорит об этом, {name} не упоминает их и не расспрашивает.',
    pastEnd: '------Конец прежних впечатлений------',
    gapElapsed: 'С последнего разговора, в котором участвует {user}, прошло {elapsed}',
    gapNow: 'Сейчас {time}. ',
    gapLong: ' Долгое отсутствие замечено: {name} хочет узнать, чем занимается {user}.',
    holiday: 'Сегодня {holiday}.',
    remembers: '{name} помнит:',
    about: 'О «{key}»:',
    noRecords: 'Записей пока нет.',
    historyIntro: 'Недавний разговор, в котором участвует {name}:',
    noHistory: 'Разговоров пока не было.',
    searchHeader: '{name} пытается вспомнить:',
    searchResults: 'Вот что {name} вспоминает:',
    searchRetired: '(Этот способ запроса больше не действует; используйте recall_memory.)',
  },
  es: {
    memoryBanner: '======Memoria a largo plazo de {name}======',
    innerBanner: '======Pensamientos de {name}======',
    timeSentence: 'Ahora es {time} y {name} repasa lo que ha pasado últimamente.',
    aboutUser: 'Sobre {user}',
    aboutCharacter: 'Sobre {name}',
    relationship: 'Cómo es la relación entre ambos',
    pending: 'Impresiones recientes de {name}, aún no seguras',
    confirmed: 'Impresiones bastante seguras de {name}',
    suppressed:
      '{name} recuerda esto, pero lo ha mencionado demasiado últimamente; no debe sacarlo a relucir',
    pastBegin: '------Impresiones anteriores------',
    pastNote:
      'Lo que sigue son impresiones antiguas de {name}, solo como trasfondo. {name} no las menciona ni pregunta por ellas a menos que {user} lo haga primero.',
    pastEnd: '------Fin de las impresiones anteriores------',
    gapElapsed: 'Han pasado {elapsed} desde la última conversación con {user}.',
    gapNow: 'La fecha y hora actual es {time}. ',
    gapLong: ' {name} nota la larga ausencia de {user} y siente curiosidad por lo que ha estado haciendo.',
    holiday: 'Hoy es {holiday}.',
    remembers: '{name} recuerda:',
    about: 'Sobre {key}:',
    noRecords: 'Todavía no hay registros.',
    historyIntro: 'La conversación reciente con {name}:',
    noHistory: 'Todavía no hay conversación.',
    searchHeader: '{name} intenta recordar:',
    searchResults: 'Lo que {name} recuerda:',
    searchRetired: '(Esta forma de consulta está retirada; use recall_memory.)',
  },
  pt: {
    memoryBanner: '======Memória de longo prazo de {name}======',
    innerBanner: '======Pensamentos de {name}======',
    timeSentence: 'Agora é {time} e {name} está repassando o que aconteceu recentemente.',
    aboutUser: 'Sobre {user}',
    aboutCharacter: 'Sobre {name}',
    relationship: 'Como é a relação entre os dois',
    pending: 'Impressões recentes de {name}, ainda incertas',
    confirmed: 'Impressões bastante seguras de {name}',
    suppressed: '{name} lembra disto, mas mencionou demais nos últimos tempos; não deve trazer à tona',
    pastBegin: '------Impressões antigas------',
    pastNote:
      'O que segue são impressões antigas de {name}, apenas como pano de fundo. {name} não as menciona nem pergunta sobre elas, a menos que {user} o faça primeiro.',
    pastEnd: '------Fim das impressões antigas------',
    gapElapsed: 'Passaram-se {elapsed} desde a última conversa com {user}.',
    gapNow: 'A data e hora atual é {time}. ',
    gapLong: ' {name} nota a longa ausência de {user} e tem curiosidade sobre o que tem feito.',
    holiday: 'Hoje é {holiday}.',
    remembers: '{name} lembra:',
    about: 'Sobre {key}:',
    noRecords: 'Ainda não há registros.',
    historyIntro: 'A conversa recente com {name}:',
    noHistory: 'Ainda não há conversa.',
    searchHeader: '{name} tenta lembrar:',
    searchResults: 'O que {name} lembra:',
    searchRetired: '(Esta forma de consulta foi retirada; use recall_memory.)',
  },
}
