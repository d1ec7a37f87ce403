import { expect, it } from 'vitest'
import { createPlayersSight, isPlayersSame } from '../../../../electron/tray/seen-change.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { countedView } from '../../../fixtures/players-view.ts'

const a = serverRefSchema.parse('home/a1b2c3d4')
const b = serverRefSchema.parse('home/b1b2c3d4')
const table = (online: number | null, more: Parameters<typeof countedView>[1] = {}) => {
  const view = countedView(online, more)
  return { [view.ref]: view }
}

it('says the same of two readings with one number, and not of two numbers, nor of none and 0', () => {
  expect(isPlayersSame(table(7, { at: 1 }), table(7, { at: 60_000 }))).toBe(true)
  expect(isPlayersSame(table(7), table(8))).toBe(false)
  expect(isPlayersSame(table(0), table(null))).toBe(false)
  expect(isPlayersSame(table(7), {})).toBe(false)
  expect(isPlayersSame({ ...table(7, { ref: a }), ...table(2, { ref: b }) }, table(7, { ref: a }))).toBe(false)
  expect(isPlayersSame(table(7), table(7, { frozenSince: 5 }))).toBe(false)
})

it('shows the first counts together, and then a change once a minute', () => {
  const sight = createPlayersSight()
  const first = table(1, { ref: a })
  const both = { ...first, ...table(2, { ref: b }) }
  expect(sight({}, 0)).toEqual({ players: {}, at: null })
  expect(sight(first, 1_000)).toEqual({ players: {}, at: 3_000 })
  expect(sight(both, 3_000)).toEqual({ players: both, at: null })
  const changed = { ...both, ...table(9, { ref: a }) }
  expect(sight(changed, 10_000)).toEqual({ players: both, at: 63_000 })
  expect(sight(both, 20_000)).toEqual({ players: both, at: null })
  expect(sight(changed, 62_999)).toEqual({ players: both, at: 63_000 })
  expect(sight(changed, 63_000)).toEqual({ players: changed, at: null })
})
