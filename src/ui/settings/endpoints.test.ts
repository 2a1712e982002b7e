import { describe, expect, it } from 'vitest'
import { type AppSettings, defaultSettings, type ModelEndpoint } from '../../engine/config.ts'
import { cleanAddress, needsApproval, usesOrigin, withEndpoint, withoutEndpoint } from './endpoints.ts'

const local: ModelEndpoint = { baseUrl: 'http://localhost:11434/v1', key: '', model: 'a' }
const hosted: ModelEndpoint = { baseUrl: 'https://api.example.com/v1', key: 'k', model: 'b' }

function after(settings: AppSettings, patch: Partial<AppSettings>): AppSettings {
  return { ...settings, ...patch }
}

describe('model addresses', () => {
  it.each([
    [' http://localhost:11434/v1/ ', 'http://localhost:11434/v1'],
    ['https://api.example.com', 'https://api.example.com'],
    ['localhost:11434', null],
    ['ftp://example.com', null],
    ['javascript:alert(1)', null],
    ['https://user:pass@example.com', null],
    ['', null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(cleanAddress(typed)).toBe(stored)
  })
})

describe('the permission of an origin', () => {
  it('is asked for once, given with the first model there and taken with the last', () => {
    expect(needsApproval(defaultSettings, local)).toBe(true)
    let settings = after(defaultSettings, withEndpoint(defaultSettings, 'chat', local))
    expect(settings.approvedOrigins).toEqual(['http://localhost:11434'])
    expect(needsApproval(settings, { ...local, model: 'c' })).toBe(false)

    settings = after(settings, withEndpoint(settings, 'summary', local))
    settings = after(settings, withoutEndpoint(settings, 'chat'))
    expect(usesOrigin(settings, 'http://localhost:11434')).toBe(true)
    expect(settings.approvedOrigins).toEqual(['http://localhost:11434'])
    settings = after(settings, withoutEndpoint(settings, 'summary'))
    expect(settings.approvedOrigins).toEqual([])
  })

  it('moves with a model that moves, and leaves others alone', () => {
    const approved = { ...defaultSettings, approvedOrigins: ['https://kept.example'] }
    let settings = after(approved, withEndpoint(approved, 'chat', local))
    settings = after(settings, withEndpoint(settings, 'chat', hosted))
    expect(settings.approvedOrigins).toEqual(['https://kept.example', 'https://api.example.com'])
  })
})
