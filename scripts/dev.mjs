// npm run dev: the development server, at the same address as the app.
import { setUp, stop } from './setup.mjs'
import { busy, wantedPort } from './serve.mjs'

setUp()
const { createServer } = await import('vite')
const port = wantedPort()
const server = await createServer({ server: { port, strictPort: true, host: 'localhost' } })
try {
  await server.listen()
} catch (error) {
  await server.close()
  stop(error instanceof Error && error.message.includes('already in use') ? busy(port) : String(error))
}
server.printUrls()
