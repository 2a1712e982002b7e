/** The address of a hub as the user types it. */
import type { ModelHub } from '../../engine/embedding/settings.ts'

/** Null when any of it is no http(s) address. Only origins count: paths are the hub's layout. */
export function hubOf(origin: string, fileOrigins: string): ModelHub | null {
  const hub = originIn(origin.trim())
  const files = fileOrigins.split(/[\s,，、]+/).filter((text) => text !== '')
  const origins = files.map(originIn)
  if (hub === null || origins.includes(null)) return null
  return { origin: hub, fileOrigins: origins.filter((known) => known !== null) }
}

function originIn(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, origin } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}
