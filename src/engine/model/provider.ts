/** The models that the settings name, built afresh at each use so that a change acts at once (design.md §6). */
import type { ModelTest } from '../api.ts'
import { readSettings } from '../app-settings.ts'
import type { ModelEndpoint, ModelTier } from '../config.ts'
import type { EngineDeps, ModelProvider } from '../ports.ts'
import { fail, messageOf } from '../result.ts'
import { MODEL_TEST_TIMEOUT_MS, MODEL_TEST_TOKENS, RULES_STRETCH_MS } from '../settings.ts'
import { stretchesOf } from '../stretches.ts'
import { modelByTier } from './by-tier.ts'
import type * as Kinds from './kinds.ts'
import { type LedgerSink, recordCall } from './ledger.ts'
import { createOpenAiTransport } from './openai.ts'
import type { MemoryModel } from './memory-model.ts'
import { createServerQuirks } from './server-quirks.ts'
import type { ChatMessage, ChatTransport } from './transport.ts'
import { unreadableModel } from './unreadable.ts'

export interface Models extends ModelProvider {
  /** Asks the model of a tier for one word, for the test button. */
  test(tier: ModelTier, character: string): Promise<ModelTest>
}

type ModelDeps = Pick<
  EngineDeps,
  | 'settings'
  | 'fetch'
  | 'clock'
  | 'timer'
  | 'tokenCounter'
  | 'letRepliesOut'
  | 'connectionFacts'
  | 'modelProbe'
  | 'log'
>

/** `readKinds` reads the code of both kinds, and is asked again at each use when it could not be read. */
export function createModels(
  deps: ModelDeps,
  ledger: LedgerSink,
  readKinds: () => Promise<typeof Kinds> = () => import('./kinds.ts'),
): Models {
  let rules: MemoryModel | undefined
  // A field that a server refused once is not sent to it again.
  const quirks = createServerQuirks()

  return {
    async current() {
      const { models } = await readSettings(deps.settings)
      // Prompts in eight languages and the words of the rules are most of the engine's code; a start that recalls needs none.
      const kinds = await readKinds().catch((error: unknown) => {
        deps.log.write('error', 'model.code_unreadable', { error: messageOf(error) })
        return null
      })
      if (kinds === null) return unreadableModel
      const { createPromptedModel, createRulesModel, createPatientExtractor } = kinds
      const tokens = await deps.tokenCounter()
      rules ??= createRulesModel({
        extract: createPatientExtractor(stretchesOf(deps, RULES_STRETCH_MS)),
        tokens,
      })
      const prompted = createPromptedModel({
        transports: (tier) => transportOf(models[tier]),
        ledger,
        clock: deps.clock,
        timer: deps.timer,
        tokens,
      })
      return modelByTier((tier) => models[tier] !== null, prompted, rules)
    },

    async test(tier, character) {
      const { models } = await readSettings(deps.settings)
      const transport = transportOf(models[tier])
      if (transport === null) return fail('model_not_configured', `no model for the tier ${tier}`)
      const messages: ChatMessage[] = [{ role: 'user', content: TEST_PROMPT }]
      const at = deps.clock.now()
      const started = deps.clock.monotonic()
      const answered = await transport.complete({
        messages,
        thinking: 'off',
        maxTokens: MODEL_TEST_TOKENS,
        timeoutMs: MODEL_TEST_TIMEOUT_MS,
      })
      const milliseconds = Math.round(deps.clock.monotonic() - started)
      recordCall(ledger, await deps.tokenCounter(), {
        at,
        character,
        purpose: 'test',
        tier,
        transport,
        messages,
        answer: answered.ok ? answered.value.text : '',
        usage: answered.ok ? answered.value.usage : null,
        milliseconds,
        outcome: answered.ok ? 'ok' : answered.error.code,
      })
      if (answered.ok) return { ok: true, milliseconds, reply: answered.value.text }
      return fail(answered.error.code, answered.error.message)
    },
  }

  function transportOf(endpoint: ModelEndpoint | null): ChatTransport | null {
    if (endpoint === null) return null
    const { fetch, timer, clock, connectionFacts, modelProbe } = deps
    return createOpenAiTransport({
      ...endpoint,
      fetch,
      timer,
      now: () => clock.now(),
      quirks,
      ...(connectionFacts === undefined ? {} : { facts: connectionFacts }),
      ...(modelProbe === undefined ? {} : { probe: modelProbe }),
    })
  }
}

/** Holds nothing of the user's. */
const TEST_PROMPT = 'Reply with the single word: ready'
