/** The two pages by path, their state in the query, the settings in the fragment; all of it real history. */
import { type Page, pageOf, urlOf } from './addresses.ts'

/** Stands before a change of page that would lose something. */
export interface Guard {
  /** Whether going to `target` would lose something; without that nobody is asked. */
  blocks(target: URL): boolean
  /** Whether to go all the same. */
  ask(): Promise<boolean>
}

export interface Router {
  readonly page: Page
  readonly params: URLSearchParams
  /** Without the `#`. */
  readonly fragment: string
  /** Goes to an address of ours, unless a guard says no. Resolves to whether it went. */
  go(address: string, options?: { replace?: boolean }): Promise<boolean>
  /** Asked before the page changes under unsaved work; null when there is none. */
  guard(guard: Guard | null): void
  /** Call on clicks anywhere: takes over plain clicks on links to our own pages. */
  takeClick(event: MouseEvent): void
  dispose(): void
}

export function createRouter(): Router {
  let address = $state.raw(urlOf(location.href))
  let guardian: Guard | null = null

  window.addEventListener('popstate', onPop)

  return {
    get page() {
      return pageOf(address.pathname)
    },
    get params() {
      return address.searchParams
    },
    get fragment() {
      return address.hash.slice(1)
    },
    go,
    guard(guard) {
      guardian = guard
    },
    takeClick(event) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || link.target !== '' || link.hasAttribute('download')) return
      const target = urlOf(link.href)
      if (target.origin !== location.origin || pageOf(target.pathname) === 'unknown') return
      event.preventDefault()
      // A fragment that names an element (the skip link) is for focus, not for a page.
      const anchor = target.hash.length > 1 ? document.getElementById(target.hash.slice(1)) : null
      if (anchor !== null) anchor.focus()
      else void go(target.href)
    },
    dispose() {
      window.removeEventListener('popstate', onPop)
    },
  }

  async function go(to: string, { replace = false } = {}): Promise<boolean> {
    const target = urlOf(to)
    if (target.href === address.href) return true
    if (blocked(target) && !(await guardian?.ask())) return false
    if (replace) history.replaceState(null, '', target)
    else history.pushState(null, '', target)
    show(target)
    return true
  }

  function onPop(): void {
    const target = urlOf(location.href)
    if (!blocked(target)) {
      show(target)
      return
    }
    // The browser has moved already: move back, ask, and go forward again after a yes.
    history.pushState(null, '', address)
    void go(target.href)
  }

  function show(target: URL): void {
    const samePage = target.pathname === address.pathname
    address = target
    if (samePage) return
    window.scrollTo(0, 0)
    // Svelte writes the new page first; then a screen reader starts at its beginning.
    requestAnimationFrame(() => document.getElementById('main')?.focus())
  }

  /** Opening the settings over a page does not leave it. */
  function blocked(target: URL): boolean {
    const leaves = target.pathname !== address.pathname || target.search !== address.search
    return leaves && guardian !== null && guardian.blocks(target)
  }
}
