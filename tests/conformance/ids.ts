/** Golden cases of identities (ids.json): facts through the real store, other ids through their functions. */
import { integerOr, isObject, parseObject, type JsonObject } from '../../src/engine/document.ts'
import { type EmbeddingModel, modelDimension, modelId } from '../../src/engine/embedding/model-id.ts'
import { factColumns } from '../../src/engine/facts/hot.ts'
import { persistFact } from '../../src/engine/facts/persist.ts'
import { readItem } from '../../src/engine/facts/validate.ts'
import { dayFingerprint, fusionFingerprint } from '../../src/engine/interchange/fingerprints.ts'
import type { FactSource } from '../../src/engine/model/memory-model.ts'
import { addedEntryId, cardEntryId } from '../../src/engine/persona/entry.ts'
import type { Moment } from '../../src/engine/ports.ts'
import { clusterHash, reflectionId, refinedReflectionId } from '../../src/engine/reflection/ids.ts'
import { fitsOntology } from '../../src/engine/reflection/ontology.ts'
import { sha256Hex } from '../../src/engine/text/hash.ts'
import { heuristicCounter } from '../../src/engine/text/tokens.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'
import { memoryStore } from '../fixtures/memory-databases.ts'

type IdsInput =
  | {
      readonly fn: 'persist_facts'
      readonly existing: readonly JsonObject[]
      readonly extracted: readonly unknown[]
      readonly now: string
      readonly default_source: FactSource
    }
  | { readonly fn: 'card_entry_id'; readonly entity: string; readonly field: string }
  | {
      readonly fn: 'persona_entry_id'
      readonly text: string
      readonly source: string
      readonly source_id: string | null
      readonly now: string
    }
  | { readonly fn: 'reflection_id'; readonly fact_ids: readonly string[] }
  | { readonly fn: 'refined_reflection_id'; readonly text: string; readonly now: string }
  | {
      readonly fn: 'cluster_hash'
      readonly members: readonly { readonly id: string; readonly kind: string }[]
    }
  | {
      readonly fn: 'day_fingerprint'
      readonly texts: readonly (string | null)[]
      readonly event_date: string | null
    }
  | { readonly fn: 'fusion_fingerprint'; readonly texts: readonly (string | null)[] }
  | {
      readonly fn: 'model_id'
      readonly profile: string
      readonly dim: number
      readonly quantization: EmbeddingModel['quantization']
      readonly max_length: number
    }
  | { readonly fn: 'model_dim'; readonly model_id: unknown }
  | { readonly fn: 'text_sha256'; readonly text: string }
  | { readonly fn: 'importance' | 'int_field'; readonly value: unknown; readonly default: number }
  | {
      readonly fn: 'ontology'
      readonly entity: string
      readonly relation_type: string | null
      readonly temporal_scope: string | null
      readonly text: string
    }

/** Functions of the recording that belong to parts that are not built yet. */
export const uncoveredIds = [
  ...['vector_encode', 'vector_decode', 'shard_list', 'shard_pick', 'shard_append', 'shard_group'],
]

/** The result of one case, in the form of its `expected`. */
export async function runIds(raw: unknown): Promise<unknown> {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  const input = raw as IdsInput
  switch (input.fn) {
    case 'persist_facts':
      return persisted(input)
    case 'card_entry_id':
      return cardEntryId(input.entity, input.field)
    case 'persona_entry_id': {
      const { text, source, source_id: sourceId, now } = input
      return { id: addedEntryId(text, source, sourceId, moment(now)), source, source_id: sourceId }
    }
    case 'reflection_id':
      return reflectionId(input.fact_ids)
    case 'refined_reflection_id':
      return refinedReflectionId(input.text, input.now)
    case 'cluster_hash':
      return clusterHash(input.members)
    case 'day_fingerprint':
      return dayFingerprint(input.event_date, input.texts)
    case 'fusion_fingerprint':
      return fusionFingerprint(input.texts)
    case 'model_id': {
      const { profile, dim: dimension, quantization, max_length: maxLength } = input
      return modelId({ profile, dimension, quantization, maxLength })
    }
    case 'model_dim':
      return modelDimension(input.model_id)
    case 'text_sha256':
      return sha256Hex(input.text)
    case 'importance':
    case 'int_field':
      return integerOr(input.value === '__missing__' ? undefined : input.value, input.default)
    case 'ontology':
      return fitsOntology(
        {
          entity: input.entity,
          relationType: input.relation_type,
          temporalScope: input.temporal_scope,
          text: input.text,
        },
        heuristicCounter,
      )
  }
}

const shownFields = [
  ...['id', 'text', 'importance', 'entity', 'source', 'tags', 'hash', 'created_at', 'event_start_at'],
  ...['event_end_at', 'schema_version', 'absorbed', 'signal_processed'],
]

async function persisted(input: Extract<IdsInput, { fn: 'persist_facts' }>): Promise<unknown> {
  const now = moment(input.now)
  const store = await memoryStore()
  await store.db.transaction(async (tx) => {
    for (const document of input.existing) {
      await store.facts.insert(tx, { ...factColumns(document, now.zone), doc: JSON.stringify(document) })
    }
    for (const raw of input.extracted) {
      const item = readItem(raw, input.default_source)
      if (item === null) continue
      const times = { created: now, said: now, event: null }
      const said = { item, confidence: 'normal' as const, times, sources: [], outdated: false }
      // The recording ran without a text index.
      await persistFact(tx, store, said, { now, who: 'test', names: [], nearDuplicates: false })
    }
  })
  const documents = (await store.facts.list(store.db)).map((row) => parseObject(row.doc) ?? {})
  await store.db.close()
  const old = new Set(input.existing.map((document) => document['id']))
  return {
    new: documents
      .filter((document) => !old.has(document['id']))
      .map((document) => pick(document, shownFields)),
    store: documents.map((document) => pick(document, ['id', 'source', 'signal_processed', 'absorbed'])),
  }
}

function pick(document: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field, isObject(document) ? (document[field] ?? null) : null]),
  )
}

function moment(stamp: string): Moment {
  const instant = parseStamp(stamp, 'UTC')
  if (instant === null) throw new Error(`not a stamp: ${stamp}`)
  return { instant, zone: 'UTC' }
}
