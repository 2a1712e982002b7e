/** A reader of a list as a signal (entry-reader.ts). */
import type { EntryList, LookApi } from '../../engine/browser-api.ts'
import { createEntryReader, type EntryReader, type HeldRows } from './entry-reader.ts'

export function createEntryRows(api: LookApi, character: string, list: EntryList): EntryReader {
  // Assigned before anything is read: the reader tells each change.
  let held = $state.raw<HeldRows>()
  const reader = createEntryReader({
    entries: (...query) => api.entries(...query),
    character,
    list,
    onChange: (next) => (held = next),
  })
  return {
    ...reader,
    get held() {
      return held ?? reader.held
    },
  }
}
