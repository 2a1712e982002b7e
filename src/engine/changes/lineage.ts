/**
 * Where a memory came from and what came of it: turns, the facts that were read out of them, the reflections on those,
 * and the lines of the persona. It is read out of the documents and the sources of facts, so that it survives archive,
 * merge, split, export and import (issue 5 §1).
 */
import type { EntryKey, Lineage, LineageEdge, LineageKind, LineageNode } from '../browser-api.ts'
import { isObject, parseJson, textField, type JsonObject } from '../document.ts'
import { documentOf, entryRow, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { findEntry, readEntries } from '../look/find-entry.ts'
import type { Moment, Sql } from '../ports.ts'
import { idsIn } from '../reflection/record.ts'
import { LINEAGE_NODES_MAX } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { directDependents } from './dependents.ts'

/** Everything up to the turns and down to the persona; null for an entry that is not there. */
export async function lineageOf(
  sql: Sql,
  store: CharacterStore,
  key: EntryKey,
  now: Moment,
): Promise<Lineage | null> {
  const start = await findEntry(sql, key)
  if (start === null) return null
  const nodes = new Map<string, LineageNode>()
  const edges = new Map<string, LineageEdge>()
  const add = (own: EntryKey, stored: StoredEntry | null): void => {
    nodes.set(nameOf(own), { key: own, row: stored === null ? null : entryRow(stored, now) })
  }
  add(keyOf(start), start)
  await walk(parentsOf)
  await walk(childrenOf)
  return { nodes: [...nodes.values()], edges: [...edges.values()] }

  /** Goes one way from the entry; what is in sight from both sides is walked from both. */
  async function walk(
    next: (sql: Sql, store: CharacterStore, stored: StoredEntry) => Promise<LineageEdge[]>,
  ) {
    const seen = new Set([nameOf(key)])
    let layer: StoredEntry[] = start === null ? [] : [start]
    while (layer.length > 0) {
      const further: StoredEntry[] = []
      for (const stored of layer) {
        const own = nameOf(keyOf(stored))
        for (const edge of await next(sql, store, stored)) {
          const other = nameOf(edge.from) === own ? edge.to : edge.from
          const known = seen.has(nameOf(other))
          if (!known && nodes.size >= LINEAGE_NODES_MAX) continue
          edges.set(`${nameOf(edge.from)} ${nameOf(edge.to)} ${edge.kind}`, edge)
          if (known) continue
          seen.add(nameOf(other))
          const found = await findEntry(sql, other)
          add(other, found)
          if (found !== null) further.push(found)
        }
      }
      layer = further
    }
  }
}

async function parentsOf(sql: Sql, store: CharacterStore, stored: StoredEntry): Promise<LineageEdge[]> {
  const to = keyOf(stored)
  const document = documentOf(stored) ?? {}
  const from = (kind: EntryKey['kind'], ids: readonly (string | null)[], how: LineageKind) =>
    [...new Set(ids)].flatMap((id) => (id === null || id === '' ? [] : [edge({ kind, id }, to, how)]))
  switch (stored.kind) {
    case 'fact': {
      const sources = stored.id === null ? [] : await store.facts.sources.of(sql, stored.id)
      return [
        ...sources.map(({ turnId, quote }) => edge({ kind: 'turn', id: turnId }, to, 'extracted', quote)),
        ...from('fact', idsIn(document['merged_from_ids']), 'merged'),
        ...from('fact', idsIn(document['supersedes']), 'superseded'),
      ]
    }
    case 'reflection':
      return [
        ...from('fact', idsIn(document['source_fact_ids']), 'synthesised'),
        ...from('reflection', await refinedFrom(sql, store, stored.id), 'refined'),
      ]
    case 'persona':
      return [
        ...from('reflection', [reflectionId(document)], 'promoted'),
        ...from('reflection', idsIn(document['merged_from_ids']), 'merged'),
      ]
    case 'correction':
    case 'turn':
      return []
  }
}

async function childrenOf(sql: Sql, store: CharacterStore, stored: StoredEntry): Promise<LineageEdge[]> {
  const from = keyOf(stored)
  if (stored.kind === 'turn') {
    const sources = stored.id === null ? [] : await store.facts.sources.byTurn(sql, stored.id)
    const found: LineageEdge[] = []
    for (const { factId, quote } of sources) {
      const key: EntryKey = { kind: 'fact', id: factId }
      // Sources of facts that were taken back stay, to keep them from being learned again.
      if ((await findEntry(sql, key)) !== null) found.push(edge(from, key, 'extracted', quote))
    }
    return found
  }
  const built = (await directDependents(sql, [from])).map((child) => {
    const document = documentOf(child) ?? {}
    const promoted = child.kind === 'persona' && reflectionId(document) === from.id
    const kind = child.kind === 'reflection' ? 'synthesised' : promoted ? 'promoted' : 'merged'
    return edge(from, keyOf(child), kind)
  })
  if (stored.kind !== 'fact' || stored.id === null) return built
  const by = textField(documentOf(stored) ?? {}, 'superseded_by')
  return [
    ...built,
    ...(by === null ? [] : [edge(from, { kind: 'fact', id: by }, 'superseded')]),
    ...(await factsMergedFrom(sql, stored.id)).map((id) => edge(from, { kind: 'fact', id }, 'merged')),
  ]
}

/** Facts that took this one in; normally it is gone by then. */
async function factsMergedFrom(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql.all<{ seq: number }>(
    `SELECT f.seq AS seq FROM facts f WHERE instr(f.doc, '"merged_from_ids"') > 0 AND instr(f.doc, ?) > 0`,
    [id],
  )
  const entries = await readEntries(
    sql,
    'facts',
    rows.map(({ seq }) => seq),
  )
  return entries.flatMap((entry) =>
    entry.id !== null && idsIn((documentOf(entry) ?? {})['merged_from_ids']).includes(id) ? [entry.id] : [],
  )
}

/** Reflections that one refinement took away when it made this one: journal lines of one cause. */
async function refinedFrom(sql: Sql, store: CharacterStore, id: string | null): Promise<string[]> {
  const made =
    id === null
      ? undefined
      : (await store.journal.ofTarget(sql, id)).find(({ what }) => what === 'reflection.refined')
  if (made === undefined || made.changeId === null) return []
  const change = await store.journal.ofChange(sql, made.changeId)
  return change.flatMap(({ what, cause, target, before }) =>
    what === 'reflection.refined_away' &&
    cause === made.cause &&
    target !== null &&
    isObject(parseJson(before ?? ''))
      ? [target]
      : [],
  )
}

function reflectionId(document: JsonObject): string | null {
  const source = document['source']
  return source === 'reflection' || source === 'reflection_time_driven'
    ? textField(document, 'source_id')
    : null
}

function edge(from: EntryKey, to: EntryKey, kind: LineageKind, quote: string | null = null): LineageEdge {
  return { from, to, kind, quote }
}

function nameOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`
}
