import { beforeEach, expect, it, test } from 'vitest'
import { createSleepWatch, type SleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createFaultyClock, type FaultyClock } from '../../../fixtures/faulty-clock.ts'

let clock: FaultyClock
let watch: SleepWatch

beforeEach(() => {
  clock = createFaultyClock()
  watch = createSleepWatch(clock)
})

const hourMs = 3_600_000

it.each([true, false])('sees a sleep that nobody told of; timers that count it: %s', async (counts) => {
  const vigil = watch.begin()
  await clock.pass(hourMs)
  expect(vigil.hasSlept()).toBe(false)
  clock.doze(60_000, counts)
  // At once: an answer may be there before the timers are.
  expect(vigil.hasSlept()).toBe(true)
  await clock.pass(hourMs)
  expect(vigil.hasSlept()).toBe(true)
})

it('tells of it by itself, once', async () => {
  let told = 0
  watch.begin(() => {
    told += 1
  })
  await clock.pass(10_000)
  clock.doze(60_000, false)
  await clock.pass(5_000)
  expect(told).toBe(1)
  watch.note()
  clock.doze(60_000, false)
  await clock.pass(5_000)
  expect(told).toBe(1)
})

it('sees one that the system told of, however short', () => {
  const vigil = watch.begin()
  watch.note()
  expect(vigil.hasSlept()).toBe(true)
  expect(watch.begin().hasSlept()).toBe(false)
})

it('is not deceived by timers that come late, nor by a clock that is set back', async () => {
  const vigil = watch.begin()
  clock.stretch(10_000)
  await clock.pass(120_000)
  clock.set(-hourMs)
  await clock.pass(120_000)
  expect(vigil.hasSlept()).toBe(false)
})

it('sees nothing of a sleep before its begin or after its end', async () => {
  const before = watch.begin()
  before.end()
  clock.doze(hourMs, false)
  const later = watch.begin()
  expect([before.hasSlept(), later.hasSlept()]).toEqual([false, false])
  clock.doze(hourMs, false)
  const latest = watch.begin()
  expect([later.hasSlept(), latest.hasSlept()]).toEqual([true, false])
})

test('nothing is looked at while nobody watches', async () => {
  let looks = 0
  const counted = createSleepWatch({
    steady: clock.steady,
    after(ms, run) {
      looks += 1
      return clock.after(ms, run)
    },
  })
  const vigil = counted.begin()
  await clock.pass(5_000)
  vigil.end()
  looks = 0
  await clock.pass(60_000)
  expect(looks).toBe(0)
})
