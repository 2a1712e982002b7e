/**
 * What a page may ask of the worker beside the HTTP routes: the calls of the companion and of the memory
 * browser. Every value is plain data (it crosses a `postMessage`).
 */
import type { EntryKind } from './browser-api.ts'
import type { ChangeApi, LookApi } from './browser-api.ts'
import type { AppSettings, CharacterConfig, ModelTier, UserProfile } from './config.ts'
import type { EmbeddingApi } from './embedding/settings.ts'
import type { Entity } from './model/memory-model.ts'
import type { Failure, Result } from './result.ts'

/** design.md §4: always shown to the user. */
export type StorageState = 'starting' | 'durable' | 'best_effort' | 'temporary' | 'blocked' | 'evicted'

/** A file of the storage that cannot be believed: in no use, its bytes untouched. */
export interface SetAsideFile {
  readonly name: string
  readonly bytes: number
}

export interface MemoryStatus {
  readonly storage: StorageState
  /** Why, for every state but `durable` and `best_effort`. */
  readonly reason: Failure | null
  readonly setAside: readonly SetAsideFile[]
  readonly role: 'leader' | 'follower'
  readonly instanceId: string
}

export interface CharacterDraft {
  readonly name: string
  readonly nickname: string
  readonly card: Readonly<Record<string, unknown>>
}

export interface FactView {
  readonly id: string
  readonly text: string
  readonly entity: Entity
  readonly importance: number
  readonly source: string
  readonly confidence: 'normal' | 'low'
  readonly createdAt: string
  readonly eventStartAt: string | null
  readonly eventEndAt: string | null
  readonly archived: boolean
  readonly superseded: boolean
  /** Where it was said: the turn, and the words that were matched. */
  readonly sources: readonly { readonly turnId: string; readonly quote: string; readonly at: number }[]
}

export interface PersonaSectionView {
  readonly section: string
  readonly entries: readonly {
    readonly id: string
    readonly text: string
    readonly source: string
    readonly protected: boolean
    readonly suppressed: boolean
  }[]
}

/** One line of recent memory. */
export interface ConversationLine {
  /** Null for a memo, and for a line that is no turn as it was said. */
  readonly turnId: string | null
  readonly role: 'human' | 'ai' | 'system'
  readonly text: string
  /** Epoch milliseconds; null where it is not known. */
  readonly at: number | null
}

export interface RefusalView {
  readonly at: number
  readonly text: string
  readonly code: string
  readonly turnIds: readonly string[]
}

export interface LedgerView {
  readonly at: number
  readonly purpose: string
  readonly tier: string
  readonly origin: string
  readonly model: string
  readonly tokensIn: number
  readonly tokensOut: number
  readonly milliseconds: number
  readonly outcome: string
  readonly sent: string
}

/** What one model server said to the test button. */
export type ModelTest =
  | { readonly ok: true; readonly milliseconds: number; readonly reply: string }
  | { readonly ok: false; readonly error: Failure }

/** A request that crosses a message port; `body` is text because every memory route speaks JSON or text. */
export interface WireRequest {
  readonly method: string
  /** Path and query, e.g. `/cache/Mika`. */
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | null
}

export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** What was changed: entries of a kind, or the logs of what goes on (events, outbox, calls, refusals). */
export type ChangedKind = EntryKind | 'activity'

/** Told to every tab on `BroadcastChannel('omoide')`; holds no memory text. */
export type MemoryEvent =
  | { readonly type: 'status'; readonly status: MemoryStatus }
  | { readonly type: 'facts'; readonly character: string; readonly turnIds: readonly string[] }
  | { readonly type: 'recent'; readonly character: string }
  /** Entries of any layer were changed, by the user, a loop or an import: lists and entries are to be read again. */
  | { readonly type: 'entries'; readonly character: string; readonly kinds?: readonly ChangedKind[] }
  /** A round of a loop that was asked for has begun or ended. */
  | { readonly type: 'loops' }
  | { readonly type: 'settings' }
  /** Of models and their installation; told a few times a second while one is under way. */
  | { readonly type: 'embedding' }
  | { readonly type: 'characters' }

export interface OmoideApi extends EmbeddingApi, ChangeApi, LookApi {
  status(): Promise<MemoryStatus>
  /** The routes, without the service worker between. */
  request(request: WireRequest): Promise<WireResponse>

  characters(): Promise<{ readonly list: readonly CharacterConfig[]; readonly current: string | null }>
  /**
   * Making the very same character again answers as the first time: a call is made again when its leader went away
   * before the answer. So are the changes below.
   */
  createCharacter(draft: CharacterDraft): Promise<Result<CharacterConfig>>
  /** Changes card and nicknames; a new `name` renames her memory too. */
  updateCharacter(name: string, draft: CharacterDraft): Promise<Result<CharacterConfig>>
  /** Also ok when there is nobody and nothing of that name. */
  deleteCharacter(name: string): Promise<Result<null>>
  selectCharacter(name: string): Promise<Result<null>>
  profile(): Promise<UserProfile>
  updateProfile(profile: UserProfile): Promise<Result<UserProfile>>

  settings(): Promise<AppSettings>
  /** Stores what is given; an endpoint's origin must be in `approvedOrigins` of the result. */
  updateSettings(patch: Partial<AppSettings>): Promise<Result<AppSettings>>
  testModel(tier: ModelTier): Promise<ModelTest>

  /** Recent memory, oldest first; empty for a character with whom nothing was said yet. */
  conversation(character: string): Promise<Result<readonly ConversationLine[]>>
  facts(character: string): Promise<Result<readonly FactView[]>>
  /** Facts that cite any of these turns, newest first; for the line under a turn. */
  remembered(character: string, turnIds: readonly string[]): Promise<Result<readonly FactView[]>>
  /** Takes back what was learned, for good: the same turn does not teach it again. */
  undoFact(character: string, factId: string): Promise<Result<null>>
  persona(character: string): Promise<Result<readonly PersonaSectionView[]>>
  refusals(character: string): Promise<Result<readonly RefusalView[]>>
  ledger(character: string, limit: number): Promise<Result<readonly LedgerView[]>>
  /** Records a model call that the page itself made (chat replies stream from page to provider). */
  recordCall(character: string, call: LedgerView): Promise<Result<null>>
  /** The block about topics that the user wants left alone, for the end of a system text; empty when there is none. */
  directives(character: string): Promise<Result<string>>
  /** One JSON view or NDJSON document of the character, exactly as it would be exported. */
  view(character: string, document: string): Promise<Result<string>>
}
