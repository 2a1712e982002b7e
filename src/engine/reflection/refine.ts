/** Refining reflections (reflections.md §11): their side of the pass that they share with the persona. */
import { parseObject, textField } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Entity } from '../model/memory-model.ts'
import type { Sql, Transaction } from '../ports.ts'
import {
  isRefinable,
  refinePass,
  type RefineDeps,
  type RefineReport,
  type RefineRow,
  type RefineSide,
} from '../refine/pass.ts'
import { archiveFinished } from './archive.ts'
import type { ReflectionDeps } from './deps.ts'
import { isTerminal } from './record.ts'
import { refineReflections } from './refine-actions.ts'
import { activeReflections, writesIn, type Reflection, type ReflectionWrites } from './rows.ts'

const ENTITIES: readonly Entity[] = ['master', 'neko', 'relationship']
const WHO = 'refine'

/** One pass over the active reflections, with the absorbed facts of the same entity beside them. */
export async function refineReflectionPass(
  deps: RefineDeps & Pick<ReflectionDeps, 'onReflections'>,
  memory: Memory,
): Promise<RefineReport> {
  const { store } = memory
  const side: RefineSide = {
    candidates: (sql) => candidatesOf(sql),

    async apply(tx, cluster, actions, now) {
      return within(tx, now, async (writes) => {
        const stored = new Map<string, Reflection>()
        const members: RefineRow[] = []
        for (const member of cluster.members) {
          const reflection = member.kind === 'fact' ? null : await writes.get(member.id)
          if (member.kind === 'fact') members.push(member)
          if (reflection === null || isTerminal(reflection.document['status'])) continue
          stored.set(member.id, reflection)
          members.push({ ...member, document: reflection.document })
        }
        const result = refineReflections(members, actions, now)
        const cause = cluster.hash
        for (const id of result.removed) {
          const reflection = stored.get(id)
          if (reflection !== undefined)
            await writes.remove(reflection, { what: 'reflection.refined_away', cause })
        }
        for (const [id, fields] of result.changed) {
          const reflection = stored.get(id)
          if (reflection !== undefined)
            await writes.patch(reflection, fields, { what: 'reflection.reworded', cause })
        }
        for (const document of result.added) {
          // The same text at the same instant out of another cluster is the same reflection.
          if ((await writes.get(textField(document, 'id') ?? '')) !== null) continue
          await writes.insert(document, { what: 'reflection.refined', cause })
        }
        if (result.applied > 0) await archiveFinished(deps, writes)
        return result.applied
      })
    },

    async mark(tx, cluster, fields, now) {
      await within(tx, now, async (writes) => {
        for (const member of cluster.members) {
          const reflection = member.kind === 'fact' ? null : await writes.get(member.id)
          if (reflection === null || isTerminal(reflection.document['status'])) continue
          await writes.patch(reflection, fields(reflection.document), { what: 'reflection.refine_marked' })
        }
      })
    },
  }
  return refinePass(deps, memory, side)

  async function candidatesOf(sql: Sql): Promise<Map<string, RefineRow[]>> {
    const now = deps.now()
    const reflections = (await activeReflections(sql, store)).filter(({ document }) =>
      isRefinable(document, now),
    )
    const facts = (await store.facts.list(sql)).flatMap((row): RefineRow[] => {
      const document = row.absorbed ? parseObject(row.doc) : null
      return row.id === null || document === null ? [] : [{ kind: 'fact', id: row.id, document }]
    })
    const groups = new Map<string, RefineRow[]>()
    for (const entity of ENTITIES) {
      const own = reflections.filter(({ document }) => document['entity'] === entity)
      if (own.length === 0) continue
      const beside = facts.filter(({ document }) => (textField(document, 'entity') ?? 'master') === entity)
      groups.set(entity, [
        ...own.map(({ id, document }) => ({ kind: 'reflection' as const, id, document })),
        ...beside,
      ])
    }
    return groups
  }

  function within<T>(
    tx: Transaction,
    now: ReflectionWrites['now'],
    work: (writes: ReflectionWrites) => Promise<T>,
  ): Promise<T> {
    return writesIn({ tx, store, now, who: WHO, onReflections: deps.onReflections }, work)
  }
}
