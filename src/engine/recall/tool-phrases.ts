/** The words of the `recall_memory` tool. Forms of `time` and its separators are the same in all languages. */

export interface ToolPhrases {
  /** When to use the tool. */
  readonly tool: string
  readonly query: string
  readonly time: string
  readonly header: (count: number) => string
  readonly nothing: string
  /** Nothing fits query and time together. */
  readonly loosen: (query: string) => string
  /** The period was not understood and filtered nothing. */
  readonly unread: (time: string) => string
  /** What follows shares little with the query. */
  readonly weak: string
  /** Nothing lies in the period; what follows is nearest to it. */
  readonly nearest: string
  /** The row held up to that day (`YYYY-MM-DD`), or nobody knows up to when. */
  readonly until: (day: string) => string
  readonly ended: string
  readonly age: AgePhrases
}

/** How long ago: today (and later), days of the calendar, months of 30 days. */
export interface AgePhrases {
  readonly today: string
  readonly days: (count: number) => string
  readonly months: (count: number) => string
}

export const englishPhrases: ToolPhrases = {
  tool:
    'Look things up in your long-term memory. Use it when an earlier conversation, a preference, a past event or ' +
    'background that you are missing matters for the answer.',
  query:
    'Keywords, a question or a topic, in one or two sentences. At least one of query and time is needed.',
  time:
    'Limits the search to a period: YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDTHH, or two of them as START/END, e.g. ' +
    '2026-05-01 or 2026-05-01/2026-05-07. Work out relative words such as "yesterday" first. Alone: the memories ' +
    'nearest to that period, facts and impressions. With query: both must fit. Empty: search by query only.',
  header: (count) => `Found in memory: ${count}`,
  nothing: 'Nothing was found in memory.',
  loosen: (query) =>
    `Nothing in memory fits both the time and "${query}". Try again with only time, or with only query.`,
  unread: (time) => `The time "${time}" was not understood, so it limits nothing here.`,
  weak: 'Only weak matches: they may not answer the question. Do not state them as what was asked.',
  nearest: 'Nothing in memory lies in that period. The nearest to it:',
  until: (day) => `(until ${day})`,
  ended: '(no longer so)',
  age: {
    today: 'today',
    days: (count) => (count === 1 ? '1 day ago' : `${count} days ago`),
    months: (count) => (count === 1 ? '1 month ago' : `${count} months ago`),
  },
}

const chinese: ToolPhrases = {
  tool: '查找你的长期记忆。当回答需要以前的对话、喜好、发生过的事，或缺少背景时使用。',
  query: '关键词、问题或话题，一两句话即可。query 与 time 至少要给一个。',
  time:
    '把查找限定在一段时间：YYYY、YYYY-MM、YYYY-MM-DD 或 YYYY-MM-DDTHH，也可以用 开始/结束 写成一段，例如 2026-05-01 或 ' +
    '2026-05-01/2026-05-07。“昨天”之类的说法请先换算成日期。只给 time：返回离这段时间最近的记忆（事实与印象）；与 query ' +
    '同时给出：两者都要符合；留空：只按 query 查找。',
  header: (count) => `在记忆中找到 ${count} 条：`,
  nothing: '记忆中没有找到相关内容。',
  loosen: (query) => `没有同时符合这段时间和“${query}”的记忆。可以只用 time 或只用 query 再试一次。`,
  unread: (time) => `没有读懂时间“${time}”，以下内容不受它限制。`,
  weak: '只有勉强沾边的结果，未必与问题有关，不要当作答案来说。',
  nearest: '这段时间里没有记忆，下面是离它最近的：',
  until: (day) => `（截至 ${day}）`,
  ended: '（已不再如此）',
  age: { today: '今天', days: (count) => `${count} 天前`, months: (count) => `${count} 个月前` },
}

