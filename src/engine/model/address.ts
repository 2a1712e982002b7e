/** The address of a model server: where its chat route is, and what kind of network it is on. */
import { fail, ok, type Result } from '../result.ts'

export type AddressKind = 'loopback' | 'private' | 'public'

export interface ServerAddress {
  /** The chat completions route. */
  readonly chatUrl: string
  readonly origin: string
  readonly host: string
  readonly secure: boolean
  readonly kind: AddressKind
  /** True for this device, a private IP literal and a `.local` name: local without asking the name service. */
  readonly plainlyLocal: boolean
}

/**
 * Reads a base URL as people write it: with or without `/v1`, a slash at the end, or the whole route. A bare
 * origin gets `/v1`. Fails with `model_bad_address`.
 */
export function readAddress(baseUrl: string): Result<ServerAddress> {
  const text = baseUrl.trim()
  if (!URL.canParse(text)) return fail('model_bad_address', 'the base URL is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return fail('model_bad_address', 'the base URL is neither http nor https')
  }
  if (url.username !== '' || url.password !== '') {
    return fail('model_bad_address', 'the base URL holds a name or password')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  const host = url.hostname.toLowerCase()
  const kind = addressKind(host)
  return ok({
    chatUrl: `${url.origin}${path === '' ? '/v1' : path}/chat/completions${url.search}`,
    origin: url.origin,
    host,
    secure: url.protocol === 'https:',
    kind,
    plainlyLocal:
      kind === 'loopback' ||
      (kind === 'private' && (host.startsWith('[') || /^[\d.]+$/.test(host) || host.endsWith('.local'))),
  })
}

/** Loopback, private (also a name without a dot), or public. `host` as `URL.hostname` gives it. */
export function addressKind(host: string): AddressKind {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return 'loopback'
  const v4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host)
  if (v4 !== null) {
    const first = Number(v4[1])
    const second = Number(v4[2])
    if (first === 127) return 'loopback'
    const local =
      first === 10 ||
      (first === 172 && second >= 16 && second <= 31) ||
      (first === 192 && second === 168) ||
      (first === 169 && second === 254) ||
      (first === 100 && second >= 64 && second <= 127)
    return local ? 'private' : 'public'
  }
  if (host.startsWith('[')) return /^\[(f[cd]|fe[89ab])/.test(host) ? 'private' : 'public'
  return !host.includes('.') ||
    host.endsWith('.local') ||
    host.endsWith('.lan') ||
    host.endsWith('.home.arpa')
    ? 'private'
    : 'public'
}
