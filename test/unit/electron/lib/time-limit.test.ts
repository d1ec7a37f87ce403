import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { late, withTimeout } from '../../../../electron/lib/time-limit.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const never = new Promise<never>(() => {})

it('gives what comes in time, and ends its timer', async () => {
  const clock = createFakeClock()
  const { signal } = new AbortController()
  await expect(withTimeout(clock, 1_000, Promise.resolve('there'), signal)).resolves.toBe('there')
  await expect(withTimeout(clock, 1_000, Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
  expect(clock.pending()).toBe(0)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('gives up when the time is over, not before', async () => {
  const clock = createFakeClock()
  const told: unknown[] = []
  void withTimeout(clock, 1_000, never).then((outcome) => told.push(outcome))
  await clock.advance(999)
  expect(told).toEqual([])
  await clock.advance(1)
  expect(told).toEqual([late])
})

it.each(['before', 'meanwhile'])('gives up at once where the signal fires %s, and ends its timer', async (when) => {
  const clock = createFakeClock()
  const stop = new AbortController()
  if (when === 'before') stop.abort()
  const given = withTimeout(clock, 1_000, never, stop.signal)
  stop.abort()
  await expect(given).resolves.toBe(late)
  expect(clock.pending()).toBe(0)
})
