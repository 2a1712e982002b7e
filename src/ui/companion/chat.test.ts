import { describe, expect, it } from 'vitest'
import type { FactView } from '../../engine/api.ts'
import { fail, ok, type Failure } from '../../engine/result.ts'
import {
  CONVERSATION_SILENCE_MS,
  RENEW_PREPARE_MS,
  RENEW_USER_TURNS,
  TOOL_LOOP_CALLS,
  TOOLLESS_ROWS,
} from '../../engine/settings.ts'
import {
  asksFor,
  chatWorld,
  MORNING,
  row,
  says,
  type Script,
  texts,
} from '../../../tests/fixtures/chat-world.ts'
import type { ConversationItem } from './conversation-items.ts'

const quota: Failure = { code: 'storage_quota', message: 'full' }

describe('a turn with a chat model', () => {
  it('reads the context once, then keeps both sides with identity, time and stamp', async () => {
    const { chat, calls, requests, shown } = chatWorld({ script: says('Good  morning! 😊') })
    await chat.send(' hello ')
    expect(calls.map(({ route }) => route)).toEqual(['new_dialog', 'cache'])
    const sent = calls[1]?.messages ?? []
    expect(texts(sent)).toEqual(['user: hello', 'assistant: [20260302 Mon 09:00] Good morning!'])
    expect(sent[0]?.metadata).toEqual({ id: 'id-1', at: MORNING, zone: 'Asia/Shanghai' })
    expect(requests[0]?.messages[0]?.content).toContain('CONTEXT')
    expect(requests[0]?.messages.at(-1)).toEqual({ role: 'user', content: 'hello' })
    expect(shown().items.map(({ kind }) => kind)).toEqual(['user', 'reply'])
    expect(shown().items.every((item) => !('keeping' in item) || item.keeping === 'kept')).toBe(true)

    await chat.send('and now?')
    expect(calls.filter(({ route }) => route === 'new_dialog')).toHaveLength(1)
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  })

  it('ends the system text with the topics to leave alone, and does without them where they fail', async () => {
    const first = chatWorld({ script: says('Sure.') })
    first.setDirectives(ok('=====LEAVE ALONE\n- the merger\n'))
    await first.chat.send('hello')
    const system = first.requests[0]?.messages[0]?.content ?? ''
    expect(system).toContain('CONTEXT')
    expect(system.endsWith('\n=====LEAVE ALONE\n- the merger\n')).toBe(true)

    const second = chatWorld({ script: says('Sure.') })
    second.setDirectives(fail('storage_failed', 'away'))
    await second.chat.send('hello')
    expect(second.requests).toHaveLength(1)
  })

  it('lets the model recall, at most three calls a turn, the last without the tool', async () => {
    const { chat, calls, requests, setRows, shown, ledger } = chatWorld({
      script: (request) =>
        request.tools === undefined ? says('You like tea.')(request) : asksFor('tea', '2026'),
    })
    setRows([row('likes tea')])
    await chat.send('what do I like?')
    expect(requests).toHaveLength(TOOL_LOOP_CALLS)
    expect(requests.map(({ tools }) => tools?.length ?? 0)).toEqual([1, 1, 0])
    expect(calls.filter(({ route }) => route === 'query')).toEqual([
      { route: 'query', query: 'tea', time: '2026' },
      { route: 'query', query: 'tea', time: '2026' },
    ])
    const toolMessage = requests[1]?.messages.at(-1)
    expect(toolMessage?.role).toBe('tool')
    expect(toolMessage?.content).toContain('1. [fact/master] likes tea  (2026-03-01,')
    const reply = shown().items.at(-1)
    expect(reply?.kind === 'reply' && reply.text).toBe('You like tea.')
    expect(reply?.kind === 'reply' && reply.memories.map(({ text }) => text)).toEqual(['likes tea'])
    expect(ledger.map(({ purpose, origin, outcome }) => [purpose, origin, outcome])).toEqual(
      Array.from({ length: 3 }, () => ['chat', 'http://model.test', 'ok']),
    )
  })

  it('tells the model that matches are weak', async () => {
    const { chat, requests, setRows } = chatWorld({
      script: (request) => (request.tools === undefined ? says('Hm.')(request) : asksFor('tea')),
    })
    setRows([row('likes coffee')], 'only_weak_matches')
    await chat.send('what do I like?')
    expect(requests[1]?.messages.at(-1)?.content).toMatch(/^Only weak matches.*\nFound in memory: 1\n1\. /su)
  })

  it('gives a model without tools up to five recalled rows beside the words, and remembers that it has none', async () => {
    const script: Script = (request) =>
      request.tools === undefined
        ? says('Tea.')(request)
        : [{ type: 'error', error: { code: 'model_refused', message: 'HTTP 400: does not support tools' } }]
    const { chat, requests, setRows } = chatWorld({ script })
    setRows(Array.from({ length: 8 }, (_, index) => row(`fact ${String(index)}`)))
    await chat.send('what do I like?')
    const words = requests[1]?.messages.at(-1)?.content ?? ''
    expect(words.endsWith('\n\nwhat do I like?')).toBe(true)
    expect(words.match(/\[fact\/master]/g)).toHaveLength(TOOLLESS_ROWS)
    await chat.send('sure?')
    expect(requests[2]?.tools).toBeUndefined()
    // The rows went along with that one request only.
    expect(requests[2]?.messages[1]).toEqual({ role: 'user', content: 'what do I like?' })
  })

  it('hides tool and rows from the model when the diagnostic switch says so', async () => {
    const { chat, requests, calls } = chatWorld({ script: says('Hm.'), hideTools: true })
    await chat.send('what do I like?')
    expect(requests[0]?.tools).toBeUndefined()
    expect(requests[0]?.messages.at(-1)?.content).toBe('what do I like?')
    expect(calls.some(({ route }) => route === 'query')).toBe(false)
  })

  it('keeps the user’s words when the server fails, and can ask again', async () => {
    const { chat, calls, shown, setModel } = chatWorld({
      script: () => [{ type: 'error', error: { code: 'model_unreachable', message: '' } }],
    })
    await chat.send('hello')
    expect(texts(calls.at(-1)?.messages)).toEqual(['user: hello'])
    const reply = shown().items.at(-1)
    expect(reply?.kind === 'reply' && reply.error?.code).toBe('model_unreachable')
    setModel(says('Hi.'))
    await chat.retryReply()
    expect(texts(calls.at(-1)?.messages)).toEqual(['assistant: [20260302 Mon 09:00] Hi.'])
    expect(shown().items.map(({ kind }) => kind)).toEqual(['user', 'reply'])
  })

  it('keeps what had arrived when the user stops the reply', async () => {
    const { chat, calls, shown } = chatWorld({
      script: () => [
        { type: 'text', text: 'Once upon' },
        { type: 'text', text: ' a time' },
        { type: 'end', completion: { text: '', toolCalls: [], finish: 'stop', usage: null } },
      ],
    })
    const turn = chat.send('a story')
    while (!shown().items.some((item) => item.kind === 'reply' && item.text !== '')) await Promise.resolve()
    chat.stop()
    await turn
    const reply = shown().items.at(-1)
    expect(reply?.kind === 'reply' && reply.status).toBe('stopped')
    expect(texts(calls.at(-1)?.messages)).toEqual([
      'user: a story',
      'assistant: [20260302 Mon 09:00] Once upon',
    ])
  })

  it('asks nobody when her memory cannot be read, and keeps the words', async () => {
    const { chat, calls, requests, shown, setContext } = chatWorld({ script: says('Hi.') })
    setContext(fail('storage_not_ready', ''))
    await chat.send('hello')
    expect(requests).toHaveLength(0)
    expect(texts(calls.at(-1)?.messages)).toEqual(['user: hello'])
    const reply = shown().items.at(-1)
    expect(reply?.kind === 'reply' && reply.error?.code).toBe('storage_not_ready')
  })
})

