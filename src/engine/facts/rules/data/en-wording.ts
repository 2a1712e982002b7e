/** Turns an English first-person clause into the third person. */
import { matchable } from '../language.ts'
import type { Subject } from '../types.ts'
import type { YesNo } from './language-data.ts'

const IRREGULAR_PAST = new Set(
  (
    'was were had did went got took made came saw said told thought knew found gave left kept began ran held brought wrote ' +
    'sat stood lost paid met led read grew won bought caught taught sold sent built spent slept fell felt broke chose drove ' +
    'ate drank sang swam flew rode threw wore woke spoke stole forgot hid bit blew drew froze hurt cut put set hit let quit ' +
    'shut cost split spread fed bled bred dug hung lit shot slid stuck swung swore tore wept wound bent dealt dreamt leapt learnt burnt spelt spilt smelt rang rose shook shrank sank sprang struck swept woke withdrew became overcame understood heard lay dreamed typed'
  ).split(' '),
)
const MODAL = new Set(
  "can can't cannot could couldn't will won't would wouldn't shall should shouldn't may might must mustn't 'd 'll ought used".split(
    ' ',
  ),
)
const ADVERB =
  '(?:just|first|last|both|all|also|really|actually|only|still|always|never|usually|often|sometimes|rarely|hardly|barely|no longer|mostly|mainly|finally|already|recently|currently|absolutely|totally|honestly|literally|truly|kind of|sort of|kinda|even|once|now|then|basically|generally|normally|typically|officially|secretly|probably|genuinely|definitely|somehow|apparently|ever|quite|simply|seriously|regularly|occasionally|lately|accidentally)'

