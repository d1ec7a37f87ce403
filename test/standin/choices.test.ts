import { expect, test } from 'vitest'
import { choices, choose, someChoicesSchema, whenChosen } from './choices.ts'

test('a choice changes nothing beside it, and one that does not exist is refused', () => {
  choose(someChoicesSchema.parse({ safeStorage: 'late' }))
  choose(someChoicesSchema.parse({ notifications: 'fails' }))
  expect(choices).toMatchObject({ safeStorage: 'late', notifications: 'fails' })
  expect(() => someChoicesSchema.parse({ notification: 'fails' })).toThrow(/notification/)
})

test('what waits for a choice goes on with it, and not with another one', async () => {
  choose({ safeStorage: 'late' })
  let isOver = false
  const waited = whenChosen(() => choices.safeStorage === 'works').then(() => {
    isOver = true
  })
  choose({ safeStorage: 'locked' })
  await Promise.resolve()
  expect(isOver).toBe(false)
  choose({ safeStorage: 'works' })
  await waited
})