const traditionalChinese: ToolPhrases = {
  tool: '查找你的長期記憶。當回答需要以前的對話、喜好、發生過的事，或缺少背景時使用。',
  query: '關鍵字、問題或話題，一兩句話即可。query 與 time 至少要給一個。',
  time:
    '把查找限定在一段時間：YYYY、YYYY-MM、YYYY-MM-DD 或 YYYY-MM-DDTHH，也可以用 開始/結束 寫成一段，例如 2026-05-01 或 ' +
    '2026-05-01/2026-05-07。「昨天」之類的說法請先換算成日期。只給 time：傳回離這段時間最近的記憶（事實與印象）；與 query ' +
    '同時給出：兩者都要符合；留空：只按 query 查找。',
  header: (count) => `在記憶中找到 ${count} 條：`,
  nothing: '記憶中沒有找到相關內容。',
  loosen: (query) => `沒有同時符合這段時間和「${query}」的記憶。可以只用 time 或只用 query 再試一次。`,
  unread: (time) => `沒有讀懂時間「${time}」，以下內容不受它限制。`,
  weak: '只有勉強沾邊的結果，未必與問題有關，不要當作答案來說。',
  nearest: '這段時間裡沒有記憶，下面是離它最近的：',
  until: (day) => `（截至 ${day}）`,
  ended: '（已不再如此）',
  age: { today: '今天', days: (count) => `${count} 天前`, months: (count) => `${count} 個月前` },
}

const japanese: ToolPhrases = {
  tool: '長期記憶を調べます。以前の会話、好み、過去の出来事、足りない背景が答えに必要なときに使ってください。',
  query: 'キーワード、質問、または話題を一、二文で。query と time の少なくとも一方が必要です。',
  time:
    '期間を絞ります：YYYY、YYYY-MM、YYYY-MM-DD、YYYY-MM-DDTHH、または 開始/終了（例：2026-05-01、' +
    '2026-05-01/2026-05-07）。「昨日」などは日付に直してから渡してください。time だけなら、その期間に最も近い記憶（事実と印象）。' +
    'query と一緒なら両方に合うもの。空なら query だけで探します。',
  header: (count) => `記憶から ${count} 件見つかりました：`,
  nothing: '記憶には見つかりませんでした。',
  loosen: (query) =>
    `この期間と「${query}」の両方に合う記憶はありません。time だけ、または query だけでもう一度試してください。`,
  unread: (time) => `期間「${time}」は理解できなかったので、絞り込みには使っていません。`,
  weak: '弱い一致しかありません。質問と関係ないかもしれないので、答えとして断言しないでください。',
  nearest: 'この期間の記憶はありません。最も近いもの：',
  until: (day) => `（${day} まで）`,
  ended: '（今はそうではない）',
  age: { today: '今日', days: (count) => `${count} 日前`, months: (count) => `${count} か月前` },
}

const korean: ToolPhrases = {
  tool: '장기 기억을 찾아봅니다. 이전 대화, 취향, 지난 일, 또는 모르는 배경이 답에 필요할 때 사용하세요.',
  query: '키워드, 질문 또는 주제를 한두 문장으로. query와 time 중 적어도 하나는 필요합니다.',
  time:
    '기간을 제한합니다: YYYY, YYYY-MM, YYYY-MM-DD, YYYY-MM-DDTHH 또는 시작/끝 (예: 2026-05-01, ' +
    '2026-05-01/2026-05-07). "어제" 같은 말은 먼저 날짜로 바꾸세요. time만 주면 그 기간에 가장 가까운 기억(사실과 인상), query와 ' +
    '함께 주면 둘 다 맞는 기억, 비우면 query만으로 찾습니다.',
  header: (count) => `기억에서 ${count}건을 찾았습니다:`,
  nothing: '기억에서 찾지 못했습니다.',
  loosen: (query) =>
    `이 기간과 "${query}"에 모두 맞는 기억이 없습니다. time만 또는 query만으로 다시 시도해 보세요.`,
  unread: (time) => `기간 "${time}"을(를) 이해하지 못해 제한에 쓰지 않았습니다.`,
  weak: '약하게만 일치합니다. 질문과 무관할 수 있으니 답으로 단정하지 마세요.',
  nearest: '이 기간의 기억은 없습니다. 가장 가까운 기억:',
  until: (day) => `(${day}까지)`,
  ended: '(지금은 아님)',
  age: { today: '오늘', days: (count) => `${count}일 전`, months: (count) => `${count}개월 전` },
}

