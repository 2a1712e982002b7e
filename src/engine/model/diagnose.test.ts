import { describe, expect, it } from 'vitest'
import { addressKind, readAddress } from './address.ts'
import { diagnoseConnection, noFacts, type ConnectionFacts } from './diagnose.ts'
import type { Fetch, Timer } from '../ports.ts'
import { createOpenAiTransport } from './openai.ts'
import { createProbe } from './probe.ts'

function diagnosis(baseUrl: string, facts: Partial<ConnectionFacts>): string {
  const address = readAddress(baseUrl)
  return address.ok ? diagnoseConnection(address.value, { ...noFacts, ...facts }) : address.error.code
}

const local = 'http://localhost:48911'
const hosted = 'https://omoide.example'

describe('why a model server is out of reach (cases.md 31)', () => {
  it('Ollama with default origins: it answers, but not to this page', () => {
    expect(diagnosis('http://localhost:11434/v1', { pageOrigin: local, reachable: true })).toBe(
      'model_origin_refused',
    )
  })
  it('a stopped server', () => {
    expect(diagnosis('http://localhost:11434/v1', { pageOrigin: local, reachable: false })).toBe(
      'model_unreachable',
    )
  })
  it('an https page and an http server in the local network', () => {
    const facts = { pageOrigin: hosted, reachable: false }
    expect(diagnosis('http://192.168.1.5:11434', facts)).toBe('model_mixed_content')
    expect(diagnosis('http://nas:11434', { ...facts, localNetwork: 'granted' as const })).toBe(
      'model_mixed_content',
    )
    expect(diagnosis('http://models.example', facts)).toBe('model_mixed_content')
  })
  it('a local-network prompt that was denied or put off', () => {
    for (const localNetwork of ['denied', 'prompt'] as const) {
      for (const url of [
        'http://192.168.1.5:11434',
        'http://nas.local:1234',
        'http://localhost:11434',
        'https://10.0.0.2',
      ]) {
        expect(diagnosis(url, { pageOrigin: hosted, localNetwork, reachable: false })).toBe(
          'model_local_access_denied',
        )
      }
    }
  })
  it('with the permission, the probe decides', () => {
    const facts = { pageOrigin: hosted, localNetwork: 'granted' as const }
    expect(diagnosis('http://192.168.1.5:11434', { ...facts, reachable: true })).toBe('model_origin_refused')
    expect(diagnosis('http://192.168.1.5:11434', { ...facts, reachable: false })).toBe('model_unreachable')
  })
  it('a page on this device needs no permission, and loopback is no mixed content', () => {
    const facts = { pageOrigin: local, localNetwork: 'denied' as const, reachable: false }
    expect(diagnosis('http://192.168.1.5:11434', facts)).toBe('model_unreachable')
    expect(diagnosis('http://127.0.0.1:11434', { pageOrigin: hosted, reachable: false })).toBe(
      'model_unreachable',
    )
  })
  it('a hosted model while offline', () => {
    expect(diagnosis('https://api.example/v1', { pageOrigin: local, online: false, reachable: false })).toBe(
      'model_offline',
    )
    expect(diagnosis('http://localhost:11434', { pageOrigin: local, online: false, reachable: false })).toBe(
      'model_unreachable',
    )
  })

  it('asks a server that gave no answer whether it answers at all, without key or text', async () => {
    const seen: RequestInit[] = []
    // A browser's fetch: a refused origin and a stopped server look the same, except to a no-cors request.
    const send: Fetch = (_url, init) => {
      seen.push(init)
      return init.mode === 'no-cors'
        ? Promise.resolve(new Response(''))
        : Promise.reject(new TypeError('Failed to fetch'))
    }
    const timer: Timer = () => () => undefined
    const options = {
      fetch: send,
      baseUrl: 'http://localhost:11434/v1',
      key: 'secret',
      model: 'm',
      timer,
      now: () => 0,
      facts: () => Promise.resolve({ pageOrigin: local, online: true, localNetwork: null }),
    }
    const request = { messages: [], thinking: 'default', timeoutMs: 1 } as const
    const probing = createOpenAiTransport({ ...options, probe: createProbe(send, timer) })
    expect(await probing.complete(request)).toMatchObject({ error: { code: 'model_origin_refused' } })
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET'])
    expect(seen[0]).toMatchObject({ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' })
    expect(seen[1]).not.toHaveProperty('headers')
    expect(seen[1]).not.toHaveProperty('body')
    const silent = createOpenAiTransport(options)
    expect(await silent.complete(request)).toMatchObject({ error: { code: 'model_unreachable' } })
    expect(seen).toHaveLength(3)
  })
})

describe('addresses', () => {
  it.each([
    ['localhost', 'loopback'],
    ['app.localhost', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['[::1]', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.0.9', 'private'],
    ['169.254.1.1', 'private'],
    ['[fe80::1]', 'private'],
    ['[fd00::1]', 'private'],
    ['[2001:db8::1]', 'public'],
    ['nas', 'private'],
    ['nas.local', 'private'],
    ['api.example.com', 'public'],
  ])('%s is %s', (host, kind) => {
    expect(addressKind(host)).toBe(kind)
  })
  it.each(['', 'localhost:11434', 'ftp://x', 'https://user:pw@x', 'javascript:alert(1)'])(
    'refuses %j',
    (url) => {
      expect(readAddress(url).ok).toBe(false)
    },
  )
  it('keeps a path and a query', () => {
    expect(readAddress('https://x.example/openai/v1/?api-version=1')).toMatchObject({
      value: {
        chatUrl: 'https://x.example/openai/v1/chat/completions?api-version=1',
        origin: 'https://x.example',
      },
    })
  })
})
