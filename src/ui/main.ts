/** The page's entry: begins to start its worker, which takes longest, and then shows the app. */
import './tokens.css'
import './base.css'

import { connect } from '../worker/connect.ts'

// Before the code of the screens is read. Whoever is given the connection below hears of a failure.
connect().catch(() => undefined)
const { show } = await import('./show.ts')
await show(connect)
