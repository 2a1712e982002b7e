/** The screens of the memory browser, as the rail lists them and as an address names them. */
import type { Component } from 'svelte'
import Activity from '@lucide/svelte/icons/activity'
import Archive from '@lucide/svelte/icons/archive'
import CalendarClock from '@lucide/svelte/icons/calendar-clock'
import BadgeCheck from '@lucide/svelte/icons/badge-check'
import Braces from '@lucide/svelte/icons/braces'
import FlaskConical from '@lucide/svelte/icons/flask-conical'
import HeartPulse from '@lucide/svelte/icons/heart-pulse'
import Lightbulb from '@lucide/svelte/icons/lightbulb'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Scale from '@lucide/svelte/icons/scale'
import ShieldX from '@lucide/svelte/icons/shield-x'
import UserRound from '@lucide/svelte/icons/user-round'
import type { EntryKind, EntryList } from '../../engine/browser-api.ts'

export const entryLists = [
  'facts',
  'reflections',
  'persona',
  'corrections',
  'archive',
  'timeline',
] as const satisfies readonly EntryList[]

/** Screens that look into the workings; each is a component of its own (tool-screens.ts). */
export const toolLayers = ['recall-lab', 'context', 'activity', 'health', 'documents'] as const
export type ToolLayer = (typeof toolLayers)[number]

export const memoryLayers = ['recent', ...entryLists, 'refusals'] as const
export type MemoryLayer = (typeof memoryLayers)[number]
export type Layer = MemoryLayer | ToolLayer

export const layerIcons: Readonly<Record<Layer, Component>> = {
  recent: MessagesSquare,
  facts: BadgeCheck,
  reflections: Lightbulb,
  persona: UserRound,
  corrections: Scale,
  archive: Archive,
  timeline: CalendarClock,
  refusals: ShieldX,
  'recall-lab': FlaskConical,
  context: ScrollText,
  activity: Activity,
  health: HeartPulse,
  documents: Braces,
}

export const kindIcons: Readonly<Record<EntryKind, Component>> = {
  turn: MessagesSquare,
  fact: BadgeCheck,
  reflection: Lightbulb,
  persona: UserRound,
  correction: Scale,
}

/** Where an entry of a kind is listed while it is not archived. */
export const listOfKind: Readonly<Record<EntryKind, EntryList>> = {
  fact: 'facts',
  reflection: 'reflections',
  persona: 'persona',
  correction: 'corrections',
  turn: 'timeline',
}

export function layerFrom(text: string | null): Layer | null {
  return [...memoryLayers, ...toolLayers].find((layer) => layer === text) ?? null
}

export function isEntryList(layer: Layer): layer is EntryList {
  return entryLists.some((list) => list === layer)
}

export function isTool(layer: Layer): layer is ToolLayer {
  return toolLayers.some((tool) => tool === layer)
}
