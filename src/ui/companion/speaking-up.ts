/**
 * The course of speaking up: one attempt at a time, nothing to see before her first words, and the user's own take
 * precedence until then. What she raised is recorded once it was shown (routes.md §10.3, step 6).
 */
import type { Clock } from '../../engine/ports.ts'
import type { FollowupTopic, MemoryRoutes } from '../app/memory-routes.ts'
import { type Line, maySpeakUp, prepareLine, type SpeakUpDeps, type Surroundings } from './speak-up.ts'

export interface SpeakingUpDeps extends Omit<SpeakUpDeps, 'system' | 'memory'> {
  readonly memory: SpeakUpDeps['memory'] & Pick<MemoryRoutes, 'recordSurfaced'>
  readonly clock: Clock
  readonly surroundings: () => Surroundings
}

/** The conversation that she speaks in. */
export interface Stage {
  /** A turn is under way or the conversation is being put away. */
  readonly busy: () => boolean
  /** An alert waits for the user. */
  readonly troubled: () => boolean
  readonly system: SpeakUpDeps['system']
  /** Her line begins: it is the turn under way, to be ended by `control` and over with `done`. Gives its id. */
  readonly open: (control: AbortController, done: Promise<void>, raised: readonly FollowupTopic[]) => string
  readonly show: (id: string, text: string) => void
  readonly said: (id: string, text: string, status: 'done' | 'stopped') => void
  readonly close: () => void
}

export interface SpeakingUp {
  /** See `Chat.speakUp`. */
  speakUp(): Promise<void>
  /** A sign of life from the user: quiet begins anew, and what she has not begun to say is left. */
  stir(): void
  /** Leaves what she has not begun to say. */
  giveWay(): void
  /** The user speaks to her, so that she may speak up once more. */
  answered(): void
  /** Records what was raised and could not be recorded yet; to be awaited before the answer is kept. */
  record(): Promise<void>
}

export function createSpeakingUp(deps: SpeakingUpDeps, stage: Stage): SpeakingUp {
  let quietSince = deps.clock.now()
  let spoken = false
  /** Before her first words; afterwards her line is a turn like others. */
  let attempt: AbortController | null = null
  let speaking: Promise<void> = Promise.resolve()
  let unrecorded: readonly string[] = []
  let recording: Promise<void> = Promise.resolve()

  return {
    async speakUp() {
      const moment = {
        now: deps.clock.now(),
        quietSince,
        spoken: spoken || attempt !== null,
        busy: stage.busy(),
        trouble: stage.troubled(),
      }
      if (maySpeakUp(deps.surroundings(), moment)) await (speaking = speak())
    },
    stir() {
      quietSince = deps.clock.now()
      giveWay()
    },
    giveWay,
    answered() {
      spoken = false
    },
    record,
  }

  function giveWay(): void {
    attempt?.abort()
  }

  async function speak(): Promise<void> {
    const control = new AbortController()
    attempt = control
    try {
      const line = await prepareLine({ ...deps, system: stage.system }, control.signal)
      if (line === null || control.signal.aborted) return
      spoken = true
      const outcome = await say(line, control)
      if (outcome === 'shown') await record()
      // It may be said later in the same quiet; a model that failed is left alone.
      if (outcome === 'given_up') spoken = false
    } finally {
      attempt = null
    }
  }

  async function say(line: Line, control: AbortController): Promise<'shown' | 'given_up' | 'failed'> {
    const heard = { id: '', begun: false }
    try {
      const { text, status } = await line.write((soFar) => {
        if (!heard.begun) {
          if (!deps.surroundings().inView) control.abort()
          if (control.signal.aborted) return
          attempt = null
          heard.id = stage.open(control, speaking, line.raised)
          heard.begun = true
        }
        stage.show(heard.id, soFar)
      })
      if (!heard.begun) return control.signal.aborted ? 'given_up' : 'failed'
      unrecorded = [...unrecorded, ...line.raised.map((topic) => topic.id)]
      // What broke off halfway stands as it came: nobody asked for it, so nobody has to hear of the trouble.
      stage.said(heard.id, text, status === 'stopped' ? 'stopped' : 'done')
      return 'shown'
    } finally {
      if (heard.begun) {
        quietSince = deps.clock.now()
        stage.close()
      }
    }
  }

  function record(): Promise<void> {
    recording = recording.then(async () => {
      if (unrecorded.length === 0) return
      const ids = unrecorded
      const answer = await deps.memory.recordSurfaced(deps.character, ids)
      if (answer.ok) unrecorded = unrecorded.filter((id) => !ids.includes(id))
    })
    return recording
  }
}
