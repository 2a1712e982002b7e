/** What the page of the storage tests and its workers say to each other. */
export interface Order {
  readonly check: string
  /** Prefix of everything that the check stores. */
  readonly name: string
  readonly argument?: string | number
}

export type Answer =
  { readonly ok: true; readonly value?: unknown } | { readonly ok: false; readonly error: string }
