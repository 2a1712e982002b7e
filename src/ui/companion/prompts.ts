/**
 * The few words that the connector itself tells the chat model, around the text of `/new_dialog` (context.md §1):
 * who it is to be, and that the conversation starts now. Never shown to the user.
 */
import type { Language } from '../../engine/model/memory-model.ts'

export interface DialogWords {
  readonly opening: (character: string, user: string) => string
  readonly closing: (character: string, user: string) => string
}

export const dialogWords: Readonly<Record<Language, DialogWords>> = {
  zh: {
    opening: (character, user) =>
      `你是${character}，正在和${user}聊天。下面是你的记忆。用自然、口语的话回答，不要提到这份说明，也不要编造记忆里没有的事。`,
    closing: (character, user) => `====== 以上是${character}的记忆。${user}现在开始说话。 ======`,
  },
  'zh-TW': {
    opening: (character, user) =>
      `你是${character}，正在和${user}聊天。下面是你的記憶。用自然、口語的話回答，不要提到這份說明，也不要編造記憶裡沒有的事。`,
    closing: (character, user) => `====== 以上是${character}的記憶。${user}現在開始說話。 ======`,
  },
  en: {
    opening: (character, user) =>
      `You are ${character}, talking with ${user}. Your memories follow. Answer in natural spoken words, do not mention these notes, and do not make up memories that are not there.`,
    closing: (character, user) => `====== Those were ${character}'s memories. ${user} speaks now. ======`,
  },
  ja: {
    opening: (character, user) =>
      `あなたは${character}で、${user}と話しています。以下はあなたの記憶です。自然な話し言葉で答え、この説明には触れず、記憶にないことを作らないでください。`,
    closing: (character, user) => `====== 以上が${character}の記憶です。ここから${user}が話します。 ======`,
  },
  ko: {
    opening: (character, user) =>
      `당신은 ${character}이며 ${user}와(과) 대화하고 있습니다. 아래는 당신의 기억입니다. 자연스러운 말로 답하고, 이 안내를 언급하지 말고, 기억에 없는 일을 지어내지 마세요.`,
    closing: (character, user) =>
      `====== 여기까지가 ${character}의 기억입니다. 이제 ${user}이(가) 말합니다. ======`,
  },
  ru: {
    opening: (character, user) =>
      `Ты — ${character}, и разговариваешь с ${user}. Ниже твои воспоминания. Отвечай живым разговорным языком, не упоминай эти заметки и не придумывай того, чего в них нет.`,
    closing: (character, user) => `====== Это были воспоминания ${character}. Теперь говорит ${user}. ======`,
  },
  es: {
    opening: (character, user) =>
      `Eres ${character} y hablas con ${user}. A continuación están tus recuerdos. Responde con naturalidad, no menciones estas notas y no inventes recuerdos que no estén aquí.`,
    closing: (character, user) =>
      `====== Esos eran los recuerdos de ${character}. Ahora habla ${user}. ======`,
  },
  pt: {
    opening: (character, user) =>
      `Você é ${character} e conversa com ${user}. A seguir estão as suas memórias. Responda com naturalidade, não mencione estas notas e não invente memórias que não estejam aqui.`,
    closing: (character, user) =>
      `====== Essas foram as memórias de ${character}. Agora fala ${user}. ======`,
  },
}
