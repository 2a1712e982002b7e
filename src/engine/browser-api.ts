/**
 * What the memory browser asks of the engine beside `api.ts`: lists and single entries of every layer, changes with
 * undo, forgetting with proof, and a look into recall, context, loops and storage. Plain data: it crosses a port.
 */
import type { EmbedderTrouble } from './embedding/embedder.ts'
import type { Instant } from './ports.ts'
import type { Failure, Result } from './result.ts'

// ------------------------------------------------------------------------------------------------ entries

/** What kind of memory an entry is, wherever it is kept (an archived fact is still a `fact`). */
export type EntryKind = 'fact' | 'reflection' | 'persona' | 'correction' | 'turn'

/** Names one entry of one character. `id` is the document's own id; `#<seq>` for a row that has none. */
export interface EntryKey {
  readonly kind: EntryKind
  readonly id: string
}

/** The lists of the browser. `archive` holds the archived ones of all kinds, `timeline` the raw turns. */
export type EntryList = 'facts' | 'reflections' | 'persona' | 'corrections' | 'archive' | 'timeline'

/** Who made an entry what it is now. */
export type EntryMaker = 'model' | 'rules' | 'user' | 'card' | 'import' | 'character' | 'unknown'

export interface EntryRow {
  readonly key: EntryKey
  readonly text: string
  /** `master`, `neko`, `relationship`, or the name of a persona section; null where there is none. */
  readonly entity: string | null
  /** The status of a reflection; `active`, `superseded` for facts; `queued` for corrections; null otherwise. */
  readonly status: string | null
  readonly importance: number | null
  /** Evidence score now (evidence.md); null for kinds without evidence. */
  readonly score: number | null
  readonly maker: EntryMaker
  readonly confidence: 'normal' | 'low'
  readonly tags: readonly string[]
  readonly createdAt: Instant | null
  readonly eventStartAt: string | null
  readonly eventEndAt: string | null
  /** Naive stamps between which it held; null: open. */
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly archived: boolean
  readonly superseded: boolean
  /** Not to be brought up; `suppressedUntil` null: for good. */
  readonly suppressed: boolean
  readonly suppressedUntil: Instant | null
  readonly protected: boolean
  /** Something it was built on was changed or forgotten: the user should look at it. */
  readonly needsReview: boolean
  /** Who said it, for turns. */
  readonly role: 'human' | 'ai' | 'system' | null
  /** Changes with every change of the entry: what an edit says it was based on. */
  readonly revision: string
}

export interface EntryFilters {
  readonly entities?: readonly string[]
  readonly statuses?: readonly string[]
  readonly makers?: readonly EntryMaker[]
  readonly importance?: readonly [least: number, most: number]
  /** Created (turns: said) in `[from, to)`. */
  readonly from?: Instant
  readonly to?: Instant
  readonly suppressed?: boolean
  readonly needsReview?: boolean
}

export type EntrySort = 'newest' | 'oldest' | 'importance' | 'evidence' | 'relevance'

export interface EntryQuery {
  readonly list: EntryList
  /** Compared by the analyzer that recall uses; `relevance` sorts by its BM25. */
  readonly search?: string
  readonly filters?: EntryFilters
  readonly sort?: EntrySort
  /** Also say where this entry stands: for a link into a long list, and to stay at a row while others come. */
  readonly locate?: EntryKey
  readonly offset: number
  /** At most 500. */
  readonly limit: number
}

export interface EntryPage {
  readonly rows: readonly EntryRow[]
  /** Rows that fit the query, all pages together. */
  readonly total: number
  /** Rows of the list that cannot be read: kept, not shown, exported as they are. */
  readonly unreadable: number
  /** Values that occur in the list, for the filter controls. */
  readonly entities: readonly string[]
  readonly statuses: readonly string[]
  readonly makers: readonly EntryMaker[]
  /** Place of `locate` among all rows that fit; null when it does not fit, left out when nothing was to be located. */
  readonly position?: number | null
}

export interface EntrySource {
  readonly turnId: string
  /** The words of the turn that it was read from, verbatim; empty when the claim gave none. */
  readonly quote: string
  readonly at: Instant | null
  /** Who said the turn and all of it; null when the turn is no longer there. */
  readonly turn: { readonly role: 'human' | 'ai' | 'system'; readonly text: string } | null
}

