/**
 * A reflection without a model (prompts.md §9): one sentence that restates what several facts have in common,
 * in their own words. Nothing is concluded that a fact doesn't say.
 */
import type { TokenCounter } from '../../ports.ts'
import { REFLECTION_TEXT_TOKENS, RULES_REFLECTION_FACTS } from '../../settings.ts'
import { compareCodePoints } from '../../text/compare.ts'
import type { Entity, ModelContext, SynthesisClaim, WeighedFact } from '../memory-model.ts'
import { EPISODE_CUE, JOIN, RELATION_CUES, STATE_CUE } from './data/labels.ts'
import { isAbout, type Names, readStatement, relate, type Statement } from './reading.ts'
import { nearlySame } from './sameness.ts'

interface Read {
  readonly fact: WeighedFact
  readonly statement: Statement
}

/** The reflection over `facts`; at least one fact is needed. */
export function synthesisByRules(
  facts: readonly WeighedFact[],
  context: ModelContext,
  tokens: TokenCounter,
): SynthesisClaim | null {
  const reads = facts
    .filter(({ text }) => text.trim() !== '')
    .map((fact) => ({ fact, statement: readStatement(fact.text, context) }))
    .toSorted(
      (left, right) =>
        right.fact.importance - left.fact.importance || compareCodePoints(left.fact.id, right.fact.id),
    )
  const cluster = strongestCluster(reads)
  const chosen = distinctFacts(cluster.length > 1 ? cluster : reads, context).slice(0, RULES_REFLECTION_FACTS)
  const first = chosen[0]
  if (first === undefined) return null
  const entity = first.fact.entity
  const told = chosen.filter(({ fact }) => fact.entity === entity)
  const text = sentenceOf(told, context, tokens)
  return {
    text,
    entity,
    relationType: relationOf(entity, told),
    temporalScope: scopeOf(told.map(({ statement }) => statement)),
    subject: null,
    eventWhen: null,
  }
}

/** Facts about one thing, of one entity and leaning: those around the fact that most others stand by. */
function strongestCluster(reads: readonly Read[]): readonly Read[] {
  let best: readonly Read[] = []
  let bestWeight = 0
  for (const center of reads) {
    const cluster = [
      center,
      ...reads.filter(
        (other) =>
          other !== center &&
          other.fact.entity === center.fact.entity &&
          isAbout(center.statement, other.statement) &&
          relate(center.statement, other.statement) === 'same',
      ),
    ]
    const weight = cluster.reduce((sum, { fact }) => sum + fact.importance, 0)
    if (cluster.length > 1 && weight > bestWeight) {
      best = cluster
      bestWeight = weight
    }
  }
  return best
}

/** Each thing said once, in the words that come first. */
function distinctFacts(reads: readonly Read[], context: ModelContext): Read[] {
  const kept: Read[] = []
  for (const read of reads) {
    if (!kept.some((other) => nearlySame(other.fact.text, read.fact.text, context))) kept.push(read)
  }
  return kept
}

/** The facts in one sentence, the shared subject said once; as many as fit. */
function sentenceOf(told: readonly Read[], context: ModelContext, tokens: TokenCounter): string {
  for (let count = told.length; count > 1; count -= 1) {
    const text = joined(told.slice(0, count), context)
    if (tokens.count(text) <= REFLECTION_TEXT_TOKENS) return text
  }
  return tokens.truncate(joined(told.slice(0, 1), context), REFLECTION_TEXT_TOKENS)
}

function joined(told: readonly Read[], context: ModelContext): string {
  const language = told[0]?.statement.language ?? 'other'
  const { comma, last, stop } = JOIN[language]
  const texts = told.map(({ fact }) => bare(fact.text))
  const subject = sharedSubject(texts, context)
  const [head = '', ...rest] = texts
  if (rest.length === 0) return head + stop
  if (subject === null) return [head, ...rest].join(language === 'en' ? '; ' : comma) + stop
  const tails = rest.map((text) => text.slice(subject.length).trim())
  const final = tails.pop() ?? ''
  return [head, ...tails].join(comma) + last + final + stop
}

/** One line, without the marks at its end. */
function bare(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\s。．.！!；;，,、]+$/u, '')
    .trim()
}

/** The subject that all texts begin with, and that what follows can be joined to. */
function sharedSubject(texts: readonly string[], { userName, characterName }: ModelContext): string | null {
  const subjects = [
    userName,
    characterName,
    '主人',
    '用户',
    'The user',
    'マスターは',
    'ユーザーは',
    'マスター',
  ]
  return (
    subjects
      .flatMap((name) => [`${name}は`, name])
      .find(
        (name) =>
          name !== '' &&
          texts.every(
            (text) => text.startsWith(name) && !/^(?:['’]s|的|の| and |和|と)/u.test(text.slice(name.length)),
          ),
      ) ?? null
  )
}

function relationOf(entity: Entity, told: readonly Read[]): string | null {
  for (const { statement } of told) {
    const cue = RELATION_CUES[entity].find(([, pattern]) => pattern.test(statement.text))
    if (cue !== undefined) return cue[0]
  }
  return null
}

/** How long a reflection holds, by its words; a pattern unless they are clear. */
export function scopeByRules(text: string, names: Names): Scope {
  return scopeOf([readStatement(text, names)])
}

type Scope = 'pattern' | 'state' | 'episode'

function scopeOf(statements: readonly Statement[]): Scope {
  if (statements.some(({ text }) => STATE_CUE.test(text))) return 'state'
  return statements.every(({ text }) => EPISODE_CUE.test(text)) ? 'episode' : 'pattern'
}
