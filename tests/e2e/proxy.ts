/**
 * A forward proxy that the browser is started with, so that every request is seen, whoever made it: page,
 * worker, service worker or the browser itself. What is not allowed is logged and goes nowhere.
 */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface LoggingProxy {
  readonly url: string
  /** Lets requests to `origin` (http only) pass from now on. */
  allow(origin: string): void
  /** What was asked for elsewhere, as `METHOD address`, since the last call. */
  takeRefused(): string[]
  close(): Promise<void>
}

/** What the browsers ask of their makers by themselves, and no flag or preference stops. */
const makersHosts = [
  'accounts.google.com',
  'android.clients.google.com',
  'clients2.google.com',
  'content-autofill.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'update.googleapis.com',
  'www.google.com',
  'content-signature-2.cdn.mozilla.net',
  'detectportal.firefox.com',
  'firefox.settings.services.mozilla.com',
  'location.services.mozilla.com',
  'push.services.mozilla.com',
]

export async function startProxy(): Promise<LoggingProxy> {
  const allowed = new Set<string>()
  let refused: string[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '')
    if (allowed.has(url.origin)) pass(url, request, response)
    else {
      log(url.hostname, `${request.method ?? ''} ${url.href}`)
      response.writeHead(403).end()
    }
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const target = request.url ?? ''
    log(target.replace(/:\d+$/, ''), `CONNECT ${target}`)
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })

  function log(host: string, line: string): void {
    if (!makersHosts.includes(host)) refused.push(line)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${String(port)}`,
    allow: (origin) => void allowed.add(origin),
    takeRefused() {
      const taken = refused
      refused = []
      return taken
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(url: URL, request: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = url
  const onward = send(
    { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    },
  )
  // The server is down, on purpose or not: the browser sees a connection that breaks off.
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
