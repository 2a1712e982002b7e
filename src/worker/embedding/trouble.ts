/** A model that can't be used, and why; inside a worker it is thrown, between workers it is a value. */
import type { EmbedderTrouble } from '../../engine/embedding/embedder.ts'
import { messageOf } from '../../engine/result.ts'

export class ModelTrouble extends Error {
  constructor(
    readonly trouble: EmbedderTrouble,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.name = 'ModelTrouble'
  }
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: EmbedderTrouble; readonly detail: string }

/** `work` with what it throws as a value; whatever says no trouble of its own counts as `otherwise`. */
export async function outcomeOf<T>(work: () => Promise<T>, otherwise: EmbedderTrouble): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const trouble = error instanceof ModelTrouble ? error.trouble : otherwise
    return { ok: false, trouble, detail: messageOf(error) }
  }
}

/** The value of an outcome; throws the trouble. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new ModelTrouble(outcome.trouble, outcome.detail)
  return outcome.value
}
