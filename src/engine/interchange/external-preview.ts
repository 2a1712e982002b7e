/** What an import would bring, before anything is stored (routes.md §9.7). */
import type { JsonObject } from '../document.ts'
import type { TokenCounter } from '../ports.ts'
import { IMPORT_EXCERPT_CHARS, IMPORT_PREVIEW_CANDIDATES, IMPORT_PREVIEW_WARNINGS } from '../settings.ts'
import { diaryDays, packFragments } from './diaries.ts'
import type { ExternalCandidate, ExternalImport } from './external-parse.ts'

/** The reply of the preview route. */
export function previewOf(characterName: string, external: ExternalImport, tokens: TokenCounter): JsonObject {
  const { format, files, candidates } = external
  const persona = candidates.filter(({ target }) => target === 'persona')
  const daily = candidates.filter(({ kind }) => kind === 'daily')
  const warned = candidates.filter(({ warnings }) => warnings.length > 0)
  const calls = diaryDays(daily).map((day) => packFragments(day.fragments, tokens).length)
  return {
    success: true,
    character_name: characterName,
    source_format: format,
    files,
    counts: { persona: persona.length, facts: candidates.length - persona.length, daily: daily.length },
    candidate_count: candidates.length,
    persona_fusion_calls: new Set(persona.map(({ entity }) => entity)).size,
    persona_candidate_tokens: tokensOf(persona, tokens),
    daily_extraction_calls: calls.reduce((sum, count) => sum + count, 0),
    daily_candidate_tokens: tokensOf(daily, tokens),
    warning_count: warned.length,
    warnings: warned.slice(0, IMPORT_PREVIEW_WARNINGS).map((candidate) => ({
      source_file: candidate.sourceFile,
      patterns: candidate.warnings,
      text: [...candidate.text.slice(0, IMPORT_EXCERPT_CHARS * 2)].slice(0, IMPORT_EXCERPT_CHARS).join(''),
    })),
    candidates: candidates.slice(0, IMPORT_PREVIEW_CANDIDATES).map(shown),
    truncated_preview: candidates.length > IMPORT_PREVIEW_CANDIDATES,
  }
}

function shown(candidate: ExternalCandidate): JsonObject {
  return {
    target: candidate.target,
    entity: candidate.entity,
    text: candidate.text,
    kind: candidate.kind,
    source_file: candidate.sourceFile,
    source_section: candidate.sourceSection,
    event_date: candidate.eventDate,
    warning_patterns: candidate.warnings,
  }
}

function tokensOf(candidates: readonly ExternalCandidate[], tokens: TokenCounter): number {
  return candidates.reduce((sum, { text }) => sum + tokens.count(text), 0)
}
