/** `POST /internal/memory/import_external_markdown` of the memory server (routes.md §4.8). */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { checkName, nameProblemDetail } from '../character-name.ts'
import type { Core } from '../core.ts'
import { isObject, type JsonObject } from '../document.ts'
import { isEntity } from '../facts/validate.ts'
import type { CommitCandidate, Importer } from '../interchange/external-commit.ts'
import type { ExternalFormat } from '../interchange/external-parse.ts'
import { operationOf } from '../operation.ts'
import { IMPORT_ENTRY_CHARS, IMPORT_MAX_CANDIDATES } from '../settings.ts'
import { StorageError } from '../store/storage-error.ts'
import { trimSpace } from '../text/whitespace.ts'
import { toLocalDay } from '../time/stamp.ts'
import { looseJson } from './body.ts'
import { badRequest, unprocessable, type ShapeProblem } from './replies.ts'

/** An import as the memory server takes it. */
export interface ImportRequest {
  readonly characterName: string
  readonly format: ExternalFormat
  readonly importedFiles: readonly string[]
  readonly candidates: readonly CommitCandidate[]
  readonly warningCount: number
}

export interface ImportReply {
  readonly status: ContentfulStatusCode
  readonly body: JsonObject
}

export function importRoutes(core: Core, importer: Importer): Hono {
  const app = new Hono()
  app.post('/internal/memory/import_external_markdown', async (c) => {
    const parsed = await looseJson(c)
    if (!parsed.ok) return parsed.reply
    const shape = readShape(parsed.value)
    if (!shape.ok) return unprocessable(c, shape.problems)
    const request = readRequest(shape.value)
    if (typeof request === 'string') return badRequest(c, request)
    const { status, body } = await runImport(core, importer, c, request)
    return c.json(body, status)
  })
  return app
}

/** Carries an import out; status and body are those of the memory server. */
export async function runImport(
  core: Core,
  importer: Importer,
  c: Context,
  { characterName, format, importedFiles, candidates, warningCount }: ImportRequest,
): Promise<ImportReply> {
  const { at } = operationOf(c.req.raw.headers, core.deps.clock, core.deps.ids)
  try {
    const outcome = await importer.commit(characterName, { format, candidates, at })
    const counts = { added_persona: outcome.addedPersona, added_facts: outcome.addedFacts }
    core.deps.log.write('info', 'import.done', { character: characterName, ok: outcome.ok, ...counts })
    if (!outcome.ok) {
      const { code, detail } = outcome
      return {
        status: code === 'external_import_too_large' ? 413 : 500,
        body: {
          detail,
          error_code: code,
          partial_import: { character_name: characterName, ...counts },
        },
      }
    }
    return {
      status: 200,
      body: {
        status: 'success',
        character_name: characterName,
        source_format: format,
        imported_files: importedFiles,
        ...counts,
        skipped_duplicates: outcome.skippedDuplicates,
        warning_count: Math.max(0, warningCount),
      },
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return { status: 503, body: { detail: 'Memory components are not ready' } }
  }
}

interface Shape {
  readonly character_name: string
  readonly source_format: string
  readonly imported_files: readonly string[]
  readonly candidates: readonly unknown[]
  readonly warning_count: number
}

/** The typed body (routes.md §1.6): nothing is coerced. */
function readShape(
  value: unknown,
):
  | { readonly ok: true; readonly value: Shape }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] } {
  if (!isObject(value)) {
    const problem = {
      type: 'model_attributes_type',
      loc: ['body'],
      msg: 'Input should be an object',
      input: value ?? null,
    }
    return { ok: false, problems: [problem] }
  }
  const { character_name, source_format, imported_files = [], candidates, warning_count = 0 } = value
  const problems: ShapeProblem[] = []
  if (typeof character_name !== 'string') problems.push(problemOf('character_name', 'string', value))
  if (typeof source_format !== 'string') problems.push(problemOf('source_format', 'string', value))
  if (!isTextList(imported_files)) problems.push(problemOf('imported_files', 'list', value))
  if (!Array.isArray(candidates)) problems.push(problemOf('candidates', 'list', value))
  if (!Number.isInteger(warning_count)) problems.push(problemOf('warning_count', 'int', value))
  if (
    typeof character_name !== 'string' ||
    typeof source_format !== 'string' ||
    !isTextList(imported_files) ||
    !Array.isArray(candidates) ||
    typeof warning_count !== 'number' ||
    problems.length > 0
  ) {
    return { ok: false, problems }
  }
  return { ok: true, value: { character_name, source_format, imported_files, candidates, warning_count } }
}

function problemOf(field: string, type: string, body: JsonObject): ShapeProblem {
  return Object.hasOwn(body, field)
    ? {
        type: `${type}_type`,
        loc: ['body', field],
        msg: `Input should be a valid ${type}`,
        input: body[field],
      }
    : { type: 'missing', loc: ['body', field], msg: 'Field required', input: body }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The request, or the detail of the 400 that says what is wrong with it, in the contract's order. */
function readRequest(shape: Shape): ImportRequest | string {
  const name = checkName(shape.character_name)
  if (!name.ok) return nameProblemDetail[name.problem]
  const format = shape.source_format
  if (format !== 'openclaw' && format !== 'hermes') return 'Invalid source_format'
  if (shape.candidates.length === 0 || shape.candidates.length > IMPORT_MAX_CANDIDATES) {
    return 'Invalid candidate count'
  }
  const candidates: CommitCandidate[] = []
  for (const raw of shape.candidates) {
    if (!isObject(raw)) return 'Invalid candidate'
    const candidate = readCandidate(raw)
    if (candidate === null) return 'Invalid candidate fields'
    candidates.push(candidate)
  }
  return {
    characterName: name.name,
    format,
    importedFiles: shape.imported_files,
    candidates,
    warningCount: shape.warning_count,
  }
}

function readCandidate(raw: JsonObject): CommitCandidate | null {
  const { target, entity = 'master', source_section: section = '' } = raw
  const text = typeof raw['text'] === 'string' ? trimSpace(raw['text']) : ''
  const file = typeof raw['source_file'] === 'string' ? trimSpace(raw['source_file']) : ''
  const date = raw['event_date'] ?? ''
  if (text === '' || file === '' || [...text].length > IMPORT_ENTRY_CHARS) return null
  if (!isEntity(entity) || (target !== 'persona' && target !== 'facts')) return null
  if (typeof date !== 'string' || (date !== '' && toLocalDay(date, 'UTC') !== date)) return null
  return {
    target,
    entity,
    text,
    sourceFile: file,
    sourceSection: typeof section === 'string' ? section : '',
    eventDate: date === '' ? null : date,
  }
}
