/** The forms of answers, which are the same in every language. */
export const forms = {
  reviewHistory: '{"explanation": "...", "corrected_dialogue": [{"role": "...", "content": "..."}]}',
  detectSignals:
    '{"signals": [{"source_fact_id": "...", "target_type": "reflection", "target_id": "...", "signal": "reinforces", "reason": "..."}]}',
  noSignals: '{"signals": []}',
  findNegativeTargets: '{"targets": [{"target_type": "reflection", "target_id": "...", "reason": "..."}]}',
  noTargets: '{"targets": []}',
  synthesise:
    '{"entity": "master", "relation_type": "preference", "reflection": "...", "temporal_scope": "pattern", "event_when": null}',
  eventWhen: '{"start": {"offset": n, "unit": "minute|hour|day|week|month|year"}, "end": {...} | null}',
  relations: `"master": preference, trait, habit, identity, emotional, boundary
  "neko": self_awareness, learned, role_note
  "relationship": dynamic, milestone, tension, shared_memory, agreement`,
  checkFeedback: '{"reactions": [{"reflection_id": "...", "feedback": "confirmed"}]}',
  decidePromotion: '{"action": "promote_fresh", "reason": "...", "target_id": null, "merged_text": null}',
  resolveCorrections: '{"decisions": [{"index": 0, "action": "keep_both", "text": null}]}',
  arbitrateDuplicates: '{"decisions": [{"index": 0, "action": "keep_both"}]}',
  refineCluster: `{"actions": [
  {"action": "split", "source_id": "...", "produce": [{"text": "...", "relation_type": null, "temporal_scope": null}, {...}]},
  {"action": "merge", "source_ids": ["...", "..."], "absorbed_from_fact_ids": [], "produce": {...}},
  {"action": "modify", "source_id": "...", "absorbed_from_fact_ids": ["..."], "produce": {...}, "reason": "..."},
  {"action": "discard", "source_id": "...", "reason": "..."}
]}`,
  noActions: '{"actions": []}',
  recheckReflection: '{"temporal_scope": "pattern", "event_when": null}',
  recheckFact: '{"event_when": null}',
  rerank: '{"ranking": [{"id": "..."}]}',
  fusePersona: '{"entries": [{"text": "...", "importance": 7}]}',
} as const
