/**
 * Topics that the user does not want raised (facts.md §12.2): heard by rules in each message, kept for three days from
 * the last time, lifted when the user allows them again. Independent of evidence and of the powerful-memory switch.
 */
import { contextLanguage, fill } from '../context/phrases.ts'
import { integerOr, numberOrZero, parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import { stripInjected } from '../model/injected.ts'
import type { Language } from '../model/memory-model.ts'
import type { Instant, Sql, TokenCounter, Transaction } from '../ports.ts'
import {
  DIRECTIVE_TERM_MAX,
  DIRECTIVE_TTL_MS,
  DIRECTIVES_SHOWN,
  EXTRACT_TURN_TOKENS,
  SECOND_MS,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { directiveHot } from '../store/hot.ts'
import { casefold } from '../text/casefold.ts'
import { collapseSpace } from '../text/whitespace.ts'
import { directiveWords } from './directive-words.ts'
import { allowedTopics } from './rules/allow-topics.ts'
import { detectBanTopics, type BanTopic } from './rules/ban-topics.ts'

export interface Directive {
  readonly term: string
  readonly lastSeenAt: Instant
  readonly expireAt: Instant
}

export interface DirectiveChanges {
  /** Terms that were banned anew or again. */
  readonly banned: readonly string[]
  readonly lifted: readonly string[]
}

/**
 * What the user said at `said` as bans and leave, in the order of the messages. Hearing the same message again
 * changes nothing.
 */
export async function recordDirectives(
  tx: Transaction,
  store: CharacterStore,
  heard: { readonly messages: readonly string[]; readonly said: Instant; readonly tokens: TokenCounter },
): Promise<DirectiveChanges> {
  const banned: string[] = []
  const lifted: string[] = []
  for (const message of heard.messages) {
    const text = heard.tokens.truncate(stripInjected(message), EXTRACT_TURN_TOKENS)
    const rows = await banRows(tx, store)
    const active = rows.filter((row) => row.expireAt > heard.said && row.lastSeenAt <= heard.said)
    const allowed = new Set(
      allowedTopics(
        text,
        active.map(({ term }) => term),
      ),
    )
    for (const row of active.filter(({ term }) => allowed.has(term))) {
      const changes = { expire_at: heard.said / SECOND_MS }
      await change(tx, store, row, changes, { at: heard.said, what: 'directive.lifted' })
      lifted.push(row.term)
    }
    for (const topic of detectBanTopics(text)) {
      // "You don't have to stop talking about it" holds the words of a ban.
      if (![...allowed].some((term) => casefold(term) === casefold(topic.term))) {
        if (await ban(tx, store, rows, topic, heard.said)) banned.push(topic.term)
      }
    }
  }
  return { banned, lifted }
}

/** What is banned at `now`, the latest first. */
export async function activeDirectives(sql: Sql, store: CharacterStore, now: Instant): Promise<Directive[]> {
  return (await banRows(sql, store))
    .filter(({ expireAt }) => expireAt > now)
    .sort((a, b) => b.lastSeenAt - a.lastSeenAt)
    .slice(0, DIRECTIVES_SHOWN)
    .map(({ term, lastSeenAt, expireAt }) => ({ term, lastSeenAt, expireAt }))
}

/** The block that goes behind the context of a conversation; empty when nothing is banned. */
export function renderDirectives(
  directives: readonly Directive[],
  language: Language,
  names: { readonly userName: string; readonly characterName: string },
): string {
  // An imported term may be anything: it must stay one short line.
  const terms = directives
    .map(({ term }) => [...collapseSpace(term)].slice(0, DIRECTIVE_TERM_MAX).join(''))
    .filter((term) => term !== '')
  if (terms.length === 0) return ''
  const words = directiveWords[contextLanguage(language)]
  const values = { user: names.userName, name: names.characterName }
  return [
    fill(words.begin, values),
    fill(words.note, values),
    ...terms.map((term) => `- ${term}`),
    fill(words.end, values),
    '',
  ].join('\n')
}

interface BanRow extends Directive {
  readonly seq: number
  readonly doc: string
  readonly document: JsonObject
}

/** Rows that ban a topic, with what may be missing filled in; others are left alone. */
async function banRows(sql: Sql, store: CharacterStore): Promise<BanRow[]> {
  return (await store.directives.list(sql)).flatMap(({ seq, doc }): BanRow[] => {
    const document = parseObject(doc)
    const term = document === null ? null : textField(document, 'term')
    if (document === null || term === null || collapseSpace(term) === '') return []
    if ((document['kind'] ?? KIND) !== KIND) return []
    const created = numberOrZero(document['created_at']) * SECOND_MS
    const lastSeenAt = numberOrZero(document['last_seen_at']) * SECOND_MS || created
    const expireAt = numberOrZero(document['expire_at']) * SECOND_MS || lastSeenAt + DIRECTIVE_TTL_MS
    return [{ seq, doc, document, term, lastSeenAt, expireAt }]
  })
}

const KIND = 'ban_topic'

/** False when this was heard before. */
async function ban(
  tx: Transaction,
  store: CharacterStore,
  rows: readonly BanRow[],
  topic: BanTopic,
  said: Instant,
): Promise<boolean> {
  const at = said / SECOND_MS
  const until = (said + DIRECTIVE_TTL_MS) / SECOND_MS
  const known = rows.find(({ term }) => casefold(term) === casefold(topic.term))
  if (known !== undefined) {
    if (said <= known.lastSeenAt) return false
    const hits = integerOr(known.document['hit_count'], 1) + 1
    const changes = { last_seen_at: at, expire_at: until, hit_count: hits }
    await change(tx, store, known, changes, { at: said, what: 'directive.banned' })
    return true
  }
  const document = {
    term: topic.term,
    kind: KIND,
    locale: topic.locale,
    created_at: at,
    last_seen_at: at,
    expire_at: until,
    hit_count: 1,
    source: 'regex',
  }
  const doc = JSON.stringify(document)
  await store.directives.insert(tx, [{ doc, ...directiveHot(document) }])
  await journal(tx, store, { at: said, what: 'directive.banned', before: null, after: doc })
  return true
}

async function change(
  tx: Transaction,
  store: CharacterStore,
  row: BanRow,
  changes: JsonObject,
  entry: { readonly at: Instant; readonly what: string },
): Promise<void> {
  const doc = patchObject(row.doc, changes)
  await store.directives.update(tx, row.seq, doc, directiveHot(parseObject(doc) ?? {}))
  await journal(tx, store, { ...entry, before: row.doc, after: doc })
}

async function journal(
  tx: Transaction,
  store: CharacterStore,
  entry: {
    readonly at: Instant
    readonly what: string
    readonly before: string | null
    readonly after: string
  },
): Promise<void> {
  await store.journal.append(tx, { ...entry, who: 'directives', target: 'user_directives', cause: null })
}
