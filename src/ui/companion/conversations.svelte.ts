/**
 * One conversation a character, kept while the page lives: their views as signals, and the moments that the
 * connector can't see by itself (silence, leaving the page, news from the worker).
 */
import { createMutex, type Mutex } from '../../engine/mutex.ts'
import { readAddress } from '../../engine/model/address.ts'
import { heuristicCounter } from '../../engine/text/tokens.ts'
import type { App } from '../app/app.svelte.ts'
import { deviceClock, deviceIds, download } from '../app/device.ts'
import { historyBody, persistPath, type WireMessage } from '../app/memory-routes.ts'
import { fail } from '../../engine/result.ts'
import { m } from '../i18n/i18n.svelte.ts'
import { CONVERSATION_CHECK_MS, KEEPALIVE_BYTES } from '../../engine/settings.ts'
import { type Chat, createChat } from './chat.ts'
import type { ChatView, ConversationItem } from './conversation-items.ts'
import { recallTool } from './recall-tool.ts'
import { pastItems } from './recent-history.ts'
import { createReplyTransports } from './reply-transport.ts'
import type { Surroundings } from './speak-up.ts'
import { createToolSupport } from './tool-support.ts'

export interface Conversation extends Chat {
  readonly character: string
  /** Reactive. */
  readonly current: ChatView
  /** She is gone: what is still on its way to her must not bring her memory back. */
  leave(): void
}

export interface Conversations {
  of(character: string): Conversation
  /** Anything said on this page that the memory has not accepted. */
  readonly anyUnsaved: boolean
  /** Ends every conversation, e.g. before a reload. */
  endAll(): Promise<void>
  forget(character: string): void
  exportUnsaved(character: string): void
  /** Begins to watch the clock, the page's end and the worker's news; returns how to stop. */
  start(): () => void
}

/** Readings of stored lines; `due`: one waits for its turn. */
interface Reading {
  readonly mutex: Mutex
  due: boolean
}

