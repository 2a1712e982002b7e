/** The app's own addresses: which page a path is, and how a page's state is written into one. */

export type Page = 'companion' | 'memory' | 'unknown'

/** `address` as a URL, relative to the current page. */
export function urlOf(address: string): URL {
  return new URL(address, location.href)
}

/** An address on the memory page with these parts of its state. */
export function memoryAddress(state: {
  character?: string | null
  layer?: string | null
  entry?: string | null
  /** Search, filters and order of the list (list-state.ts). */
  list?: readonly (readonly [string, string])[]
}): string {
  const { list = [], ...rest } = state
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) if (value !== null && value !== '') params.set(key, value)
  for (const [key, value] of list) params.append(key, value)
  const query = params.toString()
  return `/memory_browser${query === '' ? '' : `?${query}`}`
}

/** The conversation with one memory beside it, or (null) with what she is told at its start. */
export function drawerAddress(entry: string | null): string {
  return entry === null ? '/?drawer=context' : `/?${new URLSearchParams({ memory: entry }).toString()}`
}

export function pageOf(pathname: string): Page {
  if (pathname === '/' || pathname === '/index.html') return 'companion'
  return pathname.replace(/\/$/, '') === '/memory_browser' ? 'memory' : 'unknown'
}
