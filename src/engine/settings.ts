/**
 * Every threshold, budget and interval of the engine, with its unit and the reason or source for it.
 * Nothing is tuned elsewhere. One section a module; keep sections in the order of design.md §3.
 */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

// ------------------------------------------------------------------------------------------------- routes

/** Code points of a character name on the memory server (routes.md §1.2). */
export const CHARACTER_NAME_MAX = 50
/** Code points of a character name on the main server (routes.md §9). */
export const IMPORT_NAME_MAX = 100
/** Bytes of a request body (routes.md §1.5). */
export const BODY_MAX_BYTES = 16 * 1024 * 1024
/** Longest wait of `/new_dialog` for a settle or renew in progress: its callers give up at 5 s (design.md §4). */
export const NEW_DIALOG_WAIT_MS = 4 * SECOND_MS
/** Limits of the recent-memory editor (routes.md §9.3): items, UTF-16 units an item, units in all. */
export const EDITOR_MAX_ITEMS = 10_000
export const EDITOR_MAX_ITEM_CHARS = 32_768
export const EDITOR_MAX_TOTAL_CHARS = 2_097_152
/** Period of the funnel when none is asked for (routes.md §8.5). */
export const FUNNEL_DEFAULT_MS = 7 * DAY_MS
/** How long a save waits for the review that it cancels (routes.md §9.3). */
export const CANCEL_REVIEW_MS = 2 * SECOND_MS
/** How long the reply of an idempotent request is kept; a client gives up long before. */
export const IDEMPOTENCY_TTL_MS = DAY_MS

// ------------------------------------------------------------------------------------------------- outbox

/** Failed runs after which an operation is given up (maintenance.md §3.4). */
export const OUTBOX_MAX_ATTEMPTS = 5
/** Replayed operations that run at once after a start (maintenance.md §3.5). */
export const OUTBOX_REPLAY_CONCURRENCY = 2
/** Lines from which a log without pending operations is compacted at a start (maintenance.md §3.6). */
export const OUTBOX_COMPACT_LINES = 1_000

// -------------------------------------------------------------------------------------------- maintenance

/** Quiet time after which the engine counts as idle, and as long idle (maintenance.md §7). */
export const IDLE_MS = 10 * SECOND_MS
export const LONG_IDLE_MS = 1_800 * SECOND_MS
/**
 * Silence from which a conversation counts as resting. Until then work that costs a model call is collected: with the
 * reference's gates alone a day of 200 turns costs 0.8 calls a turn (docs/bench.md), most of them on texts of a minute.
 */
export const QUIET_MS = 2 * MINUTE_MS
/** Messages of recent memory from which it is compressed by itself also while a conversation goes on. */
export const COMPRESS_TALKING_ABOVE = 40

// ------------------------------------------------------------------------------------------------- memories

/**
 * Newest rows of each table whose documents are checked before a memory is used, some ten milliseconds; and how many of
 * the others at a stretch when nobody is about.
 */
export const ROWS_CHECKED_AT_OPENING = 500
export const ROWS_CHECKED_AT_ONCE = 500
/** Rows that recall indexes at a stretch while it is built: some tens of milliseconds, which a turn can wait. */
export const POOL_SLICE_ROWS = 500
/** Rewritten rows up to which a cached read takes over each of them; beyond that reading all is no slower. */
export const CACHED_READ_PATCHED_ROWS = 2_000
/** Unused time after which a character's database is closed: an open one holds three file handles. */
export const MEMORY_IDLE_CLOSE_MS = 10 * MINUTE_MS

// ------------------------------------------------------------------------------------------------- recent

/** Items kept after a compression: the memo and the newest `RECENT_KEPT_ITEMS - 1` verbatim (recent.md §5). */
export const RECENT_KEPT_ITEMS = 10
/** Items above which (strictly) a compression runs (recent.md §5). */
export const RECENT_COMPRESS_ABOVE = 20
/** Tokens of one message as the summariser sees it, half from its head and half from its tail (recent.md §5). */
export const RECENT_MESSAGE_TOKENS = 500
/** Tokens of one summariser input; more is split and summarised in parts (recent.md §5.2). */
export const RECENT_INPUT_TOKENS = 8_000
/** Tokens of a memo that needs no second stage (recent.md §5.4). */
export const RECENT_SUMMARY_TOKENS = 1_000
/** Rounds of re-summarising partial summaries (recent.md §5.2). */
export const RECENT_REDUCE_DEPTH = 3
/** Rounds of stage 1 and stage 2 before a compression fails (recent.md §5.4). */
export const RECENT_SUMMARY_ROUNDS = 3
/** Time since outdated content was last moved aside, from which the summariser is told so (recent.md §5.5). */
export const RECENT_STALE_MS = HOUR_MS
/** Raw tokens above which the oldest messages go, after a failed backup only (recent.md §6). */
export const RECENT_HARD_CAP_TOKENS = 60_000
/** Failed backups of one snapshot after which only the hard cap acts (recent.md §6). */
export const RECENT_BACKUP_ATTEMPTS = 5
/** Messages of a fingerprint, and code points of each that count (recent.md §7.2). */
export const FINGERPRINT_MESSAGES = 3
export const FINGERPRINT_CODE_POINTS = 50
/** Gates of the history review (recent.md §7.1): items, pause, new human messages, failures. */
export const REVIEW_MIN_ITEMS = 8
export const REVIEW_MIN_PAUSE_MS = MINUTE_MS
export const REVIEW_NEW_HUMAN = 5
export const REVIEW_NEW_HUMAN_IDLE = 1
/** How long a conversation goes on before it is reviewed once more in its midst: it is read whole when it rests. */
export const REVIEW_TALKING_PAUSE_MS = 30 * MINUTE_MS
export const REVIEW_MAX_FAILURES = 5
export const REVIEW_MAX_EXHAUSTIONS = 3
/** Longest id of a message that a caller may bring (`metadata.id`), in UTF-16 units: a UUID has 36. */
export const MESSAGE_ID_MAX = 200