describe('a turn without a model', () => {
  it('is kept, and shows what came to mind before it was kept', async () => {
    const { chat, calls, shown, setRows } = chatWorld()
    setRows([row('likes tea')])
    await chat.send('tea again')
    expect(calls.map(({ route }) => route)).toEqual(['query', 'cache'])
    const note = shown().items.at(-1)
    expect(note?.kind === 'note' && note.recalled?.rows.map(({ text }) => text)).toEqual(['likes tea'])
    expect(shown().state).toBe('offline')
  })

  it('shows what was learned under the turn that taught it, also after it was undone', async () => {
    const { chat, shown, setFacts } = chatWorld()
    await chat.send('I like kites')
    const learned: FactView = {
      id: 'f1',
      text: 'likes kites',
      entity: 'master',
      importance: 5,
      source: 'user_observation',
      confidence: 'low',
      createdAt: '',
      eventStartAt: null,
      eventEndAt: null,
      archived: false,
      superseded: false,
      sources: [{ turnId: 'id-1', quote: 'I like kites', at: MORNING }],
    }
    setFacts([learned])
    await chat.factsChanged(['id-1', 'another page’s turn'])
    const user = () => shown().items.find((item) => item.kind === 'user')
    expect(user()?.learned.map(({ text, undone }) => [text, undone])).toEqual([['likes kites', false]])
    chat.markUndone('f1')
    setFacts([])
    await chat.factsChanged(['id-1'])
    expect(user()?.learned.map(({ undone }) => undone)).toEqual([true])
  })
})