/** `words` with the user as a third person: "I'm allergic" → "The user is allergic". */
export function toThird(
  words: string,
  about: Subject | 'named',
  third: string | null,
  characterName: string,
): string {
  let text = ` ${matchable(words, 'en')}`
    .replace(/\b[Ii]m\b(?= )/g, "I'm")
    .replace(/\b[Ii]ve\b(?= )/g, "I've")
    .replace(/\b(do|did|does|ca|wo|is|was|were|have|has|had|could|would|should)nt\b/g, "$1n't")
  const user = 'the user'
  text = text
    .replace(/\bgonna\b/g, 'going to')
    .replace(/\bI am\b|\bI'm\b|\b[Ii]m\b(?= )/g, `${user} is`)
    .replace(
      /\bI(?:'ve| have)\b(?= (?:\w+ )?(?:\w+ed|been|got|had|gone|done|seen|known|lived|never|always|just|already|\w+en)\b)/g,
      `${user} has`,
    )
    .replace(/\bI've\b/g, `${user} has`)
    .replace(/\bI'd\b(?= (?:\w+ed|been|had|gone|done|never)\b)/g, `${user} had`)
    .replace(/\bI'd\b/g, `${user} would`)
    .replace(/\bI'll\b/g, `${user} will`)
    .replace(/\bI was\b/g, `${user} was`)
    .replace(/\bI weren't\b/g, `${user} wasn't`)
    .replace(/\bI don't\b/g, `${user} doesn't`)
    .replace(/\bI do\b/g, `${user} does`)
    .replace(
      new RegExp(`\\bI((?: ${ADVERB})*) ([a-z']+)`, 'g'),
      (_, adverbs: string, verb: string) => `${user}${adverbs} ${thirdPerson(verb)}`,
    )
    .replace(/\bam I\b/g, `is ${user}`)
    .replace(/\bI\b/g, user)
    .replace(/\b[Mm]yself\b/g, 'themself')
    .replace(/\b[Mm]y\b/g, `${user}'s`)
    .replace(/\b[Mm]ine\b/g, `${user}'s`)
    .replace(/\b[Oo]urselves\b/g, 'themselves')
    .replace(/\b[Oo]urs?\b/g, about === 'we' ? 'their' : `${user}'s`)
    .replace(/\bme\b/g, user)
    .replace(/\bus\b/g, weName(about, characterName))
    .replace(/\b[Ww]e're\b/g, `${weName(about, characterName)} are`)
    .replace(/\b[Ww]e've\b/g, `${weName(about, characterName)} have`)
    .replace(/\b[Ww]e'll\b/g, `${weName(about, characterName)} will`)
    .replace(/\b[Ww]e'd\b/g, `${weName(about, characterName)} would`)
    .replace(/\b[Ww]e\b/g, weName(about, characterName))
    .replace(/\b[Ll]et's\b/g, `${user} and ${characterName} will`)
    .replace(/\byours?\b/gi, `${characterName}'s`)
    .replace(/\byou're\b/gi, `${characterName} is`)
    .replace(/\byou\b/gi, characterName)
  if (about === 'third' && third !== null) {
    text = text
      .replace(/^\s*(?:(?:And|But|Also|Plus) )?(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey)('s|'re)?\b/, ` ${third}$1`)
      .replace(/^\s*(?:(?:And|But|Also|Plus) )?(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir)\b/, ` ${third}'s`)
  }
  if (about === 'third' && third !== null && !text.toLowerCase().includes(third.toLowerCase()))
    text = ` ${third}: ${text.trim()}`
  if (about === 'user' && text.includes(user)) text = withSubject(text, user)
  if (about === 'user' && !text.includes(user)) text = ` ${dropped(text.trim(), user)}`
  return capitalise(text.trim())
}

/** "Twisted my knee": the "I" was left out before a past verb, and only that. */
function withSubject(text: string, user: string): string {
  const [, adverb = '', verb = ''] =
    /^ ((?:Just|Finally|Recently|Already|Only|Also|just|finally|also) )?(\p{L}+) /u.exec(text) ?? []
  const word = verb.toLowerCase()
  const past =
    (/ed$/.test(word) &&
      !/^(?:need|feed|tired|bored|excited|scared|worried|married|retired|used|based)$/.test(word)) ||
    IRREGULAR_PAST.has(word)
  return past
    ? ` ${user} ${adverb.toLowerCase()}${word} ${text.slice(1 + adverb.length + verb.length).trim()}`
    : text
}

/** A clause whose "I" was left out: "Can't stand the stuff", "Allergic to cats", "Been vegan for years". */
function dropped(text: string, user: string): string {
  const [first = '', ...rest] = text.split(' ')
  const lower = lowerFirst(text)
  const word = first.toLowerCase()
  if (word === 'am' || word === 'been')
    return `${user} ${word === 'am' ? 'is' : 'has been'} ${rest.join(' ')}`
  if (word === 'not') return `${user} is ${lower}`
  if (word === "don't") return `${user} doesn't ${rest.join(' ')}`
  if (word === "haven't" || word === 'have')
    return `${user} ${word === 'have' ? 'has' : "hasn't"} ${rest.join(' ')}`
  if (/ed$/.test(word) || IRREGULAR_PAST.has(word) || MODAL.has(word)) return `${user} ${lower}`
  if (/^\w{2,}ing$/.test(word) && !NO_PARTICIPLE.test(word)) return `${user} is ${lower}`
  if (
    /^(?:allergic|born|married|single|engaged|divorced|vegan|vegetarian|left-handed|scared|afraid|terrified|training|learning|working|studying|living|writing|moving|saving|heading|going|flying|driving|visiting|meeting|seeing|starting|running|hosting)$/.test(
      word,
    )
  )
    return `${user} is ${lower}`
  if (PRESENT.has(word)) return `${user} ${thirdPerson(word)} ${rest.join(' ')}`
  return `${user}: ${text}`
}

/** Words in -ing that no "I'm" was left out before. */
const NO_PARTICIPLE =
  /^(?:something|nothing|anything|everything|morning|evening|during|spring|string|bring|sing|ring|king|thing|wing|swing|cling|fling|sling|interesting|boring|amazing|annoying|exciting|being|having|nothing)$/

const PRESENT = new Set(
  'like love hate prefer adore enjoy live work own play have need want keep collect speak teach run swim study drive drink eat go get hail grow make miss sleep wake'.split(
    ' ',
  ),
)

function weName(about: Subject | 'named', characterName: string): string {
  return about === 'we' ? `the user and ${characterName}` : 'the user and company'
}

/** The form a verb takes after "the user". Past forms and modals stay. */
export function thirdPerson(verb: string): string {
  if (
    MODAL.has(verb) ||
    IRREGULAR_PAST.has(verb) ||
    (/(?:ed|n't|'d|'ll)$/.test(verb) && !/^(?:need|feed|breed|speed|weed|shred|embed)$/.test(verb))
  )
    return verb
  if (verb === 'have') return 'has'
  if (verb === 'do') return 'does'
  if (verb === 'wanna') return 'wants to'
  if (verb === 'gonna') return 'is going to'
  if (verb === 'gotta') return 'has to'
  if (verb === 'am' || verb === 'are') return 'is'
  if (verb === 'were') return 'was'
  if (verb === 'go') return 'goes'
  if (/^(?:and|or|in|on|at|to|of|from|with|who|that|as|but|is|has|the|a)$/.test(verb)) return verb
  if (/(?:s|x|z|ch|sh)$/.test(verb)) return `${verb}es`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return `${verb}s`
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lowerFirst(text: string): string {
  return /^(?:I\b|[A-Z]{2}|[A-Z][a-z]+ [A-Z])/.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1)
}

/** What a yes or no to `question` says, or null when the question asks no lasting thing. */
export function yesNo(question: string, answer: YesNo): string | null {
  const bare = question.replace(/[?!.\s]+$/, '')
  const identity =
    /(?:^|[,.] )(?:and |so )?[Ii]s (?<name>[A-Z]\p{Ll}+) (?:an?|your) (?<what>[\w -]{3,24})$/u.exec(bare)
  if (identity?.groups?.['name'] !== undefined && answer === 'yes')
    return `${identity.groups['name']} is the user's ${identity.groups['what'] ?? ''}`
  const can =
    /(?:^|[,.] )can you (?<verb>ride|swim|drive|cook|whistle|sing|dance|ski|skate|play|knit|sew|juggle|read music|draw|drum|type|speak)\b(?<rest>[^,?]{0,30})$/i.exec(
      bare,
    )
  if (can?.groups?.['verb'] !== undefined)
    return `The user ${answer === 'yes' ? 'can' : "can't"} ${can.groups['verb']}${can.groups['rest'] ?? ''}`
  const have =
    /(?:^|[,.] |\b)(?:do you have|have you got|got|you got) (?<rest>(?:any |a |an |some )?(?:siblings|brothers|sisters|brothers or sisters|sisters or brothers|kids|children|pets?|cats?|dogs?|allergies|tattoos?|car|bike|[a-z]+ siblings|(?:[a-z-]+ ){0,3}(?:siblings|brothers?|sisters?|kids|children|grandchildren|pets?|cats?|dogs?|allerg(?:y|ies)|tattoos?|car|bike|driving licen[cs]e|garden|workshop|studio|piano|guitar|middle name|nickname|partner|boyfriend|girlfriend|roommates?|flatmates?|housemates?))(?: (?:or|and) [a-z ]+| there| here| too| at home| of your own| yourself)?)$/i.exec(
      bare,
    )
  if (have?.groups?.['rest'] !== undefined) {
    const rest = have.groups['rest'].replace(/^any /, answer === 'no' ? 'any ' : '')
    return answer === 'yes' ? `The user has ${rest}` : `The user doesn't have ${rest}`
  }
  const verb =
    /(?:^|[,.] )(?:so )?do you (?:ever |still |actually |also |even )*(?<verb>like|love|enjoy|drink|eat|smoke|drive|play|speak|cook|swim|ski|dance|sing|read|run|believe in|wear|live|work|vape|garden|knit|bake|draw|paint|ride)\b(?<rest>[^,?]{0,40})$/i.exec(
      bare,
    )
  if (verb?.groups?.['verb'] !== undefined) {
    const name = verb.groups['verb'].toLowerCase()
    const rest = verb.groups['rest'] ?? ''
    const [head = '', ...tail] = name.split(' ')
    return answer === 'yes'
      ? `The user ${[thirdPerson(head), ...tail].join(' ')}${rest}`
      : `The user doesn't ${name}${rest}`
  }
  const be =
    /(?:^|[,.] )are you (?:a |an )?(?<what>vegetarian|vegan|married|single|left-handed|an only child|only child|allergic[^,?]*|afraid of[^,?]*|scared of[^,?]*|into[^,?]*|a fan of[^,?]*|fan of[^,?]*)$/i.exec(
      bare,
    )
  if (be?.groups?.['what'] !== undefined)
    return answer === 'yes' ? `The user is ${be.groups['what']}` : `The user is not ${be.groups['what']}`
  return null
}
