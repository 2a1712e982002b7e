// A small static server for the built app. It holds no memory: a memory route that reaches it came from a page
// that the service worker does not control, and is told so.
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, stop } from './setup.mjs'

/** Both loopback addresses, and nothing that another machine can reach. */
const hosts = ['127.0.0.1', '::1']

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

const noOpenTab = {
  ok: false,
  error_code: 'no_open_tab',
  error:
    'No Omoide tab answers here. Memory routes are answered inside the browser: open the app, and call them from a page of it.',
}

/**
 * Starts the server on both loopback addresses. Resolves to `{ port, close }`; rejects with code `EADDRINUSE`
 * when either address is taken.
 *
 * @param {{ folder: string, port: number, alter?: (path: string, read: () => string) => string | undefined }} options
 *   `alter` may give another body for a path (tests of updates).
 */
export async function serve({ folder, port, alter }) {
  const settings = JSON.parse(readFileSync(join(folder, 'serve.json'), 'utf8'))
  const memoryPath = new RegExp(settings.memoryPathPattern)
  const handler = (request, response) => {
    for (const [name, value] of settings.headers) response.setHeader(name, value)
    const policy = request.url === '/sw.js' ? settings.serviceWorkerPolicy : settings.contentSecurityPolicy
    response.setHeader('Content-Security-Policy', policy)
    answer(request, response, { folder, memoryPath, pagePaths: settings.pagePaths, alter })
  }
  const servers = []
  let bound = port
  try {
    for (const host of hosts) {
      const server = await listen(handler, host, bound)
      if (!server) continue
      bound = server.address().port
      servers.push(server)
    }
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  const close = () =>
    Promise.all(
      servers.map((server) => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      }),
    )
  return { port: bound, close }
}

function answer(request, response, { folder, memoryPath, pagePaths, alter }) {
  let path
  try {
    path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
  } catch {
    // A malformed address (`//`, `%zz`) names nothing that is here.
    return send(response, 400, 'text/plain; charset=utf-8', 'Bad address')
  }
  if (memoryPath.test(path)) {
    response.setHeader('Retry-After', '1')
    return send(response, 503, types['.json'], JSON.stringify(noOpenTab))
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return send(response, 405, 'text/plain; charset=utf-8', 'Method not allowed')
  }
  const name = pagePaths.includes(path) ? '/index.html' : path
  const file = normalize(join(folder, name))
  const size = file.startsWith(folder + sep) && name !== '/serve.json' ? sizeOf(file) : undefined
  if (size === undefined) return send(response, 404, 'text/plain; charset=utf-8', 'Not found')
  // Names under assets/ carry a digest of their content; all else is asked for again each time.
  response.setHeader(
    'Cache-Control',
    name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  const type = types[extname(file)] ?? 'application/octet-stream'
  const altered = alter?.(name, () => readFileSync(file, 'utf8'))
  if (altered !== undefined) return send(response, 200, type, altered)
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': size })
  if (request.method === 'HEAD') return response.end()
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response)
}

function send(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Undefined for what is no file here, and for names that no file can have. */
function sizeOf(file) {
  try {
    const found = statSync(file)
    return found.isFile() ? found.size : undefined
  } catch {
    return undefined
  }
}

/** Resolves to undefined where the machine does not have this address at all (no IPv6). */
function listen(handler, host, port) {
  const server = createServer(handler)
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined)
      else reject(error)
    })
    server.listen(port, host, () => resolve(server))
  })
}

/** The port of the environment, or 48911 as in the reference. */
export function wantedPort() {
  const text = process.env.PORT
  if (text === undefined || text === '') return 48911
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65535) stop(`PORT is not a port number: ${text}`, 2)
  return port
}

/** Serves `dist` until interrupted, and prints the address. */
export async function serveApp() {
  const port = wantedPort()
  try {
    const server = await serve({ folder: join(root, 'dist'), port })
    console.log(`Omoide is at http://localhost:${server.port}`)
  } catch (error) {
    if (error.code === 'EADDRINUSE') stop(busy(port))
    if (error.code === 'EACCES')
      stop(`port ${port} needs rights that this user does not have. Choose a higher one, e.g. PORT=48921.`)
    throw error
  }
}

export function busy(port) {
  const other = port === 48921 ? 48931 : 48921
  return (
    `port ${port} is in use by another program. Stop that program, or choose another port: PORT=${other} npm start\n` +
    '(Memory belongs to the address it was made at: at another port you start with an empty one.)'
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await serveApp()
