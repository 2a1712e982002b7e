/** Shows the app on the page. */
import { mount } from 'svelte'

import type { OmoideClient } from '../worker/connect.ts'
import App from './App.svelte'
import { applyLastAppearance } from './app/preferences.svelte.ts'

export async function show(connect: () => Promise<OmoideClient>): Promise<void> {
  await applyLastAppearance()
  const target = document.getElementById('app')
  if (target === null) throw new Error('index.html has no #app')
  mount(App, { target, props: { connect } })
}
