import { expect, it } from 'vitest'
import { createPublisher } from '../../../../electron/state/publisher.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import type { StatePatch } from '../../../../shared/state/state-patch.ts'
import { applyPatch } from '../../../../shared/state/state-patch.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aState } from '../../../fixtures/state.ts'

function setUp() {
  const clock = createFakeClock()
  const store = createStore(aState())
  const pushed: StatePatch[] = []
  let hasReaders = true
  const publisher = createPublisher({
    store,
    clock,
    hasReaders: () => hasReaders,
    push: (patch) => pushed.push(patch),
  })
  const readBy = (count: number) => {
    hasReaders = count > 0
  }
  return { clock, store, pushed, publisher, readBy }
}

it('sends several changes as one patch, which leads from the state before to the state after', async () => {
  const { clock, store, pushed } = setUp()
  const before = store.get()
  store.update(setApp({ online: false }))
  store.update(setApp({ trayAvailable: false }))
  await clock.advance(100)
  const [patch] = pushed
  expect(pushed).toMatchObject([{ from: 0, to: 2 }])
  expect(patch && applyPatch(before, patch)).toEqual(store.get())
})

it('does nothing while there is no window, and goes on from the snapshot of one that opens', async () => {
  const { clock, store, pushed, readBy } = setUp()
  readBy(0)
  store.update(setApp({ online: false }))
  expect(clock.pending()).toBe(0)
  readBy(1)
  const snapshot = { state: store.get(), revision: store.revision() }
  await clock.advance(100)
  expect(pushed).toEqual([])
  store.update(setApp({ online: true }))
  await clock.advance(100)
  const [patch] = pushed
  expect(pushed).toMatchObject([{ from: snapshot.revision, to: store.revision() }])
  expect(patch && applyPatch(snapshot.state, patch)).toEqual(store.get())
})

it('misses nothing of what changed around the end of one window and the beginning of the next', async () => {
  const { clock, store, pushed, readBy } = setUp()
  store.update(setApp({ online: false }))
  readBy(0)
  store.update(setApp({ trayAvailable: false }))
  await clock.advance(100)
  store.update(setApp({ online: true }))
  readBy(1)
  store.update(setApp({ trayAvailable: true }))
  await clock.advance(100)
  expect(pushed).toMatchObject([
    { from: 0, to: 2 },
    { from: 3, to: 4 },
  ])
})

it('sends nothing after its end', async () => {
  const { clock, store, pushed, publisher } = setUp()
  store.update(setApp({ online: false }))
  publisher.dispose()
  store.update(setApp({ online: true }))
  await clock.advance(100)
  expect([pushed, clock.pending()]).toEqual([[], 0])
})
