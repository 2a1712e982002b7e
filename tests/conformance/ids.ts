/** Golden cases of identities (ids.json): facts through the real store, other ids through their functions. */
import { appendToShards, groupByArchiveDay, listShards, pickShard } from '../../src/engine/archive/shards.ts'
import { decodeVector, encodeVector } from '../../src/engine/embedding/codec.ts'
import { importView } from '../../src/engine/store/views.ts'
import { integerOr, isObject, parseObject, type JsonObject } from '../../src/engine/document.ts'
import { type EmbeddingModel, modelDimension, modelId } from '../../src/engine/embedding/model-id.ts'
import { factColumns } from '../../src/engine/facts/hot.ts'
import { persistFact } from '../../src/engine/facts/persist.ts'
import { readItem } from '../../src/engine/facts/validate.ts'
import { dayFingerprint, fusionFingerprint } from '../../src/engine/interchange/fingerprints.ts'
import type { FactSource } from '../../src/engine/model/memory-model.ts'
import { addedEntryId, cardEntryId } from '../../src/engine/persona/entry.ts'
import { clusterHash, reflectionId, refinedReflectionId } from '../../src/engine/reflection/ids.ts'
import { fitsOntology } from '../../src/engine/reflection/ontology.ts'
import { sha256Hex } from '../../src/engine/text/hash.ts'
import { heuristicCounter } from '../../src/engine/text/tokens.ts'
import { memoryStore } from '../fixtures/memory-databases.ts'
import { moment } from './moment.ts'

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
  | { readonly fn: 'vector_encode'; readonly vector: readonly number[] }
  | { readonly fn: 'vector_decode'; readonly base64: unknown }
  | { readonly fn: 'shard_list'; readonly files: readonly string[] }
  | {
      readonly fn: 'shard_pick'
      readonly files: readonly string[]
      readonly sizes: Readonly<Record<string, number>>
      readonly today: string
      readonly capacity: number
      readonly fresh_suffixes: readonly string[]
    }
  | {
      readonly fn: 'shard_append'
      readonly files: Readonly<Record<string, unknown>>
      readonly append_ids: readonly string[]
      readonly capacity: number
      readonly fresh_suffixes: readonly string[]
      readonly now: string
    }
  | { readonly fn: 'shard_group'; readonly entries: readonly unknown[]; readonly now: string }
  | {
      readonly fn: 'ontology'
      readonly entity: string
      readonly relation_type: string | null
      readonly temporal_scope: string | null
      readonly text: string
    }

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
    case 'vector_encode':
      return encodeVector(input.vector)
    case 'vector_decode': {
      const vector = decodeVector(input.base64)
      return vector === null ? null : [...vector]
    }
    case 'shard_list':
      return listShards(input.files).map(({ name, day, suffix }) => [name, day, suffix])
    case 'shard_pick': {
      const shards = input.files.map((name) => ({ name, entries: input.sizes[name] ?? 0 }))
      const suffixes = input.fresh_suffixes.values()
      return pickShard(shards, input.today, () => suffixes.next().value ?? '', input.capacity)
    }
    case 'shard_append':
      return shardsAfter(input)
    case 'shard_group': {
      const groups = groupByArchiveDay(input.entries, moment(input.now))
      return Object.fromEntries([...groups].map(([day, entries]) => [day, entries.map(idIn)]))
    }
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

async function shardsAfter(input: Extract<IdsInput, { fn: 'shard_append' }>): Promise<unknown> {
  const store = await memoryStore()
  const now = moment(input.now)
  const docs = input.append_ids.map((id) => JSON.stringify({ id }))
  const suffixes = input.fresh_suffixes.values()
  const ids = { uuid: () => suffixes.next().value ?? '', uniform: () => 0.5 }
  const places = await store.db.transaction(async (tx) => {
    for (const [name, content] of Object.entries(input.files)) {
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const read = await importView(tx, `reflection_archive/${name}`, text)
      if (!read.ok) await store.archiveShards.keepUnreadable(tx, 'reflection', name, text)
    }
    return appendToShards(tx, store, 'reflection', docs, now, ids, { capacity: input.capacity })
  })
  const files: Record<string, unknown> = {}
  for (const { name, entries } of await store.archiveShards.all(store.db, 'reflection')) {
    const rows = await store.archiveShards.entries(store.db, 'reflection', name)
    files[name] = entries === null ? 'unchanged' : rows.map(({ id }) => id)
  }
  await store.db.close()
  const stamped = places.map(({ doc }) => parseObject(doc)?.['archive_shard_path'])
  return { last: places.at(-1)?.shard ?? null, files, stamped }
}

function idIn(entry: unknown): unknown {
  return isObject(entry) ? entry['id'] : null
}
