/**
 * The words of the interface. The current language is one signal for the whole page, so a component that
 * reads `m()` in its markup is rewritten when the language changes.
 */
import { en } from './en.ts'
import { type Messages, zhCN } from './zh-cn.ts'
import type { UiLanguage } from './language.ts'

const catalogues: Readonly<Record<UiLanguage, Messages>> = { 'zh-CN': zhCN, en }

let current = $state.raw<UiLanguage>('en')

/** The catalogue of the current language. */
export function m(): Messages {
  return catalogues[current]
}

/** The current language as a BCP 47 tag, for `lang` and `Intl`. */
export function currentUiLanguage(): UiLanguage {
  return current
}

/** Switches the words, and the `lang` attribute with them. */
export function setUiLanguage(language: UiLanguage): void {
  current = language
  document.documentElement.lang = language
}
