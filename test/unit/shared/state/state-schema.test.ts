import { expect, it } from 'vitest'
import { initialState } from '../../../../shared/state/initial-state.ts'
import { appStateSchema, statePatchSchema } from '../../../../shared/state/state-schema.ts'

const names = Object.keys(initialState({ version: '1.0.0', platform: 'linux', lastUsed: null }))

it('knows every slice of the state, and so does a patch', () => {
  expect(Object.keys(appStateSchema.shape).sort()).toEqual([...names].sort())
  expect(Object.keys(statePatchSchema.shape).sort()).toEqual(['from', 'to', ...names].sort())
})
