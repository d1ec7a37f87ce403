import { expect, it } from 'vitest'
import { initialState } from '../../../../shared/state/initial-state.ts'
import { appStateSchema, statePatchSchema } from '../../../../shared/state/state-schema.ts'

const names = Object.keys(initialState({ version: '1.0.0', platform: 'linux', lastUsed: null }))

it('knows every slice of the state, and so does a patch', () => {
  expect(Object.keys(appStateSchema.shape).sort()).toEqual([...names].sort())
  expect(Object.keys(statePatchSchema.shape).sort()).toEqual(['from', 'to', ...names].sort())
  const server = { set: { 'p/a1b2c3d4': { name: 'no server' } }, drop: [] }
  expect(statePatchSchema.safeParse({ from: 1, to: 2, servers: server }).success).toBe(false)
})
