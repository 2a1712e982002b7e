/** Request bodies, parsed at the edge: size, JSON, shape. */
import type { Context } from 'hono'

import { isObject } from '../document.ts'
import { BODY_MAX_BYTES } from '../settings.ts'
import { tooLarge, unprocessable, type ShapeProblem } from './replies.ts'

export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Response }

/**
 * A typed body (routes.md §1.6): a JSON object whose named fields are strings, or strings or null where
 * `nullable`. Nothing is coerced. Anything else is a 422 that names each problem.
 */
export async function typedBody<Required extends string, Optional extends string>(
  c: Context,
  fields: { readonly required: readonly Required[]; readonly nullable: readonly Optional[] },
): Promise<Parsed<Record<Required, string> & Partial<Record<Optional, string | null>>>> {
  const raw = await rawBody(c)
  if (!raw.ok) return raw
  if (raw.value === '') return rejected(c, [problem('missing', ['body'], 'Field required', null)])
  const json = parseJson(raw.value)
  if (!json.ok) {
    return rejected(c, [{ ...problem('json_invalid', ['body', json.position], 'JSON decode error', {}) }])
  }
  if (!isObject(json.value)) {
    const text = 'Input should be a valid dictionary or object to extract fields from'
    return rejected(c, [problem('model_attributes_type', ['body'], text, json.value)])
  }
  const object = json.value
  const problems: ShapeProblem[] = []
  for (const field of fields.required) {
    if (!Object.hasOwn(object, field))
      problems.push(problem('missing', ['body', field], 'Field required', object))
    else if (typeof object[field] !== 'string') problems.push(notAString(field, object[field]))
  }
  for (const field of fields.nullable) {
    const value = object[field]
    if (value !== undefined && value !== null && typeof value !== 'string')
      problems.push(notAString(field, value))
  }
  if (problems.length > 0) return rejected(c, problems)
  // Each named field was checked above.
  return { ok: true, value: object as Record<Required, string> & Partial<Record<Optional, string | null>> }
}

/** An untyped JSON body of a main-server route; undefined when it is no JSON. */
export async function looseJson(c: Context): Promise<Parsed<unknown>> {
  const raw = await rawBody(c)
  if (!raw.ok) return raw
  const json = parseJson(raw.value)
  return { ok: true, value: json.ok ? json.value : undefined }
}

/** The body as text; 413 when it is over the limit, whatever `Content-Length` said. */
async function rawBody(c: Context): Promise<Parsed<string>> {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength > BODY_MAX_BYTES) return { ok: false, reply: tooLarge() }
  return { ok: true, value: new TextDecoder().decode(bytes) }
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; position: number } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    // Without a position in the message the text ended too early.
    return { ok: false, position: Number(position ?? text.length) }
  }
}

function rejected(c: Context, problems: readonly ShapeProblem[]): { ok: false; reply: Response } {
  return { ok: false, reply: unprocessable(c, problems) }
}

function problem(type: string, loc: (string | number)[], msg: string, input: unknown): ShapeProblem {
  return { type, loc, msg, input }
}

function notAString(field: string, input: unknown): ShapeProblem {
  return problem('string_type', ['body', field], 'Input should be a valid string', input)
}
