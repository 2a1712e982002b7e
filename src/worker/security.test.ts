import { describe, expect, it } from 'vitest'
import { isMemoryPath, memoryPathPattern } from './routes.ts'
import { contentSecurityPolicy, isPlainOrigin } from './security.ts'
import { createEgress, createProbeEgress } from './transports/egress.ts'

describe('the content security policy', () => {
  it('allows our own origin, the reference’s addresses and what was approved, nothing else', () => {
    const policy = contentSecurityPolicy(['https://api.example', 'http://192.168.1.5:11434'])
    expect(policy.split('; ').find((directive) => directive.startsWith('connect-src'))).toBe(
      "connect-src 'self' http://127.0.0.1:48912 http://localhost:48912 https://api.example http://192.168.1.5:11434",
    )
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toMatch(/'unsafe-eval'/)
  })

  it('takes no stored value that is more than an origin', () => {
    for (const bad of [
      '*',
      'https:',
      "https://a.example; script-src 'unsafe-inline'",
      'https://a.example/path',
      'data:x',
    ]) {
      expect(contentSecurityPolicy([bad]), bad).toBe(contentSecurityPolicy([]))
      expect(isPlainOrigin(bad), bad).toBe(false)
    }
  })
})

describe('memory paths', () => {
  it.each([
    '/health',
    '/cache/Mika',
    '/cache',
    '/api/memory/recent_file',
    '/api/storage/location/bootstrap',
    '/api/characters/current_catgirl',
    '/internal/storage/startup/block',
  ])('include %s', (path) => {
    expect(isMemoryPath(path)).toBe(true)
    expect(new RegExp(memoryPathPattern).test(path)).toBe(true)
  })

  it.each([
    '/',
    '/memory_browser',
    '/cached',
    '/healthy',
    '/api/memoryx',
    '/api/characters/current_catgirls',
    '/assets/cache.js',
    '/icons/icon.svg',
  ])('do not include %s', (path) => {
    expect(isMemoryPath(path)).toBe(false)
    expect(new RegExp(memoryPathPattern).test(path)).toBe(false)
  })
})

describe('the way out', () => {
  it('refuses an origin that is not approved before anything is sent', async () => {
    const sent: string[] = []
    const egress = createEgress(
      async () => ['https://api.example'],
      async (url) => {
        sent.push(url)
        return new Response()
      },
    )
    for (const url of [
      'https://api.example.evil/v1',
      'http://api.example/v1',
      'https://api.example:8443/',
      'no address',
    ]) {
      await expect(egress(url, {}), url).rejects.toMatchObject({ code: 'origin_not_approved' })
    }
    await egress('https://api.example/v1/chat', {})
    expect(sent).toEqual(['https://api.example/v1/chat'])
  })

  it('follows no redirect and sends neither cookies nor referrer', async () => {
    let init: RequestInit = {}
    const egress = createEgress(
      async () => ['https://api.example'],
      async (_url, given) => {
        init = given
        return new Response()
      },
    )
    await egress('https://api.example/', { redirect: 'follow', credentials: 'include', method: 'POST' })
    expect(init).toMatchObject({
      method: 'POST',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
  })
  it('lets a probe take nothing along, and reach what is approved only', async () => {
    const sent: { readonly url: string; readonly init: RequestInit }[] = []
    const probe = createProbeEgress(
      async () => ['https://api.example'],
      async (url, init) => {
        sent.push({ url, init })
        return new Response()
      },
    )
    const { signal } = new AbortController()
    await expect(probe('https://other.example/', { signal })).rejects.toMatchObject({
      code: 'origin_not_approved',
    })
    await probe('https://api.example/', {
      method: 'POST',
      body: 'words',
      headers: { Authorization: 'Bearer key' },
      credentials: 'include',
      redirect: 'error',
      signal,
    })
    expect(sent).toEqual([
      {
        url: 'https://api.example/',
        init: {
          method: 'GET',
          mode: 'no-cors',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          signal,
        },
      },
    ])
  })
})
