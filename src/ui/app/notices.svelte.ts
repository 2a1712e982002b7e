/** Short messages at the edge of the page. Good news leaves by itself; trouble stays until it is closed. */
import type { Failure } from '../../engine/result.ts'

export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

export interface Notice {
  readonly id: number
  readonly tone: 'plain' | 'trouble'
  readonly text: string
  /** Shown in the catalogue's words for its code. */
  readonly failure: Failure | null
  readonly actions: readonly NoticeAction[]
}

export interface Notices {
  readonly list: readonly Notice[]
  say(text: string): void
  /** Good news that can be taken back: stays longer, and goes when it is taken back. */
  done(text: string, action: NoticeAction): void
  /** Something to do when it suits; stays until it is done or closed. */
  offer(text: string, action: NoticeAction): void
  trouble(failure: Failure, options?: { text?: string; actions?: readonly NoticeAction[] }): void
  close(id: number): void
  /**
   * Makes the caller the place where notices are shown, above those before it: a modal dialog makes everything
   * outside it inert. Returns its number; `leave` gives the place back.
   */
  enter(): number
  leave(host: number): void
  /** The number of the place that shows them. */
  readonly host: number
}

/** How long good news stays: long enough to read a line (ui.md §3.5). */
const PLAIN_NOTICE_MS = 4_000
/** Long enough to find the button, by keyboard or with a screen reader; the history keeps it afterwards. */
const DONE_NOTICE_MS = 15_000
/** More than this at once would cover the page. */
const MOST_NOTICES = 3

export function createNotices(): Notices {
  let list = $state.raw<readonly Notice[]>([])
  let lastId = 0
  let hosts = $state.raw<readonly number[]>([])
  let lastHost = 0

  return {
    get list() {
      return list
    },
    say(text) {
      const id = put({ tone: 'plain', text, failure: null, actions: [] })
      setTimeout(() => close(id), PLAIN_NOTICE_MS)
    },
    done(text, action) {
      const run = () => {
        close(id)
        action.run()
      }
      const id = put({ tone: 'plain', text, failure: null, actions: [{ ...action, run }] })
      setTimeout(() => close(id), DONE_NOTICE_MS)
    },
    offer(text, action) {
      list = list.filter((notice) => notice.text !== text)
      put({ tone: 'plain', text, failure: null, actions: [action] })
    },
    trouble(failure, { text = '', actions = [] } = {}) {
      // The same trouble again replaces its notice instead of piling up.
      list = list.filter((notice) => notice.failure?.code !== failure.code || notice.text !== text)
      put({ tone: 'trouble', text, failure, actions })
    },
    close,
    get host() {
      return hosts.at(-1) ?? 0
    },
    enter() {
      lastHost += 1
      hosts = [...hosts, lastHost]
      return lastHost
    },
    leave(host) {
      hosts = hosts.filter((other) => other !== host)
    },
  }

  function put(notice: Omit<Notice, 'id'>): number {
    lastId += 1
    list = [...list, { ...notice, id: lastId }].slice(-MOST_NOTICES)
    return lastId
  }

  function close(id: number): void {
    list = list.filter((notice) => notice.id !== id)
  }
}
