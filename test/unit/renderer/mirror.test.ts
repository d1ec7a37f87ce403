import { describe, expect, test } from 'vitest'
import { createMirror } from '../../../renderer/state/mirror.ts'
import { fail, ok } from '../../../shared/result.ts'
import { createFakeBridge } from '../../component/fake-bridge.ts'
import { appState, keyView } from '../../fixtures/app-state.ts'
import { serverView } from '../../fixtures/server-view.ts'

const survival = serverView()
const modded = serverView({ identifier: '90c4ee12', name: 'Modded' })
const start = appState({ keys: [keyView()], servers: [survival, modded] })
const rename = (name: string) => (state: typeof start) => ({
  ...state,
  servers: { ...state.servers, [survival.ref]: { ...survival, name } },
})

describe('the mirror', () => {
  test('takes the snapshot and follows patches, leaving what did not change as it is', async () => {
    const bridge = createFakeBridge(start)
    const mirror = createMirror(bridge)
    await mirror.ask()
    const before = mirror.store.getState().state
    bridge.update(rename('New'))
    const { revision, state } = mirror.store.getState()
    expect(revision).toBe(2)
    expect(state.servers[survival.ref]?.name).toBe('New')
    expect(state.servers[modded.ref]).toBe(before.servers[modded.ref])
    expect(state.keys).toBe(before.keys)
  })

  test('patches that come before the snapshot are applied to it, those it already holds are not', async () => {
    const bridge = createFakeBridge(start)
    const mirror = createMirror(bridge)
    let release = () => {}
    bridge.answer('state:snapshot', () => {
      const snapshot = { revision: 2, state: rename('In the snapshot')(start) }
      return new Promise((resolve) => {
        release = () => resolve(ok(snapshot))
      })
    })
    const asked = mirror.ask()
    bridge.push({ from: 2, to: 3, servers: { set: { [survival.ref]: { ...survival, name: 'After it' } }, drop: [] } })
    bridge.push({ from: 1, to: 2, servers: { set: { [survival.ref]: { ...survival, name: 'Old' } }, drop: [] } })
    release()
    await asked
    expect(mirror.store.getState()).toMatchObject({ revision: 3, loaded: true })
    expect(mirror.store.getState().state.servers[survival.ref]?.name).toBe('After it')
  })

  test('a gap asks for a new snapshot, once', async () => {
    const bridge = createFakeBridge(start)
    const mirror = createMirror(bridge)
    await mirror.ask()
    bridge.answer('state:snapshot', async () => ok({ revision: 9, state: rename('Fresh')(start) }))
    bridge.push({ from: 5, to: 6 })
    bridge.push({ from: 6, to: 7 })
    await expect.poll(() => mirror.store.getState().revision).toBe(9)
    expect(mirror.store.getState().state.servers[survival.ref]?.name).toBe('Fresh')
    expect(bridge.requests('state:snapshot')).toHaveLength(2)
  })

  test.each([
    ['a failure', async () => fail('internal')],
    ['a rejection', async () => Promise.reject(new Error('gone'))],
  ])('%s keeps what was there and says why', async (_, answer) => {
    const bridge = createFakeBridge(start)
    const mirror = createMirror(bridge)
    await mirror.ask()
    bridge.answer('state:snapshot', answer)
    await mirror.ask()
    expect(mirror.store.getState()).toMatchObject({ loaded: true, error: { code: 'internal' } })
    expect(Object.keys(mirror.store.getState().state.servers)).toHaveLength(2)
  })

  test('after dispose nothing is listened to', async () => {
    const bridge = createFakeBridge(start)
    const mirror = createMirror(bridge)
    await mirror.ask()
    mirror.dispose()
    expect(bridge.listeners).toBe(0)
  })
})
