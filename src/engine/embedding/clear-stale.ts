/**
 * What was made from texts that are others by now, taken away in the step that brought them (embeddings.md §5): for
 * documents that somebody edits as a whole, where the vector stands beside the text and stays when that is reworded.
 */
import { parseObject, patchObject } from '../document.ts'
import { noCount } from '../persona/entry.ts'
import type { Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { VectorTable } from '../store/vector-rows.ts'
import { sha256Hex } from '../text/hash.ts'
import { noVector } from './stored.ts'

/** Views whose rows keep vectors. */
const tables: ReadonlyMap<string, VectorTable> = new Map([
  ['facts.json', 'facts'],
  ['reflections.json', 'reflections'],
  ['persona.json', 'persona'],
])

/** Of the rows behind the view `name`; how many had something that was not of their text. */
export async function clearStale(tx: Transaction, store: CharacterStore, name: string): Promise<number> {
  const table = tables.get(name)
  if (table === undefined) return 0
  let cleared = 0
  for (const { seq, doc } of await store.vectorRows.made(tx, table)) {
    const document = parseObject(doc)
    const text = document?.['text']
    if (document === null || typeof text !== 'string') continue
    const hash = sha256Hex(text)
    const changes = {
      ...(isStale(document['embedding_text_sha256'], hash) ? noVector : {}),
      ...(isStale(document['token_count_text_sha256'], hash) ? noCount : {}),
    }
    if (Object.keys(changes).length === 0) continue
    await store.vectorRows.rewrite(tx, table, { seq, doc: patchObject(doc, changes) })
    cleared += 1
  }
  return cleared
}

function isStale(kept: unknown, hash: string): boolean {
  return kept !== null && kept !== undefined && kept !== hash
}
