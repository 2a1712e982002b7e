/**
 * The memo that no model writes: sentences quoted from the conversation, within a budget (design.md §6, rules).
 * Demands and corrections come first and stay word for word; lines of an earlier memo are carried over.
 */
import type { TokenCounter } from '../ports.ts'
import { joinMemo, splitMemo, stripMemoPrefix } from '../recent/memo.ts'
import { stripBrackets } from '../recent/message.ts'
import { SYSTEM_LABEL } from '../recent/render.ts'
import { RULES_MEMO_KEPT_SHARE, RULES_SENTENCE_TOKENS } from '../settings.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { headTail } from '../text/tokens.ts'
import { stripInjected } from './injected.ts'
import { correctionCues, demandCues, fillerCue, questionCue, valueCues } from './memo-cues.ts'

export interface MemoOptions {
  readonly userName: string
  readonly characterName: string
  readonly counter: TokenCounter
  /** Tokens of the whole memo. */
  readonly budget: number
  /** Keep sentences of little weight too, as far as the budget goes. */
  readonly detailed: boolean
  /** Move what an earlier memo said to its "earlier" part (recent.md §5.5). */
  readonly stale: boolean
}

/** A memo of a rendered conversation (recent.md §5.1), or of partial memos. Never empty for a text that is not. */
export function memoOf(conversation: string, options: MemoOptions): string {
  const blocks = readBlocks(conversation, options)
  const items = blocks.flatMap((block, index) => itemsOf(block, index, options))
  markCorrected(items)
  const chosen = choose(items, options)
  const memo = compose(
    items.filter((item) => chosen.has(item)),
    options,
  )
  return memo === '' ? options.counter.truncate(conversation.trim(), RULES_SENTENCE_TOKENS) : memo
}

/** Where a sentence stands: in the conversation, in the body of an earlier memo, or in its "earlier" part. */
type Place = 'said' | 'memo' | 'earlier'
type Speaker = 'user' | 'character' | null

interface Block {
  readonly place: Place
  readonly speaker: Speaker
  readonly text: string
}

interface Item {
  readonly place: Place
  readonly speaker: Speaker
  /** Sentences of one block share a line. */
  readonly block: number
  readonly text: string
  readonly score: number
  kind: 'demand' | 'correction' | 'plain'
}

// ------------------------------------------------------------------------------------------------- reading

/** The messages of a rendered conversation; text in front of the first speaker is memo text already. */
function readBlocks(conversation: string, options: MemoOptions): Block[] {
  const labels: readonly (readonly [string, Speaker])[] = [
    [`${options.userName} | `, 'user'],
    [`${options.characterName} | `, 'character'],
    [`${SYSTEM_LABEL} | `, null],
  ]
  const messages: { speaker: Speaker; lines: string[] }[] = []
  for (const line of conversation.split('\n')) {
    const label = labels.find(([prefix]) => line.startsWith(prefix))
    const last = messages.at(-1)
    if (label !== undefined) messages.push({ speaker: label[1], lines: [line.slice(label[0].length)] })
    else if (last === undefined) messages.push({ speaker: null, lines: [line] })
    else last.lines.push(line)
  }
  return messages.flatMap(({ speaker, lines }, index): Block[] => {
    const text = lines.join('\n')
    if (speaker === 'user') return [{ place: 'said', speaker, text: stripInjected(text) }]
    if (speaker === 'character') return [{ place: 'said', speaker, text: stripBrackets(text) }]
    // Only the first system message is a memo; later ones are notices (a lost connection).
    if (index > 0) return []
    const { body, earlier } = splitMemo(stripMemoPrefix(text))
    return [...memoBlocks(earlier, 'earlier', options), ...memoBlocks(body, 'memo', options)]
  })
}

/** The lines of a memo; those that we wrote say who spoke. */
function memoBlocks(text: string, place: Place, { userName, characterName }: MemoOptions): Block[] {
  return text.split('\n').map((line) => {
    const bare = line.replace(/^\s*[-*•]\s+/, '')
    if (bare.startsWith(`${userName}: `))
      return { place, speaker: 'user', text: bare.slice(userName.length + 2) }
    if (bare.startsWith(`${characterName}: `)) {
      return { place, speaker: 'character', text: bare.slice(characterName.length + 2) }
    }
    return { place, speaker: null, text: bare }
  })
}

function itemsOf(block: Block, index: number, options: MemoOptions): Item[] {
  return sentencesOf(block.text).map((sentence) => {
    const kind = block.speaker === 'character' ? 'plain' : kindOf(sentence)
    return {
      place: block.place,
      speaker: block.speaker,
      block: index,
      kind,
      text: fit(sentence, kind, options.counter),
      score: block.place === 'said' ? scoreOf(sentence, block.speaker) : CARRIED_SCORE,
    }
  })
}

