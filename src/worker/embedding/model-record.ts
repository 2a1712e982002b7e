/** What is written down of a model whose files have arrived. */
import { findProfile, type EncoderRecipe, type Pooling } from '../../engine/embedding/profiles.ts'
import { EMBEDDING_MAX_TOKENS } from '../../engine/settings.ts'
import { sha256Hex } from '../../engine/text/hash.ts'
import { InstallTrouble } from './install-trouble.ts'
import type { Arrived } from './install-worker.ts'
import type { InstalledModel } from './installed-models.ts'
import { modelConfig, poolingConfig, tokenizerLimit } from './model-config.ts'

/** Where it came from, and what the user said of it. */
export interface ModelOrigin {
  readonly profile: string | null
  readonly name: string
  readonly pooling: Pooling | null
  readonly repository: string | null
}

/** Digits of the content's digest in the id of a model that has no profile. */
const ID_DIGITS = 12

type Described = Omit<InstalledModel, 'probes'>

/** Throws `embedding_graph_unfit` when the files of a model of its own do not say how wide it is. */
export async function describeModel(
  folder: string,
  origin: ModelOrigin,
  { chosen, revision }: Arrived,
  readText: (path: string) => Promise<string | null>,
  now: number,
): Promise<Described> {
  const { config, tokenizer, tokenizerConfig, graph, data, quantization } = chosen
  const common = {
    folder,
    repository: origin.repository,
    revision,
    quantization,
    files: { config, tokenizer, tokenizerConfig, graph, data },
    installedAt: now,
  }
  const profile = origin.profile === null ? undefined : findProfile(origin.profile)
  if (profile !== undefined) {
    const { id, name, languages, licence, commercial, pooling, width, steps, maxTokens, prefix } = profile
    const recipe = { pooling, width, steps: [...steps], maxTokens, prefix: { ...prefix } }
    return { ...common, id, name, languages: [...languages], licence, commercial, recipe }
  }
  const textOf = async (file: { readonly path: string } | null) =>
    file === null ? '' : ((await readText(file.path)) ?? '')
  const said = modelConfig(await textOf(config))
  if (said.width === null)
    throw new InstallTrouble('embedding_graph_unfit', 'config.json does not say hidden_size')
  const limits = [said.maxTokens, tokenizerLimit(await textOf(tokenizerConfig)), EMBEDDING_MAX_TOKENS]
  const recipe = {
    pooling: poolingConfig(await textOf(chosen.pooling)) ?? origin.pooling ?? 'mean',
    width: said.width,
    steps: [said.width],
    maxTokens: Math.min(...limits.filter((limit) => limit !== null)),
    prefix: { query: '', entry: '' },
  } satisfies EncoderRecipe
  // By content, so that the same files are the same model wherever they came from; names stay out (embeddings.md §1).
  const content = `${graph.sha256}${data?.sha256 ?? ''}${tokenizer.sha256}${recipe.pooling}`
  const id = `own-${sha256Hex(content).slice(0, ID_DIGITS)}`
  return { ...common, id, name: origin.name, languages: [], licence: null, commercial: true, recipe }
}
