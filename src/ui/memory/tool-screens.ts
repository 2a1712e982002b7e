/** The screen of each tool of the rail; a tool without one is not listed. */
import type { Component } from 'svelte'
import Activity from './activity.svelte'
import Context from './context.svelte'
import Documents from './documents.svelte'
import Health from './health.svelte'
import type { ToolLayer } from './layers.ts'
import RecallLab from './recall-lab.svelte'

export interface ToolScreenProps {
  readonly character: string
}

export const toolScreens: Readonly<Partial<Record<ToolLayer, Component<ToolScreenProps>>>> = {
  'recall-lab': RecallLab,
  context: Context,
  activity: Activity,
  health: Health,
  documents: Documents,
}
