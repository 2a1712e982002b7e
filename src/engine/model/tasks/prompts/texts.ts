/** The prompt texts of one language. Slots are `{{name}}`; see `fill.ts`. */
export interface PromptTexts {
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
