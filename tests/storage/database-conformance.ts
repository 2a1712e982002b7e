/**
 * What every realisation of the Database port must do. One case is a function of its context, so that the
 * same ones run over memory in Node, and over OPFS and IndexedDB in a browser.
 */
import type { Database, DatabaseProvider } from '../../src/engine/ports.ts'
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { equal, isTrue, rejection, rejectsWith } from './check.ts'

export interface ConformanceContext {
  /** The provider at present; another one after `restart`. */
  readonly databases: DatabaseProvider
  /** Ends the provider in good order and starts one over the same storage. */
  restart(): Promise<void>
}

export interface ConformanceCase {
  readonly name: string
  run(context: ConformanceContext): Promise<void>
}

const ID = 'conformance'

export const conformanceCases: readonly ConformanceCase[] = [
  over('a transaction that resolves is there, one that rejects leaves nothing', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    const result = await db.transaction(async (tx) => {
      await tx.run('INSERT INTO t VALUES (1)')
      return 'kept'
    })
    equal(result, 'kept')
    const reason = new Error('on purpose')
    const thrown = await rejection(
      db.transaction(async (tx) => {
        await tx.run('INSERT INTO t VALUES (2)')
        await tx.run('CREATE TABLE u (b)')
        throw reason
      }),
    )
    isTrue(thrown === reason, 'the rejection is passed on as it is')
    equal(await db.all('SELECT a FROM t'), [{ a: 1 }])
    equal(await db.all(`SELECT name FROM sqlite_schema WHERE name = 'u'`), [])
  }),

  over('a failing statement does not end the transaction by itself', async (db) => {
    await db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)')
    await db.transaction(async (tx) => {
      await tx.run('INSERT INTO t VALUES (1)')
      await rejectsWith(tx.run('INSERT INTO t VALUES (1)'), 'storage_failed')
      await tx.run('INSERT INTO t VALUES (2)')
    })
    equal(await db.all('SELECT a FROM t ORDER BY a'), [{ a: 1 }, { a: 2 }])
  }),

  over('a multi-row insert that fails half-way inserts no row', async (db) => {
    await db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY)')
    await rejectsWith(db.run('INSERT INTO t VALUES (1), (2), (1)'), 'storage_failed')
    equal(await db.all('SELECT a FROM t'), [])
  }),

  over('a rolled back transaction larger than the page cache leaves nothing', async (db) => {
    await db.exec('CREATE TABLE t (a); PRAGMA cache_size = 10')
    await db.run('INSERT INTO t VALUES (?)', ['before'])
    await rejection(
      db.transaction(async (tx) => {
        for (let index = 0; index < 300; index++)
          await tx.run('INSERT INTO t VALUES (?)', ['x'.repeat(4_000)])
        throw new Error('on purpose')
      }),
    )
    equal(await db.all('SELECT a FROM t'), [{ a: 'before' }])
    equal(await db.first('PRAGMA integrity_check'), { integrity_check: 'ok' })
  }),

  over('statements and transactions run in the order in which they were issued', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    const log: string[] = []
    const step = (name: string) => () => void log.push(name)
    await Promise.all([
      db.run('INSERT INTO t VALUES (1)').then(step('one')),
      db
        .transaction(async (tx) => {
          log.push('two begins')
          await tx.run('INSERT INTO t VALUES (2)')
          await tx.all('SELECT * FROM t')
          log.push('two ends')
        })
        .then(step('two')),
      db
        .first<{ n: number }>('SELECT count(*) AS n FROM t')
        .then((row) => log.push(`three sees ${row?.n ?? '?'}`)),
      db.exec('DELETE FROM t').then(step('four')),
      db
        .first<{ n: number }>('SELECT count(*) AS n FROM t')
        .then((row) => log.push(`five sees ${row?.n ?? '?'}`)),
    ])
    equal(log, ['one', 'two begins', 'two ends', 'two', 'three sees 2', 'four', 'five sees 0'])
  }),

  over('a statement outside waits for the running transaction, whatever that waits for', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    let begun = (): void => undefined
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const transaction = db.transaction(async (tx) => {
      await tx.run('INSERT INTO t VALUES (1)')
      begun()
      await held
      await tx.run('INSERT INTO t VALUES (2)')
    })
    await hasBegun
    let seen: number | undefined
    const outside = db.first<{ n: number }>('SELECT count(*) AS n FROM t').then((row) => (seen = row?.n))
    await new Promise((resolve) => setTimeout(resolve, 0))
    equal(seen, undefined, 'the statement is still waiting')
    goOn()
    await Promise.all([transaction, outside])
    equal(seen, 2)
  }),

  over(
    'effects run after the commit, in order, before anyone else, and never after a rollback',
    async (db) => {
      await db.exec('CREATE TABLE t (a)')
      const log: string[] = []
      const first = db.transaction(async (tx) => {
        tx.onCommit(() => log.push('effect 1'))
        await tx.run('INSERT INTO t VALUES (1)')
        tx.onCommit(() => log.push('effect 2'))
        log.push('work ends')
      })
      const next = db.transaction(() => {
        log.push('next begins')
        return Promise.resolve()
      })
      const failing = db.transaction((tx) => {
        tx.onCommit(() => log.push('never'))
        return Promise.reject(new Error('on purpose'))
      })
      await Promise.allSettled([first, next, failing])
      equal(log, ['work ends', 'effect 1', 'effect 2', 'next begins'])
    },
  ),

  over('statements of a transaction that nobody waited for belong to it', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    await db.transaction((tx) => {
      void tx.run('INSERT INTO t VALUES (1)')
      void tx.run('INSERT INTO t VALUES (2)')
      return Promise.resolve()
    })
    equal(await db.first('SELECT count(*) AS n FROM t'), { n: 2 })
  }),

  over('parallel statements inside a transaction keep their order', async (db) => {
    await db.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, a)')
    await db.transaction(async (tx) => {
      await Promise.all(Array.from({ length: 20 }, (_, a) => tx.run('INSERT INTO t (a) VALUES (?)', [a])))
    })
    const rows = await db.all<{ a: number }>('SELECT a FROM t ORDER BY seq')
    equal(
      rows.map((row) => row.a),
      Array.from({ length: 20 }, (_, a) => a),
    )
  }),

  over('a transaction that is over takes no more statements', async (db) => {
    let late: Parameters<Parameters<Database['transaction']>[0]>[0] | undefined
    await db.transaction((tx) => {
      late = tx
      return Promise.resolve()
    })
    await rejectsWith(late?.run('SELECT 1') ?? Promise.resolve(), 'storage_failed')
  }),

  over('many callers that read and write lose no update', async (db) => {
    await db.exec('CREATE TABLE counter (n INTEGER); INSERT INTO counter VALUES (0)')
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.transaction(async (tx) => {
          const row = await tx.first<{ n: number }>('SELECT n FROM counter')
          await tx.run('UPDATE counter SET n = ?', [(row?.n ?? 0) + 1])
        }),
      ),
    )
    equal(await db.first('SELECT n FROM counter'), { n: 100 })
  }),

  over('values come back as they went in', async (db) => {
    await db.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, a)')
    const values = [
      null,
      0,
      -1,
      2 ** 31,
      -(2 ** 31) - 1,
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      0.1 + 0.2,
      -1e-300,
      1e300,
      '',
      'plain',
      '思い出 🌸 é e\u0301 \u200d',
      'with \u0000 inside\u0000',
      '\uFEFFmark first',
      'x'.repeat(1_000_000),
      new Uint8Array(),
      new Uint8Array([0, 255, 0, 1]),
    ]
    for (const value of values) await db.run('INSERT INTO t (a) VALUES (?)', [value])
    const rows = await db.all<{ a: (typeof values)[number] }>('SELECT a FROM t ORDER BY seq')
    for (const [index, value] of values.entries()) equal(rows[index]?.a, value, `value ${index}`)
    equal(await db.first('SELECT typeof(?) AS a, typeof(?) AS b, typeof(?) AS c', [2 ** 40, 1.5, 'x']), {
      a: 'integer',
      b: 'real',
      c: 'text',
    })
    for (const number of [NaN, Infinity]) await rejectsWith(db.run('SELECT ?', [number]), 'storage_failed')
  }),

  over('a blob that was read is a copy', async (db) => {
    const row = await db.first<{ a: Uint8Array }>(`SELECT x'0102' AS a`)
    await db.all(`SELECT x'ffff' AS a`)
    equal(row?.a, new Uint8Array([1, 2]))
  }),

  over('run tells the number of rows it changed', async (db) => {
    equal(await db.run('CREATE TABLE t (a)'), 0)
    equal(await db.run('INSERT INTO t VALUES (1), (2), (3)'), 3)
    equal(await db.run('SELECT * FROM t'), 0)
    equal(await db.run('UPDATE t SET a = 9 WHERE a > 1'), 2)
    equal(await db.run('CREATE INDEX i ON t (a)'), 0)
    equal(await db.run('DELETE FROM t'), 3)
  }),

  over('a statement that returns rows is carried out to its end', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    equal(await db.first('INSERT INTO t VALUES (1), (2), (3) RETURNING a'), { a: 1 })
    equal(await db.first('SELECT count(*) AS n FROM t'), { n: 3 })
    equal(await db.first('SELECT a FROM t WHERE a = 99'), undefined)
  }),

  over('wrong SQL and wrong parameters are errors that do no harm', async (db) => {
    await db.exec('CREATE TABLE t (a)')
    await rejectsWith(db.run('SELEC 1'), 'storage_failed')
    await rejectsWith(db.run('INSERT INTO t VALUES (1); DELETE FROM t'), 'storage_failed')
    await rejectsWith(db.run(''), 'storage_failed')
    await rejectsWith(db.run('INSERT INTO t VALUES (?)', []), 'storage_failed')
    await rejectsWith(db.run('INSERT INTO t VALUES (?)', [1, 2]), 'storage_failed')
    await rejectsWith(db.exec('CREATE TABLE u (b); SELEC 1'), 'storage_failed')
    equal(await db.all('SELECT a FROM t'), [])
    equal(await db.run('INSERT INTO t VALUES (?)', [1]), 1)
  }),

  over('a prepared statement follows a change of the schema', async (db) => {
    await db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    equal(await db.all('SELECT * FROM t'), [{ a: 1 }])
    await db.exec('ALTER TABLE t ADD COLUMN b DEFAULT 2')
    equal(await db.all('SELECT * FROM t'), [{ a: 1, b: 2 }])
  }),

  over('more distinct statements than are kept prepared', async (db) => {
    for (let index = 0; index < 300; index++) {
      equal(await db.first(`SELECT ${index} AS n, ? AS p`, [index]), { n: index, p: index })
    }
    equal(await db.first('SELECT 0 AS n, ? AS p', [7]), { n: 0, p: 7 })
  }),

  over('full-text search is there', async (db) => {
    await db.exec(`CREATE VIRTUAL TABLE f USING fts5(a, tokenize='unicode61')`)
    await db.run(`INSERT INTO f VALUES ('the black cat'), ('主人 喜欢猫'), ('a dog')`)
    equal(await db.all('SELECT a FROM f WHERE f MATCH ?', ['"喜欢猫" OR "cat"']), [
      { a: 'the black cat' },
      { a: '主人 喜欢猫' },
    ])
  }),

  over('ten thousand rows go in and out', async (db) => {
    await db.exec('CREATE TABLE t (seq INTEGER PRIMARY KEY, text TEXT)')
    await db.transaction(async (tx) => {
      for (let index = 0; index < 10_000; index++)
        await tx.run('INSERT INTO t (text) VALUES (?)', [`row ${index}`])
    })
    const rows = await db.all<{ seq: number; text: string }>('SELECT seq, text FROM t ORDER BY seq')
    equal(rows.length, 10_000)
    equal(rows[9_999], { seq: 10_000, text: 'row 9999' })
  }),

  over('foreign keys are looked after', async (db) => {
    await db.exec(
      'CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p (id) ON DELETE CASCADE)',
    )
    await rejectsWith(db.run('INSERT INTO c VALUES (1)'), 'storage_failed')
  }),

  over('close waits for what runs, and nothing runs after it', async (db, context) => {
    await db.exec('CREATE TABLE t (a)')
    const transaction = db.transaction((tx) => tx.run('INSERT INTO t VALUES (1)'))
    const closed = db.close()
    await rejectsWith(db.all('SELECT 1'), 'storage_not_ready')
    await rejectsWith(
      db.transaction(() => Promise.resolve()),
      'storage_not_ready',
    )
    equal(await transaction, 1)
    await closed
    await db.close()
    const again = await context.databases.open(ID)
    isTrue(again !== db, 'a closed database is opened anew')
    equal(await again.all('SELECT a FROM t'), [{ a: 1 }])
  }),

  {
    name: 'what was committed is there after a restart',
    async run(context) {
      const db = await context.databases.open(ID)
      await db.exec('CREATE TABLE t (a)')
      await db.transaction((tx) => tx.run(`INSERT INTO t VALUES ('思い出')`))
      await context.restart()
      const again = await context.databases.open(ID)
      equal(await again.all('SELECT a FROM t'), [{ a: '思い出' }])
      equal(await context.databases.list(), [ID])
    },
  },

  {
    name: 'databases are apart, and their transactions do not wait for one another',
    async run({ databases }) {
      const [one, two] = await Promise.all([databases.open('one'), databases.open('two')])
      await Promise.all([one.exec('CREATE TABLE t (a)'), two.exec('CREATE TABLE t (a)')])
      await one.transaction(async (tx) => {
        await tx.run('INSERT INTO t VALUES (1)')
        await two.transaction((other) => other.run('INSERT INTO t VALUES (2)'))
        await tx.run('INSERT INTO t VALUES (3)')
      })
      equal(await one.all('SELECT a FROM t'), [{ a: 1 }, { a: 3 }])
      equal(await two.all('SELECT a FROM t'), [{ a: 2 }])
    },
  },

  {
    name: 'a database is opened once, listed, measured and removed',
    async run({ databases }) {
      equal(await databases.list(), [])
      equal(await databases.size('one'), undefined)
      const [db, same] = await Promise.all([databases.open('one'), databases.open('one')])
      isTrue(db === same, 'one open database for one id')
      await db.exec('CREATE TABLE t (a)')
      await databases.open('two')
      equal(await databases.list(), ['one', 'two'])
      isTrue(((await databases.size('one')) ?? 0) > 0, 'it has a size')
      await databases.remove('one')
      await rejectsWith(db.all('SELECT 1'), 'storage_not_ready')
      equal(await databases.list(), ['two'])
      const fresh = await databases.open('one')
      equal(await fresh.all('SELECT name FROM sqlite_schema'), [])
    },
  },

  {
    name: 'ids that could name another file are refused',
    async run({ databases }) {
      for (const id of ['', '../x', 'a/b', 'a.db', 'x'.repeat(49), '名']) {
        await rejectsWith(databases.open(id), 'storage_failed')
      }
      equal(await databases.list(), [])
    },
  },

  {
    name: 'many databases can be open at once',
    async run(context) {
      const ids = Array.from({ length: 12 }, (_, index) => `many-${index + 10}`)
      for (const id of ids) {
        const db = await context.databases.open(id)
        await db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
      }
      await context.restart()
      equal(await context.databases.list(), ids)
      for (const id of ids) equal(await (await context.databases.open(id)).all('SELECT a FROM t'), [{ a: 1 }])
    },
  },

  over('a character’s store works on it', async (db) => {
    const store = await openCharacterStore(db)
    const row = {
      sessionId: 's',
      message: '{"type":"human","data":{"content":"你好"}}',
      timestamp: '2026-03-01 09:00:00',
      instant: 1_772_326_800_000,
      zone: 'Asia/Shanghai',
      turnId: 't1',
      role: 'human',
    }
    await db.transaction(async (tx) => {
      equal(await store.timeIndex.insert(tx, [row, { ...row, turnId: 't2', role: 'ai' }]), ['t1', 't2'])
      await store.recent.append(tx, [{ doc: row.message, turnId: 't1' }])
      await store.facts.fts.index(tx, 'f', 'likes cats')
    })
    equal(await store.timeIndex.lastSaid(db, row.instant), row.instant)
    equal(
      (await store.facts.fts.search(db, '"cats"', 1)).map((hit) => hit.factId),
      ['f'],
    )
  }),
]

/** A case over one open database. */
function over(
  name: string,
  run: (db: Database, context: ConformanceContext) => Promise<void>,
): ConformanceCase {
  return {
    name,
    run: async (context) => run(await context.databases.open(ID), context),
  }
}
