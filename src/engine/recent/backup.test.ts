import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '../result.ts'
import { fingerprintOf } from '../text/fingerprint.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { applyEdit, type HistoryEdit } from './align.ts'
import {
  afterBackupFailure,
  afterCompression,
  createBackup,
  noBackupFailures,
  type BackupCounters,
  type BackupPort,
} from './backup.ts'
import { hardCap } from './cap.ts'
import type { Compression, RecentMeta } from './compress.ts'
import { message, type StoredMessage } from './message.ts'

const turns = (from: number, to: number): StoredMessage[] =>
  Array.from({ length: to - from }, (_, index) => message('human', `turn ${String(from + index)}`))

interface World {
  readonly port: BackupPort
  readonly finish: (result: Result<Compression>) => void
  history: StoredMessage[]
  counters: BackupCounters
  meta: RecentMeta | null
  writes: Result<unknown>
  locked: number
}

function world(history: StoredMessage[], counters = noBackupFailures, capTokens = 60_000): World {
  let answer: (result: Result<Compression>) => void = () => undefined
  const state: World = {
    history,
    counters,
    meta: null,
    writes: ok(null),
    locked: 0,
    finish: (result) => {
      answer(result)
    },
    port: {
      async withSettleLock(work) {
        state.locked += 1
        return await work()
      },
      history: () => Promise.resolve(state.history),
      apply(edit: HistoryEdit, meta) {
        if (state.writes.ok) {
          state.history = applyEdit(state.history, edit)
          state.meta = meta ?? state.meta
        }
        return Promise.resolve(state.writes)
      },
      overCap: (list) => Promise.resolve(hardCap(list, heuristicCounter, { tokens: capTokens, keep: 2 })),
      counters: () => Promise.resolve(state.counters),
      saveCounters(next) {
        state.counters = next
        return Promise.resolve()
      },
      compress: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      report: (error) => {
        throw error
      },
    },
  }
  return state
}

const memo = message('system', 'memo')
const made = (snapshot: readonly StoredMessage[]): Result<Compression> =>
  ok({
    memo,
    summary: 'memo',
    snapshotLength: snapshot.length,
    meta: { last_past_block_update_at: '2026-01-01T00:00:00' },
  })

describe('decisions after a compression (recent.md §6)', () => {
  const snapshot = turns(0, 4)
  it('clears counters after a success', () => {
    const counters = { attempts: 3, fingerprint: fingerprintOf(snapshot) }
    expect(afterCompression(counters, { ok: true, snapshot, running: true })).toEqual({
      do: 'cancel',
      counters: noBackupFailures,
    })
  })
  it('does nothing for an empty snapshot or while a backup runs', () => {
    expect(afterCompression(noBackupFailures, { ok: false, snapshot: [], running: false }).do).toBe('nothing')
    expect(afterCompression(noBackupFailures, { ok: false, snapshot, running: true }).do).toBe('nothing')
  })
  it('gives up after five failures of the same snapshot, and starts anew for another', () => {
    let counters = noBackupFailures
    for (let attempt = 0; attempt < 5; attempt += 1) counters = afterBackupFailure(counters, snapshot)
    expect(counters.attempts).toBe(5)
    expect(afterCompression(counters, { ok: false, snapshot, running: false }).do).toBe('hard_cap')
    expect(afterCompression(counters, { ok: false, snapshot: turns(9, 12), running: false })).toEqual({
      do: 'start',
      counters: noBackupFailures,
    })
    expect(afterBackupFailure(counters, turns(9, 12)).attempts).toBe(1)
  })
})

describe('backup compression', () => {
  it('merges the memo and keeps what came meanwhile', async () => {
    const state = world(turns(0, 12))
    const backup = createBackup(state.port)
    await backup.afterCompression(turns(0, 9), false, false)
    const ended = backup.running()
    state.history = turns(0, 15)
    state.finish(made(turns(0, 9)))
    expect(await ended).toBe('merged')
    expect(state.history).toEqual([memo, ...turns(9, 15)])
    expect(state.meta).toEqual({ last_past_block_update_at: '2026-01-01T00:00:00' })
    expect(state.locked).toBe(1)
    expect(backup.running()).toBeNull()
  })

  it('discards the memo when the head has changed, and that is no failure', async () => {
    const state = world(turns(0, 12), { attempts: 2, fingerprint: fingerprintOf(turns(0, 9)) })
    const backup = createBackup(state.port)
    await backup.afterCompression(turns(0, 9), false, false)
    const ended = backup.running()
    state.history = turns(1, 13)
    state.finish(made(turns(0, 9)))
    expect(await ended).toBe('moot')
    expect(state.history).toEqual(turns(1, 13))
    expect(state.counters).toEqual(noBackupFailures)
  })

  it('applies the hard cap only after the second failure, with the newest messages kept', async () => {
    const state = world(turns(0, 12), noBackupFailures, 10)
    const backup = createBackup(state.port)
    await backup.afterCompression(turns(0, 3), false, false)
    expect(state.history).toHaveLength(12)
    const ended = backup.running()
    state.finish(fail('model_timeout', 'no answer'))
    expect(await ended).toBe('failed')
    expect(state.counters.attempts).toBe(1)
    expect(state.history).toEqual(turns(7, 12))
  })

  it('counts a write that failed as a failure and drops nothing', async () => {
    const state = world(turns(0, 12), noBackupFailures, 10)
    const backup = createBackup(state.port)
    await backup.afterCompression(turns(0, 9), false, false)
    const ended = backup.running()
    state.writes = fail('storage_quota', 'full')
    state.finish(made(turns(0, 9)))
    expect(await ended).toBe('failed')
    expect(state.counters.attempts).toBe(1)
    expect(state.history).toEqual(turns(0, 12))
  })

  it('is cancelled by a later success of the main path', async () => {
    const state = world(turns(0, 12))
    const backup = createBackup(state.port)
    await backup.afterCompression(turns(0, 9), false, false)
    const ended = backup.running()
    await backup.afterCompression(turns(0, 9), true, false)
    state.finish(made(turns(0, 9)))
    expect(await ended).toBe('cancelled')
    expect(state.history).toEqual(turns(0, 12))
  })

  it('starts one attempt only for two failures at the same time', async () => {
    const state = world(turns(0, 12))
    const backup = createBackup(state.port)
    await Promise.all([
      backup.afterCompression(turns(0, 9), false, false),
      backup.afterCompression(turns(0, 9), false, true),
    ])
    const ended = backup.running()
    state.finish(made(turns(0, 9)))
    expect(await ended).toBe('merged')
    await backup.dispose()
    expect(state.locked).toBe(1)
  })
})
