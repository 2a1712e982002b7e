/**
 * An in-memory stand-in for the worker, for working on the pages and for looking at states that a healthy worker
 * does not reach. Development only: nothing of the app imports it.
 */
import type {
  CharacterDraft,
  ConversationLine,
  FactView,
  LedgerView,
  MemoryEvent,
  OmoideApi,
  StorageState,
} from '../../engine/api.ts'
import type { BrowserApi } from '../../engine/browser-api.ts'
import type { EmbeddingApi, EmbeddingStatus } from '../../engine/embedding/settings.ts'
import { writeSettings, readSettings } from '../../engine/app-settings.ts'
import type { CharacterConfig, UserProfile } from '../../engine/config.ts'
import { noFacts } from '../../engine/model/diagnose.ts'
import type { SettingsStore } from '../../engine/ports.ts'
import { loadHistory } from '../../engine/recent/load.ts'
import { historyText, type StoredMessage } from '../../engine/recent/message.ts'
import { fail, ok } from '../../engine/result.ts'
import { sha256Hex } from '../../engine/text/hash.ts'
import type { OmoideClient } from '../../worker/connect.ts'
import type { WireMessage } from '../app/memory-routes.ts'
import { createFakeLook } from './fake-look.ts'
import { createFakeMemory } from './fake-memory.ts'

export interface FakeOptions {
  readonly storage?: StorageState
  /** Every write of a turn fails with this message. */
  readonly failWrites?: string
  readonly seed?: boolean
  readonly facts?: number
}

interface FakeCharacter {
  readonly config: CharacterConfig
  recent: unknown[]
  facts: FactView[]
  ledger: LedgerView[]
}

