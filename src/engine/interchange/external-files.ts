/**
 * The files of an external import: where they may lie, what each is by its name, and their text (ui.md §8). Nothing
 * here trusts a path, a size or an encoding. A failure is a sentence for the person who chose the files.
 */
import { isObject, type JsonObject } from '../document.ts'
import type { Result } from '../result.ts'
import { IMPORT_FILE_BYTES, IMPORT_MAX_FILES, IMPORT_TOTAL_BYTES } from '../settings.ts'
import { toLocalDay } from '../time/stamp.ts'
import { readZip } from './zip.ts'

export type ExternalKind = 'user' | 'soul' | 'memory' | 'daily'

export interface ExternalFile {
  /** With forward slashes, relative. */
  readonly path: string
  readonly kind: ExternalKind
  /** `YYYY-MM-DD` of a diary; otherwise null. */
  readonly eventDate: string | null
  /** Line ends are line feeds. */
  readonly text: string
}

export type Readable<T> = Result<T, string>

/** The supported files of a request body, in its order. */
export function readExternalFiles(body: JsonObject): Readable<readonly ExternalFile[]> {
  const { files, archive_b64: archive } = body
  const [hasFiles, hasArchive] = [given(files), given(archive)]
  if (hasFiles && hasArchive) return refused('Send either files or one archive, not both.')
  if (!hasFiles && !hasArchive) return refused('There are no files to import.')
  const sources = hasArchive ? archiveSources(archive) : listedSources(files)
  const read = sources.ok ? readSources(sources.value) : sources
  if (read.ok && read.value.length === 0) {
    return refused('None of the files is a USER.md, SOUL.md, MEMORY.md or diary.')
  }
  return read
}

/** The path with forward slashes; null for one that leads outside, or nowhere. */
export function safePath(raw: string): string | null {
  const path = raw.replaceAll('\\', '/')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  const outside = path.startsWith('/') || /^[A-Za-z]:/.test(path) || segments.includes('..')
  return outside || segments.length === 0 || path.includes('\0') ? null : segments.join('/')
}

/** What the file is, by its path; null for one that is not supported. */
export function kindOf(
  path: string,
): { readonly kind: ExternalKind; readonly eventDate: string | null } | null {
  const segments = path.split('/')
  const name = (segments.at(-1) ?? '').toLowerCase()
  const kind = fixedNames.get(name)
  if (kind !== undefined) return { kind, eventDate: null }
  const date = /^(\d{4}-\d{2}-\d{2})(?:-.+)?\.md$/.exec(name)?.[1]
  const parent = segments.at(-2)?.toLowerCase() ?? 'memory'
  const inMemory = parent === 'memory' || parent === 'memories'
  return date === undefined || !inMemory ? null : { kind: 'daily', eventDate: date }
}

const fixedNames: ReadonlyMap<string, ExternalKind> = new Map([
  ['user.md', 'user'],
  ['soul.md', 'soul'],
  ['memory.md', 'memory'],
])

/** A file that was sent, not yet looked into. */
interface Source {
  readonly path: string
  readonly size: number
  /** Null when it is damaged. */
  read(): Uint8Array | null
}

function listedSources(files: unknown): Readable<readonly Source[]> {
  if (!Array.isArray(files)) return refused('The files must be a list.')
  if (files.length > IMPORT_MAX_FILES) return refused('There are too many files.')
  const sources: Source[] = []
  for (const file of files as readonly unknown[]) {
    const entry: JsonObject = isObject(file) ? file : {}
    const path = entry['path'] ?? entry['name']
    const content = entry['content']
    if (typeof path !== 'string' || typeof content !== 'string') {
      return refused('Each file needs a path and its text.')
    }
    const bytes = new TextEncoder().encode(content)
    sources.push({ path, size: bytes.length, read: () => bytes })
  }
  return { ok: true, value: sources }
}

function archiveSources(archive: unknown): Readable<readonly Source[]> {
  const bytes = decodeBase64(archive)
  if (bytes === null) return refused('The archive is not base64.')
  if (bytes.length > IMPORT_TOTAL_BYTES) return refused('The archive is too large.')
  const members = readZip(bytes, IMPORT_MAX_FILES)
  if (members === null) return refused('The archive cannot be read.')
  if (members === 'too_many') return refused('The archive has too many members.')
  const sources = members.flatMap((member) =>
    member.folder ? [] : [{ path: member.name, size: member.size, read: () => member.unpack() }],
  )
  return { ok: true, value: sources }
}

/** All paths before any content: what reaches outside is refused whole, what is too large is not even unpacked. */
function readSources(sources: readonly Source[]): Readable<readonly ExternalFile[]> {
  const supported: { source: Source; path: string; kind: ExternalKind; eventDate: string | null }[] = []
  for (const source of sources) {
    const path = safePath(source.path)
    if (path === null) return refused('A file has a path that is not allowed.')
    const known = kindOf(path)
    if (known !== null) supported.push({ source, path, ...known })
  }
  let total = 0
  const files: ExternalFile[] = []
  for (const { source, path, kind, eventDate } of supported) {
    total += source.size
    if (eventDate !== null && toLocalDay(eventDate, 'UTC') !== eventDate) {
      return refused(`There is no such day as ${eventDate}.`)
    }
    if (source.size > IMPORT_FILE_BYTES) return refused(`${path} is too large.`)
    if (total > IMPORT_TOTAL_BYTES) return refused('The files are too large together.')
    const bytes = source.read()
    if (bytes === null) return refused(`${path} cannot be unpacked.`)
    const text = decodeText(bytes)
    if (text === null) return refused(`${path} is not UTF-8 text.`)
    files.push({ path, kind, eventDate, text })
  }
  return { ok: true, value: files }
}

function refused(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** UTF-8 with or without its mark; CRLF and CR become LF, and NUL is no text. Null for other encodings. */
function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** The bytes of base64 text, which may be a data URL; null when it is something else. */
function decodeBase64(value: unknown): Uint8Array | null {
  const text = typeof value === 'string' ? value : ''
  const body = text.slice(text.startsWith('data:') ? text.indexOf(',') + 1 : 0).replace(/\s+/g, '')
  const encoded = body.replace(/={1,2}$/, '')
  if (encoded === '' || !/^[A-Za-z0-9+/]+$/.test(encoded) || encoded.length % 4 === 1) return null
  return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
}
