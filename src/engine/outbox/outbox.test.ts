import { describe, expect, it } from 'vitest'

import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { compactOutbox } from './compact.ts'
import { compactLog, pendingLine, pendingOperations, statusLine } from './log.ts'
import { type OutboxPort, runOperation, withLimit } from './run.ts'

const ts = '2026-03-02T09:00:00'
const pending = (op_id: string, payload: unknown = {}): string =>
  pendingLine({ op_id, type: 'extract_facts', payload, ts })

describe('the outbox log (maintenance.md §3.3)', () => {
  it('gives unfinished operations in the order of first registration', () => {
    const lines = [pending('a'), pending('b'), pending('c'), statusLine('b', 'done', ts)]
    expect(pendingOperations(lines).map((operation) => operation.op_id)).toEqual(['a', 'c'])
  })

  it('counts attempts, and forgets them when the operation is done', () => {
    const tried = [pending('a'), statusLine('a', 'attempt', ts), statusLine('a', 'attempt', ts)]
    expect(pendingOperations(tried)[0]?.attempts).toBe(2)
    const again = [...tried, statusLine('a', 'done', ts), pending('a')]
    expect(pendingOperations(again)[0]?.attempts).toBe(0)
  })

  it('replaces a record that is registered twice in its place', () => {
    const lines = [pending('a', { v: 1 }), pending('b'), pending('a', { v: 2 })]
    expect(pendingOperations(lines).map(({ op_id, payload }) => [op_id, payload])).toEqual([
      ['a', { v: 2 }],
      ['b', {}],
    ])
  })

  it('skips blank lines, torn lines and records without an id', () => {
    const torn = pending('x').slice(0, 20)
    expect(pendingOperations(['', '  ', torn, '[]', '{"status":"pending"}', pending('a')])).toHaveLength(1)
  })

  it('compacts to what is unfinished, its attempts behind, and leaves the log alone when nothing goes', () => {
    const lines = [pending('a'), pending('b'), statusLine('b', 'attempt', ts), statusLine('a', 'done', ts)]
    expect(compactLog(lines)).toEqual({
      dropped: 2,
      lines: [pending('b'), statusLine('b', 'attempt', ts)],
    })
    const unfinished = [pending('a')]
    expect(compactLog(unfinished)).toEqual({ dropped: 0, lines: unfinished })
  })
})

describe('the stored outbox (maintenance.md §3.6)', () => {
  it('is rewritten to what is unfinished; a torn line goes to the quarantine', async () => {
    const store = await memoryStore()
    const line = (op_id: string, status: 'attempt' | 'done'): OutboxRow => ({
      opId: op_id,
      status,
      line: statusLine(op_id, status, ts),
    })
    const registered = (opId: string): OutboxRow => ({ opId, status: 'pending', line: pending(opId) })
    await store.outbox.append(store.db, registered('a'), registered('b'), line('b', 'attempt'))
    await store.db.run(`INSERT INTO outbox (line) VALUES ('torn')`)
    const compact = (minLines: number): Promise<number> =>
      store.db.transaction((tx) => compactOutbox(tx, store, 7, minLines))
    expect(await compact(0)).toBe(0)
    expect(await store.outbox.count(store.db)).toBe(4)

    await store.outbox.append(store.db, line('a', 'done'))
    expect(await compact(6)).toBe(0)
    expect(await compact(5)).toBe(2)
    expect(await store.outbox.lines(store.db)).toMatchObject([registered('b'), line('b', 'attempt')])
    expect(await store.quarantine.list(store.db)).toMatchObject([{ table: 'outbox', rowSeq: 4, doc: 'torn' }])
    await store.db.close()
  })
})

interface OutboxRow {
  readonly opId: string
  readonly status: string
  readonly line: string
}

describe('running an operation (maintenance.md §3.4)', () => {
  const operation = { op_id: 'a', type: 'extract_facts', payload: { n: 1 }, attempts: 0 }

  function port(handler: OutboxPort['handler'], failAppend = false): OutboxPort & { written: string[] } {
    const written: string[] = []
    return {
      written,
      handler,
      append: (_id, status) => {
        if (failAppend) return Promise.reject(new Error('disk full'))
        written.push(status)
        return Promise.resolve()
      },
      warn: () => undefined,
    }
  }
  const broken = (): Promise<void> => Promise.reject(new Error('no'))

  it('marks it done after the handler', async () => {
    const seen: unknown[] = []
    const outbox = port(() => (payload) => Promise.resolve(void seen.push(payload)))
    expect(await runOperation(operation, outbox)).toBe('done')
    expect(seen).toEqual([{ n: 1 }])
    expect(outbox.written).toEqual(['done'])
  })

  it('writes an attempt when the handler fails, and buries it at the fifth', async () => {
    const outbox = port(() => broken)
    expect(await runOperation({ ...operation, attempts: 3 }, outbox)).toBe('failed')
    expect(await runOperation({ ...operation, attempts: 4 }, outbox)).toBe('dead')
    expect(outbox.written).toEqual(['attempt', 'attempt', 'done'])
  })

  it('does not run what has used up its attempts', async () => {
    let ran = false
    const outbox = port(() => () => Promise.resolve(void (ran = true)))
    expect(await runOperation({ ...operation, attempts: 5 }, outbox)).toBe('dead')
    expect(ran).toBe(false)
    expect(outbox.written).toEqual(['done'])
  })

  it('leaves a type that nobody knows for a build that does', async () => {
    const outbox = port(() => undefined)
    expect(await runOperation(operation, outbox)).toBe('unknown_type')
    expect(outbox.written).toEqual([])
  })

  it('does not count a failure that it could not write down', async () => {
    expect(
      await runOperation(
        { ...operation, attempts: 4 },
        port(() => broken, true),
      ),
    ).toBe('failed')
  })

  it('runs at most as many at once as it may', async () => {
    let running = 0
    let most = 0
    const ended: number[] = []
    const gates = [0, 1, 2, 3, 4].map((n) => async () => {
      most = Math.max(most, (running += 1))
      await Promise.resolve()
      running -= 1
      ended.push(n)
    })
    await withLimit(2, gates)
    expect(most).toBe(2)
    expect(ended).toEqual([0, 1, 2, 3, 4])
  })
})