export function createConversations(app: App): Conversations {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- each conversation has signals of its own; nothing renders the map
  const open = new Map<string, Conversation>()
  const readings = new WeakMap<Conversation, Reading>()
  let anyUnsaved = $state.raw(false)
  const toolSupport = createToolSupport()
  const transportTo = createReplyTransports(app.client)

  return {
    of(character) {
      const known = open.get(character)
      if (known !== undefined) return known
      const conversation = createConversation(character)
      open.set(character, conversation)
      void showPast(conversation)
      return conversation
    },
    get anyUnsaved() {
      return anyUnsaved
    },
    async endAll() {
      await Promise.all([...open.values()].map((conversation) => conversation.end()))
    },
    forget(character) {
      open.delete(character)
      noteUnsaved()
    },
    exportUnsaved(character) {
      const unsaved = open.get(character)?.view().unsaved ?? []
      download(`omoide-unsaved-${character}.json`, 'application/json', unsavedDocument(character, unsaved))
    },
    start,
  }

  function createConversation(character: string): Conversation {
    let gone = false
    const chat = createChat({
      character,
      memory: {
        ...app.routes,
        persist: (...sent) =>
          gone ? Promise.resolve(fail('unknown_character', character)) : app.routes.persist(...sent),
      },
      clock: deviceClock,
      ids: deviceIds,
      tokens: heuristicCounter,
      model: () => transportTo(app.preferences.settings.models.chat),
      language: () => app.preferences.language,
      userName: () => app.preferences.userName,
      hideTools: () => app.preferences.settings.hideBuiltinTools,
      tool: (language) => recallTool(language, deviceClock),
      toolSupport,
      directives: () => app.api.directives(character),
      learnedFrom: (turnIds) => app.api.remembered(character, turnIds),
      record: (call) => void app.api.recordCall(character, call),
      surroundings: () => surroundingsOf(character),
      onChange: (view) => {
        current = view
        noteUnsaved()
      },
    })
    let current = $state.raw(chat.view())
    return {
      ...chat,
      character,
      get current() {
        return current
      },
      leave() {
        gone = true
        chat.stop()
      },
    }
  }

  /** Deleted or renamed in another tab. */
  async function leaveTheGone(): Promise<void> {
    const { list } = await app.api.characters()
    for (const conversation of open.values()) {
      if (list.some(({ name }) => name === conversation.character)) continue
      conversation.leave()
      open.delete(conversation.character)
    }
    noteUnsaved()
  }

  function surroundingsOf(character: string): Surroundings {
    const { models, speaksUp } = app.preferences.settings
    const hers = app.router.page === 'companion' && app.roster.current?.name === character
    const covered = document.querySelector('dialog[open]') !== null
    const address = models.chat === null ? null : readAddress(models.chat.baseUrl)
    const elsewhere = address?.ok === true && address.value.kind === 'public'
    return {
      allowed: app.preferences.loaded && speaksUp,
      inView: document.visibilityState === 'visible' && hers && !covered,
      storage: app.storage.current.storage,
      modelInReach: navigator.onLine || !elsewhere,
    }
  }

  /** Of several windows with her one speaks; once it has, the memory offers the others nothing to raise. */
  function speakUp(conversation: Conversation): Promise<void> {
    const lock = `omoide-speak-up ${conversation.character}`
    return navigator.locks.request(lock, { ifAvailable: true }, async (held) => {
      if (held !== null) await conversation.speakUp()
    })
  }

  /** One reading at a time, so that none takes the place of a later one; news that comes before it begins is in it. */
  async function showPast(conversation: Conversation): Promise<void> {
    const reading = readingOf(conversation)
    if (reading.due) return
    reading.due = true
    await reading.mutex.run(async () => {
      reading.due = false
      const lines = await readPast(conversation.character)
      if (lines !== null) conversation.showPast(lines)
    })
  }

  function readingOf(conversation: Conversation): Reading {
    const known = readings.get(conversation)
    if (known !== undefined) return known
    const reading: Reading = { mutex: createMutex(), due: false }
    readings.set(conversation, reading)
    return reading
  }

  /** Null when it could not be read, which is said. */
  async function readPast(character: string): Promise<readonly ConversationItem[] | null> {
    const stored = await app.api.conversation(character)
    if (!stored.ok) {
      app.notices.trouble(stored.error, { text: m().memory.readFailed })
      return null
    }
    // Of these turns only: a memory may hold a hundred thousand facts, and the page is waited for.
    const turnIds = stored.value.flatMap(({ turnId }) => (turnId === null ? [] : [turnId]))
    const facts = await app.api.remembered(character, turnIds)
    return pastItems(stored.value, facts.ok ? facts.value : [])
  }

  async function restart(conversation: Conversation): Promise<void> {
    await readingOf(conversation).mutex.run(async () => {
      const lines = await readPast(conversation.character)
      if (lines !== null) conversation.restart(lines)
    })
  }

  function noteUnsaved(): void {
    anyUnsaved = [...open.values()].some((conversation) => conversation.view().unsaved.length > 0)
  }

  function start(): () => void {
    const silence = setInterval(() => {
      for (const conversation of open.values()) {
        void conversation.endIfSilent()
        void speakUp(conversation)
      }
    }, CONVERSATION_CHECK_MS)
    const stopEvents = app.client.onEvent((event) => {
      if (event.type === 'characters') void leaveTheGone()
      const conversation = 'character' in event ? open.get(event.character) : undefined
      if (conversation === undefined) return
      // Somebody talks with her, maybe in another window: that is no quiet.
      if (event.type === 'recent') conversation.stir()
      if (event.type === 'facts') void conversation.factsChanged(event.turnIds)
      // Another tab talks with her, talk was compressed, or the last words of the page before have come only now.
      else if (event.type === 'recent') void showPast(conversation)
    })
    const stopEdits = app.edits.onEdited((character) => {
      const conversation = open.get(character)
      if (conversation !== undefined) void restart(conversation)
    })
    window.addEventListener('pagehide', sayLastWords)
    window.addEventListener('beforeunload', warnOfUnsaved)
    return () => {
      clearInterval(silence)
      stopEvents()
      stopEdits()
      window.removeEventListener('pagehide', sayLastWords)
      window.removeEventListener('beforeunload', warnOfUnsaved)
    }
  }

  /** Best effort: the tab's own worker ends with it, another tab's may still answer. */
  function sayLastWords(): void {
    for (const conversation of open.values()) {
      const words = conversation.lastWords()
      if (words === null) continue
      const body = historyBody(words.messages)
      if (body.length > KEEPALIVE_BYTES) continue
      fetch(persistPath(words.route, conversation.character), {
        method: 'POST',
        keepalive: true,
        headers: { 'Content-Type': 'application/json' },
        body,
      }).catch(() => {
        // Nobody is left to be told; what was not accepted is sent again by its ids if the page comes back.
      })
    }
  }

  function warnOfUnsaved(event: BeforeUnloadEvent): void {
    if (anyUnsaved) event.preventDefault()
  }
}

/** The unsaved turns as a document that `/cache` takes as it is. */
export function unsavedDocument(character: string, messages: readonly WireMessage[]): string {
  return JSON.stringify({ format: 'omoide-unsaved-turns', version: 1, character, messages }, null, 2)
}
