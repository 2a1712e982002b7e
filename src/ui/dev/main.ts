/** The pages over the stand-in worker: `npx vite src/ui/dev`, with options in the query (`?seed&storage=temporary`). */
import '../tokens.css'
import '../base.css'
import { mount } from 'svelte'

import type { StorageState } from '../../engine/api.ts'
import App from '../App.svelte'
import { applyLastAppearance } from '../app/preferences.svelte.ts'
import { createFakeClient } from './fake-client.ts'

await applyLastAppearance()
const options = new URLSearchParams(location.search)
const failWrites = options.get('fail')
const client = createFakeClient({
  storage: (options.get('storage') ?? 'best_effort') as StorageState,
  seed: options.has('seed'),
  facts: Number(options.get('facts') ?? 3_000),
  ...(failWrites === null ? {} : { failWrites }),
})
const target = document.getElementById('app')
if (target !== null) mount(App, { target, props: { connect: () => Promise.resolve(client) } })
