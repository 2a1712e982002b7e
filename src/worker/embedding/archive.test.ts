import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { FILE_PIECE_BYTES } from '../limits.ts'
import { readArchive } from './archive.ts'

const random = Uint8Array.from({ length: 30_000 }, (_, at) => Math.imul(at, 0x9e3779b1) >>> 24)

test('files come out as they went in, packed or not, empty ones too', async () => {
  const files = {
    'a/config.json': bytesOf('{"a":1}'),
    'a/empty': new Uint8Array(),
    'a/onnx/model.onnx': random,
  }
  for (const level of [0, 9] as const) {
    const read = await readArchive(new Blob([zipSync(files, { level })]))
    expect(await Promise.all(read.map(async (file) => [file.path, await contentOf(file.pieces())]))).toEqual(
      Object.entries(files),
    )
    expect(read.map(({ bytes }) => bytes)).toEqual(Object.values(files).map(({ length }) => length))
  }
})

test('what unpacks to a thousand times its size is never in memory as a whole', async () => {
  const size = 48 * FILE_PIECE_BYTES
  const [file] = await readArchive(new Blob([zipSync({ bomb: new Uint8Array(size) }, { level: 9 })]))
  let [total, largest] = [0, 0]
  for await (const piece of file?.pieces() ?? []) {
    total += piece.byteLength
    largest = Math.max(largest, piece.byteLength)
  }
  expect(total).toBe(size)
  expect(largest).toBeLessThanOrEqual(20 * FILE_PIECE_BYTES)
})

test('what is longer, shorter or other than it says is refused', async () => {
  const archive = zipSync({ a: random }, { level: 9 })
  // Length and checksum in the directory, 46 bytes of which are before the name at its end.
  const directory = archive.length - 22 - 46 - 1
  for (const [at, change] of [
    [directory + 24, -1],
    [directory + 24, 1],
    [directory + 16, 1],
  ] as const) {
    const [file] = await readArchive(
      new Blob([archive.map((byte, index) => byte + (index === at ? change : 0))]),
    )
    await expect(contentOf(file?.pieces() ?? [])).rejects.toMatchObject({
      code: 'embedding_archive_unreadable',
    })
  }
})

async function contentOf(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const parts: BlobPart[] = []
  for await (const piece of pieces) parts.push(piece.slice())
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
