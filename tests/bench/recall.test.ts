import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecallSet } from './recall-set.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Starting the loader and an engine on a busy machine takes seconds. */
const COMMAND_TIMEOUT_MS = 60_000

const notes = {
  items: [
    { id: 'n1', text: '主人週末喜歡放風箏', time: '2025-03-09T10:00:00' },
    { id: 'n2', text: 'She bought two kites', time: '2025-03-09T10:00:00' },
    { id: 'n3', text: 'She bought two kites', time: '2025-03-09T10:00:00' },
    { id: 'n4', text: 'drinks green tea' },
  ],
  questions: [
    { id: 'q1', question: '周末放什么', gold: ['n1'], kind: 'script' },
    { id: 'q2', question: 'When did she buy a kite?', gold: ['n2'], kind: 'stem' },
    { id: 'q3', question: 'boats', gold: ['n4'], kind: 'none' },
  ],
}
/** No word in common, one meaning. */
const meanings = {
  items: [
    { id: 'm1', text: '每天早上都要喝一大杯牛奶' },
    { id: 'm2', text: '周末常去攀岩' },
  ],
  questions: [{ id: 'q1', question: 'Does anyone go rock climbing?', gold: ['m2'] }],
}
const dialogues = {
  conversations: [
    {
      speakers: ['Ada', 'Miko'],
      items: [
        { id: 'd1', speaker: 'Ada', text: 'I sold it yesterday' },
        { id: 'd2', speaker: 'Miko', text: 'I sold mine' },
      ],
      questions: [{ id: 'c1', question: 'What did Miko sell?', gold: ['d2'], category: 1 }],
    },
    {
      items: [{ id: 'd1', text: 'another pool' }],
      questions: [{ id: 'c2', question: 'pool', gold: ['d1'] }],
    },
  ],
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'omoide-recall-'))
})
afterAll(async () => rm(folder, { recursive: true }))

/** Runs the command as a user does; resolves to the written ids, or to the exit code. */
function bench(set: unknown, ...options: string[]): Promise<Record<string, string[]> | number> {
  const file = join(folder, 'set.json')
  const out = join(folder, 'results.json')
  const args = ['scripts/run.mjs', 'tests/bench/recall.ts', file, ...options, '--out', out]
  return new Promise((done, failed) => {
    writeFile(file, JSON.stringify(set)).then(() => {
      execFile(process.execPath, args, { cwd: root }, (error) => {
        if (error !== null) done(Number(error.code))
        else readFile(out, 'utf8').then((json) => done(JSON.parse(json) as Record<string, string[]>), failed)
      })
    }, failed)
  })
}

test(
  'one pool: every question gets its ranked items through the route',
  async () => {
    expect(await bench(notes, '--embedder', 'none')).toEqual({ q1: ['n1'], q2: ['n2'], q3: [] })
  },
  COMMAND_TIMEOUT_MS,
)

test(
  'conversations: each has a pool of its own, and who spoke counts',
  async () => {
    expect(await bench(dialogues, '--embedder', 'none')).toEqual({ c1: ['d2', 'd1'], c2: ['d1'] })
  },
  COMMAND_TIMEOUT_MS,
)

test(
  'left out, the embedder is the built-in table, and the fusion goes with it unless another is asked for',
  async () => {
    const summed = await bench(meanings)
    expect(summed).toEqual({ q1: ['m2', 'm1'] })
    expect(await bench(meanings, '--embedder', 'static', '--fusion', 'score')).toEqual(summed)
    expect(await bench(meanings, '--fusion', 'rrf')).toEqual({ q1: ['m2'] })
  },
  COMMAND_TIMEOUT_MS * 3,
)

test(
  'a transformer from a folder: rows that share no word come by their vectors; a folder without one is an error',
  async () => {
    const found = await bench(meanings, '--embedder', 'onnx:tests/fixtures/tiny-model')
    expect(Object.keys(found)).toEqual(['q1'])
    expect(await bench(meanings, '--embedder', 'onnx:tests/fixtures')).toBe(1)
  },
  COMMAND_TIMEOUT_MS * 2,
)

test(
  'an embedder that does not exist is refused',
  async () => {
    expect(await bench(notes, '--embedder', 'magic')).toBe(2)
    expect(await bench(notes, '--fusion', 'magic')).toBe(2)
  },
  COMMAND_TIMEOUT_MS,
)

test('a set of another shape is refused', () => {
  expect(() => readRecallSet('[]')).toThrow('no object')
  expect(() => readRecallSet('{"items": []}')).toThrow('"questions" is no list')
})
