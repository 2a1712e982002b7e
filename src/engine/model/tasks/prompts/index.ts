/** Our prompts by language (prompts.md §1: the interface language; Traditional Chinese has its own). */
import type { Language } from '../../memory-model.ts'
import en from './en.ts'
import es from './es.ts'
import ja from './ja.ts'
import ko from './ko.ts'
import lifeEn from './life/en.ts'
import lifeEs from './life/es.ts'
import lifeJa from './life/ja.ts'
import lifeKo from './life/ko.ts'
import lifePt from './life/pt.ts'
import lifeRu from './life/ru.ts'
import lifeZhTw from './life/zh-tw.ts'
import lifeZh from './life/zh.ts'
import pt from './pt.ts'
import ru from './ru.ts'
import type { PromptTexts } from './texts.ts'
import zhTw from './zh-tw.ts'
import zh from './zh.ts'

export const promptTexts: Readonly<Record<Language, PromptTexts>> = {
  zh: { ...zh, ...lifeZh },
  'zh-TW': { ...zhTw, ...lifeZhTw },
  en: { ...en, ...lifeEn },
  ja: { ...ja, ...lifeJa },
  ko: { ...ko, ...lifeKo },
  ru: { ...ru, ...lifeRu },
  es: { ...es, ...lifeEs },
  pt: { ...pt, ...lifePt },
}
