/**
 * Which addresses are memory routes. One list for the service worker, the page's client, the static server and
 * the build; it knows names only, the router in `src/engine/http` decides what each of them does.
 */

/** First path segments of the memory server's routes (routes.md §3). */
const memoryServerSegments: readonly string[] = [
  'health',
  'shutdown',
  'reload',
  'release_character',
  'internal',
  'cache',
  'process',
  'renew',
  'settle',
  'new_dialog',
  'get_recent_history',
  'get_settings',
  'get_persona',
  'last_conversation_gap',
  'query_memory',
  'search_for_memory',
  'reflect',
  'followup_topics',
  'record_surfaced',
  'cancel_correction',
]

/** The main server's memory part sits below this path (routes.md §3). */
const mainServerPrefix = '/api/memory/'

/** What the reference's memory-browser page asks its main server beside memory (ui.md §2). */
const mainServerPaths: readonly string[] = [
  '/api/storage/location/bootstrap',
  '/api/characters/current_catgirl',
]

/** Where the reference's memory server listens; requests of controlled pages to it are answered here. */
export const referenceOrigins: readonly string[] = ['http://127.0.0.1:48912', 'http://localhost:48912']

export function isReferenceOrigin(origin: string): boolean {
  return referenceOrigins.includes(origin)
}

/** Paths that show the app itself. */
export const pagePaths: readonly string[] = ['/', '/memory_browser']

/** Whether requests to this path of our origin (already without its query) belong to the memory. */
export function isMemoryPath(pathname: string): boolean {
  if (pathname.startsWith(mainServerPrefix) || mainServerPaths.includes(pathname)) return true
  return memoryServerSegments.includes(pathname.split('/', 2)[1] ?? '')
}

/** What the static server needs to tell an uncontrolled memory request from a missing file. */
export const memoryPathPattern =
  `^/(?:(?:${memoryServerSegments.join('|')})(?:/|$)|api/memory/)|` +
  mainServerPaths.map((path) => `^${path}$`).join('|')
