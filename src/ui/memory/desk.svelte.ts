/** What the screens of one character share: the memory's calls, the dialog that is open, counts, and news of changes. */
import type {
  BrowserApi,
  ChangeResult,
  EntryCounts,
  EntryDetail,
  EntryRow,
} from '../../engine/browser-api.ts'
import type { Result } from '../../engine/result.ts'
import type { App } from '../app/app.svelte.ts'
import { deviceIds } from '../app/device.ts'
import { m } from '../i18n/i18n.svelte.ts'

export type DeskDialog =
  | { readonly kind: 'edit'; readonly rows: readonly EntryRow[]; readonly detail: EntryDetail | null }
  | { readonly kind: 'correct' | 'hush' | 'forget'; readonly rows: readonly EntryRow[] }

export interface Desk {
  readonly character: string
  readonly api: BrowserApi
  readonly counts: EntryCounts | null
  readonly dialog: DeskDialog | null
  /** Rises with each change of this character's memory, made here or elsewhere. */
  readonly beat: number
  open(dialog: DeskDialog): void
  closeDialog(): void
  /** Tells of a change that may have been made anywhere. */
  stir(): void
  loadCounts(): Promise<void>
  /**
   * Makes a change under an id of its own and tells how it went: `said` with a way back, or the trouble. A stale
   * revision is told by the caller, who can show what changed.
   */
  change(call: (operationId: string) => Promise<ChangeResult>, said: string): Promise<ChangeResult>
  undo(changeId: string): Promise<void>
  bringUpAgain(rows: readonly EntryRow[]): Promise<void>
  markReviewed(rows: readonly EntryRow[]): Promise<void>
}

export function createDesk(app: App, character: string): Desk {
  const api: BrowserApi = app.api
  let counts = $state.raw<EntryCounts | null>(null)
  let dialog = $state.raw<DeskDialog | null>(null)
  let beat = $state.raw(0)

  const desk: Desk = {
    character,
    api,
    get counts() {
      return counts
    },
    get dialog() {
      return dialog
    },
    get beat() {
      return beat
    },
    open(next) {
      dialog = next
    },
    closeDialog() {
      dialog = null
    },
    stir,
    async loadCounts() {
      const answer: Result<EntryCounts> = await api.counts(character)
      if (answer.ok) counts = answer.value
    },
    async change(call, said) {
      const answer = await call(deviceIds.uuid())
      if (answer.ok) {
        stir()
        app.notices.done(said, { label: m().browse.undo.undo, run: () => void desk.undo(answer.changeId) })
      } else if (answer.stale.length === 0) app.notices.trouble(answer.error)
      return answer
    },
    async undo(changeId) {
      const words = m().browse.undo
      const answer = await api.undo(character, deviceIds.uuid(), changeId)
      if (answer.ok) {
        stir()
        app.notices.say(words.done)
      } else {
        app.notices.trouble(answer.error, { text: answer.stale.length > 0 ? words.conflict : words.failed })
      }
    },
    async bringUpAgain(rows) {
      const answer = await desk.change(
        (operation) => api.bringUp(character, operation, rows, { bringUp: true, until: null }),
        m().browse.hush.lifted(rows.length),
      )
      tellStale(answer)
    },
    async markReviewed(rows) {
      const answer = await desk.change(
        (operation) => api.reviewed(character, operation, rows),
        m().browse.reviewedSaved(rows.length),
      )
      tellStale(answer)
    },
  }
  return desk

  function stir(): void {
    beat += 1
    void desk.loadCounts()
  }

  /** For changes without a dialog: what changed is on the page a moment later. */
  function tellStale(answer: ChangeResult): void {
    if (answer.ok || answer.stale.length === 0) return
    stir()
    app.notices.trouble(answer.error, { text: m().browse.stale.batch(answer.stale.length) })
  }
}
