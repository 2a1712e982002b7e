/** What the steps of a reflection's life need from outside. */
import type { LifeModel, ModelContext } from '../model/memory-model.ts'
import type { Ids, Log, Moment, TokenCounter, Transaction } from '../ports.ts'
import type { RowChanges } from '../recall-pools.ts'

export interface ReflectionDeps {
  readonly model: LifeModel
  readonly context: ModelContext
  /** Read anew after each question: a model may take minutes. */
  readonly now: () => Moment
  readonly ids: Ids
  readonly tokens: TokenCounter
  readonly log: Log
  /** Told in each transaction what it changed, so that recall takes it over at the commit. */
  readonly onReflections: (tx: Transaction, changes: RowChanges) => void
}
