/** Assertions that need no test runner, so that the same case runs in Node and in a bare worker. */

/** Throws unless the two are equal: plain data, deeply; byte arrays by their bytes. */
export function equal(actual: unknown, expected: unknown, what = 'value'): void {
  const [one, other] = [spell(actual), spell(expected)]
  if (one !== other) throw new Error(`${what}: got ${short(one)}, expected ${short(other)}`)
}

export function isTrue(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/** Resolves to what `work` rejects with. */
export async function rejection(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (thrown) {
    return thrown
  }
  throw new Error('A rejection was expected.')
}

/** Checks that `work` rejects with a storage error of this code. */
export async function rejectsWith(work: Promise<unknown>, code: string): Promise<void> {
  const thrown = await rejection(work)
  const actual = thrown instanceof Error && 'code' in thrown ? thrown.code : String(thrown)
  equal(actual, code, 'error code')
}

function spell(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Uint8Array) return `bytes ${[...part].join(',')}`
    if (part === undefined) return 'undefined'
    return Object.is(part, -0) ? '-0' : part
  })
}

function short(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}
