/**
 * Version 7 of the schema: what a forgetting is still to be searched for, so that one that was killed before its proof is
 * proved by the next start (design.md §8a). Keyed hashes of fragments, and no word.
 */
export const schemaV7: readonly string[] = [
  `CREATE TABLE forget_unproved (proof_id TEXT PRIMARY KEY, search TEXT NOT NULL) WITHOUT ROWID`,
]
