/** The screen of each tool of the rail; a tool without one is not listed. */
import type { Component } from 'svelte'
import type { ToolLayer } from './layers.ts'

export interface ToolScreenProps {
  readonly character: string
}

export const toolScreens: Readonly<Partial<Record<ToolLayer, Component<ToolScreenProps>>>> = {}
