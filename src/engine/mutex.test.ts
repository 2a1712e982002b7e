import { expect, it } from 'vitest'

import { createMutex } from './mutex.ts'

it('runs work one by one in the order of arrival, and goes on after a failure', async () => {
  const mutex = createMutex()
  const steps: string[] = []
  const first = mutex.run(async () => {
    steps.push('first in')
    await Promise.resolve()
    steps.push('first out')
  })
  const second = mutex.run(() => {
    steps.push('second')
    return Promise.reject(new Error('no'))
  })
  const third = mutex.run(() => Promise.resolve(steps.push('third')))
  expect(mutex.busy).toBe(true)
  await first
  await expect(second).rejects.toThrow('no')
  await third
  expect(steps).toEqual(['first in', 'first out', 'second', 'third'])
  expect(mutex.busy).toBe(false)
})
