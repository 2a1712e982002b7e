/**
 * Version 6 of the schema: turns of which only place, time and id are left, because the user had them forgotten, are
 * found without looking at all others, so that lists can leave them out.
 */
export const schemaV6: readonly string[] = [
  `CREATE INDEX idx_time_indexed_original_forgotten ON time_indexed_original (id) WHERE role = 'forgotten'`,
]
