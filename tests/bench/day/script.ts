/**
 * A day of 200 user turns: six conversations with breaks of hours between them, in which somebody chats about ten
 * things of her life. Every fourth turn or so says something worth remembering; the rest is small talk. The same for
 * the same seed; only the pauses between turns and the order of what is said are drawn.
 */
import { createRandom } from '../page/corpus.ts'

/** Something that comes up again and again, and what is believed about it before the day. */
export interface Topic {
  /** A word that every sentence about it contains. */
  readonly word: string
  readonly believed: string
  readonly statements: readonly string[]
}

export interface ScriptedTurn {
  /** Seconds after midnight at which the turn is kept. */
  readonly at: number
  readonly said: string
  readonly reply: string
  /** What the turn says about a topic, if anything, and how important that is. */
  readonly fact: { readonly topic: Topic; readonly importance: number } | null
}

export interface Conversation {
  readonly turns: readonly ScriptedTurn[]
}

/** Hour, minute and turns of each conversation: breakfast, break, lunch, commute, evening, before sleep. */
const plan = [
  [7, 30, 20],
  [10, 15, 16],
  [12, 20, 34],
  [18, 5, 30],
  [20, 0, 60],
  [22, 30, 40],
] as const

/** Seconds between two turns: reading a reply and typing the next message. */
const PAUSE_MIN = 15
const PAUSE_MAX = 45
const FACT_SHARE = 0.27

export const topics: readonly Topic[] = [
  topic('running', 'Ada finds her calm in running', [
    'I went running along the river before work',
    'My knee hurt a bit after running today',
    'I signed up for a running group on Thursdays',
    'New running shoes finally arrived',
    'I want to be running ten kilometres by spring',
    'Running in the rain is honestly my favourite',
  ]),
  topic('thesis', 'Ada carries her thesis around all day', [
    'My thesis chapter is due on Friday',
    'I rewrote the introduction of my thesis',
    'My supervisor liked the thesis outline',
    'I deleted two pages of my thesis at lunch',
    'The thesis has ninety pages now',
    'I dream about my thesis, that is how bad it is',
  ]),
  topic('cat', 'Ada treats her cat like family', [
    'My cat woke me at five again',
    'The cat has a check-up at the vet next week',
    'I bought the cat a cardboard castle',
    'My cat hides when the doorbell rings',
    'The cat only drinks from the tap',
    'I named the cat after a comet',
  ]),
  topic('piano', 'Ada is learning the piano as an adult', [
    'I practised the piano for half an hour',
    'My piano teacher gave me a nocturne',
    'The neighbours complained about the piano',
    'I can play the left hand on the piano now',
    'I recorded myself at the piano',
    'Piano lessons move to Tuesday',
  ]),
  topic('brother', 'Ada and her brother have found each other again', [
    'My brother called from Lisbon',
    'My brother is getting married in June',
    'I am writing a speech for my brother',
    'My brother and I argued about the venue',
    'My brother sent photos of the house',
    'I booked flights to see my brother',
  ]),
  topic('coffee', 'Ada has given up coffee for tea', [
    'I have had no coffee for three weeks',
    'The smell of coffee at work is torture',
    'I switched from coffee to roasted tea',
    'Coffee gave me headaches anyway',
    'I poured somebody else a coffee and felt proud',
  ]),
  topic('garden', 'Ada wants a garden more than a bigger flat', [
    'I planted tomatoes in the community garden',
    'Snails ate half of the garden',
    'I got the plot next to the garden gate',
    'The garden has a waiting list of two years',
    'I drew a plan for the garden',
  ]),
  topic('flat', 'Ada is looking for a quieter flat', [
    'I looked at a flat near the station',
    'The flat upstairs is being renovated',
    'The rent of my flat goes up in March',
    'My dream flat has a window in the kitchen',
    'I told the landlord that I may leave the flat',
  ]),
  topic('ramen', 'Ada cooks ramen for the people she likes', [
    'I cooked ramen from scratch on Sunday',
    'The ramen broth takes twelve hours',
    'I made ramen for the whole office',
    'I found the best ramen noodles at the market',
    'My ramen egg was perfect today',
  ]),
  topic('swimming', 'Ada is afraid of deep water and still goes swimming', [
    'I went swimming and stayed in the shallow lane',
    'Swimming at night scares me',
    'I booked a swimming course for adults',
    'I put my head under water at swimming today',
  ]),
]

const smallTalk = [
  'Haha, true',
  'Good question, let me think',
  'How was your day?',
  'Tell me something funny',
  'Mhm',
  'I am on the tram now',
  'It is so windy outside',
  'Say that again?',
  'You always know what to say',
  'Okay, back in a minute',
  'I am back',
  'What would you do?',
  'That is sweet of you',
  'I need to concentrate for a moment',
  'No idea, honestly',
  'Where were we?',
  'Do you remember what I said this morning?',
  'That made me laugh',
  'I am yawning already',
  'Really?',
]

const replies = [
  'I like how you put that.',
  'Go on, I am listening.',
  'Then take your time.',
  'You sound happy today.',
  'I was just thinking of you.',
  'Let me guess: you knew it all along.',
  'Tell me more when you feel like it.',
]

/** The day's conversations, in order; 200 turns in all. */
export function scriptedDay(seed = 1): readonly Conversation[] {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  const unsaid = topics.flatMap((about) => about.statements.map((said) => ({ about, said })))
  return plan.map(([hour, minute, count]) => {
    let at = hour * 3_600 + minute * 60
    const turns = Array.from({ length: count }, (): ScriptedTurn => {
      at += Math.round(PAUSE_MIN + random() * (PAUSE_MAX - PAUSE_MIN))
      const reply = pick(replies)
      if (random() >= FACT_SHARE || unsaid.length === 0)
        return { at, said: pick(smallTalk), reply, fact: null }
      const [next] = unsaid.splice(Math.floor(random() * unsaid.length), 1)
      if (next === undefined) throw new RangeError('nothing is left to be said')
      const fact = { topic: next.about, importance: 3 + Math.floor(random() * 6) }
      return { at, said: next.said, reply, fact }
    })
    return { turns }
  })
}

/** The topic that a sentence is about; undefined for small talk. */
export function topicOf(text: string): Topic | undefined {
  return topics.find(({ word }) => text.toLowerCase().includes(word))
}

function topic(word: string, believed: string, statements: readonly string[]): Topic {
  return { word, believed, statements }
}
