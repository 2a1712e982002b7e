/** What of a model is used: the width of its vectors and the kind of its weights (embeddings.md §1.1, §1.2). */
import { EMBEDDING_RAM_WIDTHS, EMBEDDING_WIDTH_UNKNOWN_RAM } from '../settings.ts'
import { type EmbeddingModel, modelId } from './model-id.ts'
import type { EncoderRecipe, Quantization } from './profiles.ts'

/** `auto`, or what the user insists on. */
export type WidthChoice = number | 'auto'
export type QuantizationChoice = Quantization | 'auto'

/** A legal step is taken as it is; anything else follows the memory of the device, `null` GiB when it does not say. */
export function widthOf(recipe: EncoderRecipe, choice: WidthChoice, memoryGiB: number | null): number {
  if (choice !== 'auto' && recipe.steps.includes(choice)) return choice
  const wanted =
    memoryGiB === null
      ? EMBEDDING_WIDTH_UNKNOWN_RAM
      : (EMBEDDING_RAM_WIDTHS.find(({ below }) => memoryGiB < below)?.width ?? recipe.width)
  // The narrowest step that is wide enough; models that can't be cut have one step.
  return recipe.steps.find((step) => step >= wanted) ?? recipe.width
}

/**
 * `auto` takes the small weights where a model has them. A browser does not tell what its processor can do, and
 * "could not determine" counts as being able to (§1.2).
 */
export function quantizationOf(
  choice: QuantizationChoice,
  available: readonly Quantization[],
): Quantization | null {
  if (choice !== 'auto') return available.includes(choice) ? choice : null
  return available.includes('int8') ? 'int8' : available.includes('fp32') ? 'fp32' : null
}

export function embeddingModelId(
  profile: string,
  recipe: EncoderRecipe,
  chosen: Pick<EmbeddingModel, 'dimension' | 'quantization'>,
): string {
  return modelId({ profile, ...chosen, maxLength: recipe.maxTokens })
}