describe('what the memory does not accept', () => {
  it('stays, is marked, and travels with the next turn', async () => {
    const { chat, calls, shown, failWrites } = chatWorld()
    failWrites(quota)
    await chat.send('one')
    expect(shown().trouble).toEqual(quota)
    expect(texts(shown().unsaved)).toEqual(['user: one'])
    const item = shown().items[0]
    expect(item?.kind === 'user' && item.keeping).toBe('unsaved')
    failWrites(null)
    await chat.send('two')
    expect(texts(calls.at(-1)?.messages)).toEqual(['user: one', 'user: two'])
    expect(shown().trouble).toBeNull()
    expect(shown().items.every((one) => one.kind !== 'user' || one.keeping === 'kept')).toBe(true)
  })

  it('is sent again with the same identity', async () => {
    const { chat, calls, failWrites } = chatWorld()
    failWrites(quota)
    await chat.send('one')
    failWrites(null)
    await chat.retryUnsaved()
    const caches = calls.filter(({ route }) => route === 'cache')
    expect(caches[1]?.messages).toEqual(caches[0]?.messages)
  })

  it('survives an ending that failed, unlike in the reference', async () => {
    const { chat, shown, failWrites, posts } = chatWorld()
    failWrites(quota)
    await chat.send('one')
    await chat.end()
    expect(posts()).toEqual(['cache', 'process'])
    expect(texts(shown().unsaved)).toEqual(['user: one'])
    expect(chat.lastWords()?.route).toBe('process')
  })
})

describe('the end of a conversation', () => {
  it('settles what was cached, once', async () => {
    const { chat, posts, shown } = chatWorld()
    await chat.end()
    expect(posts()).toEqual([])
    await chat.send('one')
    expect(chat.lastWords()).toEqual({ route: 'settle', messages: [] })
    await chat.end()
    await chat.end()
    expect(posts()).toEqual(['cache', 'settle'])
    expect(shown().items.at(-1)?.kind).toBe('end')
    expect(chat.lastWords()).toBeNull()
  })

  it('comes after half an hour of silence, and the next words get a fresh context', async () => {
    const { chat, calls, posts, pass } = chatWorld({ script: says('Hi.') })
    await chat.send('one')
    pass(CONVERSATION_SILENCE_MS - 1)
    await chat.endIfSilent()
    expect(posts()).toEqual(['cache'])
    pass(1)
    await chat.endIfSilent()
    expect(posts()).toEqual(['cache', 'settle'])
    await chat.send('two')
    expect(calls.filter(({ route }) => route === 'new_dialog')).toHaveLength(2)
  })
})