// -------------------------------------------------------------------------------------------------- model

/** Output tokens of every call but stage 2: a guard against runaway answers (prompts.md §1). */
export const MODEL_OUTPUT_TOKENS = 4_096
/** Output tokens of stage 2 (prompts.md §3). */
export const MODEL_SHORTEN_OUTPUT_TOKENS = 1_100
/** Words (characters for CJK) that stage 2 asks for (prompts.md §3). */
export const MODEL_SHORTEN_WORDS = 700
/** Time-outs and attempts (prompts.md §1.1). */
export const MODEL_SUMMARY_TIMEOUT_MS = 30 * SECOND_MS
export const MODEL_EXTRACT_TIMEOUT_MS = 60 * SECOND_MS
export const MODEL_ATTEMPTS = 3
/** Checks of one thing (targets, feedback, duplicates, rechecks), judgements, and long work (prompts.md §1.1). */
export const MODEL_CHECK_TIMEOUT_MS = 60 * SECOND_MS
export const MODEL_JUDGE_TIMEOUT_MS = 90 * SECOND_MS
/** Hard ceiling of a background call: proxies cut at 120 s (prompts.md §1.1). */
export const MODEL_LONG_TIMEOUT_MS = 110 * SECOND_MS
export const MODEL_RERANK_TIMEOUT_MS = 8 * SECOND_MS
export const MODEL_TARGET_ATTEMPTS = 2
/** Words (characters for CJK) of a reflection that are asked for (prompts.md §9). */
export const MODEL_REFLECTION_WORDS = 150
/** First wait between attempts; each later one is twice as long (prompts.md §1.2, §2). */
export const MODEL_FIRST_WAIT_MS = SECOND_MS
/** Longest `Retry-After` that is waited for; the caller's own schedule is better than a longer sleep. */
export const MODEL_RETRY_AFTER_MAX_MS = 30 * SECOND_MS
/** Longest wait for the request that finds out whether a server answers at all. */
export const MODEL_PROBE_TIMEOUT_MS = 3 * SECOND_MS
/** Characters of a bad answer that go back with the one repair attempt: enough to show the mistake. */
export const MODEL_REPAIR_CHARS = 12_000
/** Known facts shown to path B (prompts.md §6). */
export const MODEL_KNOWN_FACTS = 30
/** Bytes of one answer that are read; ten times what 4,096 tokens can need. */
export const MODEL_ANSWER_MAX_BYTES = 1024 * 1024
/** Characters of an error body that go into a log or a message. */
export const MODEL_ERROR_EXCERPT_CHARS = 300
/** Characters up to which broken JSON is repaired; the repair passes rescan the text several times. */
export const JSON_REPAIR_MAX_CHARS = 200_000
/** The test button: how long a cold model may take to load, and room for one word and some thinking. */
export const MODEL_TEST_TIMEOUT_MS = 30 * SECOND_MS
export const MODEL_TEST_TOKENS = 256
/** Tokens of a memo made by rules: brief, and detailed (below `RECENT_SUMMARY_TOKENS`, so no stage 2 follows). */
export const RULES_MEMO_TOKENS = 500
export const RULES_MEMO_TOKENS_DETAILED = 900
/** Share of a memo made by rules that demands and corrections may take before the oldest of them go. */
export const RULES_MEMO_KEPT_SHARE = 0.6
/** Longest sentence that a memo made by rules quotes, in tokens; longer ones are cut to head and tail. */
export const RULES_SENTENCE_TOKENS = 80
/** Facts that a reflection made by rules tells at most: one sentence that still reads as one. */
export const RULES_REFLECTION_FACTS = 3
/** Share of terms in common from which rules take two texts for the same: all but a particle or an adverb. */
export const RULES_SAME_SHARE = 0.85
/** Share of what two texts are about from which an opposite leaning is a plain contradiction: most of it. */
export const RULES_CONTRADICTION_SHARE = 0.5
/** Share of right statements that a way of reading must make before what it reads is learned: design.md §6, precision first. */
export const RULES_CONFIDENCE_FLOOR = 0.8
/** Turns of the user after one about a story, game or dream that may still be about it: a question and its answer. */
export const RULES_MADE_UP_TURNS = 2
/** Importance of imported material that no model has weighed: the middle of the scale (persona.md §11). */
export const IMPORTANCE_FUSED_BY_RULES = 5

