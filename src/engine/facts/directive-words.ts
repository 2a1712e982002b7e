/** How a conversation is told which topics the user wants left alone (facts.md §12.2), in the languages of context.md §8. */
import type { ContextLanguage } from '../context/phrases.ts'

export interface DirectiveWords {
  readonly begin: string
  readonly note: string
  readonly end: string
}

export const directiveWords: Readonly<Record<ContextLanguage, DirectiveWords>> = {
  zh: {
    begin: '======{user}不想被提起的话题======',
    note: '{user}最近说过不想再聊下面这些。{name}不主动提起、不暗示、也不追问；如果{user}自己说起，就顺着听，不深挖。',
    end: '======以上话题请避开======',
  },
  en: {
    begin: '======Topics that {user} does not want raised======',
    note: '{user} lately asked to leave these alone. {name} does not mention them, hint at them or ask about them; if {user} brings one up, {name} listens and does not dig.',
    end: '======End of these topics======',
  },
  ja: {
    begin: '======{user}が触れてほしくない話題======',
    note: '{user}は最近、以下の話題に触れてほしくないと言った。{name}は自分から話題にせず、ほのめかしも質問もしない。{user}が自分から話したときは、聞くだけで掘り下げない。',
    end: '======話題ここまで======',
  },
  ko: {
    begin: '======{user}이(가) 꺼내지 않기를 바라는 화제======',
    note: '{user}은(는) 최근 아래 화제를 꺼내지 말아 달라고 했다. {name}은(는) 먼저 말하거나 암시하거나 묻지 않는다. {user}이(가) 먼저 꺼내면 듣기만 하고 캐묻지 않는다.',
    end: '======화제 끝======',
  },
  ru: {
    begin: '======Темы, о которых не надо заговаривать: {user}======',
    note: 'Собеседник ({user}) недавно попросил не касаться этих тем. {name} не упоминает их, не намекает и не расспрашивает; если {user} заговорит об этом, {name} слушает и не допытывается.',
    end: '======Конец тем======',
  },
  es: {
    begin: '======Temas que {user} no quiere que se toquen======',
    note: '{user} ha pedido hace poco dejar estos temas. {name} no los menciona, no los insinúa ni pregunta por ellos; si {user} saca uno, {name} escucha sin indagar.',
    end: '======Fin de estos temas======',
  },
  pt: {
    begin: '======Assuntos em que {user} não quer que se toque======',
    note: '{user} pediu há pouco para deixar estes assuntos. {name} não os menciona, não os insinua nem pergunta por eles; se {user} falar de um, {name} ouve sem aprofundar.',
    end: '======Fim destes assuntos======',
  },
}
