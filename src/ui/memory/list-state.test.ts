import { describe, expect, it } from 'vitest'
import { keyText, readKey } from './entry-key.ts'
import {
  countFilters,
  emptyListState,
  listParams,
  type ListState,
  queryOf,
  readListState,
} from './list-state.ts'

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const full: ListState = {
  search: '抹茶 & tea',
  sort: 'importance',
  entities: ['master', '家人'],
  statuses: ['active'],
  makers: ['model', 'user'],
  importance: [4, 9],
  from: '2026-02-01',
  to: '2026-02-28',
  suppressed: true,
  needsReview: true,
}

function there(state: ListState): ListState {
  return readListState(new URLSearchParams(listParams(state).map(([name, value]) => [name, value])))
}

describe('a list in an address', () => {
  it('comes back as it was written', () => {
    expect(there(full)).toEqual(full)
    expect(listParams(emptyListState)).toEqual([])
  })

  it('leaves out what makes no sense', () => {
    const address = 'sort=loudest&by=nobody&importance=9-3&from=2026-02-31x&to=2026-13-01&hushed=yes'
    expect(readListState(new URLSearchParams(address))).toEqual(emptyListState)
    expect(readListState(new URLSearchParams('importance=1-10')).importance).toBeNull()
  })

  it('becomes a query whose last day is part of it, across the end of a month', () => {
    expect(queryOf(full, utc)).toEqual({
      search: '抹茶 & tea',
      sort: 'importance',
      filters: {
        entities: ['master', '家人'],
        statuses: ['active'],
        makers: ['model', 'user'],
        importance: [4, 9],
        from: utc('2026-02-01'),
        to: utc('2026-03-01'),
        suppressed: true,
        needsReview: true,
      },
    })
    expect(queryOf(emptyListState, utc)).toEqual({ sort: 'newest' })
  })

  it('is in the order of the best match while something is looked for, unless another is asked for', () => {
    expect(queryOf({ ...emptyListState, search: ' tea ' }, utc)).toEqual({ search: 'tea', sort: 'relevance' })
    expect(queryOf({ ...emptyListState, search: ' ', sort: 'relevance' }, utc)).toEqual({ sort: 'newest' })
    expect(queryOf({ ...emptyListState, search: 'tea', sort: 'oldest' }, utc).sort).toBe('oldest')
  })

  it('counts its filters', () => {
    expect(countFilters(full)).toBe(10)
    expect(countFilters({ ...emptyListState, search: 'tea', sort: 'oldest' })).toBe(0)
  })
})

describe('the name of an entry', () => {
  it('keeps an id with colons', () => {
    const key = { kind: 'fact', id: 'a:b#3' } as const
    expect(readKey(keyText(key))).toEqual(key)
  })

  it.each([null, '', 'fact', 'fact:', 'kite:1'])('is none for %j', (text) => {
    expect(readKey(text)).toBeNull()
  })
})
