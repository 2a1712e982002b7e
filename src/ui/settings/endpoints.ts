/** What setting or removing a model's address does to the approved origins. */
import { originOf } from '../../engine/app-settings.ts'
import { type AppSettings, type ModelEndpoint, type ModelTier, modelTiers } from '../../engine/config.ts'

/** The address as it is stored: trimmed, without a slash at its end. Null when it is no http(s) address. */
export function cleanAddress(text: string): string | null {
  const trimmed = text.trim().replace(/\/+$/, '')
  if (!URL.canParse(trimmed)) return null
  const { protocol, username, password } = new URL(trimmed)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
    ? trimmed
    : null
}

/** True when the user has to say yes to the address first. */
export function needsApproval(settings: AppSettings, endpoint: ModelEndpoint): boolean {
  return !settings.approvedOrigins.includes(originOf(endpoint))
}

/** The patch that sets a tier's model and approves its origin. */
export function withEndpoint(
  settings: AppSettings,
  tier: ModelTier,
  endpoint: ModelEndpoint,
): Partial<AppSettings> {
  return withModels(settings, { ...settings.models, [tier]: endpoint })
}

/** The patch that removes a tier's model, and its origin's permission when no other tier uses it. */
export function withoutEndpoint(settings: AppSettings, tier: ModelTier): Partial<AppSettings> {
  return withModels(settings, { ...settings.models, [tier]: null })
}

/** Whether any tier's model lives at this origin. */
export function usesOrigin(settings: AppSettings, origin: string): boolean {
  return originsOf(settings.models).includes(origin)
}

/** Origins that lost their last model go; those approved otherwise stay. */
function withModels(settings: AppSettings, models: AppSettings['models']): Partial<AppSettings> {
  const before = originsOf(settings.models)
  const after = originsOf(models)
  const kept = settings.approvedOrigins.filter((origin) => after.includes(origin) || !before.includes(origin))
  return { models, approvedOrigins: [...new Set([...kept, ...after])] }
}

function originsOf(models: AppSettings['models']): string[] {
  return modelTiers.flatMap((tier) => {
    const endpoint = models[tier]
    return endpoint === null ? [] : [originOf(endpoint)]
  })
}
