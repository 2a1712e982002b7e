import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { replayWithRules } from '../../../../tests/bench/extract-replay.ts'
import { detectBanTopics } from './ban-topics.ts'
import { loadFixtures } from './fixtures/load.ts'
import { contains, matches, plain, says } from './fixtures/match.ts'

/**
 * Least share of the facts that the rules must find, and of claims that must be wanted or harmless. The rules stay
 * silent about much that these conversations say, as what they would claim there is too often wrong elsewhere.
 */
const FLOORS = { recall: 0.6, precision: 0.93 } as const

const sets = (['zh', 'zh-hant', 'en', 'ja'] as const).map((lang) => ({
  lang,
  fixtures: loadFixtures(readFileSync(new URL(`./fixtures/${lang}.txt`, import.meta.url), 'utf8'), lang),
}))

describe.each(sets)('conversations of our own ($lang)', ({ fixtures }) => {
  const read = fixtures.map((fixture) => ({
    fixture,
    facts: replayWithRules(fixture).facts.map((fact) => ({ ...fact, plain: plain(fact.text) })),
  }))

  it('teach nothing that nobody may conclude', () => {
    const wrong = read.flatMap(({ fixture, facts }) =>
      facts
        .filter(
          (fact) =>
            !fact.superseded &&
            fixture.forbidden.some(
              (entry) =>
                entry.entity === fact.entity &&
                says(fact.plain, entry.must) &&
                !entry.unless.some((word) => contains(fact.plain, word)),
            ),
        )
        .map((fact) => `${fixture.id}: ${fact.text}`),
    )
    expect(wrong).toEqual([])
  })

  it('teach most of what they say, and little else', () => {
    let wanted = 0
    let found = 0
    let extra = 0
    let claims = 0
    for (const { fixture, facts } of read) {
      const hits = fixture.facts.filter((fact) => facts.some((one) => matches(fact, one)))
      wanted += fixture.facts.length
      found += hits.length
      claims += facts.length
      extra += facts.filter(
        (one) =>
          !fixture.facts.some((fact) => matches(fact, one)) &&
          !fixture.harmless.some(({ must }) => says(one.plain, must)),
      ).length
    }
    expect(found / wanted).toBeGreaterThanOrEqual(FLOORS.recall)
    expect(1 - extra / claims).toBeGreaterThanOrEqual(FLOORS.precision)
  })

  it('date what happened by the turn it was told in', () => {
    const wrong = read.flatMap(({ fixture, facts }) =>
      fixture.facts.flatMap((fact) => {
        const { event } = fact
        const claim = event && facts.find((one) => matches(fact, one))
        if (!event || !claim) return []
        const day = claim.event
          ? new Intl.DateTimeFormat('en-CA', { timeZone: fixture.zone }).format(claim.event.start)
          : 'none'
        return day >= event.start && day <= event.end
          ? []
          : [`${fixture.id}: ${day} instead of ${event.start}`]
      }),
    )
    expect(wrong.length).toBeLessThanOrEqual(1)
  })

  it('ban the topics that the user bans', () => {
    for (const fixture of fixtures) {
      const terms = fixture.messages
        .filter(({ role }) => role === 'user')
        .flatMap(({ text }) => detectBanTopics(text).map(({ term }) => plain(term)))
      expect(terms.length, fixture.id).toBe(fixture.directives.length)
      for (const { term } of fixture.directives)
        expect(
          terms.some((one) => one.includes(plain(term)) || plain(term).includes(one)),
          fixture.id,
        ).toBe(true)
    }
  })
})

describe('small talk', () => {
  const text = readFileSync(new URL('./fixtures/small-talk.txt', import.meta.url), 'utf8')

  it.each(loadFixtures(text, 'talk').map((fixture) => [fixture.id, fixture] as const))(
    'teaches nothing (%s)',
    (_, fixture) => {
      expect(replayWithRules(fixture).facts.map((fact) => fact.text)).toEqual([])
    },
  )
})