export interface EntryDetail {
  readonly row: EntryRow
  /** The document as it is stored, verbatim. */
  readonly raw: string
  /** Turns it rests on, directly. */
  readonly sources: readonly EntrySource[]
  /** The entry that took its place, and the ones it took the place of. */
  readonly supersededBy: EntryKey | null
  readonly supersedes: readonly EntryKey[]
  /** Fields that an edit may change, and the statuses that are legal from here. */
  readonly editable: readonly EntryField[]
  readonly statuses: readonly string[]
  /** Whether a new conversation would be told it, and whether recall may find it; `why` is a key of the catalogue. */
  readonly rendered: { readonly yes: boolean; readonly why: string }
  readonly recallable: { readonly yes: boolean; readonly why: string }
}

/** Layers with their number of rows, for the rail. */
export interface EntryCounts {
  readonly lists: Readonly<Record<EntryList, number>>
  readonly needsReview: number
  /** Of those, in each list. */
  readonly reviewIn?: Readonly<Partial<Record<EntryList, number>>>
}

// ---------------------------------------------------------------------------------------- lineage, evidence

export interface LineageNode {
  readonly key: EntryKey
  /** Null when the entry is gone (forgotten, or never imported). */
  readonly row: EntryRow | null
}

export type LineageKind = 'extracted' | 'synthesised' | 'promoted' | 'merged' | 'superseded' | 'refined'

export interface LineageEdge {
  readonly from: EntryKey
  readonly to: EntryKey
  readonly kind: LineageKind
  /** The words of the turn, for `extracted`; null when not known. */
  readonly quote: string | null
}

/** Everything an entry came from and everything that came from it, turns at the left end. */
export interface Lineage {
  readonly nodes: readonly LineageNode[]
  readonly edges: readonly LineageEdge[]
}

export interface EvidencePoint {
  readonly at: Instant
  readonly reinforcement: number
  readonly disputation: number
  readonly score: number
}

/** Evidence of an entry over time: from its first signal to a while after now, with decay between signals. */
export interface EvidenceCurve {
  readonly points: readonly EvidencePoint[]
  /** Points after this lie in the future: decay alone. */
  readonly now: Instant
  readonly signals: readonly {
    readonly at: Instant
    /** A signal source of evidence.md. */
    readonly source: string
    readonly reinforcement: number
    readonly disputation: number
  }[]
  readonly thresholds: readonly { readonly name: string; readonly score: number }[]
}

// ------------------------------------------------------------------------------------------------- changes

export type EntryField = 'text' | 'entity' | 'importance' | 'event' | 'tags' | 'status' | 'validity'

/** Fields to change; those left out stay. Times are naive stamps in the user's zone, null: none. */
export interface EntryPatch {
  readonly text?: string
  readonly entity?: string
  readonly importance?: number
  readonly eventStartAt?: string | null
  readonly eventEndAt?: string | null
  readonly validFrom?: string | null
  readonly validTo?: string | null
  readonly tags?: readonly string[]
  readonly status?: string
}

/** An entry as the caller last saw it. */
export interface EntryAt {
  readonly key: EntryKey
  readonly revision: string
}

/** A batch is one change: all of it is made, or none and `stale` tells which entries were changed meanwhile. */
export type ChangeResult =
  | {
      readonly ok: true
      /** What `undo` takes. Asked again by a page whose first answer was lost, the same. */
      readonly changeId: string
      readonly rows: readonly EntryRow[]
    }
  | {
      readonly ok: false
      readonly error: Failure
      /** For `stale_revision`: each entry as it is now; null when it is gone. */
      readonly stale: readonly {
        readonly key: EntryKey
        readonly now: EntryRow | null
        readonly changed: readonly string[]
      }[]
    }

export interface ChangeView {
  readonly changeId: string
  readonly at: Instant
  /** `user`, `rules`, `model`, or the loop or import that did it. */
  readonly who: string
  /** What was done, a key of the catalogue (`fact.edited`, `reflection.promoted`, …). */
  readonly what: string
  readonly keys: readonly EntryKey[]
  /** Texts before and after, where they differ. */
  readonly before: string | null
  readonly after: string | null
  readonly fields: readonly string[]
  readonly undoable: boolean
  /** Set when it was undone. */
  readonly undoneBy: string | null
}

export interface ForgetPreview {
  /** Entries that are asked for, and what goes or changes with them. */
  readonly entries: number
  /** Derived entries whose text is built anew without it. */
  readonly rebuilt: readonly EntryRow[]
  /** Derived entries that cannot be built anew: they are flagged, or go with it when `removeDerived` is set. */
  readonly flagged: readonly EntryRow[]
  /** Raw turns it came from, which go only when asked for. */
  readonly turns: readonly EntrySource[]
}

