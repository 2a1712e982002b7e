/** What a task is made of; one file a task beside this one. */
import type { ModelTier } from '../../config.ts'
import type { Result } from '../../result.ts'
import type { ModelContext } from '../memory-model.ts'
import type { ModelPurpose } from '../ledger.ts'
import type { JsonSchema } from '../transport.ts'

export interface ModelTask<Input, Output> {
  readonly name: ModelPurpose
  readonly tier: ModelTier
  readonly timeoutMs: number
  /** Calls in all, whatever they fail of. */
  readonly attempts: number
  /** Which failures are waited after: `every` (prompts.md §1.2) or `transient` ones only (§2). */
  readonly waits: 'every' | 'transient'
  readonly thinking: 'off' | 'default'
  readonly maxTokens: number
  readonly schema: JsonSchema
  /** The one user message. */
  prompt(input: Input, context: ModelContext): string
  /** Checks an answer; a failure's message is what the repair attempt tells the model. */
  parse(answer: string, input: Input, context: ModelContext): Result<Output>
}