const russian: ToolPhrases = {
  tool:
    'Поиск в долговременной памяти. Используй, когда для ответа важны прежний разговор, предпочтения, прошлые ' +
    'события или недостающие сведения.',
  query: 'Ключевые слова, вопрос или тема, одно-два предложения. Нужно указать хотя бы query или time.',
  time:
    'Ограничивает поиск периодом: YYYY, YYYY-MM, YYYY-MM-DD или YYYY-MM-DDTHH, либо НАЧАЛО/КОНЕЦ, например ' +
    '2026-05-01 или 2026-05-01/2026-05-07. Слова вроде «вчера» сначала переведи в дату. Только time: воспоминания, ' +
    'ближайшие к периоду (факты и впечатления). Вместе с query: подходит и то и другое. Пусто: поиск только по query.',
  header: (count) => `Найдено в памяти: ${count}`,
  nothing: 'В памяти ничего не найдено.',
  loosen: (query) =>
    `Нет воспоминаний, которые подходят и к этому времени, и к «${query}». Попробуй только time или только query.`,
  unread: (time) => `Период «${time}» непонятен, поэтому он ничего не ограничивает.`,
  weak: 'Только слабые совпадения: возможно, они не о том. Не выдавай их за ответ.',
  nearest: 'За этот период воспоминаний нет. Ближайшие к нему:',
  until: (day) => `(до ${day})`,
  ended: '(уже не так)',
  age: { today: 'сегодня', days: (count) => `${count} дн. назад`, months: (count) => `${count} мес. назад` },
}

const spanish: ToolPhrases = {
  tool:
    'Busca en tu memoria a largo plazo. Úsala cuando la respuesta dependa de una conversación anterior, una ' +
    'preferencia, un hecho pasado o un contexto que te falta.',
  query: 'Palabras clave, una pregunta o un tema, en una o dos frases. Hace falta al menos query o time.',
  time:
    'Limita la búsqueda a un periodo: YYYY, YYYY-MM, YYYY-MM-DD o YYYY-MM-DDTHH, o INICIO/FIN, por ejemplo ' +
    '2026-05-01 o 2026-05-01/2026-05-07. Convierte antes palabras como «ayer» en una fecha. Solo time: los recuerdos ' +
    'más cercanos a ese periodo (hechos e impresiones). Con query: deben cumplirse ambos. Vacío: solo por query.',
  header: (count) => `Encontrado en la memoria: ${count}`,
  nothing: 'No se encontró nada en la memoria.',
  loosen: (query) =>
    `Ningún recuerdo cumple a la vez el periodo y «${query}». Inténtalo solo con time o solo con query.`,
  unread: (time) => `No se entendió el periodo «${time}», así que no limita nada.`,
  weak: 'Solo coincidencias débiles: quizá no respondan a la pregunta. No las des por respuesta.',
  nearest: 'No hay recuerdos de ese periodo. Los más cercanos:',
  until: (day) => `(hasta ${day})`,
  ended: '(ya no es así)',
  age: {
    today: 'hoy',
    days: (count) => (count === 1 ? 'hace 1 día' : `hace ${count} días`),
    months: (count) => (count === 1 ? 'hace 1 mes' : `hace ${count} meses`),
  },
}

const portuguese: ToolPhrases = {
  tool:
    'Procura na sua memória de longo prazo. Use quando a resposta depender de uma conversa anterior, uma preferência, ' +
    'um acontecimento passado ou um contexto que falta.',
  query:
    'Palavras-chave, uma pergunta ou um tema, em uma ou duas frases. É preciso pelo menos query ou time.',
  time:
    'Limita a busca a um período: YYYY, YYYY-MM, YYYY-MM-DD ou YYYY-MM-DDTHH, ou INÍCIO/FIM, por exemplo ' +
    '2026-05-01 ou 2026-05-01/2026-05-07. Converta antes palavras como "ontem" em data. Só time: as memórias mais ' +
    'próximas desse período (fatos e impressões). Com query: os dois devem valer. Vazio: só por query.',
  header: (count) => `Encontrado na memória: ${count}`,
  nothing: 'Nada foi encontrado na memória.',
  loosen: (query) =>
    `Nenhuma memória combina com o período e com "${query}" ao mesmo tempo. Tente só com time ou só com query.`,
  unread: (time) => `O período "${time}" não foi entendido, por isso não limita nada.`,
  weak: 'Só coincidências fracas: talvez não respondam à pergunta. Não as dê como resposta.',
  nearest: 'Não há memórias desse período. As mais próximas:',
  until: (day) => `(até ${day})`,
  ended: '(já não é assim)',
  age: {
    today: 'hoje',
    days: (count) => (count === 1 ? 'há 1 dia' : `há ${count} dias`),
    months: (count) => (count === 1 ? 'há 1 mês' : `há ${count} meses`),
  },
}

export const toolPhrases: ReadonlyMap<string, ToolPhrases> = new Map([
  ['zh', chinese],
  ['zh-tw', traditionalChinese],
  ['en', englishPhrases],
  ['ja', japanese],
  ['ko', korean],
  ['ru', russian],
  ['es', spanish],
  ['pt', portuguese],
])
