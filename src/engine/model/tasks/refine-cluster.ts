/** Refine (prompts.md §15): tidying entries that resemble each other. The JSON is read strictly. */
import { fail, ok, type Result } from '../../result.ts'
import { MODEL_LONG_TIMEOUT_MS, MODEL_OUTPUT_TOKENS } from '../../settings.ts'
import { deleteFences } from '../../text/fences.ts'
import type { JsonValue } from '../../text/tolerant-json.ts'
import type { Entity, ModelContext, RefineAction, RefineMember, RefineProduct } from '../memory-model.ts'
import { stripThoughts } from '../thoughts.ts'
import {
  choiceSchema,
  idIn,
  isArray,
  isObject,
  type JsonObject,
  listSchema,
  objectSchema,
  orNull,
  textIn,
  textSchema,
} from './answer.ts'
import { dataText, entityLabel, fillPrompt, textsOf } from './lines.ts'
import type { ModelTask } from './task.ts'

export interface RefineInput {
  readonly entity: string
  readonly members: readonly RefineMember[]
}

const productSchema = objectSchema({
  text: textSchema,
  relation_type: orNull(textSchema),
  temporal_scope: orNull(textSchema),
})
const idsSchema = listSchema(textSchema)

export const refineCluster: ModelTask<RefineInput, readonly RefineAction[]> = {
  name: 'refine_cluster',
  tier: 'correction',
  timeoutMs: MODEL_LONG_TIMEOUT_MS,
  attempts: 1,
  repair: 'extra',
  waits: 'transient',
  thinking: 'default',
  maxTokens: MODEL_OUTPUT_TOKENS,
  schema: objectSchema({
    actions: listSchema({
      anyOf: [
        objectSchema({
          action: choiceSchema(['split']),
          source_id: textSchema,
          produce: listSchema(productSchema),
        }),
        objectSchema({
          action: choiceSchema(['merge']),
          source_ids: idsSchema,
          absorbed_from_fact_ids: idsSchema,
          produce: productSchema,
        }),
        objectSchema({
          action: choiceSchema(['modify']),
          source_id: textSchema,
          absorbed_from_fact_ids: idsSchema,
          produce: productSchema,
          reason: textSchema,
        }),
        objectSchema({ action: choiceSchema(['discard']), source_id: textSchema, reason: textSchema }),
      ],
    }),
  }),
  unasked: ({ members }) =>
    members.some(isShown) ? null : fail('bad_request', 'no member has an id and a text'),
  prompt: ({ entity, members }, context) =>
    fillPrompt(
      textsOf(context).refineCluster,
      { members: members.filter(isShown).map(memberLine).join('\n') },
      context,
      { who: label(entity, context) },
    ),
  parse: (answer) => readActions(answer),
}

function label(entity: string, context: ModelContext): string {
  return isEntity(entity) ? entityLabel(entity, context) : dataText(entity)
}

function isEntity(entity: string): entity is Entity {
  return entity === 'master' || entity === 'neko' || entity === 'relationship'
}

function isShown({ id, text }: RefineMember): boolean {
  return dataText(id) !== '' && dataText(text) !== ''
}

function memberLine(member: RefineMember, index: number): string {
  const { kind, importance } = member
  const labels =
    kind === 'reflection'
      ? [
          `relation_type=${dataText(member.relationType ?? '') || 'uncategorized'}`,
          `temporal_scope=${dataText(member.temporalScope ?? '') || 'unknown'}`,
        ]
      : kind === 'fact'
        ? [`importance=${importance === undefined ? '?' : String(importance)}`, 'read-only']
        : []
  const about = [`${kind} id=${dataText(member.id)}`, ...labels].join(' ')
  return `[${String(index + 1)}] (${about}) ${dataText(member.text)}`
}

function readActions(answer: string): Result<readonly RefineAction[]> {
  const value = parseStrictly(deleteFences(stripThoughts(answer)))
  if (value === undefined) return fail('model_bad_answer', 'the answer is not valid JSON')
  const items = isObject(value) ? value['actions'] : value
  if (!isArray(items)) return fail('model_bad_answer', 'the answer holds no list of actions')
  const actions = items.flatMap(readAction)
  // An empty list says that all is well, so one that can't be read must not become empty.
  return items.length > 0 && actions.length === 0
    ? fail('model_bad_answer', 'no action has the form that was asked for')
    : ok(actions)
}

function parseStrictly(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // JSON.parse gives nothing but JSON values.
    return value as JsonValue
  } catch (error) {
    // A RangeError is nesting deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function readAction(item: JsonValue): RefineAction[] {
  if (!isObject(item)) return []
  const sourceId = idIn(item['source_id'])
  const absorbedFactIds = idsIn(item['absorbed_from_fact_ids'])
  const product = productIn(item['produce'])
  switch (item['action']) {
    case 'split': {
      const produce = isArray(item['produce']) ? item['produce'].flatMap((one) => productIn(one) ?? []) : []
      return sourceId === '' || produce.length === 0 ? [] : [{ action: 'split', sourceId, produce }]
    }
    case 'merge': {
      const sourceIds = idsIn(item['source_ids'])
      if (sourceIds.length === 0 || product === null) return []
      return [{ action: 'merge', sourceIds, absorbedFactIds, produce: product }]
    }
    case 'modify':
      if (sourceId === '' || product === null) return []
      return [
        {
          action: 'modify',
          sourceId,
          absorbedFactIds,
          produce: product,
          reason: textIn(item['reason']) || 'refine_modify',
        },
      ]
    case 'discard':
      return sourceId === '' ? [] : [{ action: 'discard', sourceId, reason: textIn(item['reason']) }]
    default:
      return []
  }
}

function idsIn(value: JsonValue | undefined): string[] {
  return isArray(value) ? value.map(idIn).filter((id) => id !== '') : []
}

function productIn(value: JsonValue | undefined): RefineProduct | null {
  const fields: JsonObject = isObject(value) ? value : {}
  const text = textIn(fields['text'])
  if (text === '') return null
  const relationType = textIn(fields['relation_type'])
  const temporalScope = textIn(fields['temporal_scope'])
  return {
    text,
    ...(relationType === '' ? {} : { relationType }),
    ...(temporalScope === '' ? {} : { temporalScope }),
  }
}
