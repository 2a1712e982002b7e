/** The dedicated worker of the storage tests: carries out one check and says how it went. */
import { conformanceCases, type ConformanceCase } from '../database-conformance.ts'
import { crashChecks } from './crash-checks.ts'
import { homeChecks } from './home-checks.ts'
import { indexedDbProvider, opfsProvider } from './homes.ts'
import { poolChecks } from './pool-checks.ts'
import type { Answer, Order } from './protocol.ts'
import { speedChecks } from './speed-checks.ts'
import type { SqliteProvider } from '../../../src/worker/storage/sqlite-provider.ts'

export type Check = (order: Order, tell: (message: string) => void) => Promise<unknown>

const checks: Readonly<Record<string, Check>> = {
  ...conformanceOver('opfs', opfsProvider),
  ...conformanceOver('indexeddb', indexedDbProvider),
  ...poolChecks,
  ...homeChecks,
  ...crashChecks,
  ...speedChecks,
}

self.onmessage = (event: MessageEvent<Order>) => {
  void carryOut(event.data).then((answer) => self.postMessage(answer))
}

async function carryOut(order: Order): Promise<Answer> {
  const check = checks[order.check]
  if (check === undefined) return { ok: false, error: `There is no check called ${order.check}.` }
  try {
    return { ok: true, value: await check(order, (told) => self.postMessage({ told })) }
  } catch (thrown) {
    return { ok: false, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }
  }
}

function conformanceOver(
  home: string,
  open: (name: string) => Promise<SqliteProvider>,
): Record<string, Check> {
  const run =
    (each: ConformanceCase): Check =>
    async ({ name }) => {
      let databases = await open(name)
      try {
        await each.run({
          get databases() {
            return databases
          },
          async restart() {
            await databases.close()
            databases = await open(name)
          },
        })
      } finally {
        await databases.close()
      }
    }
  return Object.fromEntries(conformanceCases.map((each) => [`${home}: ${each.name}`, run(each)]))
}
