/** All languages in which periods are understood. */
import { english } from './en.ts'
import { spanish } from './es.ts'
import { japanese } from './ja.ts'
import { korean } from './ko.ts'
import { portuguese } from './pt.ts'
import { russian } from './ru.ts'
import { chinese } from './zh.ts'
import type { RelativeWords } from './types.ts'

/** Phrases say which language they are in, so all are tried; Chinese before Japanese, which share many. */
export const relativeWords: readonly RelativeWords[] = [
  chinese,
  japanese,
  english,
  korean,
  russian,
  spanish,
  portuguese,
]
