import { expect, it } from 'vitest'
import { createMemorySettings } from '../../tests/fixtures/memory-databases.ts'
import {
  importCoreConfig,
  isSwitchedOn,
  readCoreConfig,
  readLegacySettings,
  renderCoreConfig,
  writeCoreConfig,
  writeLegacySettings,
} from './core-config.ts'

it('reads a switch afresh, on when it is missing or cannot be read', async () => {
  const settings = createMemorySettings()
  expect(await isSwitchedOn(settings, 'powerful_memory_enabled')).toBe(true)
  await writeCoreConfig(settings, { powerful_memory_enabled: false })
  expect(await isSwitchedOn(settings, 'powerful_memory_enabled')).toBe(false)
  expect(await isSwitchedOn(settings, 'recent_memory_auto_review')).toBe(true)
  const broken = { ...settings, get: () => Promise.reject(new Error('no')) }
  expect(await isSwitchedOn(broken, 'powerful_memory_enabled')).toBe(true)
})

it('keeps unknown fields and their order, one key a field', async () => {
  const settings = createMemorySettings({ language: 'zh' })
  const text = '{"z":{"a":[1]},"powerful_memory_enabled":true,"__proto__":{"x":1},"b":null}'
  expect(await importCoreConfig(settings, text)).toEqual({ ok: true, value: undefined })
  expect(await settings.get('core_config.z')).toEqual({ a: [1] })
  expect(JSON.stringify(JSON.parse(await renderCoreConfig(settings)))).toBe(text)
  await writeCoreConfig(settings, {
    ...(await readCoreConfig(settings)),
    z: undefined,
    powerful_memory_enabled: false,
  })
  expect(Object.keys(await readCoreConfig(settings))).toEqual(['powerful_memory_enabled', '__proto__', 'b'])
  expect(await settings.get('language')).toBe('zh')
})

it.each(['', '[]', '5', '{'])('refuses %j and changes nothing', async (text) => {
  const settings = createMemorySettings()
  await writeCoreConfig(settings, { a: 1 })
  expect(await importCoreConfig(settings, text)).toMatchObject({ ok: false, error: { code: 'bad_request' } })
  expect(await readCoreConfig(settings)).toEqual({ a: 1 })
})

it('keeps a legacy settings.json verbatim for each character', async () => {
  const settings = createMemorySettings()
  await writeLegacySettings(settings, 'id-1', '{"n": 1.0}')
  expect(await readLegacySettings(settings, 'id-1')).toBe('{"n": 1.0}')
  expect(await readLegacySettings(settings, 'id-2')).toBeNull()
  await writeLegacySettings(settings, 'id-1', null)
  expect(await readLegacySettings(settings, 'id-1')).toBeNull()
})
