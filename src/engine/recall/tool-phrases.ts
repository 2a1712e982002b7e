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
}

export const toolPhrases: ReadonlyMap<string, ToolPhrases> = new Map([
  ['zh', chinese],
  ['en', englishPhrases],
  ['ja', japanese],
  ['ko', korean],
  ['ru', russian],
  ['es', spanish],
  ['pt', portuguese],
])
