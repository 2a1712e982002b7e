/**
 * The connector (routes.md §10): who calls which memory route when, for one character. It holds the conversation that
 * is shown and what the memory has not accepted yet; rendering is left to the page.
 */
import type { FactView, LedgerView } from '../../engine/api.ts'
import type { Language } from '../../engine/model/memory-model.ts'
import type { ChatTransport } from '../../engine/model/transport.ts'
import type { Clock, Ids, Instant, TokenCounter } from '../../engine/ports.ts'
import type { Failure, Result } from '../../engine/result.ts'
import { CONVERSATION_SILENCE_MS } from '../../engine/settings.ts'
import { aiStamp } from '../../engine/time/stamp.ts'
import type { FollowupTopic, MemoryRoutes, PersistRoute, WireMessage } from '../app/memory-routes.ts'
import {
  type ChatView,
  type ConversationItem,
  type LearnedFact,
  type ReplyItem,
  type UserItem,
  withPast,
} from './conversation-items.ts'
import { normaliseReply } from './normalise.ts'
import { createOutbound } from './outbound.ts'
import { dialogWords } from './prompts.ts'
import { reply as askForReply, type RecallTool, type ReplyDeps, type ToolSupport } from './reply.ts'
import { prepared, renewed, said, saidOn, type Session, startSession, swapped, swapStep } from './session.ts'
import type { Surroundings } from './speak-up.ts'
import { createSpeakingUp } from './speaking-up.ts'

export interface ChatDeps {
  readonly character: string
  readonly memory: Pick<MemoryRoutes, 'newDialog' | 'persist' | 'query' | 'followupTopics' | 'recordSurfaced'>
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly tokens: TokenCounter
  /** Read afresh at each turn, so that settings act at once. */
  readonly model: () => ChatTransport | null
  readonly language: () => Language
  readonly userName: () => string
  readonly hideTools: () => boolean
  readonly tool: (language: Language) => RecallTool
  readonly toolSupport: ToolSupport
  /** The block about topics that are to be left alone; empty when there is none. */
  readonly directives: () => Promise<Result<string>>
  readonly learnedFrom: (turnIds: readonly string[]) => Promise<Result<readonly FactView[]>>
  readonly record: (call: LedgerView) => void
  /** Read afresh each time she may speak up. */
  readonly surroundings: () => Surroundings
  readonly onChange: (view: ChatView) => void
}

export interface Chat {
  view(): ChatView
  /** What the memory has of the conversation by now: lines from before this visit, and what was said elsewhere since. */
  showPast(items: readonly ConversationItem[]): void
  /** Resolves when the turn has ended and its writes were answered. Ignored while another turn is under way. */
  send(text: string): Promise<void>
  /** Asks again for the reply to the user's last words. */
  retryReply(): Promise<void>
  stop(): void
  /** Tries again to keep what is unsaved. */
  retryUnsaved(): Promise<void>
  /** Ends the conversation when the user has been silent for long enough; to be called now and then. */
  endIfSilent(): Promise<void>
  end(): Promise<void>
  /**
   * Raises what she has been thinking if the moment is right; to be called now and then. Once until the user speaks
   * again, so there is never more than one such line in a row (routes.md §10.2).
   */
  speakUp(): Promise<void>
  /** A sign of life from the user other than words to her: she is not to break in now. */
  stir(): void
  /** What to post while the page is being closed; null when there is nothing. */
  lastWords(): { readonly route: PersistRoute; readonly messages: readonly WireMessage[] } | null
  /** Facts changed that cite these turns. */
  factsChanged(turnIds: readonly string[]): Promise<void>
  markUndone(factId: string): void
  /**
   * The stored context changed under the conversation (an edit in the memory browser): the next words get a fresh
   * one. `lines` take the place of what is shown, unless a turn is under way or something is not kept yet.
   */
  restart(lines: readonly ConversationItem[]): void
}

