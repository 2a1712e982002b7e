import type { Component } from 'svelte'
import BadgeCheck from '@lucide/svelte/icons/badge-check'
import MessagesSquare from '@lucide/svelte/icons/messages-square'
import ShieldX from '@lucide/svelte/icons/shield-x'
import UserRound from '@lucide/svelte/icons/user-round'

export const layers = ['recent', 'facts', 'persona', 'refusals'] as const
export type Layer = (typeof layers)[number]

export const layerIcons: Readonly<Record<Layer, Component>> = {
  recent: MessagesSquare,
  facts: BadgeCheck,
  persona: UserRound,
  refusals: ShieldX,
}

export function layerFrom(text: string | null): Layer | null {
  return layers.find((layer) => layer === text) ?? null
}
