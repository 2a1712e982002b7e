/**
 * The calls that the reference's schedule would make over the same day (maintenance.md §6, §8, §9, §15; facts.md §2;
 * recent.md §5, §7): its loops and gates stepped through the same turns, with a model whose every answer is good. What
 * does not hang on a schedule (synthesis, promotion, feedback, contradictions) is asked for by the same events there.
 */
import type { Lived } from './live.ts'
import type { Purpose } from './model.ts'
import type { Conversation, ScriptedTurn } from './script.ts'

/** Calls by purpose, of those that the schedule decides on. */
export function referenceCalls(day: readonly Conversation[], lived: Lived): ReadonlyMap<Purpose, number> {
  const calls = new Map<Purpose, number>()
  const turns = day.flatMap((conversation) => conversation.turns)
  const signals = createExtraction(turns, count)
  const recent = createRecent(count)
  const rebuttal = createRebuttal(turns, count)
  let activity = lived.startedAt
  let next = 0
  let nextSettle = 0
  for (let now = lived.startedAt; now < lived.endedAt; now += 1) {
    for (; (turns[next]?.at ?? Infinity) <= now; next += 1) {
      activity = now
      recent.append()
      signals.turn()
    }
    for (; (lived.settledAt[nextSettle] ?? Infinity) <= now; nextSettle += 1) {
      activity = now
      recent.compress()
      recent.review(now, false)
    }
    const idleFor = now - activity
    const running = now - lived.startedAt
    if (isDue(running, 20, 40) && idleFor >= 10) {
      recent.compress()
      recent.review(now, idleFor >= 1_800)
    }
    if (isDue(running, 60, 40)) signals.round(now, idleFor >= 10)
    if (isDue(running, 100, 180)) rebuttal(now, lived.believedAt.has(Math.floor(now / 60)))
  }
  return calls

  function count(purpose: Purpose): void {
    calls.set(purpose, (calls.get(purpose) ?? 0) + 1)
  }
}

type Count = (purpose: Purpose) => void

/** Whether a loop has a round in this second of running; a round takes no time here. */
function isDue(running: number, firstDelay: number, interval: number): boolean {
  return running >= firstDelay && (running - firstDelay) % interval === 0
}

/** Path A by ten turns or five minutes, stage 2 after each that left something unheard, path B after every third. */
function createExtraction(turns: readonly ScriptedTurn[], count: Count) {
  let turnsSince = 0
  let lastCheck: number | null = null
  let ticks = 0
  let unheard = 0
  return {
    turn: () => void (turnsSince += 1),
    round(now: number, idle: boolean): void {
      const due = turnsSince >= 10 || (turnsSince > 0 && (lastCheck === null ? idle : now - lastCheck >= 300))
      if (!due) return
      const from: number = lastCheck ?? now - 600
      const window = turns.filter(({ at }) => at >= from && at <= now)
      turnsSince = 0
      lastCheck = now
      if (window.length === 0) return
      count('extractFacts')
      unheard += window.filter(({ at, fact }) => fact !== null && at > from).length
      if (unheard > 0) count('detectSignals')
      unheard = Math.max(0, unheard - 20)
      ticks += 1
      if (ticks < 3) return
      ticks = 0
      count('extractFactsWithAi')
    },
  }
}

/** Recent memory as numbered messages: one memo and nine messages stay of more than twenty; reviews by their gates. */
function createRecent(count: Count) {
  let number = 0
  let items: { readonly number: number; readonly human: boolean }[] = []
  let reviewedAt = -Infinity
  let cutoff: number | null = null
  const add = (human: boolean): void => void items.push({ number: (number += 1), human })
  return {
    append(): void {
      add(true)
      add(false)
    },
    compress(): void {
      if (items.length <= 20) return
      count('summarise')
      items = [{ number: (number += 1), human: false }, ...items.slice(-9)]
    },
    review(now: number, longIdle: boolean): void {
      if (items.length < 8 || now - reviewedAt < 60) return
      const at = items.findIndex((item) => item.number === cutoff)
      const fresh = at < 0 ? Infinity : items.slice(at + 1).filter(({ human }) => human).length
      if (fresh < 5 && !(longIdle && fresh >= 1)) return
      count('reviewHistory')
      reviewedAt = now
      cutoff = items.at(-1)?.number ?? null
    },
  }
}

/** Each round asks about what was said since the last, twenty texts at once, while something is believed. */
function createRebuttal(
  turns: readonly ScriptedTurn[],
  count: Count,
): (now: number, believed: boolean) => void {
  let cursor = -Infinity
  return (now, believed) => {
    const said = turns.filter(({ at }) => at > cursor && at <= now)
    if (said.length > 0 && believed) count('checkRebuttal')
    cursor = believed ? (said[19]?.at ?? now) : now
  }
}
