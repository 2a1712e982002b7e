/** What the stand-in worker says of loops, context, recall and storage. Development only. */
import type { LookApi, LoopView, RecallLab } from '../../engine/browser-api.ts'
import type { MemoryEvent } from '../../engine/api.ts'
import { ok } from '../../engine/result.ts'
import { sha256Hex } from '../../engine/text/hash.ts'

export type FakeLook = Omit<LookApi, 'counts' | 'entries' | 'entry' | 'evidence'>

const MINUTE = 60_000

export function createFakeLook(tell: (event: MemoryEvent) => void): FakeLook {
  const documents = new Map([
    ['facts.json', '[\n{"id": "fact_1", "text": "喜欢抹茶", "importance": 7, "entity": "master"}\n]'],
    ['persona.json', '{\n"master": {"facts": [\n{"id": "p1", "text": "Drinks matcha when it rains"}\n]}\n}'],
    ['events.ndjson', '{"event_id": "e1", "type": "persona.fact_added", "payload": {"entry_id": "p1"}}\n'],
  ])
  let loops: LoopView[] = ['idle maintenance', 'signal extraction', 'rebuttal', 'promotion', 'synthesis'].map(
    (name, at) => ({
      name,
      running: false,
      nextAt: Date.now() + (at + 1) * MINUTE,
      lastStartedAt: at === 0 ? null : Date.now() - at * MINUTE,
      lastEndedAt: at === 0 ? null : Date.now() - at * MINUTE + 400,
      lastOutcome: at === 0 ? null : at === 3 ? 'failed' : 'done',
      intervalMs: 3 * MINUTE,
    }),
  )

  return {
    recallLab: ({ length }, { query }) => Promise.resolve(ok(labOf(query, length))),

    contextPreview: () =>
      Promise.resolve(
        ok({
          sections: [
            {
              name: 'persona',
              budget: 2_000,
              tokens: 23,
              lines: [
                { text: '### About the user', key: null, tokens: 5 },
                { text: '- Drinks matcha when it rains', key: { kind: 'persona', id: 'p1' }, tokens: 9 },
                { text: '- 喜欢安静的咖啡馆', key: { kind: 'persona', id: 'p2' }, tokens: 9 },
              ],
              leftOut: [{ key: { kind: 'persona', id: 'p3' }, text: 'Sings off key', why: 'suppressed' }],
            },
          ],
          text: '### About the user\n- Drinks matcha when it rains\n- 喜欢安静的咖啡馆\n',
          tokens: 23,
        }),
      ),

    activity: () =>
      Promise.resolve(
        ok({
          loops,
          outbox: [
            {
              opId: 'op1',
              type: 'extract_facts',
              status: 'given_up',
              attempts: 5,
              createdAt: Date.now() - 9e6,
            },
            { opId: 'op2', type: 'extract_facts', status: 'done', attempts: 0, createdAt: Date.now() - 9e7 },
          ],
          events: [
            {
              id: 'e1',
              at: Date.now() - 5e6,
              type: 'persona.fact_added',
              key: { kind: 'persona', id: 'p1' },
            },
          ],
        }),
      ),
    runLoop(name) {
      const now = Date.now()
      loops = loops.map((loop) =>
        loop.name === name ? { ...loop, lastStartedAt: now, lastEndedAt: now, lastOutcome: 'done' } : loop,
      )
      tell({ type: 'loops' })
      return Promise.resolve(ok(null))
    },
    retryOutbox: () => Promise.resolve(ok(null)),

    health: () =>
      Promise.resolve(
        ok({
          layers: [
            { name: 'facts', rows: 3_000, bytes: 1_400_000 },
            { name: 'timeline', rows: 9_000, bytes: 2_600_000 },
            { name: 'persona', rows: 120, bytes: 60_000 },
          ],
          databaseBytes: 6_200_000,
          schemaVersion: 4,
          unreadable: [{ table: 'facts', reason: 'The stored document cannot be read.', at: null }],
          index: { rows: 3_400, terms: 8_100, bytes: 2_100_000, ready: true },
          vectors: { modelId: 'static', state: 'ready', trouble: null, done: 3_200, total: 3_400 },
        }),
      ),
    checkIntegrity: () => Promise.resolve(ok({ ok: true, findings: [], milliseconds: 120 })),
    rebuildIndex: () => Promise.resolve(ok(null)),
    stopWork: () => Promise.resolve(ok(null)),

    documents: () =>
      Promise.resolve(
        ok(
          [...documents].map(([name, text]) => ({
            name,
            bytes: text.length,
            editable: name.endsWith('.json'),
            revision: sha256Hex(text),
          })),
        ),
      ),
    saveDocument(_character, operationId, name, _revision, text) {
      documents.set(name, text)
      return Promise.resolve({ ok: true, revision: sha256Hex(text), changeId: operationId })
    },
  }
}

function labOf(query: string, seed: number): RecallLab {
  const rows = ['Drinks matcha when it rains', '喜欢安静的咖啡馆', 'Lives in Kyoto'].map((text, at) => ({
    key: { kind: 'fact' as const, id: `fact_${String(at + seed)}` },
    text,
    tier: 'fact',
    score: 1.4 - at * 0.3,
    keywordRank: at === 2 ? null : at + 1,
    vectorRank: at + 1,
    bm25: at === 2 ? null : 5.1 - at,
    cosine: 0.8 - at * 0.1,
    insteadOf: null,
    terms: at === 2 ? [] : [query],
  }))
  return {
    keyword: rows.slice(0, 2),
    vector: rows,
    fused: rows,
    leftOut: [{ why: 'superseded', rows: 4 }],
    window: null,
    understood: true,
    embedder: 'static',
    fusion: 'score',
    reason: null,
    toolText: rows.map(({ text }, at) => `${String(at + 1)}. [fact/master] ${text}`).join('\n'),
    milliseconds: 3.2,
  }
}
