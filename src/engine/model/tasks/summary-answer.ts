/** The answer `{"summary": string}` of both summary stages (prompts.md §2, §3). */
import { fail, ok, type Result } from '../../result.ts'
import { firstFencedBlock } from '../../text/fences.ts'
import { parseTolerant } from '../../text/tolerant-json.ts'
import { stripThoughts } from '../thoughts.ts'
import type { JsonSchema } from '../transport.ts'

export const summarySchema: JsonSchema = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
  additionalProperties: false,
}

/** The summary; one that is no string is given as JSON. A blank one is no summary. */
export function readSummary(answer: string): Result<string> {
  const parsed = parseTolerant(firstFencedBlock(stripThoughts(answer)))
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || !('summary' in value)) {
    return fail('model_bad_answer', 'the answer has no "summary"')
  }
  const summary: unknown = value.summary
  const text = typeof summary === 'string' ? summary.trim() : JSON.stringify(summary)
  return text === '' ? fail('model_bad_answer', 'the "summary" is empty') : ok(text)
}
