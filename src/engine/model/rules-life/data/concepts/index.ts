import { bodyConcepts } from './body.ts'
import type { ConceptWords } from './concept.ts'
import { foodConcepts } from './food.ts'
import { homeConcepts } from './home.ts'
import { leisureConcepts } from './leisure.ts'
import { moodConcepts } from './moods.ts'
import { natureConcepts } from './nature.ts'
import { workConcepts } from './work.ts'

export const CONCEPTS: Readonly<Record<string, ConceptWords>> = {
  ...foodConcepts,
  ...bodyConcepts,
  ...natureConcepts,
  ...leisureConcepts,
  ...moodConcepts,
  ...workConcepts,
  ...homeConcepts,
}