export function createFakeClient(options: FakeOptions = {}): OmoideClient {
  const characters: FakeCharacter[] = []
  let current: string | null = null
  let profile: UserProfile = { name: '', nickname: '', fields: {} }
  const settings = memoryStore()
  const listeners = new Set<(event: MemoryEvent) => void>()
  const switches = new Map<string, boolean>()
  if (options.seed === true) seed()

  const find = (name: string) => characters.find(({ config }) => config.name === name)
  const tell = (event: MemoryEvent) => {
    for (const listener of listeners) listener(event)
  }

  const api: Omit<OmoideApi, keyof BrowserApi | keyof EmbeddingApi> = {
    status: () =>
      Promise.resolve({
        storage: options.storage ?? 'best_effort',
        setAside: [],
        reason: null,
        role: 'leader',
        instanceId: 'fake',
      }),
    request: () => Promise.resolve({ status: 404, headers: [], body: '' }),
    characters: () => Promise.resolve({ list: characters.map(({ config }) => config), current }),
    createCharacter(draft) {
      if (find(draft.name)) return Promise.resolve(fail('name_taken', 'taken'))
      const config = { id: crypto.randomUUID(), ...draft }
      characters.push({ config, recent: [], facts: [], ledger: [] })
      return Promise.resolve(ok(config))
    },
    updateCharacter(name, draft: CharacterDraft) {
      const at = characters.findIndex(({ config }) => config.name === name)
      const old = characters[at]
      if (!old) return Promise.resolve(fail('unknown_character', name))
      const config = { id: old.config.id, ...draft }
      characters[at] = { ...old, config }
      if (current === name) current = draft.name
      return Promise.resolve(ok(config))
    },
    deleteCharacter(name) {
      characters.splice(
        characters.findIndex(({ config }) => config.name === name),
        1,
      )
      current = characters[0]?.config.name ?? null
      return Promise.resolve(ok(null))
    },
    selectCharacter(name) {
      current = name
      return Promise.resolve(ok(null))
    },
    profile: () => Promise.resolve(profile),
    updateProfile(next) {
      profile = next
      return Promise.resolve(ok(profile))
    },
    settings: () => readSettings(settings),
    async updateSettings(patch) {
      const answer = await writeSettings(settings, patch)
      tell({ type: 'settings' })
      return answer
    },
    testModel: () => Promise.resolve({ ok: false, error: { code: 'model_origin_refused', message: 'fake' } }),
    conversation: (name) => Promise.resolve(ok(loadHistory(contentOf(name)).messages.map(lineOf))),
    facts: (name) => Promise.resolve(ok(find(name)?.facts ?? [])),
    remembered: (name, turnIds) =>
      Promise.resolve(
        ok(
          (find(name)?.facts ?? []).filter(({ sources }) =>
            sources.some(({ turnId }) => turnIds.includes(turnId)),
          ),
        ),
      ),
    undoFact(name, id) {
      const character = find(name)
      if (character) character.facts = character.facts.filter((fact) => fact.id !== id)
      return Promise.resolve(ok(null))
    },
    persona: (name) =>
      Promise.resolve(
        ok([
          {
            section: 'neko',
            entries: Object.entries(find(name)?.config.card ?? {}).map(([key, value], index) => ({
              id: `card-${String(index)}`,
              text: `${key}: ${String(value)}`,
              source: 'character_card',
              protected: true,
              suppressed: false,
            })),
          },
          {
            section: 'master',
            entries: [
              {
                id: 'p1',
                text: '喜欢在下雨天听黑胶唱片',
                source: 'reflection',
                protected: false,
                suppressed: true,
              },
            ],
          },
        ]),
      ),
    refusals: () =>
      Promise.resolve(
        ok([{ at: Date.now() - 8e7, text: '主人住在上海', code: 'claim_without_source', turnIds: ['t1'] }]),
      ),
    ledger: (name) => Promise.resolve(ok(find(name)?.ledger ?? [])),
    recordCall(name, call) {
      find(name)?.ledger.unshift(call)
      return Promise.resolve(ok(null))
    },
    directives: () => Promise.resolve(ok('')),
    view: (name) => Promise.resolve(ok(contentOf(name))),
  }

  return {
    api: {
      ...api,
      ...createFakeMemory(options.facts ?? 3_000, tell),
      ...createFakeLook(tell),
      ...noEmbedding,
    },
    memoryFetch: (path, init) => Promise.resolve(route(path, init)),
    egress: (url, init) => fetch(url, init),
    probe: () => Promise.resolve(false),
    connectionFacts: () => Promise.resolve(noFacts),
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onReloadNeeded: () => () => undefined,
    reload() {
      location.reload()
      return Promise.resolve()
    },
  }

  function route(path: string, init: RequestInit = {}): Response {
    const url = new URL(path, location.origin)
    const [, head = '', name = ''] = decodeURIComponent(url.pathname).split('/')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (['cache', 'process', 'renew', 'settle'].includes(head)) return persist(head, name, body)
    if (head === 'new_dialog') return new Response(`(memories of ${name})`)
    if (head === 'record_surfaced') return json({ ok: true })
    if (head === 'followup_topics') {
      const topics = [{ id: 'ref_1', text: `${profile.name} 常在雨天喝抹茶。` }]
      return json({ topics: find(name)?.facts.length ? topics : [] })
    }
    if (head === 'query_memory') {
      const rows = (find(name)?.facts ?? []).slice(0, 3).map((fact) => ({
        id: fact.id,
        text: fact.text,
        tier: 'fact',
        entity: fact.entity,
        score: 0.1,
        created_at: fact.createdAt,
        event_start_at: fact.eventStartAt,
        event_end_at: null,
      }))
      return json({ results: rows, query: '', candidates_total: rows.length, elapsed_ms: 1 })
    }
    const rest = url.pathname.replace('/api/memory/', '')
    if (rest === 'recent_files')
      return json({ files: characters.map(({ config }) => `recent_${config.name}.json`) })
    const file = /^recent_(.+)\.json$/su.exec(url.searchParams.get('filename') ?? '')?.[1] ?? ''
    if (rest === 'recent_file') return json({ content: contentOf(file) })
    if (rest === 'recent_file/save') return saveRecent(body)
    if (rest.endsWith('_config')) {
      if (init.method === 'POST') switches.set(rest, (body as { enabled: boolean }).enabled)
      return json({ success: true, enabled: switches.get(rest) ?? true })
    }
    return json({ detail: 'Not Found' }, 404)
  }

  function persist(head: string, name: string, body: unknown): Response {
    if (options.failWrites !== undefined) return json({ status: 'error', message: options.failWrites })
    const character = find(name)
    const messages = JSON.parse((body as { input_history: string }).input_history) as WireMessage[]
    for (const { role, content, metadata } of messages) {
      const text = content.map((part) => part.text).join('')
      character?.recent.push({ type: role === 'user' ? 'human' : 'ai', data: { content } })
      const liked = /(?:喜欢|爱|I (?:like|love))\s*([^，。,.!！]+)/.exec(text)
      if (role === 'user' && liked && character) {
        character.facts.unshift(fact(`喜欢${liked[1] ?? ''}`, metadata.id, text))
        setTimeout(() => tell({ type: 'facts', character: name, turnIds: [metadata.id] }), 400)
      }
    }
    return json({ status: head === 'cache' ? 'cached' : 'processed', count: messages.length })
  }

  function saveRecent(body: unknown): Response {
    const { filename, chat, base } = body as {
      filename: string
      base: string
      chat: { role: string; text: string; keep?: number }[]
    }
    const name = /^recent_(.+)\.json$/su.exec(filename)?.[1] ?? ''
    const character = find(name)
    if (base !== sha256Hex(contentOf(name))) {
      return json({ success: false, code: 'recent_changed', error: 'changed', content: contentOf(name) }, 409)
    }
    if (character) {
      character.recent = chat.map(({ role, text, keep }) =>
        keep === undefined ? { type: role, data: { content: text } } : character.recent[keep],
      )
    }
    return json({ success: true, need_refresh: true, catgirl_name: name })
  }

  function contentOf(name: string): string {
    return JSON.stringify(find(name)?.recent ?? [])
  }

  function seed(): void {
    const config: CharacterConfig = {
      id: 'mika',
      name: 'Mika',
      nickname: '小米',
      card: { 性格: '安静，爱较真，记性好', 说话方式: '短句，偶尔反问' },
    }
    const facts = [
      fact('喜欢抹茶，不太能喝咖啡', 't1', '我喜欢抹茶，咖啡喝了会心慌'),
      { ...fact('下周三要去牙科复诊', 't2', '下周三我得去复诊牙齿'), eventStartAt: '2026-12-09T00:00:00' },
      { ...fact('以前住在东京，去年搬到了大阪', 't3', '我去年从东京搬到大阪'), superseded: true },
      {
        ...fact('Mika 说她怕打雷', 't4', '其实我有点怕打雷'),
        entity: 'neko' as const,
        source: 'ai_disclosure',
      },
    ]
    characters.push({
      config,
      facts,
      ledger: [
        {
          at: Date.now() - 4e5,
          purpose: 'chat',
          tier: 'chat',
          origin: 'http://localhost:11434',
          model: 'qwen3:8b',
          tokensIn: 1204,
          tokensOut: 88,
          milliseconds: 2310,
          outcome: 'ok',
          sent: '{"messages":[…]}',
        },
      ],
      recent: [
        {
          type: 'system',
          data: {
            content:
              '先前对话的备忘录: 主人喜欢抹茶，最近在学攀岩。上次聊到下周三要复诊，Mika 答应提醒。\n\n---\n\n主人去年从东京搬到大阪。',
          },
        },
        { type: 'human', data: { content: [{ type: 'text', text: '今天攀岩馆关门了，白跑一趟。' }] } },
        {
          type: 'ai',
          data: {
            content: [{ type: 'text', text: '[20261129 Sun 19:20] 那就当散步了。路上有没有买抹茶？' }],
          },
        },
        { weird: true },
        {
          type: 'human',
          data: { content: [{ type: 'text', text: '买了，还给你带了一杯（虽然你喝不到）。' }] },
        },
        {
          type: 'ai',
          data: { content: [{ type: 'text', text: '[20261129 Sun 19:22] 我记着了。下次你替我喝两杯。' }] },
        },
      ],
    })
    current = 'Mika'
    profile = { name: '阿澄', nickname: '', fields: {} }
  }
}

