/** The built-in word table as the worker would have it, ready at once. */
import tableAddress from '../../../public/models/static/words-v3.bin?url'
import type { EmbedderProvider } from '../../../src/engine/embedding/embedder.ts'
import { createStaticEmbedder } from '../../../src/engine/embedding/static/embedder.ts'
import { openWordTable } from '../../../src/engine/embedding/static/word-table.ts'

export async function tableProvider(): Promise<EmbedderProvider> {
  const response = await fetch(tableAddress)
  const opened = openWordTable(new Uint8Array(await response.arrayBuffer()))
  if (!opened.ok) throw new Error(`the table is unusable: ${opened.fault}`)
  const embedder = createStaticEmbedder(opened.table)
  return {
    current: () => ({ state: 'ready', embedder }),
    requestLoad: () => undefined,
    onChange: () => () => undefined,
    failed: (_embedder, error) => {
      throw error
    },
  }
}
