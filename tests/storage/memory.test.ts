import { describe, it } from 'vitest'
import { memoryDatabases } from '../fixtures/memory-databases.ts'
import { conformanceCases } from './database-conformance.ts'

describe('memory', () => {
  it.each(conformanceCases)('$name', async ({ run }) => {
    const databases = await memoryDatabases()
    await run({
      databases,
      async restart() {
        for (const id of await databases.list()) await (await databases.open(id)).close()
      },
    })
  })
})
