export interface StaticServer {
  readonly port: number
  close(): Promise<unknown>
}

export function serve(options: {
  readonly folder: string
  /** 0 picks a free one. */
  readonly port: number
  /** Another body for a path; `read` gives the file's own. */
  readonly alter?: (path: string, read: () => string) => string | undefined
}): Promise<StaticServer>
