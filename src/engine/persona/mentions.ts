/**
 * Not bringing up the same things all the time (persona.md §6, reflections.md §4): what a character's replies
 * mention three times within the window is put aside for a while.
 */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import type { Instant, Moment } from '../ports.ts'
import { MENTION_LIMIT, MENTION_WINDOW_MS, SUPPRESS_MS } from '../settings.ts'
import { mentionedIn } from '../text/keywords.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { entryText, type Persona } from './entry.ts'

/** Counts the mentions of one reply. Protected entries and bare strings are not counted. */
export function recordPersonaMentions(
  persona: Persona,
  reply: string,
  now: Moment,
  names: readonly string[],
): { persona: Persona; changed: boolean } {
  const time = timeOf(now)
  const isMentioned = mentionedIn(reply, names)
  return mapEntries(persona, (entry) => {
    if (isTruthy(entry['protected']) || !isMentioned(entryText(entry))) return null
    return mention(entry, time)
  })
}

/** The same for reflections, of which only the confirmed are counted. */
export function recordReflectionMentions(
  reflections: readonly unknown[],
  reply: string,
  now: Moment,
  names: readonly string[],
): { reflections: readonly unknown[]; changed: boolean } {
  const time = timeOf(now)
  const isMentioned = mentionedIn(reply, names)
  const { entries, changed } = mapList(reflections, (entry) => {
    if (entry['status'] !== 'confirmed' || !isMentioned(entryText(entry))) return null
    return mention(entry, time)
  })
  return { reflections: entries, changed }
}

/** Forgets old mentions and lifts what has been put aside long enough. Done before every rendering. */
export function releasePersona(persona: Persona, now: Moment): { persona: Persona; changed: boolean } {
  if (!persona.some(({ entries }) => isDue(entries, now))) return { persona, changed: false }
  const time = timeOf(now)
  return mapEntries(persona, (entry) => release(entry, time))
}

export function releaseReflections(
  reflections: readonly unknown[],
  now: Moment,
): { reflections: readonly unknown[]; changed: boolean } {
  if (!isDue(reflections, now)) return { reflections, changed: false }
  const time = timeOf(now)
  const { entries, changed } = mapList(reflections, (entry) => release(entry, time))
  return { reflections: entries, changed }
}

/** Whether time has come for anything in the list: lists are never changed in place, so each is read through once. */
function isDue(entries: readonly unknown[], now: Moment): boolean {
  let first = firsts.get(entries)
  if (first?.zone !== now.zone) firsts.set(entries, (first = firstsOf(entries, now)))
  return first.unreadable || isLifted(first.aside, now) || isForgotten(first.mention, now)
}

/** The earliest of what a list holds: when something was put aside, and when something was mentioned. */
interface Firsts {
  readonly zone: string
  readonly aside: Instant
  readonly mention: Instant
  /** A stamp of a mention that cannot be read is forgotten at once. */
  readonly unreadable: boolean
}

const firsts = new WeakMap<readonly unknown[], Firsts>()

function firstsOf(entries: readonly unknown[], now: Moment): Firsts {
  const { instantOf } = timeOf(now)
  const first = { zone: now.zone, aside: Infinity, mention: Infinity, unreadable: false }
  for (const entry of entries) {
    if (!isObject(entry)) continue
    if (isTruthy(entry['suppress'])) {
      first.aside = Math.min(first.aside, instantOf(entry['suppressed_at']) ?? Infinity)
    }
    for (const stamp of mentionsOf(entry)) {
      const instant = instantOf(stamp)
      if (instant === null) first.unreadable = true
      else first.mention = Math.min(first.mention, instant)
    }
  }
  return first
}

function isLifted(since: Instant, now: Moment): boolean {
  return now.instant - since >= SUPPRESS_MS
}

function isForgotten(mention: Instant, now: Moment): boolean {
  return now.instant - mention > MENTION_WINDOW_MS
}

/** The time of one pass over all entries. */
interface PassTime {
  readonly now: Moment
  /** What the stamps of the pass name: one reply stamps hundreds of entries alike, so each is read once. */
  readonly instantOf: (stamp: unknown) => Instant | null
}

function timeOf(now: Moment): PassTime {
  const known = new Map<unknown, Instant | null>()
  return {
    now,
    instantOf(stamp) {
      let instant = known.get(stamp)
      if (instant === undefined) known.set(stamp, (instant = parseStamp(stamp, now.zone)))
      return instant
    },
  }
}

function mention(entry: JsonObject, time: PassTime): JsonObject {
  const stamp = toNaive(time.now)
  const mentions = recent([...mentionsOf(entry), stamp], time)
  if (isTruthy(entry['suppress']) || mentions.length <= MENTION_LIMIT) {
    return { ...entry, recent_mentions: mentions }
  }
  return { ...entry, recent_mentions: mentions, suppress: true, suppressed_at: stamp }
}

/** The changed entry, or null when nothing changes. */
function release(entry: JsonObject, time: PassTime): JsonObject | null {
  const since = isTruthy(entry['suppress']) ? time.instantOf(entry['suppressed_at']) : null
  if (since !== null && isLifted(since, time.now)) {
    return { ...entry, suppress: false, suppressed_at: null, recent_mentions: [] }
  }
  const before = mentionsOf(entry)
  if (before.length === 0) return null
  const mentions = recent(before, time)
  return mentions.length === before.length ? null : { ...entry, recent_mentions: mentions }
}

function mentionsOf(entry: JsonObject): readonly unknown[] {
  const mentions = entry['recent_mentions']
  return Array.isArray(mentions) ? mentions : []
}

/** Those within the window; stamps that cannot be read are forgotten. */
function recent(mentions: readonly unknown[], { now, instantOf }: PassTime): unknown[] {
  return mentions.filter((stamp) => {
    const instant = instantOf(stamp)
    return instant !== null && !isForgotten(instant, now)
  })
}

type Change = (entry: JsonObject) => JsonObject | null

function mapEntries(persona: Persona, change: Change): { persona: Persona; changed: boolean } {
  const sections = persona.map((section) => {
    const { entries, changed } = mapList(section.entries, change)
    return changed ? { ...section, entries } : section
  })
  const changed = sections.some((section, index) => section !== persona[index])
  return { persona: sections, changed }
}

function mapList(
  entries: readonly unknown[],
  change: Change,
): { entries: readonly unknown[]; changed: boolean } {
  const mapped = entries.map((entry) => (isObject(entry) ? (change(entry) ?? entry) : entry))
  return { entries: mapped, changed: mapped.some((entry, index) => entry !== entries[index]) }
}
