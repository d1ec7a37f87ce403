import { beforeEach, expect, it } from 'vitest'
import { createSlowReading } from '../../../../electron/servers/slow-reading.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'

const minute = 60_000
const [a, b] = ['home/a1b2c3d4', 'home/b1b2c3d4'] as ServerRef[] as [ServerRef, ServerRef]

let clock: FakeClock
let read: string[]
let readAt: Map<ServerRef, number>
let refs: ServerRef[]
let isPaused: boolean
let endPause: () => void
let answer: (ref: ServerRef) => Promise<Result<unknown>>
let reading: ReturnType<typeof createSlowReading>

beforeEach(() => {
  clock = createFakeClock()
  read = []
  readAt = new Map()
  refs = [a, b]
  isPaused = false
  endPause = () => {}
  answer = async () => ok()
  reading = createSlowReading({
    clock,
    backgroundPause: {
      isPaused: () => isPaused,
      onEnd(listener) {
        endPause = listener
        return () => {
          endPause = () => {}
        }
      },
    },
    refs: () => refs,
    everyMs: 30 * minute,
    afterPauseMs: 5 * minute,
    readAt: (ref) => readAt.get(ref) ?? null,
    async read(ref) {
      read.push(ref)
      const result = await answer(ref)
      if (result.ok) readAt.set(ref, clock.steady())
      return result
    },
  })
})

it('reads each a minute after the start, and then half-hourly', async () => {
  reading.start()
  await clock.advance(minute - 1)
  expect(read).toEqual([])
  await clock.advance(1)
  expect(read).toEqual([a, b])
  await clock.advance(4 * 30 * minute)
  expect(read).toHaveLength(10)
})

it('reads nothing that somebody else reads anyway', async () => {
  reading.start()
  for (let n = 0; n < 20; n += 1) {
    readAt.set(a, clock.steady())
    await clock.advance(10 * minute)
  }
  expect(read.filter((ref) => ref === a)).toEqual([])
  expect(read.filter((ref) => ref === b).length).toBeGreaterThan(5)
})

it('rests in a pause, and reads soon after it what is five minutes old', async () => {
  reading.start()
  await clock.advance(minute)
  isPaused = true
  await clock.advance(8 * 60 * minute)
  expect(read).toEqual([a, b])
  readAt.set(b, clock.steady() - 4 * minute)
  isPaused = false
  endPause()
  await clock.advance(0)
  expect(read).toEqual([a, b, a])
})

it('tries again after an hour what could not be read', async () => {
  answer = async (ref) => (ref === a ? fail('timeout') : ok())
  reading.start()
  await clock.advance(60 * minute)
  expect(read.filter((ref) => ref === a)).toHaveLength(1)
  await clock.advance(15 * minute)
  expect(read.filter((ref) => ref === a)).toHaveLength(2)
})

it('tries again after a pause what could not be read before it, also what was under way', async () => {
  const first = Promise.withResolvers<Result<unknown>>()
  refs = [a]
  answer = () => (read.length === 1 ? first.promise : Promise.resolve(read.length === 2 ? fail('timeout') : ok()))
  reading.start()
  await clock.advance(minute)
  endPause()
  await clock.advance(0)
  expect(read).toEqual([a])
  first.resolve(fail('timeout'))
  await clock.advance(0)
  expect(read).toEqual([a, a])
  await clock.advance(30 * minute)
  expect(read).toEqual([a, a])
  endPause()
  await clock.advance(0)
  expect(read).toEqual([a, a, a])
})

it('reads one after the other, and ends with its end', async () => {
  const first = Promise.withResolvers<Result<unknown>>()
  answer = () => first.promise
  reading.start()
  await clock.advance(minute)
  expect(read).toEqual([a])
  reading.dispose()
  first.resolve(ok())
  await clock.advance(24 * 60 * minute)
  expect(read).toEqual([a])
  expect(clock.pending()).toBe(0)
})
