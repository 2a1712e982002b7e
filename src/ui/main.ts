/** The page's entry: connects to the worker, then shows the app. */
import './tokens.css'
import './base.css'
import { mount } from 'svelte'

import { connect } from '../worker/connect.ts'
import App from './App.svelte'
import { applyLastAppearance } from './app/preferences.svelte.ts'

await applyLastAppearance()
const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
mount(App, { target, props: { connect } })
