/** The memory browser's half of the stand-in worker: lists, entries, changes and forgetting, all in memory. */
import type {
  BrowserApi,
  ChangeResult,
  ChangeView,
  EntryAt,
  EntryDetail,
  EntryKey,
  EntryList,
  EntryPatch,
  EntryQuery,
  EntryRow,
  EvidenceCurve,
  ForgetProof,
  Lineage,
} from '../../engine/browser-api.ts'
import type { MemoryEvent } from '../../engine/api.ts'
import type { ErrorCode } from '../../engine/errors.ts'
import { fail, ok } from '../../engine/result.ts'
import { filterByText } from '../memory/filter.ts'
import { MADE_NOW, makeEntries, type MadeEntry } from './made-entries.ts'

const DAY = 86_400_000

interface Change {
  readonly view: ChangeView
  readonly before: readonly (readonly [string, MadeEntry | null])[]
  undoneBy: string | null
}

interface Answer {
  readonly of: readonly MadeEntry[]
  readonly found: readonly MadeEntry[]
}

export type FakeMemory = Pick<
  BrowserApi,
  | 'counts'
  | 'entries'
  | 'entry'
  | 'evidence'
  | 'lineage'
  | 'editEntries'
  | 'correctEntry'
  | 'bringUp'
  | 'reviewed'
  | 'undo'
  | 'history'
  | 'forgetPreview'
  | 'forget'
  | 'proofs'
>

