/**
 * The words of the interface. The current language is one signal for the whole page, so a component that
 * reads `m()` in its markup is rewritten when the language changes. A catalogue is fetched when its language is
 * first wanted: nobody reads eight of them.
 */
import { en } from './en.ts'
import type { UiLanguage } from './language.ts'
import type { Messages } from './zh-cn.ts'

const catalogues: Readonly<Record<UiLanguage, () => Promise<Messages>>> = {
  'zh-CN': async () => (await import('./zh-cn.ts')).zhCN,
  'zh-TW': async () => (await import('./zh-tw.ts')).zhTW,
  en: () => Promise.resolve(en),
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  ru: async () => (await import('./ru.ts')).ru,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
}

let current = $state.raw<{ readonly language: UiLanguage; readonly words: Messages }>({
  language: 'en',
  words: en,
})
let wanted: UiLanguage = 'en'

/** The catalogue of the current language. */
export function m(): Messages {
  return current.words
}

/** The current language as a BCP 47 tag, for `lang` and `Intl`. */
export function currentUiLanguage(): UiLanguage {
  return current.language
}

/**
 * Switches the words, and the `lang` attribute with them, as soon as they are there; the language asked for last
 * wins. Words that cannot be fetched leave the page as it is: resolves to false then.
 */
export async function setUiLanguage(language: UiLanguage): Promise<boolean> {
  wanted = language
  try {
    const words = await catalogues[language]()
    if (wanted !== language) return true
    current = { language, words }
    document.documentElement.lang = language
    return true
  } catch {
    // Only offline before the app was cached, or during an update: the words of before stay readable.
    return false
  }
}