// -------------------------------------------------------------------------------------------------- facts

/** Importance of a fact: bounds, and what an unusable value reads as (facts.md §4.3). */
export const IMPORTANCE_MIN = 1
export const IMPORTANCE_MAX = 10
export const IMPORTANCE_DEFAULT = 5
/** `schema_version` of new facts (facts.md §1.1). */
export const FACT_SCHEMA_VERSION = 2
/** Hex digits of a content hash, and of it in an id (facts.md §1.1, §6.1). */
export const HASH_LENGTH = 16
export const ID_HASH_LENGTH = 8
/** Shortest quote that says something: one ideograph, or a single "I", stands in nearly every turn. */
export const QUOTE_MIN_CJK = 2
export const QUOTE_MIN_LETTERS = 3
/** Folded characters that "…" in a quote may stand for: a long sentence, not a whole message. */
export const ELLIPSIS_GAP_MAX = 200
/**
 * Share of a claim’s words that one sentence must carry when the answer quoted nothing. Measured on labelled
 * chats (zh, en, ja): 9 in 10 true claims reach it in their own conversation, 1 in 250 in somebody else’s.
 */
export const SUPPORT_SHARE = 0.33
/** Share of the smaller text's words from which a claim says what was taken back or outdated before. */
export const RELEARN_SHARE = 0.5
/** Hits that the full-text check looks at, and the bm25 below which one is the same fact (facts.md §6.2). */
export const NEAR_DUPLICATE_HITS = 3
export const NEAR_DUPLICATE_BM25 = -5
/** Words of a text that the check still asks for; a query costs the square of them, inside a transaction. */
export const NEAR_DUPLICATE_WORDS = 200
/** When extraction runs: turns, pause, look-back of a first check (facts.md §2). */
export const EXTRACT_TURNS = 10
export const EXTRACT_PAUSE_MS = 5 * MINUTE_MS
/** Turns that are read in one pass while a conversation goes on; fewer wait until it rests. */
export const EXTRACT_TURNS_TALKING = 20
/** Runs of path A after which path B runs (facts.md §2). */
export const PATH_B_EVERY = 3
/** Rows of one extraction window: the reference's limit for path B, here for both (facts.md §2.2). */
export const EXTRACT_WINDOW_ROWS = 200
/** Tokens of one window, and of one turn in it, so that a prompt fits small models whatever was pasted. */
export const EXTRACT_WINDOW_TOKENS = 6_000
export const EXTRACT_TURN_TOKENS = 3_000
/** Turns before a window that are shown for reference: two exchanges settle what "yes" or "it" means. */
export const EXTRACT_CONTEXT_ROWS = 4
/** The same for rules, which cost nothing to show more: a role-play began long before its last line. */
export const RULES_CONTEXT_ROWS = 40
/** Milliseconds after which rules that read, or are being compiled, let other work in. */
export const RULES_STRETCH_MS = 8
/** Windows read in one pass when much has piled up; the rest waits for the next pass. */
export const EXTRACT_WINDOWS_PER_PASS = 10
/** Unusable answers about one window after which it is given up (facts.md §2.1). */
export const EXTRACT_MAX_FAILURES = 5
/** First and longest pause after a model that could not be reached; nothing is ever given up for that. */
export const EXTRACT_RETRY_MS = MINUTE_MS
export const EXTRACT_RETRY_MAX_MS = 15 * MINUTE_MS
/** Stored facts that an extractor may correct: newest first, enough for years of facts about one person. */
export const EXTRACT_KNOWN_FACTS = 1_000
/** Archive step: age of an absorbed fact, and pause between two attempts (facts.md §9, §1.2). */
export const FACT_ARCHIVE_AGE_MS = 7 * DAY_MS
export const FACT_ARCHIVE_PAUSE_MS = DAY_MS
/** Least cosine of two facts that may say the same, pairs of one fact, pairs of one question, failed answers (facts.md §6.4, §7). */
export const DUPLICATE_MIN_COSINE = 0.85
export const DUPLICATES_PER_FACT = 3
export const DUPLICATES_PER_ROUND = 20
export const DUPLICATE_ATTEMPTS = 5
/** Facts of one question about signals, and unusable answers after which the last of them is given up (facts.md §8). */
export const SIGNAL_FACTS = 20
export const SIGNAL_MAX_FAILURES = 5
/** Observations of one question, tokens of one of them and of all (facts.md §8, §12.1, recall.md §B2). */
export const OBSERVATIONS_SHOWN = 30
export const OBSERVATION_TOKENS = 200
export const OBSERVATIONS_TOKENS = 15_000
/** Messages of the user that a negative phrase is judged by (facts.md §12.1). */
export const KEYWORD_MESSAGES = 3
/** How long a topic stays banned, how many are shown, code points of one (facts.md §12.2). */
export const DIRECTIVE_TTL_MS = 3 * DAY_MS
export const DIRECTIVES_SHOWN = 20
export const DIRECTIVE_TERM_MAX = 40

