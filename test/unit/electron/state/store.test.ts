import { expect, it } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import { aState } from '../../../fixtures/state.ts'

it('tells every listener, and keeps a failing one from whoever changes the state', () => {
  const failures: unknown[] = []
  const store = createStore(aState(), (failure) => failures.push(failure))
  const heard: number[] = []
  const broken = new Error('no notifications here')
  store.subscribe(() => {
    throw broken
  })
  const unsubscribe = store.subscribe(() => heard.push(store.revision()))
  store.update(setApp({ trayAvailable: false }))
  expect([failures, heard]).toEqual([[broken], [1]])
  unsubscribe()
  store.update((state) => state)
  store.update(setApp({ trayAvailable: true }))
  expect([failures.length, heard]).toEqual([2, [1]])
})
