/** The editor of recent memory: loading, unsaved edits, saving, and what happens when it changed meanwhile. */
import { sha256Hex } from '../../engine/text/hash.ts'
import { type Failure, ok } from '../../engine/result.ts'
import type { App } from '../app/app.svelte.ts'
import { recentFilename } from '../app/memory-routes.ts'
import { m } from '../i18n/i18n.svelte.ts'
import { isDirty, readRecent, type RecentDocument, saveRows } from './recent-document.ts'
import type { RecentFiles } from './recent-files.svelte.ts'
import { countChanges, merge } from './recent-merge.ts'

export type EditorState =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: Failure }
  /** The stored text is no JSON array; it is shown, not touched. */
  | { readonly state: 'invalid'; readonly content: string }
  | { readonly state: 'ready'; readonly document: RecentDocument }

export interface Conflict {
  readonly content: string
  readonly changes: number
  readonly mergeable: boolean
}

export interface RecentEditorModel {
  readonly current: EditorState
  readonly count: number | null
  readonly dirty: boolean
  readonly saving: boolean
  readonly conflict: Conflict | null
  /** True while the user is asked about unsaved edits. */
  readonly asking: boolean
  load(): Promise<void>
  edit(change: (document: RecentDocument) => RecentDocument): void
  save(): Promise<boolean>
  resolveConflict(how: 'merge' | 'theirs' | 'later'): void
  /** Recent memory changed elsewhere: read anew where nothing would be lost. */
  noteChange(): Promise<void>
  /** Whether the user may go: asks when there are unsaved edits. */
  mayLeave(): Promise<boolean>
  answer(how: 'discard' | 'save' | 'stay'): Promise<void>
}

export function createRecentEditor(app: App, character: string, files: RecentFiles): RecentEditorModel {
  let current = $state.raw<EditorState>({ state: 'loading' })
  let saving = $state.raw(false)
  let conflict = $state.raw<Conflict | null>(null)
  let asking = $state.raw<((go: boolean) => void) | null>(null)
  /** Answers that come after a newer request are dropped (ui.md §3.2). */
  let request = 0

  const dirty = $derived(current.state === 'ready' && isDirty(current.document))
  const filename = recentFilename(character)

  return {
    get current() {
      return current
    },
    get count() {
      return current.state === 'ready' ? current.document.rows.length : null
    },
    get dirty() {
      return dirty
    },
    get saving() {
      return saving
    },
    get conflict() {
      return conflict
    },
    get asking() {
      return asking !== null
    },
    load,
    edit(change) {
      if (current.state === 'ready') current = { state: 'ready', document: change(current.document) }
    },
    save,
    resolveConflict(how) {
      const found = conflict
      conflict = null
      if (found === null || current.state !== 'ready' || how === 'later') return
      const merged = how === 'merge' ? merge(current.document, found.content) : null
      current = merged === null ? stateOf(found.content) : { state: 'ready', document: merged }
      if (merged !== null) app.notices.say(m().memory.recent.merged)
    },
    async noteChange() {
      if (dirty || saving) return
      await files.load()
      await load()
    },
    mayLeave() {
      if (!dirty) return Promise.resolve(true)
      asking?.(false)
      return new Promise((resolve) => {
        asking = resolve
      })
    },
    async answer(how) {
      const resolve = asking
      if (how === 'save' && !(await save())) {
        // The conflict or the failure is shown now; the user stays with it.
        asking = null
        resolve?.(false)
        return
      }
      asking = null
      resolve?.(how !== 'stay')
    },
  }

  async function load(): Promise<void> {
    request += 1
    const mine = request
    if (files.state !== 'ready') await files.load()
    // A character nobody has talked with has no file; asking for it would be an error.
    const answer = files.names.includes(character) ? await app.routes.recentFile(filename) : ok(null)
    if (mine !== request) return
    conflict = null
    current = answer.ok ? stateOf(answer.value ?? '[]') : { state: 'failed', error: answer.error }
  }

  async function save(): Promise<boolean> {
    if (current.state !== 'ready') return false
    const { document } = current
    saving = true
    const answer = await app.routes.saveRecent({
      filename,
      chat: saveRows(document, app.preferences.language, m().memory.recent.none),
      base: sha256Hex(document.content),
    })
    saving = false
    if (!answer.ok) {
      app.notices.trouble(answer.error, { text: m().memory.recent.saveFailed })
      return false
    }
    const reply = answer.value
    if (!reply.saved) {
      const mergeable = merge(document, reply.content) !== null
      conflict = { content: reply.content, changes: countChanges(document, reply.content), mergeable }
      return false
    }
    if (reply.needRefresh) app.edits.tellEdited(reply.character)
    app.notices.say(m().memory.recent.saved)
    await load()
    return true
  }
}

function stateOf(content: string): EditorState {
  const document = readRecent(content)
  return document === null ? { state: 'invalid', content } : { state: 'ready', document }
}
