/**
 * `node scripts/run.mjs tests/bench/recall-weak.ts FILE [OTHER]`: how often recall calls an answer weak, for questions
 * that a pool can answer (one of the right rows is among the first eight) and for those of another conversation, or of
 * the set OTHER, with the names of its speakers put in the place of theirs; with OTHER also for its own questions after
 * their right rows were taken out. Prints both thresholds and the shares of the three kinds that fall below them.
 */
import { readFileSync } from 'node:fs'
import { recallByQuery, shareIn, strengthOf } from '../../src/engine/recall/by-query.ts'
import { defaultLimits } from '../../src/engine/recall/limits.ts'
import type { Strength } from '../../src/engine/recall/reasons.ts'
import { vectorSourceOf } from '../../src/engine/recall/vector-source.ts'
import { recallPoolOf } from '../fixtures/recall-pool.ts'
import { shippedEmbedder } from '../fixtures/word-table.ts'
import { readRecallSet, type RecallItems } from './recall-set.ts'

const [file, other] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/run.mjs tests/bench/recall-weak.ts FILE [OTHER]')
  process.exit(2)
}

const embedder = shippedEmbedder()
const sets = readRecallSet(readFileSync(file, 'utf8'))
const gold = goldOf(JSON.parse(readFileSync(file, 'utf8')))
const strangers = other === undefined ? [] : readRecallSet(readFileSync(other, 'utf8'))

for (const withVectors of [false, true]) {
  const own: Strength[] = []
  const foreign: Strength[] = []
  const lost: Strength[] = []
  for (const [at, set] of sets.entries()) {
    const ask = opened(set, withVectors)
    for (const { id, text } of set.questions) {
      const { found, strength } = await ask(text)
      if (found.some((item) => gold.get(id)?.includes(item))) own.push(strength)
    }
    for (const { id, text } of other === undefined ? [] : set.questions) {
      const right = gold.get(id) ?? []
      const without = { ...set, items: set.items.filter((item) => !right.includes(item.id)) }
      const { found, strength } = await opened(without, withVectors)(text)
      if (found.length > 0) lost.push(strength)
    }
    const names = speakersOf(set)
    const others =
      strangers.length > 0 ? strangers : sets.filter((_, index) => index === (at + 1) % sets.length)
    for (const set of others) {
      for (const { text } of set.questions) {
        const { found, strength } = await ask(renamed(text, speakersOf(set), names))
        if (found.length > 0) foreign.push(strength)
      }
    }
  }
  console.log(withVectors ? 'with the word table' : 'words only', own.length, foreign.length, lost.length)
  for (const share of [0.15, 0.2, 0.25, 0.3, 0.35]) {
    for (const deviations of withVectors ? [0, 0.2, 0.4, 0.6, 0.8] : [0]) {
      const weak = ({ words, meaning }: Strength) =>
        words < share && (meaning === null || meaning < deviations)
      console.log(share, deviations, shareOf(own, weak), shareOf(foreign, weak), shareOf(lost, weak))
    }
  }
}

function opened(set: RecallItems, withVectors: boolean) {
  const source = withVectors ? vectorSourceOf(embedder) : null
  const rows = set.items.map(({ id, text, time }, seq) => ({
    tier: 'fact' as const,
    seq,
    doc: { id, text, created_at: time },
  }))
  const pool = recallPoolOf(rows, { vectors: source })
  const view = pool.view({ instant: 0, zone: 'UTC' })
  return async (question: string): Promise<{ found: string[]; strength: Strength }> => {
    const query = withVectors ? embedder.embedNow(question) : null
    const vectors =
      query === null
        ? undefined
        : {
            modelId: embedder.modelId,
            query,
            byWords: (tells: (words: readonly string[]) => ArrayLike<number>) =>
              embedder.askByWords(question, tells),
          }
    const options = { vectors, fusion: 'score' } as const
    const answer = await recallByQuery(pool, view, question, defaultLimits, options)
    const found = answer.results.map(({ row }) => String(answer.documents.get(row.slot)?.['id']))
    return { found, strength: strengthOf(answer, shareIn(view, question)) }
  }
}

function shareOf(list: readonly Strength[], holds: (strength: Strength) => boolean): number {
  return Math.round((1000 * list.filter(holds).length) / Math.max(1, list.length)) / 1000
}

function speakersOf({ items }: RecallItems): string[] {
  return [...new Set(items.map(({ text }) => /^(\w+): /u.exec(text)?.[1] ?? ''))].filter(
    (name) => name !== '',
  )
}

function renamed(text: string, from: readonly string[], to: readonly string[]): string {
  return from.reduce((done, name, at) => done.replaceAll(name, to[at % Math.max(1, to.length)] ?? name), text)
}

/** Right items by question, whatever the set calls them. */
function goldOf(set: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && 'id' in value && 'question' in value) {
      const lists = Object.values(value).filter((field): field is string[] => Array.isArray(field))
      found.set(String(value.id), lists.flat())
    }
    Object.values(value).forEach(visit)
  }
  visit(set)
  return found
}
