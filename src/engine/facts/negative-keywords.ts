/**
 * The user is tired of something (facts.md §12.1): a phrase gives it away, a model says what it is about, and what was
 * believed of it is disputed. Nothing is tried again: the next displeasure will come.
 */
import { contextLanguage } from '../context/phrases.ts'
import type { ErrorCode } from '../errors.ts'
import { dispatchSignals, type EvidenceSignal } from '../evidence/dispatch.ts'
import type { Memory } from '../memories.ts'
import type { Language, TargetClaim } from '../model/memory-model.ts'
import { stripInjected } from '../model/injected.ts'
import { byScore, fitting } from '../recall/reranker.ts'
import type { ReflectionDeps } from '../reflection/deps.ts'
import { changeReflections } from '../reflection/rows.ts'
import { KEYWORD_MESSAGES, OBSERVATION_TOKENS, OBSERVATIONS_SHOWN } from '../settings.ts'
import { loadObservations, namedObservation, signalTarget, type BelievedObservation } from './observations.ts'
import { NEGATIVE_PHRASES } from './rules/data/negative-phrases.ts'
import { matchable } from './rules/language.ts'

export type KeywordReport =
  | { readonly status: 'no_phrase' | 'no_observations' }
  | { readonly status: 'failed'; readonly error: ErrorCode }
  | { readonly status: 'applied'; readonly signals: number }

/** Disputes what the user’s messages of one turn show displeasure with; at most one question. */
export async function rebutByKeyword(
  deps: ReflectionDeps,
  memory: Memory,
  messages: readonly string[],
): Promise<KeywordReport> {
  const said = messages.map(stripInjected)
  if (!said.some((message) => holdsNegativePhrase(message, deps.context.language))) {
    return { status: 'no_phrase' }
  }
  const { store } = memory
  const believed = byScore(await loadObservations(store.db, store, deps.now())).slice(0, OBSERVATIONS_SHOWN)
  if (believed.length === 0) return { status: 'no_observations' }
  const shown = fitting(believed, deps.tokens)
  const answer = await deps.model.findNegativeTargets(
    {
      messages: said
        .slice(-KEYWORD_MESSAGES)
        .map((message) => deps.tokens.truncate(message, OBSERVATION_TOKENS)),
      observations: shown.map(({ promptId, text, score }) => ({ promptId, text, score })),
    },
    deps.context,
  )
  if (!answer.ok) return { status: 'failed', error: answer.error.code }
  const signals = signalsOf(answer.value, shown)
  if (signals.length === 0) return { status: 'applied', signals: 0 }
  return changeReflections<KeywordReport>(deps, memory, 'negative_keywords', async (writes) => {
    const { tx, now } = writes
    const dispatched = await dispatchSignals(tx, store, signals, 'user_keyword_rebut', now, deps.ids)
    for (const target of dispatched.targets) {
      if (target.targetType === 'reflection') writes.touched(target.targetId)
    }
    return { status: 'applied', signals: dispatched.applied }
  })
}

/** Whether a message holds a phrase of avoidance or annoyance in `language`, in whatever case or script. */
export function holdsNegativePhrase(message: string, language: Language): boolean {
  const spoken = contextLanguage(language)
  const text = matchable(message, spoken === 'zh' ? 'zh' : 'en').toLowerCase()
  return NEGATIVE_PHRASES[spoken].some((phrase) => text.includes(phrase))
}

/** One signal an observation, however often the answer names it. */
function signalsOf(claims: readonly TargetClaim[], shown: readonly BelievedObservation[]): EvidenceSignal[] {
  const named = claims.flatMap(({ targetId }) => namedObservation(shown, targetId, 'first') ?? [])
  return [...new Set(named)].map((observation) => ({ ...signalTarget(observation), signal: 'negates' }))
}
