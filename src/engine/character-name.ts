/**
 * Character names as the routes accept them (routes.md §1.2). The value is trimmed first and no Unicode
 * normalisation is applied; whether such a character exists is another question.
 */
import { CHARACTER_NAME_MAX, IMPORT_NAME_MAX } from './settings.ts'

export type NameProblem = 'length' | 'characters'

export type NameCheck =
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly problem: NameProblem }

export interface NameRules {
  /** Most code points: 50 on the memory server, 100 on the main server. */
  readonly maxLength: number
  readonly dotsAllowed: boolean
  readonly reservedAllowed: boolean
}

/** The memory server's rules: every `{name}` path segment. */
export const memoryServerNames: NameRules = {
  maxLength: CHARACTER_NAME_MAX,
  dotsAllowed: true,
  reservedAllowed: false,
}

/** The main server's rules for the old and the new name of a rename (routes.md §9.4). */
export const renameFromNames: NameRules = {
  maxLength: IMPORT_NAME_MAX,
  dotsAllowed: true,
  reservedAllowed: true,
}
export const renameToNames: NameRules = {
  maxLength: IMPORT_NAME_MAX,
  dotsAllowed: false,
  reservedAllowed: false,
}

/** Checks in the contract's order; the first failure wins. */
export function checkName(raw: string, rules: NameRules = memoryServerNames): NameCheck {
  const name = raw.trim()
  if (name === '') return bad('length')
  if (/[/\\]/.test(name) || name.includes('..') || name === '.' || name.endsWith('.'))
    return bad('characters')
  if (!rules.dotsAllowed && name.includes('.')) return bad('characters')
  const stem = name.split('.', 1)[0] ?? ''
  if (deviceName.test(stem)) return bad('characters')
  if (!rules.reservedAllowed && reservedRouteNames.has(name)) return bad('characters')
  if (!(rules.dotsAllowed ? allowedWithDots : allowed).test(name)) return bad('characters')
  if ([...name].length > rules.maxLength) return bad('length')
  return { ok: true, name }
}

/** The reply text of the memory server for each class of problem. */
export const nameProblemDetail: Readonly<Record<NameProblem, string>> = {
  length: 'Invalid lanlan_name length',
  characters: 'Invalid characters in lanlan_name',
}

function bad(problem: NameProblem): NameCheck {
  return { ok: false, problem }
}

const deviceName = /^(?:CON|PRN|AUX|NUL|CLOCK\$|COM[1-9]|LPT[1-9])$/i

// Letters, numbers, space separators and a few marks; combining marks, emoji and controls are not in it.
const allowed = /^[\p{L}\p{N}\p{Zs}_\-()（）·・•'’]+$/u
const allowedWithDots = /^[\p{L}\p{N}\p{Zs}_\-()（）·・•'’.]+$/u

const reservedRouteNames = new Set([
  'l2d',
  'model_manager',
  'live2d_parameter_editor',
  'live2d_emotion_manager',
  'vrm_emotion_manager',
  'mmd_emotion_manager',
  'voice_clone',
  'api_key',
  'character_card_manager',
  'cloudsave_manager',
  'memory_browser',
  'cookies_login',
  'chat',
  'subtitle',
  'agenthud',
  'toast',
  'card_maker',
  'soccer_demo',
  'badminton_demo',
  'jukebox',
  'static',
  'user_live2d',
  'user_live2d_local',
  'user_vrm',
  'user_mmd',
  'user_mods',
  'workshop',
  'api',
  'ws',
  'health',
])
