import type { ToolSupport } from './reply.ts'

/** Remembers for this visit which models refused tools, so that each is asked only once. */
export function createToolSupport(): ToolSupport {
  const refused = new Set<string>()
  return {
    refused: ({ origin, model }) => refused.has(`${origin} ${model}`),
    noteRefusal: ({ origin, model }) => void refused.add(`${origin} ${model}`),
  }
}
