/** How an entry is named in an address and in a set: kind and id as one text. */
import type { EntryKey, EntryKind } from '../../engine/browser-api.ts'

const kinds: readonly EntryKind[] = ['fact', 'reflection', 'persona', 'correction', 'turn']

export function keyText({ kind, id }: EntryKey): string {
  return `${kind}:${id}`
}

/** Null for a text that names no entry. Ids may hold colons, so only the first one parts. */
export function readKey(text: string | null): EntryKey | null {
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 0) return null
  const kind = kinds.find((known) => known === text.slice(0, colon))
  const id = text.slice(colon + 1)
  return kind === undefined || id === '' ? null : { kind, id }
}

export function sameKey(one: EntryKey | null | undefined, other: EntryKey | null | undefined): boolean {
  return one?.kind === other?.kind && one?.id === other?.id
}
