import { describe, expect, it } from 'vitest'
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

describe('a change that is told later', () => {
  const showTray = setApp({ trayAvailable: true })
  function setUp() {
    const store = createStore(aState())
    const heard: string[] = []
    const word = ({ app }: { app: { trayAvailable: boolean; online: boolean } }) => `${app.trayAvailable} ${app.online}`
    store.update(setApp({ trayAvailable: false, online: false }))
    store.subscribe((after, before) => heard.push(`${word(before)} → ${word(after)}`))
    return { store, heard }
  }

  it('is in the state at once, and told once, when it is called for', () => {
    const { store, heard } = setUp()
    const revision = store.revision()
    const tell = store.apply(showTray)
    expect([store.get().app.trayAvailable, store.revision(), heard]).toEqual([true, revision + 1, []])
    tell()
    tell()
    expect(heard).toEqual(['false false → true false'])
  })

  it.each(['update', 'apply'] as const)('is told by itself before the next one, by %s', (next) => {
    const { store, heard } = setUp()
    const tell = store.apply(showTray)
    store[next](setApp({ online: true }))
    const first = 'false false → true false'
    expect(heard).toEqual(next === 'update' ? [first, 'true false → true true'] : [first])
    tell()
    expect(heard).toEqual([first, 'true false → true true'])
  })

  it('is told before what a listener changes because of it', () => {
    const { store, heard } = setUp()
    store.subscribe(({ app }) => app.online || store.update(setApp({ online: true })))
    store.apply(showTray)()
    expect(heard).toEqual(['false false → true false', 'true false → true true'])
  })
})