/** One memory for whatever character is asked for. */
export function createFakeMemory(facts: number, tellPage: (event: MemoryEvent) => void): FakeMemory {
  const entries = new Map(makeEntries(facts).map((entry) => [keyText(entry.key), entry]))
  const changes: Change[] = []
  const proofs: ForgetProof[] = []
  let lastId = 0
  const answers: { name: string; kept: Answer | null } = { name: '', kept: null }
  const tell = (event: MemoryEvent) => {
    answers.kept = null
    tellPage(event)
  }

  return {
    async counts() {
      const lists = Object.fromEntries(
        (['facts', 'reflections', 'persona', 'corrections', 'archive', 'timeline'] as const).map((list) => [
          list,
          rowsOf(list).length,
        ]),
      ) as Record<EntryList, number>
      const needsReview = [...entries.values()].filter((entry) => entry.needsReview).length
      return ok({ lists, needsReview, reviewIn: { facts: needsReview } })
    },
    async entries(_character, query) {
      const { of, found } = answerTo(query)
      const at = query.locate === undefined ? -1 : found.findIndex(({ key }) => same(key, query.locate))
      return ok({
        rows: found.slice(query.offset, query.offset + query.limit).map(rowOf),
        total: found.length,
        unreadable: query.list === 'facts' ? 2 : 0,
        entities: [...new Set(of.map(({ entity }) => entity ?? ''))].filter(Boolean),
        statuses: [...new Set(of.map(statusOf).filter((status) => status !== null))],
        makers: [...new Set(of.map(({ maker }) => maker))],
        position: at < 0 ? null : at,
      })
    },
    async entry(_character, key) {
      const entry = find(key)
      return entry === undefined ? fail('bad_request', keyText(key)) : ok(detailOf(entry))
    },
    async evidence(_character, key) {
      const entry = find(key)
      return ok(entry === undefined || entry.signals.length === 0 ? null : curveOf(entry))
    },
    async lineage(_character, key) {
      return ok(lineageOf(key))
    },
    editEntries: async (character, _operation, edits) =>
      change(character, edits, 'edited', (entry) => {
        const patch = edits.find(({ key }) => same(key, entry.key))?.patch ?? {}
        applyPatch(entry, patch)
        entry.maker = 'user'
      }),
    correctEntry: async (character, operation, entry, correction) =>
      change(character, [entry], 'corrected', (old) => {
        const key: EntryKey = { kind: old.key.kind, id: `by-hand-${operation.slice(0, 8)}` }
        entries.set(keyText(key), {
          ...structuredClone(old),
          key,
          text: correction.text,
          maker: 'user',
          createdAt: MADE_NOW + DAY,
          validFrom: correction.validFrom,
          from: [{ key: old.key, kind: 'superseded', quote: null }],
        })
        old.supersededBy = key
        old.validTo = correction.validFrom
      }),
    bringUp: async (character, _operation, at, { bringUp, until }) =>
      change(character, at, bringUp ? 'brought_up' : 'suppressed', (entry) => {
        entry.suppressed = !bringUp
        entry.suppressedUntil = until
      }),
    reviewed: async (character, _operation, at) =>
      change(character, at, 'reviewed', (entry) => {
        entry.needsReview = false
      }),
    async undo(character, operation, changeId) {
      const done = changes.find(({ view }) => view.changeId === changeId)
      if (done === undefined) return failed('bad_request')
      for (const [key, entry] of done.before) {
        if (entry === null) entries.delete(key)
        else entries.set(key, { ...entry, revision: (entries.get(key)?.revision ?? 0) + 1 })
      }
      done.undoneBy = operation
      tell({ type: 'entries', character })
      return { ok: true, changeId: operation, rows: [] }
    },
    async history(_character, key, { limit }) {
      const mine = changes.filter(({ view }) => key === null || view.keys.some((other) => same(other, key)))
      const views = mine.map(({ view, undoneBy }) => ({ ...view, undoneBy, undoable: undoneBy === null }))
      const born = key === null ? undefined : find(key)
      const first: ChangeView[] = born
        ? [
            {
              changeId: `made-${born.key.id}`,
              at: born.createdAt,
              who: born.maker,
              what: `${born.key.kind}.added`,
              keys: [born.key],
              before: null,
              after: born.text,
              fields: ['text'],
              undoable: false,
              undoneBy: null,
            },
          ]
        : []
      return ok([...views.toReversed(), ...first].slice(0, limit))
    },
    async forgetPreview(_character, keys) {
      const derived = [...entries.values()].filter(({ from }) =>
        from.some(({ key }) => keys.some((other) => same(other, key))),
      )
      const turns = keys.flatMap((key) => find(key)?.from ?? []).filter(({ key }) => key.kind === 'turn')
      return ok({
        entries: keys.length,
        rebuilt: derived.slice(0, 1).map(rowOf),
        flagged: derived.slice(1).map(rowOf),
        turns: turns.map(({ key, quote }) => sourceOf(key, quote)),
      })
    },
    async forget(character, _operation, request) {
      const stale = staleOf(request.entries)
      if (stale.length > 0) return { ok: false, error: { code: 'bad_request', message: 'stale' }, stale }
      for (const { key } of request.entries) entries.delete(keyText(key))
      const proof: ForgetProof = {
        id: `proof-${(lastId += 1)}`,
        at: Date.now(),
        entries: request.entries.length,
        derived: 1,
        turns: request.rawTurns ? 1 : 0,
        searched: 143,
        found: 0,
        overwritten: true,
      }
      proofs.unshift(proof)
      tell({ type: 'entries', character })
      return { ok: true, proof }
    },
    proofs: async () => ok(proofs),
  }

  /** Kept until something changes: scrolling through a hundred thousand rows must not sort them for each page. */
  function answerTo(query: EntryQuery): Answer {
    const { offset: _, limit: __, locate: ___, ...rest } = query
    const name = JSON.stringify(rest)
    if (answers.name === name && answers.kept !== null) return answers.kept
    const of = rowsOf(query.list)
    const found = order(search(of.filter(fits(query)), query.search ?? ''), query)
    answers.name = name
    answers.kept = { of, found }
    return answers.kept
  }

  function find(key: EntryKey): MadeEntry | undefined {
    return entries.get(keyText(key))
  }

  function change(
    character: string,
    at: readonly EntryAt[],
    what: string,
    apply: (entry: MadeEntry) => void,
  ): ChangeResult {
    const stale = staleOf(at)
    if (stale.length > 0) return { ok: false, error: { code: 'bad_request', message: 'stale' }, stale }
    const changeId = `change-${(lastId += 1)}`
    const known = new Set(entries.keys())
    const before = at.map(({ key }) => [keyText(key), structuredClone(find(key) ?? null)] as const)
    const rows: EntryRow[] = []
    for (const { key } of at) {
      const entry = find(key)
      if (entry === undefined) continue
      apply(entry)
      entry.revision += 1
      rows.push(rowOf(entry))
    }
    const added = [...entries.keys()].filter((key) => !known.has(key))
    changes.push({
      view: {
        changeId,
        at: Date.now(),
        who: 'user',
        what: `${at[0]?.key.kind ?? 'fact'}.${what}`,
        keys: [...at.map(({ key }) => key), ...added.map((key) => keyOfText(key))],
        before: before[0]?.[1]?.text ?? null,
        after: rows[0]?.text ?? null,
        fields: [],
        undoable: true,
        undoneBy: null,
      },
      before: [...before, ...added.map((key) => [key, null] as const)],
      undoneBy: null,
    })
    tell({ type: 'entries', character })
    return { ok: true, changeId, rows }
  }

  function staleOf(at: readonly EntryAt[]) {
    return at
      .filter(({ key, revision }) => String(find(key)?.revision) !== revision)
      .map(({ key }) => {
        const now = find(key)
        return { key, now: now === undefined ? null : rowOf(now), changed: ['text'] }
      })
  }

  function rowsOf(list: EntryList): MadeEntry[] {
    const kinds = {
      facts: 'fact',
      reflections: 'reflection',
      persona: 'persona',
      corrections: 'correction',
      timeline: 'turn',
    } as const
    return [...entries.values()].filter((entry) =>
      list === 'archive' ? entry.archived : !entry.archived && entry.key.kind === kinds[list],
    )
  }

  function detailOf(entry: MadeEntry): EntryDetail {
    const { reinforcement, disputation, signals: _, from, ...document } = entry
    return {
      row: rowOf(entry),
      raw: JSON.stringify({
        ...document,
        reinforcement,
        disputation,
        source_turn_ids: from.map(({ key }) => key.id),
      }),
      sources: from.filter(({ key }) => key.kind === 'turn').map(({ key, quote }) => sourceOf(key, quote)),
      supersededBy: entry.supersededBy,
      supersedes: from.filter(({ kind }) => kind === 'superseded').map(({ key }) => key),
      editable:
        entry.key.kind === 'turn' || entry.protected
          ? []
          : ['text', 'entity', 'importance', 'event', 'tags', 'validity', ...statusField(entry)],
      statuses: entry.key.kind === 'reflection' ? ['pending', 'confirmed', 'denied'] : [],
      rendered: entry.supersededBy
        ? { yes: false, why: 'superseded' }
        : {
            yes: entry.key.kind === 'persona',
            why: entry.key.kind === 'persona' ? 'within_budget' : 'not_rendered',
          },
      recallable: entry.supersededBy ? { yes: false, why: 'superseded' } : { yes: true, why: 'in_pool' },
    }
  }

  function sourceOf(key: EntryKey, quote: string | null) {
    const turn = find(key)
    return {
      turnId: key.id,
      quote: quote ?? '',
      at: turn?.createdAt ?? null,
      turn: turn === undefined ? null : { role: turn.role ?? ('human' as const), text: turn.text },
    }
  }

  function lineageOf(key: EntryKey): Lineage {
    const wanted = new Map([[keyText(key), key]])
    const edges = new Map<string, Lineage['edges'][number]>()
    gatherBefore({ key })
    gatherAfter(key)
    return {
      nodes: [...wanted.values()].map((node) => {
        const entry = find(node)
        return { key: node, row: entry === undefined ? null : rowOf(entry) }
      }),
      edges: [...edges.values()],
    }

    function gatherBefore({ key: to }: { key: EntryKey }) {
      for (const { key: from, kind, quote } of find(to)?.from ?? []) {
        edges.set(`${keyText(from)}>${keyText(to)}`, { from, to, kind, quote })
        if (wanted.has(keyText(from))) continue
        wanted.set(keyText(from), from)
        gatherBefore({ key: from })
      }
    }

    function gatherAfter(of: EntryKey) {
      for (const entry of entries.values()) {
        const link = entry.from.find(({ key: from }) => same(from, of))
        if (link === undefined || wanted.has(keyText(entry.key))) continue
        wanted.set(keyText(entry.key), entry.key)
        edges.set(`${keyText(of)}>${keyText(entry.key)}`, {
          from: of,
          to: entry.key,
          kind: link.kind,
          quote: link.quote,
        })
        gatherAfter(entry.key)
      }
    }
  }
}

