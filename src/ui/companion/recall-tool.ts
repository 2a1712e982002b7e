import type { Language } from '../../engine/model/memory-model.ts'
import type { Clock } from '../../engine/ports.ts'
import { recallToolDefinition, renderRecall } from '../../engine/recall/tool.ts'
import type { RecallTool } from './reply.ts'

/** The recall tool with descriptions and rendering in the user's language (routes.md §11). */
export function recallTool(language: Language, clock: Pick<Clock, 'now' | 'zone'>): RecallTool {
  return {
    definition: recallToolDefinition(language),
    render: (rows, asked) =>
      renderRecall(rows, asked, { instant: clock.now(), zone: clock.zone() }, language),
  }
}
