/** The one language that the engine speaks at a time (context.md §8). */
import type { AppSettings } from './config.ts'
import type { Language } from './model/memory-model.ts'

/** The user's choice, else the device's language, else English. */
export function resolveLanguage(chosen: AppSettings['language'], systemLanguage: string): Language {
  return chosen ?? languageOfTag(systemLanguage)
}

/** Language of a BCP 47 tag; English when there is no text in that language. */
export function languageOfTag(tag: string): Language {
  const [primary, ...rest] = tag.toLowerCase().split(/[-_]/)
  if (primary === 'zh') return rest.some((part) => traditionalParts.has(part)) ? 'zh-TW' : 'zh'
  return languages.find((language) => language === primary) ?? 'en'
}

/** What the user is called where no name was given. */
export function defaultUserName(language: Language): string {
  if (language === 'zh' || language === 'zh-TW') return '主人'
  return language === 'ja' ? 'ご主人' : 'User'
}

const languages = ['zh', 'en', 'ja', 'ko', 'ru', 'es', 'pt'] as const
const traditionalParts = new Set(['hant', 'tw', 'hk', 'mo'])
