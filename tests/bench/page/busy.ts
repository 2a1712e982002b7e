/** A durable turn while every loop is at work, beside one while none is. */
import type { FactClaim, MemoryModel } from '../../../src/engine/model/memory-model.ts'
import type { Timer } from '../../../src/engine/ports.ts'
import { ok } from '../../../src/engine/result.ts'
import { HOUR_MS } from '../../../src/engine/settings.ts'
import { claim } from '../../fixtures/facts.ts'
import { lifeModel } from '../../fixtures/life-model.ts'
import { keepTurn, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { createCorpus } from './corpus.ts'
import { lineOf, type Pair, rounded, timed } from './measure.ts'
import type { BenchLine } from './protocol.ts'

const CHARACTER = 'Mika'
const SEED = 13
const WARM_UP = 5
const RATIO_MAX = 2
/** Turns that are there before: something to summarise, to learn and to reflect on. */
const TURNS_BEFORE = 60
/** Turns of a round, one after the other: without loops, which then find work, and again while they are at it. */
const TURNS = 6
/** After this the loops have looked whether anybody is talking, and are at work. */
const GATES_MS = 5
/** How long the scripted model thinks. */
const THINKING_MS = 40

const loops = [
  'idle maintenance',
  'signal extraction',
  'rebuttal',
  'promotion',
  'schema recheck',
  'synthesis',
  'archive sweep',
  'persona refine',
  'reflection refine',
  'call rates',
]

export async function benchBusy(name: string, by: 'model' | 'rules', rounds: number): Promise<BenchLine> {
  const storage = await openBenchStorage(name)
  const { device } = storage
  // Time moves on by an hour before each round, so that no pause of a loop is left.
  let ahead = 0
  const clock = { ...device.clock, now: () => device.clock.now() + ahead }
  let calls = 0
  const model = slowModel(device.timer, () => (calls += 1))
  const engine = await startBenchEngine(storage, {
    clock,
    ...(by === 'rules' ? {} : { models: { current: () => Promise.resolve(model) } }),
  })
  const corpus = createCorpus(SEED)
  const turn = (): Promise<void> =>
    keepTurn(engine, { device: { ...device, clock } }, `/cache/${CHARACTER}`, [
      corpus.sentence(),
      corpus.sentence(),
    ])
  try {
    await engine.api.createCharacter({ name: CHARACTER, nickname: '', card: { temper: 'quiet' } })
    for (let count = 0; count < TURNS_BEFORE; count += 1) await turn()
    const pair: Pair = { measured: [], baseline: [] }
    for (let round = 0; round < WARM_UP + rounds; round += 1) {
      await engine.settled()
      const rested: number[] = []
      for (let count = 0; count < TURNS; count += 1) rested.push(await timed(turn))
      await engine.settled()
      ahead += HOUR_MS
      const busy = await turnsDuring(
        Promise.all(loops.map((loop) => engine.runLoop(loop))),
        device.timer,
        turn,
      )
      if (round < WARM_UP) continue
      pair.baseline.push(...rested)
      pair.measured.push(...busy)
    }
    return lineOf(
      {
        bench: `durable turn, loops busy with ${by === 'rules' ? 'rules' : 'a model'}`,
        baseline: 'durable turn, loops at rest',
      },
      pair,
      { model_calls_a_round: rounded(calls / (rounds + WARM_UP)) },
      { text: `p95 at most ${RATIO_MAX} times the baseline`, met: ({ ratio_p95 }) => ratio_p95 <= RATIO_MAX },
    )
  } finally {
    await engine.stop()
    await storage.close()
  }
}

/** Times of the turns that were begun while `work` was under way, once its gates had seen nobody talk. */
async function turnsDuring(
  work: Promise<unknown>,
  timer: Timer,
  turn: () => Promise<void>,
): Promise<number[]> {
  const end = { reached: false }
  const ended = work.then(() => {
    end.reached = true
  })
  const times: number[] = []
  await new Promise<void>((resolve) => void timer(GATES_MS, resolve))
  while (!end.reached && times.length < TURNS) times.push(await timed(turn))
  await ended
  return times
}

/** Learns every sentence, reflects on it, lets nothing be denied, and takes its time over each answer. */
function slowModel(timer: Timer, onCall: () => void): MemoryModel {
  const slowly = async <T>(answer: T): Promise<T> => {
    onCall()
    await new Promise<void>((resolve) => void timer(THINKING_MS, resolve))
    return answer
  }
  return lifeModel({
    summarise: () => slowly(ok('They talked about this and that.')),
    extractFacts: ({ turns }) =>
      slowly(
        ok({
          claims: turns
            .filter(({ role }) => role === 'human')
            .map(({ turnId, text }): FactClaim => claim(text, [turnId], { importance: 6, quote: text })),
          retracts: [],
        }),
      ),
    extractFactsWithAi: () => slowly(ok({ claims: [], retracts: [] })),
    reviewHistory: () => slowly(ok({ text: '', finishReason: 'stop', outputTokens: 1 })),
    detectSignals: ({ facts, observations }) =>
      slowly(
        ok(
          facts.flatMap(({ id }, index) => {
            const target = observations[index % Math.max(1, observations.length)]
            if (target === undefined) return []
            return [
              { sourceFactId: id, targetId: target.promptId, signal: 'reinforces' as const, reason: '' },
            ]
          }),
        ),
      ),
    synthesise: ({ facts }) =>
      slowly(
        ok({
          text: facts[0]?.text ?? '',
          entity: 'master',
          relationType: 'preference',
          temporalScope: 'pattern',
          subject: null,
          eventWhen: null,
        }),
      ),
    checkFeedback: () => slowly(ok([])),
    checkRebuttal: () => slowly(ok([])),
    findNegativeTargets: () => slowly(ok([])),
    decidePromotion: () => slowly(ok({ action: 'promote_fresh', reason: '' })),
    resolveCorrections: (items) =>
      slowly(ok(items.map(({ index }) => ({ index, action: 'keep_both' as const })))),
  })
}
