/**
 * `npm run bench:extract -- FILE [--out PREDICTIONS]`: replays every conversation of a labelled set through
 * the product's routes, turn by turn at its own times and with no model, and writes what the memory then holds, in
 * the form of the set's scorer.
 * The engine doesn't see labels; nothing of the file is kept.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { detectBanTopics } from '../../src/engine/facts/rules/index.ts'
import { answerFeedback, answerSignals, answerTime } from './extract-labels.ts'
import { replayThroughProduct } from './extract-product.ts'
import type { FactView } from '../../src/engine/api.ts'
import type { Conversation } from './extract-replay.ts'

const [file, ...rest] = process.argv.slice(2)
const out = rest[0] === '--out' ? rest[1] : undefined
if (file === undefined || (rest.length > 0 && out === undefined)) {
  console.error('usage: npm run bench:extract -- FILE [--out PREDICTIONS]')
  process.exit(2)
}

const { conversations, feedback, signals, time } = readConversations(file)
const predictions: Record<string, unknown> = {}
const counts = new Map<
  string,
  Record<'conversations' | 'turns' | 'facts' | 'superseded' | 'directives', number>
>()
const kinds = new Map<string, number>()
let milliseconds = 0
let slowest = 0
let turns = 0

for (const conversation of conversations) {
  const started = performance.now()
  const facts = await replayThroughProduct(conversation)
  const spent = performance.now() - started
  milliseconds += spent
  turns += conversation.messages.length
  slowest = Math.max(slowest, spent / conversation.messages.length)
  const directives = conversation.messages
    .filter((message) => message.role === 'user')
    .flatMap((message) => detectBanTopics(message.text))
    .map(({ term }) => ({ kind: 'ban_topic', term }))
  predictions[conversation.id] = { facts: facts.map(toPrediction), directives }
  const count = counts.get(conversation.lang) ?? {
    conversations: 0,
    turns: 0,
    facts: 0,
    superseded: 0,
    directives: 0,
  }
  count.conversations++
  count.turns += conversation.messages.length
  count.facts += facts.length
  count.superseded += facts.filter((fact) => fact.superseded).length
  count.directives += directives.length
  counts.set(conversation.lang, count)
  kinds.set(conversation.kind, (kinds.get(conversation.kind) ?? 0) + facts.length)
}

predictions['feedback'] = await answerFeedback(feedback)
predictions['signals'] = await answerSignals(signals)
predictions['time'] = answerTime(time)

if (out !== undefined) writeFileSync(out, JSON.stringify(predictions, null, 1))
for (const [lang, count] of counts) console.log(JSON.stringify({ lang, ...count }))
console.log(JSON.stringify({ factsByKind: Object.fromEntries([...kinds].sort()) }))
console.log(
  JSON.stringify({
    turns,
    millisecondsPerTurn: round(milliseconds / turns),
    slowestConversationPerTurn: round(slowest),
  }),
)

/** Event times are civil times of the conversation's own zone, which the scorer reads as such. */
function toPrediction(fact: FactView): Record<string, unknown> {
  return {
    text: fact.text,
    entity: fact.entity,
    importance: fact.importance,
    ...(fact.eventStartAt === null ? {} : { event_start_at: fact.eventStartAt }),
    ...(fact.eventEndAt === null ? {} : { event_end_at: fact.eventEndAt }),
    superseded: fact.superseded,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function isConversation(value: unknown): value is Conversation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'messages' in value &&
    Array.isArray(value.messages)
  )
}

function readConversations(path: string): {
  conversations: Conversation[]
  feedback: unknown
  signals: unknown
  time: unknown
} {
  const data: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (
    typeof data !== 'object' ||
    data === null ||
    !('conversations' in data) ||
    !Array.isArray(data.conversations)
  ) {
    console.error(`${path} has no conversations`)
    process.exit(2)
  }
  const conversations: Conversation[] = data.conversations.filter(isConversation)
  const feedback = 'feedback' in data ? data.feedback : []
  const signals = 'signals' in data ? data.signals : []
  const time = 'time' in data ? data.time : []
  return { conversations, feedback, signals, time }
}
