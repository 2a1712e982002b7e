/** What shows in a Japanese statement that it doesn't stand alone, or says nothing that lasts. */
import type { Fault } from './language-data.ts'

export const jaFaults: readonly Fault[] = []
