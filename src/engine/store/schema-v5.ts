/**
 * Version 5 of the schema: which rows have a vector by which model, so that those that still need one are found, and
 * counted, without reading any document (embeddings.md §6). A query must spell the expression as its index does.
 */

/** The model of a row's vector; null for one without, and for a document that cannot be read. */
export const VECTOR_MODEL = `CASE WHEN json_valid(doc) THEN json_extract(doc, '$.embedding_model_id') END`

/** Version 5 of the schema, statement by statement. */
export const schemaV5: readonly string[] = [
  `CREATE INDEX facts_vector_model ON facts (archived, (${VECTOR_MODEL}))`,
  `CREATE INDEX reflections_vector_model ON reflections ((${VECTOR_MODEL}))`,
  `CREATE INDEX persona_entries_vector_model ON persona_entries ((${VECTOR_MODEL}))`,
]
