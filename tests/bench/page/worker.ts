/** The bench's dedicated worker: measures one thing and says what came out. */
import { wasmBytes } from './wasm-memories.ts'
import type { Answer, BenchLine, Order } from './protocol.ts'
import { benchBusy } from './busy.ts'
import { benchContext } from './context.ts'
import { benchForget } from './forget.ts'
import { benchRecall, fillApp } from './recall.ts'
import { bootRecall, benchHybrid } from './recall-later.ts'
import { benchTurn } from './turn.ts'

self.onmessage = ({ data }: MessageEvent<Order | 'wasm'>) => {
  if (data === 'wasm') self.postMessage(wasmBytes())
  else void carryOut(data).then((answer) => self.postMessage(answer))
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
  switch (order.part) {
    case 'turn':
      return benchTurn('bench-turn', order.rounds)
    case 'recall':
      return benchRecall(`bench-recall-${order.items}`, order.items, order.rounds)
    case 'app memory':
      return fillApp(order.items)
    case 'recall boot':
      return bootRecall(`bench-recall-${order.items}`)
    case 'recall hybrid':
      return benchHybrid(`bench-recall-${order.items}`, order.items, order.rounds)
    case 'context':
      return benchContext('bench-context', order.rounds)
    case 'forget':
      return benchForget(`bench-forget-${order.items}`, order.items, order.rounds)
    case 'busy':
      return benchBusy(`bench-busy-${order.by}`, order.by, order.rounds)
  }
}
