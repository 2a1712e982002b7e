/** What a task is made of; one file a task beside this one. */
import type { ModelTier } from '../../config.ts'
import type { Result } from '../../result.ts'
import type { ModelContext } from '../memory-model.ts'
import type { ModelPurpose } from '../ledger.ts'
import type { Completion, JsonSchema } from '../transport.ts'

export interface ModelTask<Input, Output> {
  readonly name: ModelPurpose
  readonly tier: ModelTier
  readonly timeoutMs: number
  /** Calls in all, whatever they fail of. */
  readonly attempts: number
  /** Which failures are waited after: `every` (prompts.md §1.2) or `transient` ones only (§2). */
  readonly waits: 'every' | 'transient'
  /** A repair beyond `attempts` after an answer that can't be used; without it a repair is one of them, or none. */
  readonly repair?: 'extra' | 'never'
  readonly thinking: 'off' | 'default'
  readonly maxTokens: number
  readonly schema: JsonSchema
  /** The result of an input that there is nothing to ask about; null for any other. */
  unasked?(input: Input): Result<Output> | null
  /** The one user message. */
  prompt(input: Input, context: ModelContext): string
  /** Checks an answer; a failure's message is what the repair attempt tells the model. */
  parse(answer: string, input: Input, context: ModelContext, completion: Completion): Result<Output>
}