function applyPatch(entry: MadeEntry, patch: EntryPatch): void {
  if (patch.text !== undefined) entry.text = patch.text
  if (patch.entity !== undefined) entry.entity = patch.entity
  if (patch.importance !== undefined) entry.importance = patch.importance
  if (patch.eventStartAt !== undefined) entry.eventStartAt = patch.eventStartAt
  if (patch.eventEndAt !== undefined) entry.eventEndAt = patch.eventEndAt
  if (patch.validFrom !== undefined) entry.validFrom = patch.validFrom
  if (patch.validTo !== undefined) entry.validTo = patch.validTo
  if (patch.tags !== undefined) entry.tags = patch.tags
  if (patch.status !== undefined) entry.status = patch.status
}

function statusField(entry: MadeEntry): 'status'[] {
  return entry.key.kind === 'reflection' ? ['status'] : []
}

function statusOf(entry: MadeEntry): string | null {
  if (entry.key.kind !== 'fact') return entry.status
  return entry.supersededBy === null ? 'active' : 'superseded'
}

function rowOf(entry: MadeEntry): EntryRow {
  const { reinforcement: _, disputation: __, signals, supersededBy, from: ___, revision, ...rest } = entry
  const curve = signals.length === 0 ? null : curveOf(entry)
  return {
    ...rest,
    status: statusOf(entry),
    score: curve === null ? null : (curve.points.findLast(({ at }) => at <= curve.now)?.score ?? 0),
    superseded: supersededBy !== null,
    revision: String(revision),
  }
}

