import { expect, it } from 'vitest'
import { createLongLookLoop, createLooks } from '../../../../electron/lib/look-loop.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

it('a look that leads to the next one is not begun again within itself', () => {
  const done: string[] = []
  const looks = createLooks(createFakeClock(), look, () => {
    done.push('rest')
    return null
  })
  function look() {
    done.push('look')
    looks.now()
  }
  looks.now()
  looks.now()
  expect(done).toEqual(['look', 'rest', 'look', 'rest'])
})

it('the next one comes by itself in its time, once for all who want it soon, and none after the end', async () => {
  const clock = createFakeClock()
  let times = 0
  const looks = createLooks(
    clock,
    () => {
      times += 1
    },
    () => 100,
  )
  for (const _ of [1, 2]) looks.soon()
  await clock.advance(0)
  expect(times).toBe(1)
  await clock.advance(250)
  expect(times).toBe(3)
  looks.end()
  looks.soon()
  looks.now()
  await clock.advance(1_000)
  expect(times).toBe(3)
})

it('one that is wanted soon within another follows it, though the next one would come later by itself', async () => {
  const clock = createFakeClock()
  let times = 0
  const looks = createLooks(clock, look, () => 100)
  function look() {
    times += 1
    if (times === 1) looks.soon()
  }
  looks.now()
  await clock.advance(0)
  expect(times).toBe(2)
  await clock.advance(99)
  expect(times).toBe(2)
})

it('one that takes a while is not begun again while it goes on', async () => {
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const look = createLongLookLoop(
    () => {
      done.push('look')
      return first.promise
    },
    () => done.push('rest'),
  )
  const looked = look()
  await look()
  expect(done).toEqual(['look'])
  first.resolve()
  await looked
  await look()
  expect(done).toEqual(['look', 'rest', 'look', 'rest'])
})

it('one that fails is told to who looked, and the next one still happens', async () => {
  const done: string[] = []
  function fails(): never {
    done.push('look')
    throw new Error('no')
  }
  const rest = () => {
    done.push('rest')
    return null
  }
  const looks = createLooks(createFakeClock(), fails, rest)
  const longLook = createLongLookLoop(async () => fails(), rest)
  for (const _ of [1, 2]) expect(looks.now).toThrow('no')
  for (const _ of [1, 2]) await expect(longLook()).rejects.toThrow('no')
  expect(done).toEqual(Array(4).fill(['look', 'rest']).flat())
})
