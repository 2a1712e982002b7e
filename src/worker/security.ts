/**
 * The headers that keep the app to itself. The static server sends them on the first load; from then on the
 * service worker sets them anew on every page and script, with the origins that the user has approved.
 */
import { referenceOrigins } from './routes.ts'

/** Names of the Trusted Types policies: Svelte's own, and ours for workers (see trusted-types.ts). */
export const trustedTypesPolicies = ['svelte-trusted-html', 'omoide-scripts'] as const

/**
 * The content security policy with requests allowed to our own origin and `approvedOrigins`.
 *
 * The reference's own addresses are always in: the service worker answers them itself and a policy is checked
 * before it gets to see a request, so without them unmodified clients would be cut off (design.md §8a).
 */
export function contentSecurityPolicy(approvedOrigins: readonly string[]): string {
  const connect = ["'self'", ...referenceOrigins, ...approvedOrigins.filter(isPlainOrigin)]
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${connect.join(' ')}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' blob: data:",
    "manifest-src 'self'",
    // SQLite and the embedder are WebAssembly; this allows compiling it and nothing else of `eval`.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypesPolicies.join(' ')}`,
  ].join('; ')
}

/**
 * The policy of the service worker's own script. It is the firewall: a request that comes before it knows what is
 * approved passes through it, once it has looked.
 */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self' http: https:; script-src 'self'"

/** Headers that do not depend on what the user approved. */
export const fixedHeaders: readonly (readonly [string, string])[] = [
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]

/** An http(s) origin and nothing more, so that a stored value cannot smuggle a directive into the policy. */
export function isPlainOrigin(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value
}
