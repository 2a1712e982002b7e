/** The sweep's share of reflections: counting days of negative evidence, and archiving (evidence.md §8). */
import type { JsonObject } from '../document.ts'
import { evidenceOf } from '../evidence/apply.ts'
import { writeEvidence } from '../evidence/dispatch.ts'
import { isArchiveDue, markSubZero } from '../evidence/sub-zero.ts'
import type { Memory } from '../memories.ts'
import type { ReflectionDeps } from './deps.ts'
import { archiveReflection } from './archive.ts'
import { allReflections, changeReflections } from './rows.ts'

export interface SweepReport {
  /** Ids for which today was counted. */
  readonly counted: readonly string[]
  readonly archived: readonly string[]
}

/** Every reflection of the main view, whatever its status; one transaction each, so that a turn never waits long. */
export async function sweepReflections(
  deps: Pick<ReflectionDeps, 'now' | 'ids' | 'onReflections'>,
  memory: Memory,
): Promise<SweepReport> {
  const now = deps.now()
  const [counted, archived]: [string[], string[]] = [[], []]
  const rows = await allReflections(memory.store.db, memory.store)
  const due = rows.filter(({ document }) => markSubZero(document, now).incremented || isArchiveDue(document))
  for (const { id } of due) {
    await changeReflections(deps, memory, 'archive_sweep', async (writes) => {
      // Looked at again: a signal may have come in between.
      const before = await writes.get(id)
      if (before === null) return
      const marked = markSubZero(before.document, writes.now)
      if (marked.incremented) {
        const evidence = (entry: JsonObject): JsonObject => {
          const { entry: counts } = markSubZero(entry, writes.now)
          const day = counts['sub_zero_last_increment_date']
          return { ...evidenceOf(counts), sub_zero_last_increment_date: day }
        }
        const target = { targetType: 'reflection', targetId: id } as const
        await writeEvidence(
          writes.tx,
          writes.store,
          target,
          { source: 'archive_sweep', evidence },
          writes.now,
          deps.ids,
        )
        writes.touched(id)
        counted.push(id)
      }
      const after = marked.incremented ? await writes.get(id) : before
      if (after === null || !isArchiveDue(after.document)) return
      if (await archiveReflection(deps, writes, after)) archived.push(id)
    })
  }
  return { counted, archived }
}
