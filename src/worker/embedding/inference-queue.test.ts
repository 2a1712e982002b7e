import { expect, test } from 'vitest'
import { createInferenceQueue } from './inference-queue.ts'

test('one at a time, and what somebody waits for goes before what is done in passing', async () => {
  const queue = createInferenceQueue()
  const order: string[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (open = resolve))
  const named = (name: string) => async () => {
    order.push(name)
    await gate
    return name
  }
  const all = [
    queue.run(named('first'), false),
    queue.run(named('later'), false),
    queue.run(named('asked'), true),
    queue.run(named('asked too'), true),
  ]
  expect(order).toEqual(['first'])
  open()
  expect(await Promise.all(all)).toEqual(['first', 'later', 'asked', 'asked too'])
  expect(order).toEqual(['first', 'asked', 'asked too', 'later'])
})

test('a failure is its caller’s alone, and what was given up is never begun', async () => {
  const queue = createInferenceQueue()
  const givenUp = new AbortController()
  const failing = queue.run(() => Promise.reject(new Error('no')), false)
  let begun = false
  const cancelled = queue.run(
    async () => {
      begun = true
    },
    false,
    givenUp.signal,
  )
  givenUp.abort()
  const next = queue.run(async () => 'next', false)
  await expect(failing).rejects.toThrow('no')
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  expect(await next).toBe('next')
  expect(begun).toBe(false)
})
