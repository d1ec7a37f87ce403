import { afterEach, expect, test } from 'vitest'
import { takeTimers } from './timers.ts'

const { setTimeout: start, clearTimeout: cancel } = globalThis
const hourMs = 3_600_000

afterEach(() => {
  globalThis.setTimeout = start
  globalThis.clearTimeout = cancel
})

test('a wait that was cancelled does not end, by a wait before it neither, and one that begins meanwhile goes on', () => {
  const timers = takeTimers(() => true)
  const ended: string[] = []
  const begun: NodeJS.Timeout[] = []
  clearTimeout(setTimeout(() => ended.push('cancelled'), hourMs))
  setTimeout(() => {
    clearTimeout(second)
    begun.push(setTimeout(() => ended.push('begun meanwhile'), 1_000))
    ended.push('first')
  }, hourMs)
  const second = setTimeout(() => ended.push('second'), hourMs)
  timers.hurry(2 * hourMs)
  expect(ended).toEqual(['first'])
  for (const timer of begun) clearTimeout(timer)
})

test('a timer that begins again by itself does so, as those of Node’s own network code', async () => {
  takeTimers(() => true)
  const twice = Promise.withResolvers<void>()
  let times = 0
  const timer = setTimeout(() => {
    times += 1
    if (times === 2) twice.resolve()
    else timer.refresh()
  }, 1)
  await twice.promise
  expect(times).toBe(2)
})
