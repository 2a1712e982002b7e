import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { memoryDatabases } from '../../../tests/fixtures/memory-databases.ts'
import { openCharacterStore, tables } from './character-store.ts'
import { migrate, migrations, schemaVersion, type Migration } from './migrations.ts'
import { renderView } from './views.ts'

async function emptyDatabase() {
  return (await memoryDatabases()).open('test')
}

const NO_VIEWS = {}
const chain: readonly Migration[] = [
  { version: 1, statements: ['CREATE TABLE note (text TEXT)'] },
  { version: 2, statements: ['ALTER TABLE note ADD COLUMN at INTEGER', 'UPDATE note SET at = 7'] },
  { version: 3, statements: ['CREATE INDEX note_at ON note (at)'] },
]

it('numbers the migrations 1, 2, 3, …', () => {
  expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1))
})

it('brings an empty database to the newest version, and does nothing the second time', async () => {
  const db = await emptyDatabase()
  expect(await migrate(db)).toBe(migrations.length)
  expect(await schemaVersion(db)).toBe(migrations.length)
  expect(await migrate(db)).toBe(migrations.length)
})

it('upgrades from each older version and keeps the rows', async () => {
  const db = await emptyDatabase()
  await migrate(db, chain.slice(0, 1), NO_VIEWS)
  await db.run(`INSERT INTO note (text) VALUES ('kept')`)
  await migrate(db, chain, NO_VIEWS)
  expect(await db.all('SELECT text, at FROM note')).toEqual([{ text: 'kept', at: 7 }])
  expect(await schemaVersion(db)).toBe(3)
})

it('makes the views anew with each upgrade', async () => {
  const db = await emptyDatabase()
  await migrate(db, chain.slice(0, 1), { all: 'SELECT text FROM note' })
  await db.run(`INSERT INTO note (text) VALUES ('x')`)
  await migrate(db, chain, { all: 'SELECT at FROM note' })
  expect(await db.all('SELECT * FROM "all"')).toEqual([{ at: 7 }])
})

it('rolls a failing migration back, version included, and keeps those before it', async () => {
  const db = await emptyDatabase()
  const failing: Migration = {
    version: 2,
    statements: ['ALTER TABLE note ADD COLUMN half INTEGER', 'INSERT INTO nowhere VALUES (1)'],
  }
  await expect(migrate(db, [...chain.slice(0, 1), failing], NO_VIEWS)).rejects.toMatchObject({
    code: 'storage_failed',
  })
  expect(await schemaVersion(db)).toBe(1)
  await db.run(`INSERT INTO note (text) VALUES ('after')`)
  expect(await db.all('SELECT * FROM note')).toEqual([{ text: 'after' }])
  await migrate(db, chain, NO_VIEWS)
  expect(await schemaVersion(db)).toBe(3)
})

it('leaves a database of a newer build untouched', async () => {
  const db = await emptyDatabase()
  const newer = migrations.length + 1
  await migrate(db, [{ version: newer, statements: [] }], NO_VIEWS)
  await expect(openCharacterStore(db)).rejects.toMatchObject({ code: 'schema_too_new' })
  expect(await schemaVersion(db)).toBe(newer)
})

it('opens the stored fixture of version 1 with everything in it', async () => {
  const db = await emptyDatabase()
  await db.exec(await readFile(new URL('../../../tests/fixtures/schema-v1.sql', import.meta.url), 'utf8'))
  expect(await schemaVersion(db)).toBe(1)
  await openCharacterStore(db)
  expect(await schemaVersion(db)).toBe(migrations.length)
  expect(await renderView(db, 'facts.json')).toBe(
    '[\n{"id": "fact_20260301090000_0a1b2c3d", "text": "主人喜欢猫", "importance": 7, "weight": 1.0, "created_at": "2026-03-01T09:00:00"}\n]',
  )
  expect(await renderView(db, 'persona.json')).toBe(
    '{\n"neko": {"facts": [\n{"id": "card_1", "text": "quiet", "protected": true}\n]}\n}',
  )
  expect(await tables.timeIndex.byTurnIds(db, ['turn-1'])).toHaveLength(1)
  expect((await tables.facts.fts.search(db, '"主人喜欢猫"', 3)).map((hit) => hit.factId)).toEqual([
    'fact_20260301090000_0a1b2c3d',
  ])
  expect(await tables.facts.sources.of(db, 'fact_20260301090000_0a1b2c3d')).toHaveLength(1)
})
