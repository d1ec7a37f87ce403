import { expect, it } from 'vitest'
import { createLinks } from '../../../../electron/deep-links/hold.ts'
import type { DeepLink } from '../../../../electron/deep-links/parse.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const link = (identifier: string) => ({ kind: 'restart', identifier }) as const

it('keeps the newest link until somebody follows, then hands over each', () => {
  const followed: DeepLink[] = []
  const links = createLinks(createTestLog())
  for (const text of ['servertray://restart/a1b2c3d4', 'servertray://restart/b1b2c3d4', 'servertray://kill/c1b2c3d4']) {
    links.put(text)
  }
  links.open((one) => followed.push(one))
  expect(followed).toEqual([link('b1b2c3d4')])
  links.put('servertray://restart/d1b2c3d4')
  links.put('servertray://restart/d1b2c3d4?yes')
  links.put('servertray://restart/e1b2c3d4')
  expect(followed.slice(1)).toEqual([link('d1b2c3d4'), link('e1b2c3d4')])
})

it('follows nothing where nothing came', () => {
  const links = createLinks(createTestLog())
  links.open(() => {
    throw new Error('there is no link')
  })
})
