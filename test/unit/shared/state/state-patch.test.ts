import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPatch, diffState } from '../../../../shared/state/state-patch.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const ids = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd']
const anyState = fc
  .record({
    servers: fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), name: fc.string() }), {
      selector: (one) => one.id,
    }),
    keys: fc.uniqueArray(fc.constantFrom('key-1', 'key-2')),
  })
  .map(({ servers, keys }) =>
    aState({ servers: servers.map(aServer), keys: keys.map((id) => aKey({ id: keyId(id) })) }),
  )

describe('state patches', () => {
  it('turn one state into the other', () => {
    fc.assert(
      fc.property(anyState, anyState, (before, after) => {
        const patched = applyPatch(before, { from: 0, to: 1, ...diffState(before, after) })
        expect(patched).toEqual(after)
        expect(Object.keys(patched.servers)).toEqual(Object.keys(after.servers))
        expect(Object.keys(patched.keys)).toEqual(Object.keys(after.keys))
      }),
    )
  })

  it('carry the order alone when only that changed', () => {
    const [a, b] = [aKey({ id: keyId('a') }), aKey({ id: keyId('b') })]
    const before = aState({ keys: [a, b] })
    const after = { ...before, keys: aState({ keys: [b, a] }).keys }
    expect(diffState(before, after)).toEqual({ keys: { set: {}, drop: [], order: ['b', 'a'] } })
    const appended = { ...before, keys: aState({ keys: [a, b, aKey({ id: keyId('c') })] }).keys }
    expect(diffState(before, appended).keys?.order).toBeUndefined()
  })

  it('are empty when nothing changed, and keep what did not change', () => {
    const state = aState()
    expect(diffState(state, state)).toEqual({})
    const renamed = { ...state, keys: { ...state.keys, [keyId('key-1')]: aKey({ label: 'New' }) } }
    const patch = diffState(state, renamed)
    expect(Object.keys(patch)).toEqual(['keys'])
    expect(applyPatch(state, { from: 0, to: 1, ...patch }).servers).toBe(state.servers)
  })
})
