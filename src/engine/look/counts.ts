/** How many entries each list has, for the rail of the memory browser. */
import type { EntryCounts } from '../browser-api.ts'
import { NEEDS_REVIEW } from '../changes/marks.ts'
import type { Sql } from '../ports.ts'
import { FACT_NEEDS_REVIEW } from '../store/schema-v4.ts'
import { TURNS_LEFT } from '../store/time-index.ts'
import { SHOWN_SECTION } from './find-entry.ts'

export async function entryCounts(sql: Sql): Promise<EntryCounts> {
  const row = await sql.first(
    `SELECT
       (SELECT count(*) FROM facts INDEXED BY facts_created WHERE archived = 0) AS facts,
       (SELECT count(*) FROM reflections) AS reflections,
       (SELECT count(*) FROM persona_entries e JOIN persona_sections s ON s.seq = e.section AND ${SHOWN_SECTION})
         AS persona,
       (SELECT count(*) FROM corrections) AS corrections,
       (SELECT count(*) FROM facts INDEXED BY facts_created WHERE archived = 1) +
         (SELECT count(*) FROM archive_entries) AS archive,
       (SELECT count(*) FROM ${TURNS_LEFT}) AS timeline,
       (SELECT count(*) FROM facts INDEXED BY facts_review WHERE (${FACT_NEEDS_REVIEW}) = 1) AS factsReview,
       (SELECT count(*) FROM reflections WHERE ${marked}) AS reflectionsReview,
       (SELECT count(*) FROM persona_entries WHERE ${marked}) AS personaReview`,
  )
  const of = (name: string): number => Number(row?.[name] ?? 0)
  const reviewIn = {
    facts: of('factsReview'),
    reflections: of('reflectionsReview'),
    persona: of('personaReview'),
  }
  return {
    lists: {
      facts: of('facts'),
      reflections: of('reflections'),
      persona: of('persona'),
      corrections: of('corrections'),
      archive: of('archive'),
      timeline: of('timeline'),
    },
    needsReview: reviewIn.facts + reviewIn.reflections + reviewIn.persona,
    reviewIn,
  }
}

/** Read as JSON only where the mark stands somewhere in the text. */
const marked = `CASE WHEN instr(doc, '${NEEDS_REVIEW}') = 0 THEN 0 WHEN json_valid(doc)
  THEN coalesce(json_array_length(doc, '$.${NEEDS_REVIEW}'), 0) > 0 ELSE 0 END`
