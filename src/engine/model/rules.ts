/**
 * The memory model without a model (design.md §6): deterministic, asks nobody, and is the default, so that a
 * fresh offline install records, summarises, extracts and recalls. The extractor itself is injected.
 */
import type { TokenCounter } from '../ports.ts'
import { ok } from '../result.ts'
import { RULES_MEMO_TOKENS, RULES_MEMO_TOKENS_DETAILED } from '../settings.ts'
import { heuristicCounter } from '../text/tokens.ts'
import type { ExtractInput, Extraction, MemoryModel, ModelContext } from './memory-model.ts'
import { createRulesLife } from './rules-life/index.ts'
import { memoOf } from './rules-memo.ts'

export type RulesExtractor = (
  input: ExtractInput,
  context: ModelContext,
  options: { readonly withAi: boolean },
) => Extraction | Promise<Extraction>

export interface RulesDeps {
  readonly extract: RulesExtractor
  /** Measures memos; the heuristic where none is given. */
  readonly tokens?: TokenCounter
}

export function createRulesModel(deps: RulesDeps): MemoryModel {
  const counter = deps.tokens ?? heuristicCounter
  const names = (context: ModelContext) => ({
    userName: context.userName,
    characterName: context.characterName,
    counter,
  })
  return {
    kind: 'rules',
    summarise: (input, context) =>
      Promise.resolve(
        ok(
          memoOf(input.conversation, {
            ...names(context),
            budget: input.detailed ? RULES_MEMO_TOKENS_DETAILED : RULES_MEMO_TOKENS,
            detailed: input.detailed,
            stale: input.staleHours !== undefined,
          }),
        ),
      ),
    shorten: (text, context) =>
      Promise.resolve(
        ok(memoOf(text, { ...names(context), budget: RULES_MEMO_TOKENS, detailed: false, stale: false })),
      ),
    extractFacts: async (input, context) => ok(await deps.extract(input, context, { withAi: false })),
    extractFactsWithAi: async (input, context) => ok(await deps.extract(input, context, { withAi: true })),
    ...createRulesLife(counter),
  }
}