const SENTENCE = /[^。！？!?…\n.]+(?:\.(?=[^\s.])[^。！？!?…\n.]*)*[。！？!?….]*["”」』）)]*/gu

function sentencesOf(text: string): string[] {
  return (text.match(SENTENCE) ?? [])
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

// ------------------------------------------------------------------------------------------------- judging

const CARRIED_SCORE = 3
const CHARACTER_PENALTY = 2
const QUESTION_PENALTY = 3
const FILLER_PENALTY = 4
const SCORE_BRIEF = 2
const SCORE_DETAILED = 1

/** Characters of a sentence's start and end that are judged: cues stand there, and their cost grows with length. */
const JUDGED = 300

function judged(text: string): string {
  return text.length <= 2 * JUDGED ? text : `${text.slice(0, JUDGED)} ${text.slice(-JUDGED)}`
}

function kindOf(sentence: string): Item['kind'] {
  const text = judged(sentence)
  if (demandCues.some((cue) => cue.test(text))) return 'demand'
  return correctionCues.some((cue) => cue.test(text)) && !questionCue.test(text) ? 'correction' : 'plain'
}

function scoreOf(sentence: string, speaker: Speaker): number {
  const text = judged(sentence)
  let score = valueCues.reduce((sum, { weight, cue }) => sum + (cue.test(text) ? weight : 0), 0)
  if (speaker === 'character') score -= CHARACTER_PENALTY
  if (questionCue.test(text)) score -= QUESTION_PENALTY
  if (fillerCue.test(text)) score -= FILLER_PENALTY
  return score
}

const MAX_CLAUSES = 50

/** A sentence within its own limit. A demand keeps the clauses that forbid, whole where they fit. */
function fit(text: string, kind: Item['kind'], counter: TokenCounter): string {
  const limit = RULES_SENTENCE_TOKENS
  if (counter.count(text) <= limit) return text
  const clauses = kind === 'demand' ? text.split(/(?<=[,，、;；])/) : []
  const forbidding = clauses
    .slice(0, MAX_CLAUSES)
    .filter((clause) => demandCues.some((cue) => cue.test(clause.trim())))
  const shorter = forbidding.length > 0 ? forbidding.join('').trim() : text
  return headTail(counter, shorter, Math.ceil(limit / 2), Math.floor(limit / 2), ' … ')
}

/** What a correction puts right is kept with it: "first this, then that" (recent.md §5.3). */
function markCorrected(items: readonly Item[]): void {
  if (!items.some(({ kind }) => kind === 'correction')) return
  const analyzer = createAnalyzer()
  const sets = items.map(({ text }) => new Set(analyzer.terms(text)))
  items.forEach((item, index) => {
    if (item.kind !== 'correction') return
    let best: { readonly item: Item; readonly share: number } | null = null
    for (let before = index - 1; before >= 0 && before >= index - CORRECTION_REACH; before -= 1) {
      const earlier = items[before]
      if (earlier === undefined || earlier.speaker === 'character') continue
      const share = overlap(sets[index], sets[before])
      if (share >= CORRECTION_OVERLAP && (best === null || share > best.share))
        best = { item: earlier, share }
    }
    if (best?.item.kind === 'plain') best.item.kind = 'correction'
  })
}

/** Sentences back that a correction can be about. */
const CORRECTION_REACH = 200

/** Share of the smaller set's terms that two sentences must have in common to be about the same thing. */
const CORRECTION_OVERLAP = 0.25

function overlap(left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined): number {
  if (left === undefined || right === undefined || left.size === 0 || right.size === 0) return 0
  let shared = 0
  for (const term of left) if (right.has(term)) shared += 1
  return shared / Math.min(left.size, right.size)
}

// ------------------------------------------------------------------------------------------------ choosing

/** The items that go in: protected ones up to their share, then the weightiest, newest first among equals. */
function choose(items: readonly Item[], options: MemoOptions): ReadonlySet<Item> {
  const chosen = new Set<Item>()
  const seen = new Set<string>()
  let used = 0
  const take = (item: Item, limit: number): void => {
    const key = item.text.toLowerCase()
    const cost = options.counter.count(lineOf(item, options)) + 1
    if (chosen.has(item) || seen.has(key) || used + cost > limit) return
    chosen.add(item)
    seen.add(key)
    used += cost
  }
  const newestFirst = items.toReversed()
  const kept = options.budget * RULES_MEMO_KEPT_SHARE
  for (const kind of ['demand', 'correction'] as const) {
    for (const item of newestFirst) if (item.kind === kind) take(item, kept)
  }
  const least = options.detailed ? SCORE_DETAILED : SCORE_BRIEF
  const weighty = newestFirst.filter(({ score, kind }) => score >= least || kind !== 'plain')
  for (const item of weighty.toSorted((left, right) => right.score - left.score)) take(item, options.budget)
  // A chat of small talk still leaves a trace.
  if (chosen.size === 0) for (const item of newestFirst.slice(0, 1)) take(item, options.budget)
  return chosen
}

function lineOf(item: Item, { userName, characterName }: MemoOptions): string {
  if (item.speaker === null) return `- ${item.text}`
  return `- ${item.speaker === 'user' ? userName : characterName}: ${item.text}`
}

/** Lines in the order they were said; sentences of one message share a line. */
function compose(items: readonly Item[], options: MemoOptions): string {
  const past: string[] = []
  const present: string[] = []
  let before: Item | null = null
  for (const item of items) {
    const old = item.place === 'earlier' || (item.place === 'memo' && options.stale && item.kind !== 'demand')
    const list = old ? past : present
    const joins =
      before !== null &&
      before.block === item.block &&
      list.length > 0 &&
      !(options.stale && item.place === 'memo')
    if (joins) list.push(`${list.pop() ?? ''} ${item.text}`)
    else list.push(lineOf(item, options))
    before = item
  }
  if (present.length === 0) return past.join('\n')
  return joinMemo({ body: present.join('\n'), earlier: past.join('\n') })
}
