/**
 * Version 4 of the schema: what the memory browser filters and sorts a hundred thousand facts by. What is
 * not a column is an expression of the document (`look/entry-fields.ts` reads the same in TypeScript), so that it cannot
 * differ from it. A query must spell an expression as its index does; columns made of it would be read from the table.
 */

/** An expression of a readable document; null for one that cannot be read, which must not keep it from being stored. */
const read = (expression: string): string => `CASE WHEN json_valid(doc) THEN ${expression} END`

export const FACT_MAKER = read(`CASE
    WHEN json_extract(doc, '$.omoide_maker') = 'user' THEN 'user'
    WHEN json_type(doc, '$.external_import') = 'object' OR source = 'external_import' THEN 'import'
    WHEN confidence = 'low' THEN 'rules'
    WHEN source IN ('user_observation', 'ai_disclosure') THEN 'model' ELSE 'unknown' END`)
/** Epoch milliseconds up to which it is not to be brought up; 0 where it may be, infinite for good. */
export const FACT_QUIET_UNTIL = read(`CASE
    WHEN coalesce(json_extract(doc, '$.omoide_quiet'), 0) IN (0, '') THEN 0
    WHEN json_type(doc, '$.omoide_quiet_until') IN ('integer', 'real') THEN json_extract(doc, '$.omoide_quiet_until')
    ELSE 9e999 END`)
export const FACT_NEEDS_REVIEW = read(`coalesce(json_array_length(doc, '$.omoide_needs_review'), 0) > 0`)

/** Version 4 of the schema, statement by statement. */
export const schemaV4: readonly string[] = [
  // Everything that the list filters by, so that no document is read for rows that are not shown.
  `CREATE INDEX facts_browse ON facts (
     archived, created_instant, importance, entity, superseded_instant,
     (${FACT_MAKER}), (${FACT_QUIET_UNTIL}), (${FACT_NEEDS_REVIEW}))`,
  `CREATE INDEX facts_importance ON facts (archived, importance, created_instant)`,
  // The values that occur, found by one step a value.
  `CREATE INDEX facts_entity ON facts (archived, entity)`,
  `CREATE INDEX facts_maker ON facts (archived, (${FACT_MAKER}))`,
  `CREATE INDEX facts_superseded ON facts (archived) WHERE superseded_instant IS NOT NULL`,
  `CREATE INDEX facts_review ON facts (archived) WHERE (${FACT_NEEDS_REVIEW}) = 1`,
]
