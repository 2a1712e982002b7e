/** Tokenizer, graph and pooling together: texts in, unit vectors out. */
import { bucketsOf } from '../../engine/embedding/batches.ts'
import { pool, unitVector } from '../../engine/embedding/pooling.ts'
import type { EmbedPurpose, EncoderRecipe } from '../../engine/embedding/profiles.ts'
import { EMBEDDING_BATCH_TOKENS } from '../../engine/settings.ts'
import type { GraphSession } from './session.ts'
import type { TextTokenizer } from './tokenizer.ts'
import { ModelTrouble } from './trouble.ts'

export interface Encoder {
  /** In the order of `texts`; null for a text without tokens. Throws `ModelTrouble` when the graph does not fit or fails. */
  encode(texts: readonly string[], purpose: EmbedPurpose): Promise<readonly (Float32Array | null)[]>
}

export function createEncoder(
  tokenizer: TextTokenizer,
  session: Pick<GraphSession, 'run'>,
  recipe: EncoderRecipe,
  dimension: number,
): Encoder {
  return {
    async encode(texts, purpose) {
      const vectors: (Float32Array | null)[] = texts.map(() => null)
      const present = texts.flatMap((text, index) => {
        const ids = text === '' ? [] : tokenizer.encode(recipe.prefix[purpose] + text)
        // A graph that is given no token at all fails.
        return ids.length === 0 ? [] : [{ index, ids }]
      })
      const lengths = present.map(({ ids }) => ids.length)
      for (const bucket of bucketsOf(lengths, EMBEDDING_BATCH_TOKENS)) {
        const rows = bucket.flatMap((at) => present[at] ?? [])
        const made = await run(rows.map(({ ids }) => ids))
        rows.forEach(({ index }, row) => (vectors[index] = made[row] ?? null))
      }
      return vectors
    },
  }

  async function run(ids: readonly (readonly number[])[]): Promise<readonly Float32Array[]> {
    const hidden = await session.run(ids, tokenizer.padId)
    if (hidden.width !== recipe.width) {
      throw new ModelTrouble('graph_unfit', `states of ${hidden.width} values, not ${recipe.width}`)
    }
    const pooled = pool(
      hidden,
      ids.map((row) => row.length),
      recipe.pooling,
    )
    return pooled.map((vector) => {
      const unit = unitVector(vector, dimension)
      // What is no number would poison every comparison; nothing is kept of it.
      if (!unit.every(Number.isFinite))
        throw new ModelTrouble('vectors_unusable', 'values that are no numbers')
      return unit
    })
  }
}
