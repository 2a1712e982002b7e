/** The prompt texts of one language. Slots are `{{name}}`; see `fill.ts`. Each prompt ends with its data and a marker. */
export interface PromptTexts extends PathTexts, LifeTexts {}

/** Of the tasks that a turn causes: memo and extraction. */
export interface PathTexts {
  /** Stage 1, brief. Slots: notice, user, character, begin, end, conversation. */
  readonly summarise: string
  /** Stage 1, keeping as much as possible. Same slots. */
  readonly summariseDetailed: string
  /** The notice that time has passed (recent.md §5.5). Slot: hours. */
  readonly stale: string
  /** Stage 2. Slots: words, user, begin, end, conversation. */
  readonly shorten: string
  /** Path A. Slots: user, character, begin, end, conversation. */
  readonly extractFacts: string
  /** Path B. Slots: user, character, known, begin, end, conversation. */
  readonly extractFactsWithAi: string
  /** Stands for an empty list of known facts. */
  readonly none: string
  /** Asks for the answer again. Slot: problem. */
  readonly repair: string
}

/** Of the tasks that keep a memory alive (prompts.md §4, §7–18). All have the slots user, character, begin, end. */
export interface LifeTexts {
  /** §4. Slot: conversation. */
  readonly reviewHistory: string
  /** §7. Slots: facts, observations. */
  readonly detectSignals: string
  /** §8. Slots: messages, observations. */
  readonly findNegativeTargets: string
  /** §9. Slots: words, facts, related. */
  readonly synthesise: string
  /** What `related` is filled with where there is such a thing. Slot: related. */
  readonly relatedBlock: string
  /** §10 and §11. Slots: reflections, messages. */
  readonly checkFeedback: string
  /** §12. Slots: who, reflection, pool. */
  readonly decidePromotion: string
  /** §13. Slots: count, items. */
  readonly resolveCorrections: string
  /** §14. Slots: count, pairs. */
  readonly arbitrateDuplicates: string
  /** §15. Slots: who, members. */
  readonly refineCluster: string
  /** §16. Slots: text, created, facts. */
  readonly recheckReflection: string
  /** §16. Slots: text, created. */
  readonly recheckFact: string
  /** §17. Slots: budget, queries, candidates. */
  readonly rerank: string
  /** §18. Slots: who, tokens, material. */
  readonly fusePersona: string
  /** Whom `who` names where it is the two of them. Slots: user, character. */
  readonly bothOf: string
}
