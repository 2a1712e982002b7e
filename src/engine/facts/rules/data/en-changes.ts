/** What ends when a English clause tells of a new home, job or partner. */
import { JOB } from './en-words.ts'
import { once } from './language-data.ts'

const re = (source: string, flags = '') => new RegExp(source, flags + 'u')

export const enChanges = once(() => ({
  began: {
    residence:
      /\b(?:now|nowadays|these days|currently|at the moment)\b.*\b(?:liv(?:e|ing)|based|settled|renting) (?:in|near|outside|at) (?!an?\b|the\b|my\b|our\b)|\b(?:liv(?:e|ing)|based|settled|renting) (?:in|near|outside|at) (?!an?\b|the\b|my\b|our\b).*\b(?:now|nowadays|these days|currently|at the moment)\b|\bnew (?:flat|apartment|house|place|home)(?:'s| is)? in\b/iu,
    job: re(
      `^(?!.*\\b(?:also|too|as well|part[- ]time|second job|on the side|on weekends|at weekends|from home|remotely)\\b).*(?:\\bnow\\b.*\\b(?:work(?:ing)? (?:at|for|as)|an? (?:${JOB}))\\b|\\b(?:work(?:ing)? (?:at|for|as)\\b|an? (?:${JOB})\\b).*\\b(?:now|nowadays|these days|currently)\\b|\\b(?:got|found|landed|start(?:ed|ing)) (?:an? |the |my )?(?:new )?(?:job|position)\\b|\\b(?:got|was|been) hired\\b|\\bstart(?:ed|ing) (?:at|as an?)\\b)`,
      'i',
    ),
  },
  turns: [
    {
      when: /\b(?:(?:broke|broken|split) up|(?:got|getting|are|am|I'm|been) (?:divorced|separated)|(?:called|broke) off (?:the|our|my) (?:wedding|engagement)|dumped me|left me)\b/iu,
      ends: /\bhas (?:an? )?(?:new |lovely )?(?:boyfriend|girlfriend|partner|husband|wife|fianc[ée]e?)\b|\b(?:is|are|got|has been|have been) (?:\w+ )?(?:married|engaged|dating)\b|\bin a relationship\b/iu,
    },
    {
      when: /\bgot (?:married|engaged)\b|\b(?:have|got|found) (?:an? )?(?:new )?(?:boyfriend|girlfriend|partner)\b|\b(?:started|'m|am|been) dating\b|\bin a relationship\b/iu,
      ends: /\b(?:is|has been) (?:\w+ )?(?:single|divorced)\b|\b(?:doesn't have an?|has no) (?:boyfriend|girlfriend|partner)\b|\bis not married\b|\bisn't married\b/iu,
    },
    {
      when: /\bgot married\b/iu,
      ends: /\bhas an? (?:boyfriend|girlfriend|fianc[ée]e?)\b|\b(?:is|are|got) engaged\b/iu,
    },
  ],
  replaceable: {
    residence:
      /\b(?:lives?|living|based|resides?|rents?|renting|settled|moved|relocated|flat|apartment|house|home|place|room|studio|cottage)(?: \w+)?(?:'s| is)? (?:in|on|near|at|to|into|by|above|outside)\b/iu,
    job: re(`\\b(?:(?:works?|working) (?!out\\b)\\w+|job|employed)\\b|\\bis (?:an? |the )(?:${JOB})\\b`, 'i'),
    school:
      /\b(?:stud(?:y|ies|ying)|university|college|degree|(?:first|second|third|fourth|final|last)[- ]year)\b/iu,
  },
  alike:
    /\b(?:liv(?:e|es|ing)|based|rent(?:s|ing)?|settled|works?|working|job|jobs|position|company|flat|house|home|place|now|nowadays|these|days|currently|moment|since|last|week|month|year|quit|left|got|fired|from|with|hired|started|starting|new|changed|switched|moved|relocated)\b/giu,
}))
