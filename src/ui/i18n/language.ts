import type { Language } from '../../engine/model/memory-model.ts'

/** The languages the interface is written in, as BCP 47 tags. */
export const uiLanguages = ['zh-CN', 'zh-TW', 'en', 'ja', 'ko', 'ru', 'es', 'pt'] as const
export type UiLanguage = (typeof uiLanguages)[number]

/** Each language in its own words; a proper name, so it is the same in every catalogue. */
export const languageNames: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  es: 'Español',
  pt: 'Português',
}

/** The language of the interface for a language of memory: the same one. */
export function uiLanguageOf(language: Language): UiLanguage {
  return language === 'zh' ? 'zh-CN' : language
}
