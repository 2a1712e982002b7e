/**
 * Names that are taken out of texts before words are compared (facts.md §5, recall.md §A5): they are in
 * nearly every line and say nothing about what it is about.
 */
import { SPACE_CLASS } from './whitespace.ts'

export interface NameSources {
  readonly userName: string | null
  readonly characterName: string | null
  /** Nickname fields as the card holds them, several names in one text. */
  readonly userNicknames: string | null
  readonly characterNicknames: string | null
}

/** What facts and reflections by rules call the user, whatever the name: nearly every line of theirs holds one. */
export const USER_WORDS: readonly string[] = ['主人', 'マスター', 'user']

/** Shorter names are never taken out: they are parts of other words too often. */
const SHORTEST_NAME = 2

/** All names without repeats, longest first (in code points), equal lengths in the order of the sources. */
export function stopNames(sources: NameSources): string[] {
  const names = [
    sources.userName ?? '',
    sources.characterName ?? '',
    ...splitAliases(sources.userNicknames),
    ...splitAliases(sources.characterNicknames),
  ].filter((name) => name !== '')
  return [...new Set(names)].sort((a, b) => lengthOf(b) - lengthOf(a))
}

const aliasSeparators = new RegExp(`[,，;；、${SPACE_CLASS}]+`, 'u')

/** The names of one nickname field. */
export function splitAliases(field: string | null | undefined): string[] {
  return (field ?? '').split(aliasSeparators).filter((name) => name !== '')
}

/** `text` with each name replaced by one blank, in the order of `names`, so that neighbours never fuse. */
export function stripNames(text: string, names: readonly string[]): string {
  let stripped = text
  for (const name of names) {
    if (lengthOf(name) < SHORTEST_NAME) continue
    stripped = /^[A-Za-z0-9_-]+$/.test(name)
      ? stripped.replace(new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])`, 'giu'), ' ')
      : stripped.replaceAll(name, ' ')
  }
  return stripped
}

function lengthOf(text: string): number {
  return [...text].length
}