export interface ForgetRequest {
  readonly entries: readonly EntryAt[]
  /** Also the raw turns, and what recent memory and the time index hold of them. */
  readonly rawTurns: boolean
  /** Also derived entries that cannot be built anew. */
  readonly removeDerived: boolean
}

/** A proof holds no word of what was forgotten. */
export interface ForgetProof {
  readonly id: string
  readonly at: Instant
  readonly entries: number
  readonly derived: number
  readonly turns: number
  /**
   * Columns searched after it, 0 while none were (a kill came first: the next start searches them), and values in which
   * fragments were found: 0, or the proof has failed.
   */
  readonly searched: number
  readonly found: number
  /** False until the freed pages and the log of the database are overwritten (at the latest at the next start). */
  readonly overwritten: boolean
}

export type ForgetResult =
  { readonly ok: true; readonly proof: ForgetProof } | Extract<ChangeResult, { readonly ok: false }>

/** `operationId`: minted by the caller; the same again answers as the first time and changes nothing (design.md §2.7). */
export interface ChangeApi {
  editEntries(
    character: string,
    operationId: string,
    edits: readonly (EntryAt & { readonly patch: EntryPatch })[],
  ): Promise<ChangeResult>
  /** Supersedes the entry with a new text; the old one stays as history. Facts and persona entries only. */
  correctEntry(
    character: string,
    operationId: string,
    entry: EntryAt,
    correction: { readonly text: string; readonly validFrom: string | null },
  ): Promise<ChangeResult>
  /** `until` null: for good. `bringUp` true takes it back. */
  bringUp(
    character: string,
    operationId: string,
    entries: readonly EntryAt[],
    rule: { readonly bringUp: boolean; readonly until: Instant | null },
  ): Promise<ChangeResult>
  /** Says that a flagged entry is right as it stands. */
  reviewed(character: string, operationId: string, entries: readonly EntryAt[]): Promise<ChangeResult>
  /** Fails with `undo_conflict` when something it touched was changed since, and says what in `stale`. */
  undo(character: string, operationId: string, changeId: string): Promise<ChangeResult>
  /** Changes of one entry, or of the whole character, newest first. `before`: only older than that change. */
  history(
    character: string,
    key: EntryKey | null,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<Result<readonly ChangeView[]>>

  forgetPreview(character: string, entries: readonly EntryKey[]): Promise<Result<ForgetPreview>>
  forget(character: string, operationId: string, request: ForgetRequest): Promise<ForgetResult>
  proofs(character: string): Promise<Result<readonly ForgetProof[]>>

  lineage(character: string, key: EntryKey): Promise<Result<Lineage>>
}

// ---------------------------------------------------------------------------------------------- looking in

/** One row of a ranking, with what `explain` of recall says of it. */
export interface LabRow {
  readonly key: EntryKey
  readonly text: string
  readonly tier: string
  /** Null where it was found by neither side: by time alone, or for what it took the place of. */
  readonly score: number | null
  readonly keywordRank: number | null
  readonly vectorRank: number | null
  readonly bm25: number | null
  readonly cosine: number | null
  readonly terms: readonly string[]
  /** Text of the past row that it took the place of and that it was found by. */
  readonly insteadOf: string | null
}

export interface RecallLab {
  readonly keyword: readonly LabRow[]
  readonly vector: readonly LabRow[]
  readonly fused: readonly LabRow[]
  /** Rows that were left out, by reason (a key of the catalogue). */
  readonly leftOut: readonly { readonly why: string; readonly rows: number }[]
  /** The window that was understood; null for none. `understood` false: `time` was given and not understood. */
  readonly window: { readonly start: Instant; readonly end: Instant } | null
  readonly understood: boolean
  /** Which embedder took part, by model id; null: words only. */
  readonly embedder: string | null
  readonly fusion: 'rank' | 'score' | null
  /** Code of an empty or weak answer; null: good. */
  readonly reason: string | null
  /** What the model is given by `recall_memory`. */
  readonly toolText: string
  readonly milliseconds: number
}

export interface ContextLine {
  readonly text: string
  /** The entry it shows; null for headings and fixed words. */
  readonly key: EntryKey | null
  readonly tokens: number
}

export interface ContextSection {
  /** A key of the catalogue. */
  readonly name: string
  /** Tokens it may use; null: no limit of its own. */
  readonly budget: number | null
  readonly tokens: number
  readonly lines: readonly ContextLine[]
  /** Entries that did not get in, with why (a key of the catalogue). */
  readonly leftOut: readonly { readonly key: EntryKey; readonly text: string; readonly why: string }[]
}

export interface ContextPreview {
  readonly sections: readonly ContextSection[]
  /** The whole, exactly as `/new_dialog` gives it now; looking at it changes nothing. */
  readonly text: string
  readonly tokens: number
}

export interface LoopView {
  readonly name: string
  readonly running: boolean
  readonly nextAt: Instant | null
  readonly lastStartedAt: Instant | null
  readonly lastEndedAt: Instant | null
  /** `done`, `skipped`, `failed`, or null before the first round. */
  readonly lastOutcome: string | null
  readonly intervalMs: number
}

export interface OutboxView {
  readonly opId: string
  readonly type: string
  readonly status: string
  readonly attempts: number
  readonly createdAt: Instant | null
}

export interface EventView {
  readonly id: string
  readonly at: Instant | null
  readonly type: string
  readonly key: EntryKey | null
}

export interface ActivityView {
  readonly loops: readonly LoopView[]
  readonly outbox: readonly OutboxView[]
  readonly events: readonly EventView[]
}

export interface HealthView {
  /** Rows and bytes of documents by layer. */
  readonly layers: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[]
  /** Bytes of the database on the device; null where the home cannot tell. */
  readonly databaseBytes: number | null
  readonly schemaVersion: number
  readonly unreadable: readonly {
    readonly table: string
    readonly reason: string
    readonly at: Instant | null
  }[]
  readonly index: {
    readonly rows: number
    readonly terms: number
    readonly bytes: number
    readonly ready: boolean
  }
  readonly vectors: {
    readonly modelId: string | null
    readonly state: 'off' | 'waiting' | 'ready' | 'failed'
    /** Why they are not made, while `state` is `failed`. */
    readonly trouble: EmbedderTrouble | null
    readonly done: number
    readonly total: number
  }
}

export interface IntegrityReport {
  readonly ok: boolean
  /** What SQLite said, and rows whose copies differ from their documents; empty when all is well. */
  readonly findings: readonly string[]
  readonly milliseconds: number
}

export interface DocumentInfo {
  readonly name: string
  readonly bytes: number
  /** Whether the browser may save it. */
  readonly editable: boolean
  readonly revision: string
}

export type SaveDocumentResult =
  | { readonly ok: true; readonly revision: string; readonly changeId: string }
  | {
      readonly ok: false
      readonly error: Failure
      /** What is wrong where, as a JSON path and a sentence. */
      readonly findings: readonly { readonly path: string; readonly message: string }[]
    }

export interface LookApi {
  counts(character: string): Promise<Result<EntryCounts>>
  entries(character: string, query: EntryQuery): Promise<Result<EntryPage>>
  /** Fails with `unknown_entry`. */
  entry(character: string, key: EntryKey): Promise<Result<EntryDetail>>
  /** Null for kinds without evidence. */
  evidence(character: string, key: EntryKey): Promise<Result<EvidenceCurve | null>>

  recallLab(character: string, request: { query: string; time: string }): Promise<Result<RecallLab>>
  contextPreview(character: string): Promise<Result<ContextPreview>>
  activity(character: string, limit: number): Promise<Result<ActivityView>>
  /** Runs one round of a loop now; `bad_request` for a name that no loop has. */
  runLoop(name: string): Promise<Result<null>>
  retryOutbox(character: string, opId: string): Promise<Result<null>>

  health(character: string): Promise<Result<HealthView>>
  checkIntegrity(character: string): Promise<Result<IntegrityReport>>
  /** Builds the full-text index and the index of recall anew from the rows. */
  rebuildIndex(character: string): Promise<Result<null>>
  /** Ends a check or a rebuilding that is under way, which then fails with `cancelled`; what was built stays good. */
  stopWork(character: string): Promise<Result<null>>

  documents(character: string): Promise<Result<readonly DocumentInfo[]>>
  /** Refused with `stale_revision` when the document changed since `revision`, `bad_document` when it breaks its schema. */
  saveDocument(
    character: string,
    operationId: string,
    name: string,
    revision: string,
    text: string,
  ): Promise<SaveDocumentResult>
}

export type BrowserApi = ChangeApi & LookApi
