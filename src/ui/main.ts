/** The page's entry: begins to start its worker, which takes longest, and then shows the app. */
import './tokens.css'
import './base.css'

import { connect, workerBegun } from '../worker/connect.ts'

await workerBegun()
const { show } = await import('./show.ts')
await show(connect)
