import { describe, expect, it } from 'vitest'
import type { EntryField, EntryRow } from '../../engine/browser-api.ts'
import { changedFields, draftOf, patchOf, rebased, tagsOf, troubleOf } from './edit-draft.ts'

const row: EntryRow = {
  key: { kind: 'fact', id: 'a' },
  text: '喜欢抹茶',
  entity: 'master',
  status: 'active',
  importance: 6,
  score: null,
  maker: 'model',
  confidence: 'normal',
  tags: ['food', '茶'],
  createdAt: 1,
  eventStartAt: '2026-03-02T09:30:15.123456',
  eventEndAt: null,
  validFrom: null,
  validTo: null,
  archived: false,
  superseded: false,
  suppressed: false,
  suppressedUntil: null,
  protected: false,
  needsReview: false,
  role: null,
  revision: '1',
}
const all: readonly EntryField[] = ['text', 'entity', 'importance', 'event', 'tags', 'status', 'validity']

describe('an edit', () => {
  it('changes nothing as long as nothing was changed, seconds of a stamp included', () => {
    expect(patchOf(draftOf(row), row, all)).toEqual({})
    expect(patchOf({ ...draftOf(row), tags: 'food，茶 ' }, row, all)).toEqual({})
  })

  it('asks for the changed fields only', () => {
    const draft = {
      ...draftOf(row),
      text: ' 喜欢玉露 ',
      importance: '9',
      eventStartAt: '2026-04-01T00:00',
      validTo: '2026-05-01T12:00',
      tags: 'tea, tea、 green',
    }
    expect(patchOf(draft, row, all)).toEqual({
      text: '喜欢玉露',
      importance: 9,
      eventStartAt: '2026-04-01T00:00:00',
      validTo: '2026-05-01T12:00:00',
      tags: ['tea', 'green'],
    })
    expect(patchOf({ ...draftOf(row), eventStartAt: '' }, row, all)).toEqual({ eventStartAt: null })
  })

  it('leaves alone what may not be changed', () => {
    const draft = { ...draftOf(row), text: 'other', entity: 'neko' }
    expect(patchOf(draft, row, ['entity'])).toEqual({ entity: 'neko' })
    expect(changedFields(draft, row, [])).toEqual([])
  })

  it('goes on top of what was changed elsewhere meanwhile', () => {
    const now = { ...row, text: '喜欢煎茶', importance: 8, revision: '2' }
    const draft = rebased({ ...draftOf(row), entity: 'relationship' }, row, now, all)
    expect(patchOf(draft, now, all)).toEqual({ entity: 'relationship' })
    expect(draft.text).toBe('喜欢煎茶')
  })

  it.each([
    [{ text: ' \n ' }, 'empty'],
    [{ text: '字'.repeat(11) }, 'tooLong'],
    [{ text: '👩🏽'.repeat(5) }, null],
    [{ eventStartAt: '2026-03-02T10:00', eventEndAt: '2026-03-01T10:00' }, 'eventBackwards'],
    [{ validFrom: '2026-03-02T10:00', validTo: '2026-03-01T10:00' }, 'validityBackwards'],
    [{ validFrom: '2026-03-02T10:00', validTo: '2026-03-02T10:00' }, null],
  ] as const)('%o: %s', (part, trouble) => {
    expect(troubleOf({ ...draftOf(row), ...part }, 10)).toBe(trouble)
  })

  it('reads tags with commas of both scripts', () => {
    expect(tagsOf('a, b，c、a,,')).toEqual(['a', 'b', 'c'])
  })
})
