/**
 * The page runs under `require-trusted-types-for 'script'`: a worker's address has to come from a named policy.
 * TypeScript's DOM library does not know Trusted Types yet, hence the few declarations here.
 */

interface ScriptPolicy {
  /** Typed as the string that the DOM's signatures ask for; at run time it is a `TrustedScriptURL`. */
  createScriptURL(url: string): string
}

declare global {
  /** Undefined in browsers without Trusted Types. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy }
    | undefined
}

const rules = { createScriptURL: ownScript }
let policy: ScriptPolicy | undefined

/** The address of a script of ours, in the form that `new Worker` and `register` accept under our policy. */
export function scriptUrl(url: string): string {
  policy ??= globalThis.trustedTypes?.createPolicy('omoide-scripts', rules) ?? rules
  return policy.createScriptURL(url)
}

/** Refuses (throws) what is not same-origin: such a call would be a bug. */
function ownScript(url: string): string {
  const { origin, href } = new URL(url, location.href)
  if (origin !== location.origin) throw new TypeError(`not a script of ours: ${origin}`)
  return href
}