export function createChat(deps: ChatDeps): Chat {
  const outbound = createOutbound(deps.memory, deps.character)
  let past: readonly ConversationItem[] = []
  let items: readonly ConversationItem[] = []
  let session: Session | null = null
  let running: AbortController | null = null
  let turn: Promise<void> = Promise.resolve()
  let lastUserAt: Instant | null = null
  let ending = false
  let trouble: Failure | null = null
  const herself = createSpeakingUp(
    {
      ...deps,
      reply: () => {
        const model = deps.model()
        // Her own line needs no tool, and nothing is recalled for words of ours.
        return model === null ? null : { ...replyDeps(model), purpose: 'speak_up', hideTools: true }
      },
    },
    {
      busy: () => running !== null || ending,
      troubled,
      system: async (context) => systemText(context, await directives(), false),
      open(control, done, raised) {
        running = control
        turn = done
        const id = deps.ids.uuid()
        addReply(id, 'streaming', raised)
        return id
      },
      show(id, text) {
        setReply(id, { text })
        changed()
      },
      said: unaskedSaid,
      close() {
        running = null
        changed()
      },
    },
  )

  return {
    view,
    showPast(lines) {
      const before = new Map(past.map((item) => [item.id, item]))
      past = lines.map((line) => withUndoneOf(before.get(line.id), line))
      changed()
    },
    async send(text) {
      const words = text.trim()
      if (running !== null || words === '') return
      const message = addUser(words)
      await take(() => (deps.model() === null ? noteTurn(words) : replyTurn(words)))
      await lookUpLearned([message.metadata.id])
    },
    async retryReply() {
      const last = items.findLast((item) => item.kind === 'user')
      if (running !== null || last === undefined || deps.model() === null) return
      items = items.filter((item) => !(item.kind === 'reply' && item.status === 'failed' && item.text === ''))
      await take(() => replyTurn(last.text))
    },
    stop() {
      running?.abort()
    },
    async retryUnsaved() {
      await keep('cache')
      changed()
    },
    async endIfSilent() {
      if (lastUserAt === null || deps.clock.now() - lastUserAt < CONVERSATION_SILENCE_MS) return
      await end()
    },
    end,
    speakUp: herself.speakUp,
    stir: herself.stir,
    lastWords() {
      if (!outbound.hasUnsettled()) return null
      const messages = outbound.unsynced()
      return { route: messages.length > 0 ? 'process' : 'settle', messages }
    },
    factsChanged: lookUpLearned,
    markUndone(factId) {
      const mark = (item: ConversationItem) => (item.kind === 'user' ? withUndone(item, factId) : item)
      past = past.map(mark)
      mapItems(mark)
      changed()
    },
    restart(lines) {
      session = null
      if (running !== null || outbound.unsynced().length > 0) return
      past = lines
      items = []
      changed()
    },
  }

  function view(): ChatView {
    const model = deps.model()
    const active = items.findLast((item) => item.kind === 'reply')
    const recalling = running !== null && active?.status === 'recalling'
    const busy = running !== null
    return {
      items: withPast(past, items),
      state:
        busy && model !== null
          ? recalling
            ? 'recalling'
            : 'thinking'
          : model === null
            ? 'offline'
            : 'listening',
      busy,
      ending,
      open: outbound.hasUnsettled(),
      unsaved: trouble === null ? [] : outbound.unsynced(),
      trouble,
    }
  }

  function changed(): void {
    deps.onChange(view())
  }

  // ------------------------------------------------------------------------------------------------ turns

  async function take(work: () => Promise<void>): Promise<void> {
    herself.stir()
    running = new AbortController()
    changed()
    turn = work()
    try {
      await turn
    } finally {
      running = null
      herself.stir()
      changed()
    }
  }

  function addUser(text: string): WireMessage {
    lastUserAt = deps.clock.now()
    herself.answered()
    const message = wire('user', text)
    outbound.add(message)
    const { id, at } = message.metadata
    items = [...items, { kind: 'user', id, text, at, keeping: 'pending', learned: [] }]
    return message
  }

  /** Without a model: what comes to mind is asked for before the turn is kept, so that it is not an echo. */
  async function noteTurn(text: string): Promise<void> {
    const id = deps.ids.uuid()
    items = [...items, { kind: 'note', id, recalled: null }]
    changed()
    const recalling = deps.memory.query(deps.character, text)
    await keep('cache')
    const found = await recalling
    mapItems((item) =>
      item.kind === 'note' && item.id === id
        ? { ...item, recalled: found.ok ? found.value : { rows: [], reason: null } }
        : item,
    )
  }

  async function replyTurn(text: string): Promise<void> {
    const model = deps.model()
    const signal = running?.signal
    if (model === null || signal === undefined) return
    const id = deps.ids.uuid()
    addReply(id, 'thinking', [])
    changed()
    const opened = await openSession()
    if (!opened.ok) {
      setReply(id, { status: 'failed', error: opened.error })
      await keep('cache')
      return
    }
    let current = opened.value
    const outcome = await askForReply(
      replyDeps(model),
      { system: current.system, transcript: current.transcript, userText: text, signal },
      (progress) => {
        setReply(id, {
          text: progress.text,
          status: progress.recalling ? 'recalling' : progress.text === '' ? 'thinking' : 'streaming',
        })
        changed()
      },
    )
    setReply(id, {
      text: outcome.text,
      status: outcome.status,
      memories: outcome.memories,
      error: outcome.error,
      at: deps.clock.now(),
    })
    const remembered = normaliseReply(outcome.text)
    if (remembered !== '') {
      outbound.add(wire('assistant', aiStamp(moment()) + remembered, id))
      current = said(current, { role: 'user', content: text }, { role: 'assistant', content: outcome.text })
    }
    session = current
    await keep('cache')
    if (outcome.status !== 'failed') await stepTowardsSwap()
  }

  function replyDeps(model: ChatTransport): ReplyDeps {
    return {
      purpose: 'chat',
      model,
      tool: deps.tool(deps.language()),
      toolSupport: deps.toolSupport,
      hideTools: deps.hideTools(),
      recall: (query, time) => deps.memory.query(deps.character, query, time),
      clock: deps.clock,
      tokens: deps.tokens,
      record: deps.record,
    }
  }

  // ------------------------------------------------------------------------------------------- speaking up

  function troubled(): boolean {
    const last = items.at(-1)
    return trouble !== null || (last?.kind === 'reply' && last.status === 'failed')
  }

  /** It is not kept by itself: it travels with the user's next turn or the conversation's end (routes.md §10.2). */
  function unaskedSaid(id: string, text: string, status: 'done' | 'stopped'): void {
    setReply(id, { text, status, at: deps.clock.now() })
    const remembered = normaliseReply(text)
    if (remembered === '') return
    outbound.add(wire('assistant', aiStamp(moment()) + remembered, id))
    if (session !== null) session = saidOn(session, text)
  }

  // ---------------------------------------------------------------------------------------------- session

  /** The context is read once a conversation; without it nobody is asked to reply (routes.md §10.3, step 2). */
  async function openSession(): Promise<Result<Session>> {
    if (session !== null) return { ok: true, value: session }
    const context = await deps.memory.newDialog(deps.character)
    if (!context.ok) return context
    session = startSession(systemText(context.value, await directives(), true))
    return { ok: true, value: session }
  }

  async function stepTowardsSwap(): Promise<void> {
    if (session === null) return
    const step = swapStep(session, deps.clock.now(), deps.tokens)
    if (step === 'swap') session = swapped(session)
    if (step === 'renew') {
      session = renewed(session, deps.clock.now())
      await keep('renew')
    }
    if (step === 'prepare') {
      const context = await deps.memory.newDialog(deps.character)
      const leftAlone = await directives()
      if (context.ok) session = prepared(session, systemText(context.value, leftAlone, false))
    }
  }

  /** A conversation is better had without the list than not at all. */
  async function directives(): Promise<string> {
    const block = await deps.directives()
    return block.ok ? block.value : ''
  }

  /**
   * The context, then what the memory does not have yet, then (at a fresh start, where the last words are about to be
   * said) the closing line (context.md §1), and behind it the topics that are to be left alone (facts.md §12.2).
   */
  function systemText(context: string, leftAlone: string, fresh: boolean): string {
    const words = dialogWords[deps.language()]
    const user = deps.userName()
    const aboutToBeSaid = fresh ? items.findLast((item) => item.kind === 'user')?.id : undefined
    const lines = outbound
      .unsynced()
      .filter(({ metadata }) => metadata.id !== aboutToBeSaid)
      .map(({ role, content }) => `${role === 'user' ? user : deps.character} | ${textOf(content)}\n`)
    const closing = fresh ? `\n${words.closing(deps.character, user)}` : ''
    const block = leftAlone === '' ? '' : `\n${leftAlone}`
    return `${words.opening(deps.character, user)}\n${context}${lines.join('')}${closing}${block}`
  }

  // ---------------------------------------------------------------------------------------------- keeping

  async function keep(route: PersistRoute): Promise<void> {
    await herself.record()
    const answer = await outbound.send(route)
    trouble = answer.ok ? null : answer.error
    const waiting = new Set(outbound.unsynced().map(({ metadata }) => metadata.id))
    mapItems((item) =>
      item.kind === 'user' || item.kind === 'reply'
        ? { ...item, keeping: waiting.has(item.id) ? 'unsaved' : 'kept' }
        : item,
    )
  }

  async function end(): Promise<void> {
    if (ending) return
    herself.giveWay()
    running?.abort()
    await turn
    if (!outbound.hasUnsettled()) return
    ending = true
    changed()
    await keep('process')
    session = null
    lastUserAt = null
    ending = false
    if (items.at(-1)?.kind !== 'end') items = [...items, { kind: 'end', id: deps.ids.uuid() }]
    changed()
  }

  async function lookUpLearned(turnIds: readonly string[]): Promise<void> {
    const shown = new Set(items.flatMap((item) => (item.kind === 'user' ? [item.id] : [])))
    const asked = turnIds.filter((id) => shown.has(id))
    if (asked.length === 0) return
    const facts = await deps.learnedFrom(asked)
    if (!facts.ok) return
    mapItems((item) =>
      item.kind === 'user' && asked.includes(item.id) ? withLearned(item, facts.value) : item,
    )
    changed()
  }

  // ---------------------------------------------------------------------------------------------- helpers

  function moment() {
    return { instant: deps.clock.now(), zone: deps.clock.zone() }
  }

  function wire(role: WireMessage['role'], text: string, id = deps.ids.uuid()): WireMessage {
    const { instant, zone } = moment()
    return { role, content: [{ type: 'text', text }], metadata: { id, at: instant, zone } }
  }

  function addReply(id: string, status: ReplyItem['status'], raised: readonly FollowupTopic[]): void {
    const at = deps.clock.now()
    items = [
      ...items,
      {
        kind: 'reply',
        id,
        text: '',
        at,
        stamp: '',
        status,
        memories: [],
        raised,
        error: null,
        keeping: 'pending',
      },
    ]
  }

  function setReply(id: string, change: Partial<ReplyItem>): void {
    mapItems((item) => (item.kind === 'reply' && item.id === id ? { ...item, ...change } : item))
  }

  function mapItems(change: (item: ConversationItem) => ConversationItem): void {
    items = items.map(change)
  }
}

function textOf(content: WireMessage['content']): string {
  return content.map(({ text }) => text).join('')
}

function withUndone(item: UserItem, factId: string): UserItem {
  return {
    ...item,
    learned: item.learned.map((fact) => (fact.id === factId ? { ...fact, undone: true } : fact)),
  }
}

/** Keeps what was undone on the line, as undone, although the memory no longer has it. */
function withLearned(item: UserItem, facts: readonly FactView[]): UserItem {
  const current = facts
    .filter(({ sources }) => sources.some(({ turnId }) => turnId === item.id))
    .map(({ id, text, sources }) => ({ id, text, sources, undone: false }))
  return { ...item, learned: [...current, ...undoneBeside(item, current)] }
}

/** The same for a line that was read anew. */
function withUndoneOf(before: ConversationItem | undefined, line: ConversationItem): ConversationItem {
  if (before?.kind !== 'user' || line.kind !== 'user') return line
  return { ...line, learned: [...line.learned, ...undoneBeside(before, line.learned)] }
}

function undoneBeside({ learned }: UserItem, current: readonly LearnedFact[]): LearnedFact[] {
  return learned.filter((fact) => fact.undone && !current.some(({ id }) => id === fact.id))
}