// ----------------------------------------------------------------------------------------------- evidence

/** Days in which reinforcement and disputation halve (evidence.md §2). */
export const REINFORCEMENT_HALF_LIFE_DAYS = 30
export const DISPUTATION_HALF_LIFE_DAYS = 180
/** Distinct stamps of signals that are kept as instants: some weeks of an active memory, under a megabyte. */
export const EVIDENCE_STAMPS_KEPT = 4_096
/** What one signal adds to reinforcement or disputation (evidence.md §4). */
export const USER_FACT_REINFORCES = 0.5
export const USER_FACT_NEGATES = 1
export const USER_CONFIRMS = 1
export const USER_REBUTS = 1
export const USER_IGNORES = -0.2
export const USER_KEYWORD_REBUTS = 1
/** Beyond this many supporting facts of the user, each is worth `COMBO_BONUS` more (evidence.md §3). */
export const COMBO_AFTER = 2
export const COMBO_BONUS = 0.5
/** Scores from which evidence counts as confirmed and as promoted, and down to which as refuted (evidence.md §5). */
export const CONFIRMED_SCORE = 1
export const PROMOTED_SCORE = 2
export const ARCHIVE_CANDIDATE_SCORE = -2
/** Days with a score below 0 after which a row is archived (evidence.md §8). */
export const SUB_ZERO_ARCHIVE_DAYS = 14
/** Evidence that the one-shot migration gives to reflections from before evidence was kept (evidence.md §8.1). */
export const SEED_PROMOTED = 2
export const SEED_CONFIRMED = 1
export const SEED_DENIED = 2

// ------------------------------------------------------------------------------------- event log and archive

/** Lines, or age of the first line, from which the event log may be compacted (maintenance.md §4.6). */
export const EVENTS_COMPACT_LINES = 10_000
export const EVENTS_COMPACT_AGE_MS = 90 * DAY_MS
/** Rows that one transaction of a migration changes, so that a turn never waits long for it. */
export const STEP_ROWS = 100
/** Entries of one archive shard (evidence.md §11). */
export const ARCHIVE_SHARD_ENTRIES = 500

// --------------------------------------------------------------------------------------------- reflection

/** Code points of a follow-up's key, and the weight of one without evidence (reflections.md §5.1). */
export const SURFACE_KEY_LENGTH = 120
export const SURFACE_WEIGHT_BASE = 0.5
/** Tokens of a reflection that may carry labels (reflections.md §3.4). */
export const REFLECTION_TEXT_TOKENS = 150
/** `schema_version` of new reflections; older ones are rechecked slowly (reflections.md §2, §13). */
export const REFLECTION_SCHEMA_VERSION = 2
/** Facts of one reflection, at least and at most, and the importance from which one counts (reflections.md §3.1). */
export const SYNTHESIS_MIN_FACTS = 5
export const SYNTHESIS_MAX_FACTS = 20
export const SYNTHESIS_MIN_IMPORTANCE = 5
/** Absorbed facts that go along for reference, for one fact and in all (reflections.md §3.3). */
export const RELATED_PER_QUERY = 3
export const RELATED_TOTAL = 20
/** Failures after which a question waits, for how long, and how many are remembered (reflections.md §3.1). */
export const SYNTHESIS_MAX_FAILURES = 5
export const SYNTHESIS_PAUSE_MS = 5 * HOUR_MS
export const SYNTHESIS_BACKOFF_KEYS = 64
/** Time until a reflection that was raised may be raised again, and how many at once (reflections.md §5). */
export const SURFACE_PAUSE_MS = 30 * MINUTE_MS
export const SURFACE_COUNT = 3
/** Look-back of a first or broken cursor, rows and user texts of one question, failures (reflections.md §7). */
export const REBUTTAL_LOOKBACK_MS = HOUR_MS
export const REBUTTAL_ROWS = 200
export const REBUTTAL_TEXTS = 20
export const REBUTTAL_MAX_FAILURES = 5
/** Tokens of one text that is judged, half from its head and half from its tail: a pasted page must not fill a prompt. */
export const JUDGED_TEXT_TOKENS = 500
/** Pause between two attempts to promote one, attempts in its life, tokens of what it is held against (§9). */
export const PROMOTE_PAUSE_MS = 30 * MINUTE_MS
export const PROMOTE_MAX_ATTEMPTS = 5
export const PROMOTE_POOL_TOKENS = 4_000
/** Ages that confirm and promote while powerful memory is off (reflections.md §10). */
export const AGE_CONFIRM_MS = 7 * DAY_MS
export const AGE_PROMOTE_MS = 7 * DAY_MS
/** Age from which a finished reflection leaves the main view (reflections.md §12.1). */
export const FINISHED_ARCHIVE_AGE_MS = 30 * DAY_MS
/** Refining: least cosine, neighbours of a row, members of a cluster, pause for one, clusters a pass (§11). */
export const REFINE_MIN_COSINE = 0.82
export const REFINE_NEIGHBOURS = 5
export const REFINE_MAX_MEMBERS = 6
export const REFINE_REVISIT_MS = 30 * DAY_MS
export const REFINE_CLUSTERS_PER_PASS = 3
/** Failed refinements of one row after which it waits, and for how long (reflections.md §11). */
export const REFINE_MAX_ATTEMPTS = 5
export const REFINE_PAUSE_MS = 5 * HOUR_MS
/** The same for the slow recheck, and the source facts that go along (facts.md §10, reflections.md §13). */
export const RECHECK_MAX_ATTEMPTS = 5
export const RECHECK_PAUSE_MS = 5 * HOUR_MS
export const RECHECK_FACTS = 5