/** A device without a model, that can take none. */
const noEmbedding: EmbeddingApi = {
  embedding: (): Promise<EmbeddingStatus> =>
    Promise.resolve({
      choice: 'static',
      state: 'ready',
      failure: null,
      retryAt: null,
      running: null,
      models: [],
      install: null,
      canInstall: false,
      freeBytes: null,
    }),
  installEmbeddingModel: () => Promise.resolve(ok(null)),
  importEmbeddingModel: () => Promise.resolve(ok(null)),
  cancelEmbeddingInstall: () => Promise.resolve(ok(null)),
  resumeEmbeddingInstall: () => Promise.resolve(ok(null)),
  removeEmbeddingModel: () => Promise.resolve(ok(null)),
  retryEmbedding: () => Promise.resolve(ok(null)),
}

function fact(text: string, turnId: string, quote: string): FactView {
  return {
    id: crypto.randomUUID(),
    text,
    entity: 'master',
    importance: 6,
    source: 'user_observation',
    confidence: 'low',
    createdAt: '2026-11-29T19:20:00',
    eventStartAt: null,
    eventEndAt: null,
    archived: false,
    superseded: false,
    sources: [{ turnId, quote, at: Date.now() - 9e7 }],
  }
}

function lineOf(message: StoredMessage): ConversationLine {
  return { turnId: null, role: message.type, text: historyText(message), at: null }
}

function memoryStore(): SettingsStore {
  const values = new Map<string, unknown>()
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
    keys: () => Promise.resolve([...values.keys()]),
  }
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } })
}
