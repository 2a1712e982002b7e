/** One character's store: the database, migrated, with one repository a table. */
import type { Database } from '../ports.ts'
import { archiveShardsTable } from './archive-shards.ts'
import { changesTable, withChanges } from './change-log.ts'
import { setCorruptRowsAside } from './corrupt-rows.ts'
import { cursorsTable, documentsTable } from './documents.ts'
import { factsTable } from './facts.ts'
import {
  eventsTable,
  idempotencyTable,
  journalTable,
  ledgerTable,
  outboxTable,
  quarantineTable,
  refusalsTable,
} from './logs.ts'
import { migrate } from './migrations.ts'
import { correctionsTable, personaTable } from './persona.ts'
import { dedupQueueTable, directivesTable } from './queues.ts'
import { recentTable } from './recent.ts'
import { reflectionsTable, surfacedTable } from './reflections.ts'
import { timeIndexTable } from './time-index.ts'
import { proofsTable, tombstonesTable } from './tombstones.ts'
import { journalRowsTable } from './tracked-rows.ts'
import { vectorRowsTable } from './vector-rows.ts'

/**
 * The repositories. Each function takes the database or a transaction first, so that a state change is
 * one transaction (design.md rule 5).
 */
export const tables = {
  recent: recentTable,
  timeIndex: timeIndexTable,
  facts: factsTable,
  reflections: reflectionsTable,
  surfaced: surfacedTable,
  persona: personaTable,
  corrections: correctionsTable,
  dedupQueue: dedupQueueTable,
  directives: directivesTable,
  archiveShards: archiveShardsTable,
  documents: documentsTable,
  cursors: cursorsTable,
  events: eventsTable,
  outbox: outboxTable,
  journal: journalTable,
  journalRows: journalRowsTable,
  changes: changesTable,
  proofs: proofsTable,
  tombstones: tombstonesTable,
  ledger: ledgerTable,
  refusals: refusalsTable,
  idempotency: idempotencyTable,
  quarantine: quarantineTable,
  vectorRows: vectorRowsTable,
} as const

export type CharacterStore = {
  readonly db: Database
  /** Rows that could not be read when the store was opened, now in `quarantine`. */
  readonly setAside: number
} & typeof tables

/**
 * Migrates the database, sets aside what cannot be read, and gives the store. Throws `StorageError`, with code `schema_too_new` when a
 * newer build wrote it.
 */
export async function openCharacterStore(db: Database): Promise<CharacterStore> {
  await migrate(db)
  const setAside = await setCorruptRowsAside(db)
  return { db: withChanges(db), setAside, ...tables }
}