// ------------------------------------------------------------------------------------------------ persona

/** Mention suppression: window, mentions that are still fine in it, pause before it is lifted (persona.md §6). */
export const MENTION_WINDOW_MS = 5 * HOUR_MS
export const MENTION_LIMIT = 2
export const SUPPRESS_MS = 5 * HOUR_MS
/** Render budgets in tokens (persona.md §8.1). */
export const PERSONA_TOKENS = 2_000
export const REFLECTION_TOKENS = 2_000
/** Entries that one save gives a token count: a rendering reads about as many, and a save must stay short. */
export const PERSONA_COUNTS_PER_SAVE = 200
/** Contradictions of one question, and failed answers after which one is dropped (persona.md §7.2). */
export const CORRECTIONS_PER_ROUND = 10
export const CORRECTION_ATTEMPTS = 5
/** Earlier texts that an entry keeps (persona.md §2). */
export const VERSION_HISTORY_MAX = 5
/** Fusion of imported texts: tokens of one question, of one entry, of a section's name beside it (persona.md §11). */
export const FUSION_INPUT_TOKENS = 6_000
export const FUSION_ENTRY_TOKENS = 200
export const FUSION_SECTION_TOKENS = 24
/** Tokens of all imported entries about the user, and about the character (persona.md §11). */
export const FUSION_MASTER_TOKENS = 600
export const FUSION_NEKO_TOKENS = 1_000

// -------------------------------------------------------------------------------------------- interchange

/** Limits of an external import (ui.md §8): bytes of a file and of all of them, members of an archive or files. */
export const IMPORT_FILE_BYTES = 2 * 1024 * 1024
export const IMPORT_TOTAL_BYTES = 8 * 1024 * 1024
export const IMPORT_MAX_FILES = 2_048
/** Entries of one import, code points of one entry, of the section before it, and of a warning's excerpt. */
export const IMPORT_MAX_CANDIDATES = 1_000
export const IMPORT_ENTRY_CHARS = 8_000
export const IMPORT_SECTION_CHARS = 500
export const IMPORT_EXCERPT_CHARS = 160
/** Entries and warnings that a preview shows (ui.md §8). */
export const IMPORT_PREVIEW_CANDIDATES = 100
export const IMPORT_PREVIEW_WARNINGS = 20
/** Importance of an entry of MEMORY.md (ui.md §9.2). */
export const IMPORT_FACT_IMPORTANCE = 7
/** Diaries: tokens of one question, questions of one import, and how many run at once (ui.md §9.3). */
export const IMPORT_DIARY_TOKENS = 6_000
export const IMPORT_DIARY_CALLS = 45
export const IMPORT_DIARY_CONCURRENCY = 4

// ------------------------------------------------------------------------------------------------ context

/** Silence from which the start of a conversation mentions it, and from which it counts as long (context.md §5). */
export const GAP_MS = 1_800 * SECOND_MS
export const LONG_GAP_MS = 18_000 * SECOND_MS
/** Newest calls of a ledger among which one may be that is told of again: a worker has died since, which takes seconds. */
export const LEDGER_REPEAT_ROWS = 100
/** How far ahead of now something may be stamped and count as said now: two clocks of one device differ by less. */
export const CLOCK_AHEAD_MS = MINUTE_MS

// --------------------------------------------------------------------------------------- companion page

/** How long the connector waits for each memory route (routes.md §10). */
export const CLIENT_CACHE_MS = 10 * SECOND_MS
export const CLIENT_SETTLE_MS = 30 * SECOND_MS
export const CLIENT_CONTEXT_MS = 5 * SECOND_MS
export const CLIENT_QUERY_MS = 5 * SECOND_MS
/** What may be raised unasked, and the record that it was (routes.md §10.3, step 6). */
export const CLIENT_FOLLOWUP_MS = 5 * SECOND_MS
/** Everything else the pages ask for: long enough for a slow device, short enough to say so. */
export const CLIENT_OTHER_MS = 10 * SECOND_MS
/** Silence of the user that ends a conversation, and how often it is looked at (context.md §5). */
export const CONVERSATION_SILENCE_MS = 1_800 * SECOND_MS
export const CONVERSATION_CHECK_MS = 60 * SECOND_MS
/**
 * Quiet after which she may speak up by herself: long enough to be no interruption while somebody reads, thinks or
 * was called away, and well before silence ends the conversation, so that the answer still belongs to it.
 */
