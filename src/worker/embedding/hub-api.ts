/** What a hub says of a repository: its commit and its files with their digests. */
import * as v from 'valibot'

/** A file of a listing. `sha256` is known of large files, `gitBlob` of the others. */
export interface ListedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string | null
  readonly gitBlob: string | null
}

export function commitUrl(origin: string, repository: string, revision: string): string {
  return `${origin}/api/models/${repository}/revision/${encodeURIComponent(revision)}`
}

export function listingUrl(origin: string, repository: string, commit: string): string {
  return `${origin}/api/models/${repository}/tree/${encodeURIComponent(commit)}?recursive=true`
}

export function fileUrl(origin: string, repository: string, commit: string, path: string): string {
  const escaped = path.split('/').map(encodeURIComponent).join('/')
  return `${origin}/${repository}/resolve/${encodeURIComponent(commit)}/${escaped}`
}

/** Owner and name, as they stand in addresses. */
export function isRepository(text: string): boolean {
  return /^[\w.-]+\/[\w.-]+$/.test(text) && !text.includes('..')
}

/** The commit; null when the answer is none. */
export function readCommit(answer: unknown): string | null {
  const parsed = v.safeParse(v.object({ sha: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)) }), answer)
  return parsed.success ? parsed.output.sha : null
}

/** The files; null when the answer is no listing. */
export function readListing(answer: unknown): readonly ListedFile[] | null {
  const parsed = v.safeParse(v.array(entry), answer)
  if (!parsed.success) return null
  return parsed.output.flatMap(({ type, path, size, oid, lfs }) =>
    type === 'file'
      ? [
          {
            path,
            bytes: lfs?.size ?? size ?? 0,
            sha256: lfs?.oid ?? null,
            gitBlob: lfs ? null : (oid ?? null),
          },
        ]
      : [],
  )
}

const bytes = v.pipe(v.number(), v.integer(), v.minValue(0))
const entry = v.object({
  type: v.string(),
  path: v.string(),
  size: v.optional(bytes),
  oid: v.optional(v.string()),
  lfs: v.optional(v.object({ oid: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), size: bytes })),
})
