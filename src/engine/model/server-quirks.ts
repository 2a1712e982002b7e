/**
 * What a server has turned out not to take, by base URL and model. Optional fields are left out after they were
 * refused once, instead of being refused again at every call.
 */
export const optionalFields = ['response_format', 'thinking', 'stream_options', 'max_tokens'] as const

/** `max_tokens` means the field's name: newer hosted models want `max_completion_tokens`. */
export type OptionalField = (typeof optionalFields)[number]

export interface ServerQuirks {
  refused(server: string): ReadonlySet<OptionalField>
  remember(server: string, fields: Iterable<OptionalField>): void
}

/** Memory of refusals for one worker's life. */
export function createServerQuirks(): ServerQuirks {
  const known = new Map<string, Set<OptionalField>>()
  return {
    refused: (server) => known.get(server) ?? new Set(),
    remember(server, fields) {
      const before = known.get(server) ?? new Set()
      for (const field of fields) before.add(field)
      known.set(server, before)
    },
  }
}

const signs: readonly (readonly [OptionalField, RegExp])[] = [
  ['response_format', /response_format|json_schema|structured output|grammar|schema/i],
  ['thinking', /thinking|reasoning|chat_template_kwargs/i],
  ['stream_options', /stream_options|include_usage/i],
  ['max_tokens', /max_completion_tokens|'max_tokens'|"max_tokens"/i],
]

/** The fields that a refusal names, of those that were sent. */
export function namedFields(message: string, sent: ReadonlySet<OptionalField>): OptionalField[] {
  return signs.filter(([field, sign]) => sent.has(field) && sign.test(message)).map(([field]) => field)
}
