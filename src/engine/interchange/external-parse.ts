/** An external import as candidates for memory (ui.md §8). No model is asked, and nothing in the files is carried out. */
import type { JsonObject } from '../document.ts'
import type { Entity } from '../model/memory-model.ts'
import { IMPORT_MAX_CANDIDATES } from '../settings.ts'
import { comparableText } from './fingerprints.ts'
import { readExternalFiles, type ExternalFile, type ExternalKind, type Readable } from './external-files.ts'
import {
  hasDivider,
  splitHermes,
  splitMarkdown,
  withSection,
  type MarkdownEntry,
} from './external-markdown.ts'
import { warningPatterns, type WarningPattern } from './suspicious.ts'

export type ExternalFormat = 'openclaw' | 'hermes'

export interface ExternalCandidate {
  readonly target: 'persona' | 'facts'
  readonly entity: Entity
  readonly text: string
  readonly kind: ExternalKind
  readonly sourceFile: string
  readonly sourceSection: string
  readonly eventDate: string | null
  readonly warnings: readonly WarningPattern[]
}

export interface ExternalImport {
  readonly format: ExternalFormat
  /** Paths of the files that are supported. */
  readonly files: readonly string[]
  readonly candidates: readonly ExternalCandidate[]
}

/** What a request body holds. A failure is a sentence for the person who chose the files. */
export function parseExternal(body: JsonObject): Readable<ExternalImport> {
  const asked = body['source_format'] ?? 'auto'
  if (asked !== 'auto' && asked !== 'openclaw' && asked !== 'hermes') {
    return { ok: false, error: 'The format must be auto, openclaw or hermes.' }
  }
  const files = readExternalFiles(body)
  if (!files.ok) return files
  const format = asked === 'auto' ? detectFormat(files.value) : asked
  const candidates = candidatesOf(files.value, format)
  if (candidates.length === 0) return { ok: false, error: 'The files hold nothing to remember.' }
  if (candidates.length > IMPORT_MAX_CANDIDATES) {
    return {
      ok: false,
      error: `There are more than ${String(IMPORT_MAX_CANDIDATES)} entries. Import fewer files.`,
    }
  }
  return { ok: true, value: { format, files: files.value.map(({ path }) => path), candidates } }
}

function detectFormat(files: readonly ExternalFile[]): ExternalFormat {
  const hermes = files.some(
    ({ path, text }) => path.includes('.hermes') || path.includes('/memories/') || hasDivider(text),
  )
  return hermes ? 'hermes' : 'openclaw'
}

/** Candidates in the order of the files, each once; one more than the limit where there are too many. */
function candidatesOf(files: readonly ExternalFile[], format: ExternalFormat): ExternalCandidate[] {
  const candidates = new Map<string, ExternalCandidate>()
  for (const file of files) {
    for (const entry of entriesOf(file, format)) {
      const candidate = candidateOf(file, entry)
      // The same line of two days tells of two days.
      const place = [candidate.target, candidate.entity, candidate.eventDate ?? '']
      const key = [...place, comparableText(candidate.text.normalize('NFKC'))].join('\n')
      if (!candidates.has(key)) candidates.set(key, candidate)
      if (candidates.size > IMPORT_MAX_CANDIDATES) return [...candidates.values()]
    }
  }
  return [...candidates.values()]
}

function entriesOf(file: ExternalFile, format: ExternalFormat): readonly MarkdownEntry[] {
  const blocks = format === 'hermes' && file.kind !== 'soul' ? splitHermes(file.text) : null
  return blocks ?? splitMarkdown(file.text)
}

function candidateOf(file: ExternalFile, entry: MarkdownEntry): ExternalCandidate {
  const { kind, path, eventDate } = file
  const found = new Set([...warningPatterns(entry.text), ...warningPatterns(entry.section)])
  return {
    target: kind === 'user' || kind === 'soul' ? 'persona' : 'facts',
    entity: kind === 'soul' ? 'neko' : 'master',
    text: withSection(entry),
    kind,
    sourceFile: path,
    sourceSection: entry.section,
    eventDate,
    warnings: [...found],
  }
}
