/**
 * What is left of what was forgotten: keyed hashes that a claim can be held against, the turns it came from, and when.
 * No word can be told from them: the key is the database's own, and of each term only a few digits are kept, which
 * thousands of words share. A claim is the same when it reads the same, or has most of its terms in common.
 */
import type { EntryKind } from '../browser-api.ts'
import type { Terms } from '../facts/ground.ts'
import type { Instant, Sql, Transaction } from '../ports.ts'
import { FORGOTTEN_ELSEWHERE_SHARE, RELEARN_SHARE, TOMBSTONE_TERM_DIGITS } from '../settings.ts'
import { hmacSha256Hex } from '../text/hash.ts'
import { stripNames } from '../text/stop-names.ts'
import { tombstonesTable, type TombstoneRow } from '../store/tombstones.ts'

export interface Forgotten {
  readonly kind: EntryKind
  readonly id: string | null
  readonly text: string
  readonly turnIds: readonly string[]
}

/** Marks `entries` as forgotten. `turnsGone`: their turns were forgotten too, so nothing of them is ever admitted. */
export async function bury(
  tx: Transaction,
  proofId: string,
  entries: readonly Forgotten[],
  by: {
    readonly instant: Instant
    readonly turnsGone: boolean
    readonly newKey: () => string
    readonly terms: Terms
    readonly names: readonly string[]
  },
): Promise<void> {
  const key = await tombstonesTable.ensureKey(tx, by.newKey)
  await tombstonesTable.add(
    tx,
    ...entries.map(({ kind, id, text, turnIds }) => ({
      proofId,
      instant: by.instant,
      idHash: id === null ? null : idHash(key, kind, id),
      claimHash: claimHash(key, text),
      terms: termHashes(key, text, by.terms, by.names),
      turnIds,
      turnsGone: by.turnsGone,
    })),
  )
}

export interface ClaimOfTurns {
  readonly text: string
  /** Where it is said to be from. */
  readonly turns: readonly { readonly turnId: string; readonly instant: Instant }[]
  readonly terms: Terms
  readonly names: readonly string[]
}

/** Whether the claim is one that was forgotten and is only read out of old turns; said anew it may be learned. */
export async function isForgottenClaim(sql: Sql, claim: ClaimOfTurns): Promise<boolean> {
  const key = await tombstonesTable.key(sql)
  if (key === null) return false
  const stones = await tombstonesTable.list(sql)
  const cited = new Set(claim.turns.map(({ turnId }) => turnId))
  if (stones.some(({ turnsGone, turnIds }) => turnsGone && turnIds.some((id) => cited.has(id)))) return true
  const hash = claimHash(key, claim.text)
  const terms = new Set(termHashes(key, claim.text, claim.terms, claim.names))
  return stones.some((stone) => {
    const old = claim.turns.every(({ instant }) => instant <= stone.instant)
    if (!old) return false
    const own = stone.turnIds.some((id) => cited.has(id))
    const share = own ? RELEARN_SHARE : FORGOTTEN_ELSEWHERE_SHARE
    return stone.claimHash === hash || sharedTerms(terms, stone) >= share
  })
}

/** Tells whether what an import brings was forgotten, by its id or its words; null where nothing ever was. */
export async function importedFilter(
  sql: Sql,
): Promise<
  ((entry: { readonly id: unknown; readonly text: unknown; readonly kind: EntryKind }) => boolean) | null
> {
  const key = await tombstonesTable.key(sql)
  if (key === null) return null
  const stones = await tombstonesTable.list(sql)
  const ids = new Set(stones.flatMap((stone) => stone.idHash ?? []))
  const claims = new Set(stones.flatMap((stone) => stone.claimHash ?? []))
  return ({ id, text, kind }) =>
    (typeof id === 'string' && ids.has(idHash(key, kind, id))) ||
    (typeof text === 'string' && claims.has(claimHash(key, text)))
}

/** Share of the smaller one's terms, 0..1. */
function sharedTerms(terms: ReadonlySet<string>, { terms: buried }: TombstoneRow): number {
  const smaller = Math.min(terms.size, buried.length)
  return smaller === 0 ? 0 : buried.filter((term) => terms.has(term)).length / smaller
}

function idHash(key: string, kind: EntryKind, id: string): string {
  return hmacSha256Hex(key, `id ${kind} ${id}`)
}

/** Of the letters and digits alone, so that another dot or blank is the same claim. */
function claimHash(key: string, text: string): string {
  const letters =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return hmacSha256Hex(key, `claim ${letters.join(' ')}`)
}

function termHashes(key: string, text: string, terms: Terms, names: readonly string[]): string[] {
  const found = new Set(terms(stripNames(text, names)))
  return [
    ...new Set([...found].map((term) => hmacSha256Hex(key, `term ${term}`).slice(0, TOMBSTONE_TERM_DIGITS))),
  ]
}
