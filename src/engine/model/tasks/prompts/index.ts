/** Our prompts by language (prompts.md §1: the interface language; Traditional Chinese has its own). */
import type { Language } from '../../memory-model.ts'
import en from './en.ts'
import es from './es.ts'
import ja from './ja.ts'
import ko from './ko.ts'
import pt from './pt.ts'
import ru from './ru.ts'
import type { PromptTexts } from './texts.ts'
import zhTw from './zh-tw.ts'
import zh from './zh.ts'

export const promptTexts: Readonly<Record<Language, PromptTexts>> = {
  zh,
  'zh-TW': zhTw,
  en,
  ja,
  ko,
  ru,
  es,
  pt,
}
