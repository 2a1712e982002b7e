import { describe, expect, it } from 'vitest'
import { fromWire, responseToWire, stampHeaders, toWire, wireToResponse } from './wire.ts'

const stamp = { key: 'key-1', at: 1_772_355_600_000, zone: 'Asia/Shanghai' }
const url = 'http://localhost/cache/Mika?x=1'

describe('requests on the wire', () => {
  it('carry path, query, body and the stamp of the operation', async () => {
    const wire = await toWire(new Request(url, { method: 'POST', body: '{"a":"好"}' }), stamp)
    expect(wire).toMatchObject({ method: 'POST', path: '/cache/Mika?x=1', body: '{"a":"好"}' })
    expect(Object.fromEntries(wire?.headers ?? [])).toMatchObject({
      'idempotency-key': 'key-1',
      'x-omoide-at': '1772355600000',
      'x-omoide-zone': 'Asia/Shanghai',
    })
  })

  it('keep the stamp of whoever held them first', () => {
    const headers = new Headers({ 'Idempotency-Key': 'mine', 'X-Omoide-At': '5', 'X-Omoide-Zone': 'UTC' })
    stampHeaders(headers, 'POST', stamp)
    expect([...headers]).toEqual([
      ['idempotency-key', 'mine'],
      ['x-omoide-at', '5'],
      ['x-omoide-zone', 'UTC'],
    ])
  })

  it('have no key when they only read', async () => {
    const wire = await toWire(new Request(url), stamp)
    expect(wire?.headers.map(([name]) => name)).toEqual(['x-omoide-at', 'x-omoide-zone'])
    expect(wire?.body).toBeNull()
  })

  it('of more than 16 MiB are refused, to the byte and without a declared length', async () => {
    const limit = 16 * 1024 * 1024
    const withBytes = (bytes: number) =>
      toWire(
        new Request(url, { method: 'POST', body: streamOf(bytes), duplex: 'half' } as RequestInit),
        stamp,
      )
    expect((await withBytes(limit))?.body).toHaveLength(limit)
    expect(await withBytes(limit + 1)).toBeNull()
  })

  it('of several parts pass the guard', async () => {
    const body = 'x'.repeat(17 * 1024 * 1024)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    expect((await toWire(new Request(url, { method: 'POST', body, headers }), stamp))?.body).toBe(body)
  })

  it('become requests again whose path cannot name another host', async () => {
    const request = fromWire({
      method: 'POST',
      path: '//evil.example/x',
      headers: [['a', 'b']],
      body: 'text',
    })
    expect(new URL(request.url).hostname).toBe('memory.internal')
    expect(await request.text()).toBe('text')
    expect(request.headers.get('a')).toBe('b')
  })
})

describe('answers on the wire', () => {
  it('keep status, headers and text', async () => {
    const wire = await responseToWire(new Response('"好"', { status: 409, headers: { 'X-A': '1' } }))
    const response = wireToResponse(wire)
    expect(response.status).toBe(409)
    expect(response.headers.get('X-A')).toBe('1')
    expect(await response.text()).toBe('"好"')
  })

  it('without a body stay without', () => {
    expect(wireToResponse({ status: 204, headers: [], body: '' }).body).toBeNull()
  })
})

function streamOf(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 1024 * 1024)
      if (size > 0) controller.enqueue(new Uint8Array(size).fill(97))
      left -= size
      if (left === 0) controller.close()
    },
  })
}