describe('recent memory that is read while the first words are said', () => {
  it('shows them once', async () => {
    const { chat, shown } = chatWorld()
    await chat.send('Hello')
    const said = shown().items.filter(({ kind }) => kind === 'user')
    chat.showPast([{ kind: 'memo', id: 'past-0', body: 'tea', earlier: '' }, ...said])
    expect(shown().items.map(({ kind }) => kind)).toEqual(['memo', 'user', 'note'])
  })

  it('puts what comes only now where it was said', async () => {
    const { chat, shown, pass } = chatWorld()
    await chat.send('one')
    pass(60_000)
    await chat.send('two')
    const [one, two] = shown().items.filter((item) => item.kind === 'user')
    if (one === undefined || two === undefined) throw new Error('two lines were said')
    const late = (id: string, after: number) => ({ ...one, id, text: id, at: (one.at ?? 0) + after })
    chat.showPast([late('before', -1), one, late('between', 1), two, late('after', 60_001)])
    expect(shown().items.map((item) => ('text' in item ? item.text : item.kind))).toEqual([
      'before',
      'one',
      'note',
      'between',
      'two',
      'note',
      'after',
    ])
  })

  it('still shows what was undone under a line that is read again', async () => {
    const { chat, shown } = chatWorld()
    const fact = { id: 'fact_1', text: 'likes tea', sources: [], undone: false }
    const line: ConversationItem = {
      kind: 'user',
      id: 'past',
      text: 'I like tea',
      at: 0,
      keeping: 'kept',
      learned: [fact],
    }
    chat.showPast([line])
    chat.markUndone('fact_1')
    chat.showPast([{ ...line, learned: [] }])
    expect(shown().items).toEqual([{ ...line, learned: [{ ...fact, undone: true }] }])
  })
})

describe('recent memory that was edited elsewhere', () => {
  const edited = [{ kind: 'memo', id: 'past-0', body: 'edited', earlier: '' }] as const

  it('is shown, and the next words get a fresh context', async () => {
    const { chat, calls, shown } = chatWorld({ script: says('Hi.') })
    await chat.send('one')
    chat.restart(edited)
    expect(shown().items).toEqual(edited)
    await chat.send('two')
    expect(calls.filter(({ route }) => route === 'new_dialog')).toHaveLength(2)
  })

  it('does not take away what is not kept yet', async () => {
    const { chat, shown, failWrites } = chatWorld()
    failWrites(quota)
    await chat.send('one')
    chat.restart(edited)
    expect(shown().items.map(({ kind }) => kind)).toEqual(['user', 'note'])
    expect(texts(shown().unsaved)).toEqual(['user: one'])
  })
})

describe('a long conversation', () => {
  it('is renewed after ten turns and swapped to a fresh context in two later turn ends', async () => {
    const { chat, calls, requests, pass, posts, setContext } = chatWorld({ script: says('Yes.') })
    for (let turn = 1; turn <= RENEW_USER_TURNS; turn += 1) await chat.send(`turn ${String(turn)}`)
    // All of it was cached, so that the renewal is a settle.
    expect(posts()).toEqual([...Array.from({ length: RENEW_USER_TURNS }, () => 'cache'), 'settle'])
    await chat.send('at once')
    expect(calls.filter(({ route }) => route === 'new_dialog')).toHaveLength(1)

    pass(RENEW_PREPARE_MS)
    setContext(ok('FRESH'))
    await chat.send('a bit later')
    expect(calls.filter(({ route }) => route === 'new_dialog')).toHaveLength(2)
    expect(requests.at(-1)?.messages[0]?.content).toContain('CONTEXT')
    await chat.send('the turn that swaps')
    expect(requests.at(-1)?.messages[0]?.content).toContain('CONTEXT')
    await chat.send('afterwards')
    const last = requests.at(-1)?.messages ?? []
    expect(last[0]?.content).toContain('FRESH')
    expect(last.slice(1).map(({ content }) => content)).toEqual(['the turn that swaps', 'Yes.', 'afterwards'])
  })

  it('takes what could not be kept along in the fresh context', async () => {
    const { chat, requests, pass, failWrites } = chatWorld({ script: says('Yes.') })
    for (let turn = 1; turn <= RENEW_USER_TURNS; turn += 1) await chat.send(`turn ${String(turn)}`)
    failWrites(quota)
    pass(RENEW_PREPARE_MS)
    await chat.send('kept nowhere')
    await chat.send('swap')
    await chat.send('afterwards')
    const system = requests.at(-1)?.messages[0]?.content ?? ''
    expect(system).toContain('Ada | kept nowhere\nMika | [20260302 Mon 09:00] Yes.\n')
  })
})
