/**
 * How each known server is asked not to think aloud (prompts.md §1, Thinking). A server that is not in the table
 * gets no extra field.
 */
interface ThinkingRule {
  /** Matches the host of the base URL; a missing one matches every host. */
  readonly host?: RegExp
  readonly model?: RegExp
  readonly body: Readonly<Record<string, unknown>>
}

const rules: readonly ThinkingRule[] = [
  { host: /(^|\.)openrouter\.ai$/, body: { reasoning: { enabled: false } } },
  {
    host: /(^|\.)dashscope[^.]*\.aliyuncs\.com$/,
    model: /qwen|qwq|deepseek|glm/i,
    body: { enable_thinking: false },
  },
  {
    host: /(^|\.)siliconflow\.(cn|com)$/,
    model: /qwen3|glm|deepseek-v3\.|hunyuan/i,
    body: { enable_thinking: false },
  },
  { host: /(^|\.)(bigmodel\.cn|z\.ai)$/, model: /glm/i, body: { thinking: { type: 'disabled' } } },
  { host: /(^|\.)volces\.com$/, body: { thinking: { type: 'disabled' } } },
  { host: /(^|\.)deepseek\.com$/, model: /chat|v3|v4/i, body: { thinking: { type: 'disabled' } } },
  { host: /(^|\.)moonshot\.(cn|ai)$/, model: /k2\.5|k3/i, body: { thinking: { type: 'disabled' } } },
  {
    host: /(^|\.)generativelanguage\.googleapis\.com$/,
    model: /2\.5-flash/i,
    body: { reasoning_effort: 'none' },
  },
  { host: /(^|\.)openai\.com$/, model: /^gpt-5\.[1-9]/i, body: { reasoning_effort: 'none' } },
  { host: /(^|\.)openai\.com$/, model: /^gpt-5(?!\.)/i, body: { reasoning_effort: 'minimal' } },
  // Local servers (llama.cpp, vLLM, SGLang) hand this to the model's chat template; others pass over it.
  {
    model: /qwen-?3|glm-4\.[5-9]|hunyuan|smollm3|deepseek-v3\.[1-9]/i,
    body: { chat_template_kwargs: { enable_thinking: false } },
  },
]

/** Extra fields of the request body; empty when nothing is known about the pair. */
export function thinkingOffBody(host: string, model: string): Readonly<Record<string, unknown>> {
  const known = rules.find((rule) => (rule.host?.test(host) ?? true) && (rule.model?.test(model) ?? true))
  return known?.body ?? {}
}
