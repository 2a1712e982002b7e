/** Refining the persona (persona.md §10): its side of the pass that it shares with reflections. */
import { isObject, parseObject, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Entity } from '../model/memory-model.ts'
import type { Moment, TokenCounter, Transaction } from '../ports.ts'
import {
  isRefinable,
  refinePass,
  type RefineCluster,
  type RefineDeps,
  type RefineReport,
  type RefineRow,
  type RefineSide,
} from '../refine/pass.ts'
import type { Persona } from './entry.ts'
import { readPersona, writePersona } from './load.ts'
import { refineSection } from './refine-actions.ts'
import { entriesOf, isCardEntry, withEntries } from './sections.ts'

/** The sections that are refined; others, `__meta__` among them, are left as they are. */
const SECTIONS: readonly Entity[] = ['master', 'neko', 'relationship']

/** One pass over the entries that can be addressed and are not the card's. */
export function refinePersonaPass(
  deps: RefineDeps & { readonly tokens: TokenCounter },
  memory: Memory,
): Promise<RefineReport> {
  const { store } = memory
  const side: RefineSide = {
    async candidates(sql) {
      const now = deps.now()
      const groups = new Map<string, RefineRow[]>()
      for (const section of SECTIONS) {
        const rows = (await store.persona.entries.inSection(sql, section)).flatMap((row): RefineRow[] => {
          const document = parseObject(row.doc)
          if (row.id === null || document === null || isCardEntry(document)) return []
          return isRefinable(document, now) ? [{ kind: 'persona', id: row.id, document }] : []
        })
        if (rows.length > 0) groups.set(section, rows)
      }
      return groups
    },

    apply(tx, cluster, actions, now) {
      return change(tx, cluster, now, 'persona.refined', (entries, members) => {
        const { entries: refined, applied } = refineSection(entries, members, actions, now)
        return { entries: refined, result: applied }
      })
    },

    mark(tx, cluster, fields, now) {
      return change(tx, cluster, now, null, (entries, members) => {
        const marked = entries.map((entry) =>
          isObject(entry) && isMember(entry, members) ? { ...entry, ...fields(entry) } : entry,
        )
        return { entries: marked, result: undefined }
      })
    },
  }
  return refinePass(deps, memory, side)

  /** Runs `work` over the entries of the cluster's section and writes what it changed, journaled as `what`. */
  async function change<T>(
    tx: Transaction,
    cluster: RefineCluster,
    now: Moment,
    what: string | null,
    work: (
      entries: readonly unknown[],
      members: ReadonlySet<string>,
    ) => { readonly entries: readonly unknown[]; readonly result: T },
  ): Promise<T> {
    const loaded = await readPersona(tx, store, () => Promise.resolve(deps.tokens))
    const before = entriesOf(loaded.persona, cluster.entity)
    const { entries: after, result } = work(before, new Set(cluster.members.map(({ id }) => id)))
    const [gone, come] = [without(before, after), without(after, before)]
    if (gone.length === 0 && come.length === 0) return result
    const persona: Persona = withEntries(loaded.persona, cluster.entity, after)
    await writePersona(tx, store, loaded, persona)
    if (what === null) return result
    await store.journal.append(tx, {
      at: now.instant,
      who: 'refine',
      what,
      target: `persona:${cluster.entity}`,
      before: JSON.stringify(gone),
      after: JSON.stringify(come),
      cause: cluster.hash,
    })
    return result
  }
}

function isMember(entry: JsonObject, members: ReadonlySet<string>): boolean {
  return typeof entry['id'] === 'string' && members.has(entry['id']) && !isCardEntry(entry)
}

function without(entries: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others)
  return entries.filter((entry) => !known.has(entry))
}
