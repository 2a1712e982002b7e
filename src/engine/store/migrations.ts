/**
 * Versioned, forward-only migrations. The version is SQLite's `user_version`, which commits with the
 * statements of its migration, so an interrupted upgrade is either done or not begun.
 */
import type { Database } from '../ports.ts'
import { schemaV1 } from './schema.ts'
import { schemaV2 } from './schema-v2.ts'
import { schemaV3 } from './schema-v3.ts'
import { schemaV4 } from './schema-v4.ts'
import { schemaV5 } from './schema-v5.ts'
import { schemaV6 } from './schema-v6.ts'
import { schemaV7 } from './schema-v7.ts'
import { StorageError } from './storage-error.ts'
import { viewDefinitions } from './view-definitions.ts'

export interface Migration {
  /** The version after this migration; versions are 1, 2, 3, … in order. */
  readonly version: number
  readonly statements: readonly string[]
}

export const migrations: readonly Migration[] = [
  { version: 1, statements: schemaV1 },
  { version: 2, statements: schemaV2 },
  { version: 3, statements: schemaV3 },
  { version: 4, statements: schemaV4 },
  { version: 5, statements: schemaV5 },
  { version: 6, statements: schemaV6 },
  { version: 7, statements: schemaV7 },
]

/**
 * Brings the database to the newest version and resolves to it. Each migration is one transaction. Views
 * hold no data, so they are made anew whenever anything was migrated.
 * Throws `StorageError` `schema_too_new` when a newer build wrote the database; it is left untouched.
 */
export async function migrate(
  db: Database,
  steps: readonly Migration[] = migrations,
  views: Readonly<Record<string, string>> = viewDefinitions,
): Promise<number> {
  const newest = steps.at(-1)?.version ?? 0
  const current = await schemaVersion(db)
  if (current > newest) {
    throw new StorageError('schema_too_new', `It is of version ${current}, this build knows ${newest}.`)
  }
  for (const step of steps) {
    if (step.version <= current) continue
    await db.transaction(async (tx) => {
      for (const statement of step.statements) await tx.run(statement)
      if (step.version === newest) {
        for (const [name, select] of Object.entries(views)) {
          await tx.run(`DROP VIEW IF EXISTS "${name}"`)
          await tx.run(`CREATE VIEW "${name}" AS ${select}`)
        }
      }
      // PRAGMA takes no parameters; the version is an integer of ours.
      await tx.run(`PRAGMA user_version = ${step.version}`)
    })
  }
  return newest
}

/** The version the database was last migrated to; 0 for an empty one. */
export async function schemaVersion(db: Database): Promise<number> {
  const row = await db.first<{ user_version: number }>('PRAGMA user_version')
  return row?.user_version ?? 0
}
