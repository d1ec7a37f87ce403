import { describe, expect, it, test } from 'vitest'
import type { Permission } from '../../../shared/model/permission.ts'
import { accountOffers, accountTable } from '../../fixtures/account-operations.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { permissionSets } from '../../fixtures/permission-sets.ts'

/**
 * The permission table of the account, from the window's side: each operation × each set of permissions × each kind of
 * panel. That a panel which has an account asks no permission for it is shown by `demo-panel-permissions.test.ts`.
 * What the menu of a key makes of it is compared in `test/component/keys.test.tsx`.
 */

const sets: readonly (readonly [string, readonly Permission[] | null])[] = [
  ['what nobody said', null],
  ...permissionSets,
]

const panels = {
  'a panel': panelView(),
  'the demo panel': panelView({ kind: 'demo' }),
  'a panel of the core document': panelView({ dialect: 'core' }),
} as const

const refused = { permission: 'settings', has: false, at: 0 } as const

describe.each(Object.entries(accountOffers))('%s', (_channel, { why, isOfferedWithoutKeychain }) => {
  const whyOn = (panel: keyof typeof panels, backend: 'keychain' | 'memory', more: Parameters<typeof keyView>[0]) => {
    const key = keyView(more)
    return why(appState({ panels: [panels[panel]], keys: [key], backend }), key)
  }

  it.each(sets)('with a key that has %s is offered, or not with the reason', (_name, held) => {
    const more = { declared: held && [...held] }
    for (const backend of ['keychain', 'memory'] as const) {
      const weak = backend === 'memory' && !isOfferedWithoutKeychain ? 'needs a keychain' : null
      expect(whyOn('a panel', backend, more)).toBe(weak)
      expect(whyOn('the demo panel', backend, more)).toBeNull()
      expect(whyOn('a panel of the core document', backend, more)).toBe('not on this panel')
    }
  })

  it('is offered whatever the panel refused to the key before', () => {
    expect(whyOn('a panel', 'keychain', { declared: [], learned: [refused] })).toBeNull()
  })

  it('is not offered to a key whose panel has gone', () => {
    const key = keyView()
    expect(why(appState({ keys: [key] }), key)).toBe('not on this panel')
  })
})

test('each call about the account is of an operation of the window', () => {
  const called = new Set(Object.values(accountOffers).flatMap(({ calls }) => calls))
  expect([...called].toSorted()).toEqual(Object.keys(accountTable).toSorted())
})
