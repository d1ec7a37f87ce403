import { expect, test } from 'vitest'
import { choices, choose, someChoicesSchema } from './choices.ts'

test('a choice changes nothing beside it, and one that does not exist is refused', () => {
  choose(someChoicesSchema.parse({ isPackaged: true }))
  choose(someChoicesSchema.parse({ loginItem: 'refused' }))
  expect(choices).toMatchObject({ isPackaged: true, loginItem: 'refused' })
  expect(() => someChoicesSchema.parse({ loginItems: 'refused' })).toThrow(/loginItems/)
})
