import { expect, test } from 'vitest'
import { hubOf } from './hub-address.ts'

test('a hub is its origin and those of its file servers', () => {
  expect(hubOf(' https://hub.example/models/ ', 'https://a.example, http://b.example:8080/x')).toEqual({
    origin: 'https://hub.example',
    fileOrigins: ['https://a.example', 'http://b.example:8080'],
  })
  expect(hubOf('http://localhost:9000', '')).toEqual({ origin: 'http://localhost:9000', fileOrigins: [] })
})

test('what is no address of the web is no hub', () => {
  for (const text of ['', 'hub.example', 'ftp://hub.example', 'file:///models'])
    expect(hubOf(text, '')).toBeNull()
  expect(hubOf('https://hub.example', 'not an address')).toBeNull()
})
