import { expect, test } from 'vitest'
import { installedModel } from '../../../tests/fixtures/installed-model.ts'
import { createMemorySettings } from '../storage/settings-store.ts'
import { createInstalledModels, type InstalledModel } from './installed-models.ts'

test('changes at the same moment are all kept', async () => {
  const models = createInstalledModels(createMemorySettings())
  await Promise.all([models.add(model('a')), models.add(model('b')), models.add(model('c'))])
  const [folder] = await Promise.all([models.remove('b'), models.add(model('d')), models.remove('nothing')])
  expect(folder).toBe('folder of b')
  expect((await models.list()).map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})

test('one that takes the place of another frees its folder, unless it is the same', async () => {
  const models = createInstalledModels(createMemorySettings())
  expect(await models.add(model('a'))).toBeNull()
  expect(await models.add(model('a', 'new'))).toBe('folder of a')
  expect(await models.add(model('a', 'new'))).toBeNull()
  expect(await models.list()).toEqual([model('a', 'new')])
})

function model(id: string, folder = `folder of ${id}`): InstalledModel {
  return installedModel({ id, name: id, folder })
}
