/**
 * Leadership among the tabs: the page that holds the leader lock runs the worker that owns the storage. The
 * browser frees the lock when the page ends in any way, and the next page in the queue takes over.
 */
import { RESTART_PAUSE_MS } from './limits.ts'
import { holdFreeLock, holdLock } from './locks.ts'
import { type OwnWorker, startWorker } from './own-worker.ts'
import { LEADER_LOCK } from './protocol.ts'

export interface Leadership {
  /** The worker of this page while it leads. */
  worker(): OwnWorker | undefined
  /** Stops the worker in order and starts a new one (it then runs under the current security policy). */
  restart(): Promise<void>
  /** Stops the worker in order and stands no more. */
  resign(): Promise<void>
}

export interface LeadershipEvents {
  /** The worker is being started, or another page leads, or nothing could be found out. May be told again. */
  readonly onBegun: () => void
  /** This page leads now, and its worker takes ports. */
  readonly onStart: (worker: OwnWorker) => void
  /** The worker has ended; another follows, here or in another tab. */
  readonly onEnd: () => void
  readonly onError: (error: unknown) => void
}

/** Stands for leadership until the page is put away; stands again when it is taken out. */
export function standForLeadership(events: LeadershipEvents): Leadership {
  let own: OwnWorker | undefined
  let candidacy = new AbortController()
  void stand(candidacy.signal)

  // A page in the back/forward cache is frozen: it must not keep the storage from the others. There is no time
  // for an orderly stop in this event; commits are durable, and unanswered requests are sent again.
  window.addEventListener('pagehide', () => {
    candidacy.abort()
    own?.terminate()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    candidacy = new AbortController()
    void stand(candidacy.signal)
  })

  return {
    worker: () => own,
    async restart() {
      await own?.stop()
    },
    async resign() {
      candidacy.abort()
      await own?.stop()
    },
  }

  /** A page whose worker does not start goes to the end of the queue, so that another may have more luck. */
  async function stand(signal: AbortSignal): Promise<void> {
    try {
      await lead(signal)
    } catch (error) {
      events.onBegun()
      if (signal.aborted) return
      events.onError(error)
      setTimeout(() => void stand(signal), RESTART_PAUSE_MS)
    }
  }

  async function lead(signal: AbortSignal): Promise<void> {
    const release = (await holdFreeLock(LEADER_LOCK)) ?? (await inQueue(signal))
    try {
      while (!signal.aborted) await runWorker(signal)
    } finally {
      release()
    }
  }

  function inQueue(signal: AbortSignal): Promise<() => void> {
    events.onBegun()
    return holdLock(LEADER_LOCK, signal)
  }

  async function runWorker(signal: AbortSignal): Promise<void> {
    const started = await startWorker(crypto.randomUUID(), events.onBegun)
    own = started
    // The page was put away in the meantime.
    if (signal.aborted) started.terminate()
    else events.onStart(started)
    await started.ended
    own = undefined
    events.onEnd()
  }
}
