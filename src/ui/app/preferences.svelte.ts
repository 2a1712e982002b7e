/** The user's settings and profile: read once, applied to the page, written through the worker. */
import type { OmoideApi } from '../../engine/api.ts'
import { type AppSettings, defaultSettings, type ThemeChoice, type UserProfile } from '../../engine/config.ts'
import { defaultUserName, resolveLanguage } from '../../engine/language.ts'
import type { Language } from '../../engine/model/memory-model.ts'
import type { Result } from '../../engine/result.ts'
import { setUiLanguage } from '../i18n/i18n.svelte.ts'
import { uiLanguageOf } from '../i18n/language.ts'

export interface Preferences {
  readonly settings: AppSettings
  readonly profile: UserProfile
  /** False until they were read once. */
  readonly loaded: boolean
  /** Of memory text and prompts. */
  readonly language: Language
  /** What the user is called, with a fallback. */
  readonly userName: string
  load(): Promise<void>
  update(patch: Partial<AppSettings>): Promise<Result<AppSettings>>
  updateProfile(profile: UserProfile): Promise<Result<UserProfile>>
}

export function createPreferences(api: OmoideApi): Preferences {
  let settings = $state.raw<AppSettings>(defaultSettings)
  let profile = $state.raw<UserProfile>({ name: '', nickname: '', fields: {} })

  let loaded = $state.raw(false)

  return {
    get loaded() {
      return loaded
    },
    get settings() {
      return settings
    },
    get profile() {
      return profile
    },
    get language() {
      return resolveLanguage(settings.language, navigator.language)
    },
    get userName() {
      return profile.name || defaultUserName(resolveLanguage(settings.language, navigator.language))
    },
    async load() {
      const [storedSettings, storedProfile] = await Promise.all([api.settings(), api.profile()])
      settings = storedSettings
      profile = storedProfile
      loaded = true
      applyAppearance(settings)
    },
    async update(patch) {
      const answer = await api.updateSettings(patch)
      if (answer.ok) {
        settings = answer.value
        applyAppearance(settings)
      }
      return answer
    },
    async updateProfile(next) {
      const answer = await api.updateProfile(next)
      if (answer.ok) profile = answer.value
      return answer
    },
  }
}

/** Language and theme as they were last time, so that the first paint does not flash. Holds no memory text. */
export async function applyLastAppearance(): Promise<void> {
  const [language = '', theme = ''] = (localStorage.getItem(APPEARANCE) ?? '').split(' ')
  await apply(
    language === '' ? resolveLanguage(null, navigator.language) : languageFrom(language),
    themeFrom(theme),
  )
}

function applyAppearance({ language, theme }: AppSettings): void {
  void apply(resolveLanguage(language, navigator.language), theme)
  localStorage.setItem(APPEARANCE, `${language ?? ''} ${theme}`)
}

const APPEARANCE = 'omoide.appearance'

function apply(language: Language, theme: ThemeChoice): Promise<boolean> {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  return setUiLanguage(uiLanguageOf(language))
}

function languageFrom(text: string): Language {
  return resolveLanguage(null, text)
}

function themeFrom(text: string): ThemeChoice {
  return text === 'light' || text === 'dark' ? text : 'system'
}
