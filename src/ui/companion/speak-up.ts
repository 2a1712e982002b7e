/**
 * Speaking up by herself (routes.md §10.3, step 6; reflections.md §5): when she may, what she may raise, and the line
 * itself, written by the chat model or, without one, a fixed question. The connector shows, keeps and records it.
 */
import type { StorageState } from '../../engine/api.ts'
import { fenceAround } from '../../engine/model/tasks/prompts/fill.ts'
import { dataText } from '../../engine/model/tasks/lines.ts'
import type { Language } from '../../engine/model/memory-model.ts'
import type { Instant } from '../../engine/ports.ts'
import { SPEAK_UP_QUIET_MS, SURFACE_COUNT } from '../../engine/settings.ts'
import type { FollowupTopic, MemoryRoutes } from '../app/memory-routes.ts'
import { reply as askModel, type ReplyDeps, type ReplyOutcome } from './reply.ts'
import { questionAbout, speakUpWords } from './speak-up-words.ts'

/** What only the page can tell of the moment. */
export interface Surroundings {
  /** The user's setting. */
  readonly allowed: boolean
  /** Her conversation is what the user sees: the tab is visible, and nothing lies over the page. */
  readonly inView: boolean
  readonly storage: StorageState
  /** False when the device is offline and the chat model is elsewhere. */
  readonly modelInReach: boolean
}

/** What the conversation itself knows of the moment. */
export interface Moment {
  readonly now: Instant
  /** The user's last words, key strokes or turn end here; the opening of the page before any. */
  readonly quietSince: Instant
  /** She has spoken up, or tried to, since the user's last words. */
  readonly spoken: boolean
  /** A turn is under way or the conversation is being put away. */
  readonly busy: boolean
  /** The last reply failed or something is not kept: an alert waits for the user as it is. */
  readonly trouble: boolean
}

/** Whether she may say something unasked now. */
export function maySpeakUp(
  { allowed, inView, storage, modelInReach }: Surroundings,
  moment: Moment,
): boolean {
  if (!allowed || !inView || !modelInReach) return false
  // What she raises has to be recorded to count; where storage is in doubt she only answers.
  if (storage !== 'durable' && storage !== 'best_effort') return false
  if (moment.busy || moment.trouble || moment.spoken) return false
  return moment.now - moment.quietSince >= SPEAK_UP_QUIET_MS
}

/** At most three, each on one line, without blank and repeated ones. */
export function topicsToRaise(offered: readonly FollowupTopic[]): readonly FollowupTopic[] {
  const chosen = new Map<string, FollowupTopic>()
  for (const { id, text } of offered) {
    const line = dataText(text)
    if (line !== '' && !chosen.has(line)) chosen.set(line, { id, text: line })
  }
  return [...chosen.values()].slice(0, SURFACE_COUNT)
}

/** What the model is told. The topics stand between markers that they cannot contain, one line each. */
export function speakUpPrompt(
  topics: readonly FollowupTopic[],
  language: Language,
  character: string,
  user: string,
): string {
  const list = topics.map(({ text }) => `- ${dataText(text)}`).join('\n')
  const { begin, end } = fenceAround(list)
  const words = speakUpWords[language](dataText(character), dataText(user))
  return `${words}\n\n${begin}\n${list}\n${end}`
}

export interface SpeakUpDeps {
  readonly character: string
  readonly memory: Pick<MemoryRoutes, 'followupTopics' | 'newDialog'>
  readonly language: () => Language
  readonly userName: () => string
  /** How the chat model is asked; null without one. */
  readonly reply: () => ReplyDeps | null
  /** The system text around the context of `/new_dialog`. */
  readonly system: (context: string) => Promise<string>
}

/** A line about to be said. */
export interface Line {
  /** What is put before the model, or asked about without one. */
  readonly raised: readonly FollowupTopic[]
  /** Calls `show` with the line as far as it has come, never with nothing. */
  write(show: (text: string) => void): Promise<Pick<ReplyOutcome, 'status' | 'text'>>
}

/** Null when there is nothing to raise. A context that could not be read counts as empty (routes.md §10.3). */
export async function prepareLine(deps: SpeakUpDeps, signal: AbortSignal): Promise<Line | null> {
  const offered = await deps.memory.followupTopics(deps.character)
  const raised = offered.ok ? topicsToRaise(offered.value) : []
  const [first] = raised
  if (first === undefined || signal.aborted) return null
  const reply = deps.reply()
  const language = deps.language()
  if (reply === null) {
    const text = questionAbout(first.text, language)
    return {
      raised: [first],
      write(show) {
        show(text)
        return Promise.resolve({ status: 'done', text })
      },
    }
  }
  const context = await deps.memory.newDialog(deps.character)
  const input = {
    system: await deps.system(context.ok ? context.value : ''),
    transcript: [],
    userText: speakUpPrompt(raised, language, deps.character, deps.userName()),
    signal,
  }
  return {
    raised,
    write: (show) =>
      askModel(reply, input, ({ text }) => {
        if (text.trim() !== '') show(text)
      }),
  }
}