export const SPEAK_UP_QUIET_MS = 10 * MINUTE_MS
/** A conversation of this many user turns or tokens is renewed (routes.md §10.3, step 4). */
export const RENEW_USER_TURNS = 10
export const RENEW_TOKENS = 5_000
/** Pause between the renewal and the fresh context (routes.md §10.3, step 4). */
export const RENEW_PREPARE_MS = 10 * SECOND_MS
/** Model calls of one turn, tool calls included (routes.md §11.1). */
export const TOOL_LOOP_CALLS = 3
/** Silence of a chat model after which a reply is given up; a local model may load for a minute or two first. */
export const CHAT_SILENCE_MS = 180 * SECOND_MS
/** Recalled rows that go with the user's words to a model without tools. */
export const TOOLLESS_ROWS = 5
/** Bytes a browser lets a page send while it is being closed (the Fetch standard's limit for `keepalive`). */
export const KEEPALIVE_BYTES = 60 * 1024

// ------------------------------------------------------------------------------------------------- recall

/** Okapi BM25 (recall.md §A6); other values measured slightly better on one set, which is no proof. */
export const BM25_K1 = 1.5
export const BM25_B = 0.75
/** Rows of each side before fusion, in all, and of recall by time alone (recall.md §A9). */
export const RECALL_PER_SIDE = 4
export const RECALL_TOTAL = 8
export const RECALL_BY_TIME = 8
/** Least score of a row on the keyword side, and least cosine on the vector side (recall.md §A6, §A7). */
export const RECALL_MIN_BM25 = 0.1
export const RECALL_MIN_COSINE = 0.3
/** Rows of the reranker's coarse order for one that is wanted, and the share kept for rows without a vector (§B2). */
export const RERANK_OVERSAMPLE = 3
export const RERANK_UNEMBEDDED = 0.25
/** UTF-16 units of a query at each end that are looked for: each thousand takes some milliseconds, and nobody asks more. */
export const RECALL_QUERY_END_UNITS = 4_000
/** Damping of reciprocal ranks (recall.md §A8). */
export const RRF_K = 60
/** Rows looked at beyond those asked for, in case some say what others said: more repeats of a claim are rare. */
export const RECALL_SPARE_ROWS = 8
/**
 * Below both, an answer is called weak: share of the query's telling words (by their weight) that the best row has, and
 * how far the best cosine lies above what chance gives, in standard deviations. docs/recall.md says how they were chosen.
 */
export const RECALL_WEAK_WORD_SHARE = 0.25
export const RECALL_WEAK_COSINE_MARGIN = 0.6
/**
 * A past row stands for what took its place where it says at least this share of what is asked; so many of the best past
 * rows are looked at. Half of it, as a question about a home or a job has one word or two that tell.
 */
export const RECALL_PAST_SHARE = 0.5
export const RECALL_PAST_ROWS = 8
/** Turns of the user that recall may look through when memories say little: months of talk, some megabytes. */
export const RAW_TURNS_HELD = 10_000
/** Turns that are cut into words at a stretch, which a turn under way can wait for: some milliseconds. */
export const RAW_TURN_SLICE = 200
/** Turns looked at for an answer, most of which may have been learned from, and turns in it. */
export const RAW_TURN_CANDIDATES = 24
export const RAW_TURNS_SHOWN = 4

// -------------------------------------------------------------------------------------- the index of recall

/** Segments of one size that become one of the next: a row is moved log8 of all rows times, a search looks into tens. */
export const SEGMENT_FANOUT = 8
/** Rows of a segment from which on it is merged in slices only: eight smaller ones are merged in some ten milliseconds. */
export const SEGMENT_SLOTS_AT_ONCE = 500
/** Rows from which an index is kept on disk: fewer are analysed anew in some tens of milliseconds. */
export const SNAPSHOT_ROWS = 1_000
/**
 * Changed rows after which it is kept anew, and as a share of all: taking one over at the next start costs some 0.02 ms,
 * keeping the whole of an index of 100,000 rows writes 16 MB.
 */
export const SNAPSHOT_CHANGES = 1_000
export const SNAPSHOT_CHANGES_SHARE = 1 / 20
/** Bytes of one part on disk: a turn waits for the writing of one, a few milliseconds. */
export const SNAPSHOT_PART_BYTES = 256 * 1024
/** Parts that are read at a stretch: some ten milliseconds. */
export const SNAPSHOT_PARTS_AT_ONCE = 16
/** Rows that were replaced or deleted, as a share of all, from which an index in memory is packed anew. */
export const POOL_DROPPED_SHARE = 1 / 4
/** Rows that are given vectors at a stretch: some milliseconds with the word table. */
export const POOL_VECTOR_ROWS = 200
/** Rows of a new index that have their vectors before the first question is answered; the others get them later. */
export const POOL_VECTORS_AT_ONCE = 2_000

