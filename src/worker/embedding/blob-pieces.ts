import { FILE_PIECE_BYTES } from '../limits.ts'

/** The content of a blob from its start, in pieces that are never all in memory. */
export async function* piecesOf(content: Blob): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.size; start += FILE_PIECE_BYTES) {
    yield new Uint8Array(await content.slice(start, start + FILE_PIECE_BYTES).arrayBuffer())
  }
}
