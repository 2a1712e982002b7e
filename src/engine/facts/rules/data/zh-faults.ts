/** What shows in a Chinese statement that it doesn't stand alone, or says nothing that lasts. */
import type { Fault } from './language-data.ts'

export const zhFaults: readonly Fault[] = []