// ------------------------------------------------------------------------------------------------- changes

/** Hex digits of a revision: 64 bits tell two states of one entry apart. */
export const REVISION_LENGTH = 16
/** Code points of the text of an edited or corrected entry: no fact, judgement or trait is longer than a long message. */
export const ENTRY_TEXT_MAX = 20_000
/** Tags of an entry, and code points of each. */
export const ENTRY_TAGS_MAX = 32
export const ENTRY_TAG_MAX = 100
/** Entries that one change may name: a selection of the whole list in the browser stays below it. */
export const CHANGE_ENTRIES_MAX = 10_000
/** Changes of one page of the history. */
export const HISTORY_PAGE_MAX = 200
/** Entries that one change of the history names; an import may have written thousands. */
export const HISTORY_KEYS_MAX = 50
/** Entries of one lineage: more cannot be walked on a screen. */
export const LINEAGE_NODES_MAX = 300

// ------------------------------------------------------------------------------------------------- looking in

/** Rows of one page of a list: a screen shows some twenty, and a page must cross a port quickly. */
export const ENTRIES_PAGE_MAX = 500
/** Letters from which a word that is being typed also finds longer ones, and how many of those are tried. */
export const SEARCH_PREFIX_LEAST = 2
export const SEARCH_PREFIX_WORDS = 50
/** Rows that a search reads at a stretch while its index is built: some tens of milliseconds. */
export const SEARCH_SLICE_ROWS = 1_000
/** Changes within this time are told to the pages together: soon enough to look live, seldom enough to read lists. */
export const ENTRIES_NOTICE_MS = 300
/** How far an evidence curve looks ahead, and points drawn between its first signal and that end. */
export const EVIDENCE_FORECAST_MS = 60 * DAY_MS
export const EVIDENCE_CURVE_POINTS = 120
/** Rows of events and of the outbox that one look at the activity gives at most. */
export const ACTIVITY_ROWS_MAX = 500
/** Largest document that is edited as text: a browser's text field stays usable, and two copies fit the journal. */
export const DOCUMENT_EDIT_MAX_BYTES = 4 * 1024 * 1024
/** Findings that are told of one document or one check; whoever mends these sees the next. */
export const FINDINGS_MAX = 50
/** Rows that an integrity check reads at a stretch before other work has its turn. */
export const INTEGRITY_SLICE_ROWS = 500
/** Entries that are named as left out of a section of the context; the rest is counted. */
export const LEFT_OUT_SHOWN = 200

// ---------------------------------------------------------------------------------------------- embeddings

/** Width of vectors by the memory of the device in GiB, when the model can be cut (embeddings.md §1.1). */
export const EMBEDDING_RAM_WIDTHS: readonly { readonly below: number; readonly width: number }[] = [
  { below: 8, width: 64 },
  { below: 16, width: 128 },
  { below: Infinity, width: 256 },
]
/** Where a browser does not say how much memory there is: the middle band. */
export const EMBEDDING_WIDTH_UNKNOWN_RAM = 128
/** Tokens of one run of a graph, padding included (embeddings.md §4). */
export const EMBEDDING_BATCH_TOKENS = 16_384
/** Tokens of the longest input of a model that the user brought: the reference's own (embeddings.md §1). */
export const EMBEDDING_MAX_TOKENS = 1_024
/** UTF-16 units of a text that a tokenizer is given for one token it may keep: longer words than these have more. */
export const EMBEDDING_UNITS_PER_TOKEN = 32
/** Probe vectors: distance of the squared length from 1, cosine of two texts, agreement of backends (design.md §7). */
export const PROBE_NORM_TOLERANCE = 1e-3
export const PROBE_MAX_COSINE = 0.9999
export const PROBE_MIN_AGREEMENT = 0.98
/** Pauses after failures of an embedder that may pass; after the last one only the user starts it again. */
export const EMBEDDING_RETRY_MS: readonly number[] = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS]
/** Texts from which a call counts as bulk work, for which a graphics processor is worth its start. */
export const EMBEDDING_BULK_TEXTS = 8
/** Least time between two announcements of progress: as often as a bar visibly moves. */
export const EMBEDDING_PROGRESS_MS = 250
/** Pauses before a download that broke off goes on where it stopped. */
export const MODEL_DOWNLOAD_RETRY_MS: readonly number[] = [SECOND_MS, 3 * SECOND_MS, 10 * SECOND_MS]

// ----------------------------------------------------------------------------------------- built-in word table