/** Decay as evidence.md has it: half of a reinforcement in 30 days, half of a disputation in 180. */
function curveOf({ signals }: MadeEntry): EvidenceCurve {
  const start = signals[0]?.at ?? MADE_NOW
  const end = MADE_NOW + 30 * DAY
  const points = []
  for (let at = start; at <= end; at += 12 * 3_600_000) {
    let reinforcement = 0
    let disputation = 0
    for (const signal of signals.filter((one) => one.at <= at)) {
      reinforcement += signal.reinforcement * 0.5 ** ((at - signal.at) / (30 * DAY))
      disputation += signal.disputation * 0.5 ** ((at - signal.at) / (180 * DAY))
    }
    points.push({ at, reinforcement, disputation, score: reinforcement - disputation })
  }
  return {
    points,
    now: MADE_NOW,
    signals,
    thresholds: [
      { name: 'confirmed', score: 1 },
      { name: 'promoted', score: 2 },
      { name: 'archive_candidate', score: -2 },
    ],
  }
}

function fits({ filters = {} }: EntryQuery): (entry: MadeEntry) => boolean {
  const { entities, statuses, makers, importance, from, to, suppressed, needsReview } = filters
  return (entry) =>
    (entities === undefined || entities.includes(entry.entity ?? '')) &&
    (statuses === undefined || statuses.includes(statusOf(entry) ?? '')) &&
    (makers === undefined || makers.includes(entry.maker)) &&
    (importance === undefined ||
      (entry.importance !== null &&
        entry.importance >= importance[0] &&
        entry.importance <= importance[1])) &&
    (from === undefined || entry.createdAt >= from) &&
    (to === undefined || entry.createdAt < to) &&
    (suppressed === undefined || entry.suppressed === suppressed) &&
    (needsReview === undefined || entry.needsReview === needsReview)
}

function search(entries: readonly MadeEntry[], words: string): readonly MadeEntry[] {
  return filterByText(entries, words, ({ text }) => text)
}

function order(entries: readonly MadeEntry[], { sort = 'newest' }: EntryQuery): readonly MadeEntry[] {
  const by: (one: MadeEntry, other: MadeEntry) => number =
    sort === 'oldest'
      ? (one, other) => one.createdAt - other.createdAt
      : sort === 'importance'
        ? (one, other) => (other.importance ?? 0) - (one.importance ?? 0)
        : sort === 'evidence'
          ? (one, other) => (rowOf(other).score ?? 0) - (rowOf(one).score ?? 0)
          : (one, other) => other.createdAt - one.createdAt
  return entries.toSorted(by)
}

function failed(code: ErrorCode): ChangeResult {
  return { ok: false, error: { code, message: 'fake' }, stale: [] }
}

function same(one: EntryKey, other: EntryKey | undefined): boolean {
  return one.kind === other?.kind && one.id === other.id
}

function keyText({ kind, id }: EntryKey): string {
  return `${kind}/${id}`
}

function keyOfText(text: string): EntryKey {
  const [kind = '', ...id] = text.split('/')
  return { kind: kind as EntryKey['kind'], id: id.join('/') }
}
