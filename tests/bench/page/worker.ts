/** The bench's dedicated worker: measures one thing and says what came out. */
import type { Answer, BenchLine, Order } from './protocol.ts'
import { benchRecall } from './recall.ts'
import { benchTurn } from './turn.ts'

self.onmessage = ({ data }: MessageEvent<Order>) => {
  void carryOut(data).then((answer) => self.postMessage(answer))
}

async function carryOut(order: Order): Promise<Answer> {
  try {
    return { ok: true, line: await measure(order) }
  } catch (thrown) {
    return { ok: false, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }
  }
}

/** Storage of its own for each, so that none finds what another has left. */
function measure(order: Order): Promise<BenchLine> {
  return order.part === 'turn'
    ? benchTurn('bench-turn', order.rounds)
    : benchRecall(`bench-recall-${order.items}`, order.items, order.rounds)
}