/** Profile of the table's vectors, see `embedding/model-id.ts`; another table gets another one. */
export const STATIC_MODEL_PROFILE = 'omoide-words-v3'
/** Smoothing of the weight a/(a+p) of a word (Arora et al. 2017, §3, give 1e-4 to 1e-3); chosen in docs/recall.md. */
export const STATIC_WEIGHT_A = 1e-4
/** −ln p of a character that no word of the table covers: a little rarer than the rarest word. */
export const STATIC_UNKNOWN_COST = 20
/** The same for kana, which stand between words as particles and endings: two of them may be a word of the list. */
export const STATIC_UNKNOWN_KANA_COST = 8
/** Wait after a start before the table is read, unless a question comes earlier: a page has shown itself by then. */
export const TABLE_AFTER_START_MS = SECOND_MS
/** How long reading it may take: a slow line has it by then, and a reader whose service worker has died waits for ever. */
export const TABLE_READ_LIMIT_MS = 5 * MINUTE_MS
/** Pauses before the table is read again that could not be had or was damaged; the last one from then on. */
export const TABLE_RETRY_MS: readonly number[] = [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS]
/** Cosine of two words up to which they have nothing to do with each other. */
export const STATIC_ALIKE_COSINE = 0.4
/**
 * Rows whose texts are compared with a query word by word: the best by keywords and cosine, as many by cosine alone that are
 * written as the query is, and more of those that are not, as they share no keyword with it.
 */
export const RECALL_LIKENESS_ROWS = 32
export const RECALL_OTHER_WRITING_ROWS = 128
/** What a cosine of 1 counts, and a text that says all of the query in like words, where the best keyword match is 1. */
export const RECALL_COSINE_SHARE = 0.75
export const RECALL_LIKENESS_SHARE = 1.5
/** What like words count more where the rows of another language say more of a query than those of its own. */
export const RECALL_FOREIGN_LIKENESS_SHARE = 3
/** How much more they must say to count in full, and what they may lack to count at all. */
export const RECALL_FOREIGN_LEAD = 0.2
export const RECALL_FOREIGN_LACK = 0.1
/** Rows of a language that are taken to score as all do, beside those that are there: few rows say little of their own. */
export const RECALL_USUAL_ROWS = 8
/** Share of a query (by weight of its terms) that the best keyword match must cover to count 1; below, in proportion. */
export const RECALL_COVERED_ENOUGH = 0.3

// -------------------------------------------------------------------------------------- life of embeddings

/** Longest wait of a recall for the vector of its query: with the rest of a recall it still feels at once. */
export const QUERY_EMBED_MS = 250
/** Longest wait of background work for vectors of its texts, behind whatever else the model has to do. */
export const VECTORS_WAIT_MS = 30 * SECOND_MS
/** The backfill of embeddings.md §6: texts of one inference, rows of one sweep over everything. */
export const BACKFILL_BATCH = 16
export const BACKFILL_SWEEP = 64
/** Wait before the first sweep, unless a client settles or renews earlier. */
export const BACKFILL_WARM_UP_MS = 30 * SECOND_MS
/** Pause after a sweep that found less than it could have done, and after one that found or saved nothing. */
export const BACKFILL_PARTIAL_PAUSE_MS = 5 * SECOND_MS
export const BACKFILL_EMPTY_PAUSE_MS = 20 * SECOND_MS
/** Rows whose vectors are compared with their texts at a stretch, after a memory was opened: some milliseconds. */
export const BACKFILL_CHECKED_ROWS = 200
/** Facts nearest to a new one that are compared with it by their own vectors: a few more than may be queued. */
export const NEAR_FACTS_COMPARED = 16
/** Rounding of vectors to bytes moves a cosine by less than this. */
export const VECTOR_ROUNDING = 0.02

// ---------------------------------------------------------------------------------------------- forgetting

/** UTF-16 units of a fragment that must not be left anywhere: shorter ones occur by chance (issue 5 §5). */
export const FRAGMENT_UNITS = 8
/** The same where all of them are CJK characters, of which four say as much as eight letters. */
export const FRAGMENT_CJK_UNITS = 4
/** Letters and digits without which a fragment says nothing. */
export const FRAGMENT_LETTERS = 4
/** The same of letters and different signs together, in passwords and the like. */
export const FRAGMENT_SIGNS = 6
/** Share of a statement's fragments from which a turn repeats it, and goes with the turns it came from. */
export const ECHO_SHARE = 0.5
/** Terms of a statement that a sentence of a memo must share, beside `RELEARN_SHARE`, to count as saying it. */
export const MEMO_SHARED_TERMS = 2
/** Hex digits kept of each term's keyed hash in a tombstone: so few that no word can be told from them. */
export const TOMBSTONE_TERM_DIGITS = 3
/** Share of terms from which a claim out of another old turn is the forgotten one; out of its own turn `RELEARN_SHARE`. */
export const FORGOTTEN_ELSEWHERE_SHARE = 0.8
/** Rows that are read at once while every table is searched. */
export const FORGET_SLICE_ROWS = 100
/** Milliseconds after which such a search lets other work in. */
export const FORGET_STRETCH_MS = 8
/**
 * Fragments, and hex digits of the keyed hash of each, that are kept until a forgetting is proved: of longer texts as many,
 * spread over all of it, as are hashed in a fifth of a second.
 */
export const UNPROVED_FRAGMENTS_MAX = 20_000
export const UNPROVED_HASH_DIGITS = 16
/** Searches before a forgetting whose notes were always out of date is done in one piece, however long that takes. */
export const FORGET_SEARCHES_MAX = 3
