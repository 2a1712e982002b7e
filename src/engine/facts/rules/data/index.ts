import type { RuleLanguage } from '../language.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'
import type { LanguageData } from './language-data.ts'
import { zh } from './zh.ts'

export const LANGUAGE_DATA: Readonly<Record<RuleLanguage, LanguageData>> = { zh, en, ja }
