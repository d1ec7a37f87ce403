import { expect, it } from 'vitest'
import { createLongLookLoop, createLookLoop } from '../../../../electron/lib/look-loop.ts'

it('a look that leads to the next one is not begun again within itself', () => {
  const done: string[] = []
  const look = createLookLoop(
    () => {
      done.push('look')
      look()
    },
    () => done.push('rest'),
  )
  look()
  look()
  expect(done).toEqual(['look', 'rest', 'look', 'rest'])
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
  const rest = () => done.push('rest')
  const look = createLookLoop(fails, rest)
  const longLook = createLongLookLoop(async () => fails(), rest)
  for (const _ of [1, 2]) expect(look).toThrow('no')
  for (const _ of [1, 2]) await expect(longLook()).rejects.toThrow('no')
  expect(done).toEqual(Array(4).fill(['look', 'rest']).flat())
})
