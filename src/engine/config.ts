/**
 * The shapes of the global configuration: characters, the user's profile, model tiers, switches. It lives in
 * the settings store, one value a key (design.md §4); nothing here is memory.
 */
import { defaultEmbedding, type EmbeddingSettings } from './embedding/settings.ts'
import type { Language } from './model/memory-model.ts'

/** A companion as the user set her up; `card` holds the fields of her character card, in order. */
export interface CharacterConfig {
  /** Opaque and stable; names the database. */
  readonly id: string
  readonly name: string
  /** Nicknames as typed, separated by commas or spaces (facts.md §5). */
  readonly nickname: string
  readonly card: Readonly<Record<string, unknown>>
}

export interface UserProfile {
  /** What the user is called in rendered text (the reference's 档案名). */
  readonly name: string
  readonly nickname: string
  readonly fields: Readonly<Record<string, unknown>>
}

export const modelTiers = ['chat', 'summary', 'correction', 'emotion'] as const
export type ModelTier = (typeof modelTiers)[number]

/** An OpenAI-compatible server, e.g. `http://localhost:11434/v1`. */
export interface ModelEndpoint {
  readonly baseUrl: string
  readonly key: string
  readonly model: string
}

export type ThemeChoice = 'system' | 'light' | 'dark'

export interface AppSettings {
  /** Null follows the browser. */
  readonly language: Language | null
  readonly theme: ThemeChoice
  /** A tier without an endpoint uses the rules (no model); `chat` without one means that nobody replies. */
  readonly models: Readonly<Record<ModelTier, ModelEndpoint | null>>
  /** Origins the user has said yes to; the only ones that requests may go to. */
  readonly approvedOrigins: readonly string[]
  /** Diagnostic: hide the built-in recall tool from the chat model; routes keep working. */
  readonly hideBuiltinTools: boolean
  /** She may raise a reflection unasked when the user has been quiet (reflections.md §5). */
  readonly speaksUp: boolean
  /** Recall may look through what was said when it remembers little (recall/raw-turns.ts). */
  readonly recallRawTurns: boolean
  /** How texts are compared by meaning. */
  readonly embedding: EmbeddingSettings
}

export const defaultSettings: AppSettings = {
  language: null,
  theme: 'system',
  models: { chat: null, summary: null, correction: null, emotion: null },
  approvedOrigins: [],
  hideBuiltinTools: false,
  speaksUp: true,
  recallRawTurns: true,
  embedding: defaultEmbedding,
}
