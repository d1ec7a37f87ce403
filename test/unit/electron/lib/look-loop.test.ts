import { describe, expect, it } from 'vitest'
import { createLongLookLoop, createLookLoop } from '../../../../electron/lib/look-loop.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

it('a look that leads to the next one is not begun again within itself', () => {
  const done: string[] = []
  const look = createLookLoop(
    () => {
      done.push('look')
      look()
    },
    () => done.push('rest'),
  )
  look()
  look()
  expect(done).toEqual(['look', 'rest', 'look', 'rest'])
})

it('one that fails is told to who looked, and the next one still happens', () => {
  const log = createTestLog()
  const store = createStore(appState({}), (failure) => log.error(`it failed: ${failure}`))
  const done: string[] = []
  let fails = true
  const look = createLookLoop(
    () => {
      done.push('look')
      if (fails) throw new Error('once')
    },
    () => done.push('rest'),
  )
  store.subscribe(look)
  store.update((state) => ({ ...state }))
  fails = false
  store.update((state) => ({ ...state }))
  expect(log.lines).toEqual(['it failed: Error: once {}'])
  expect(done).toEqual(['look', 'rest', 'look', 'rest'])
})

describe('one that takes a while', () => {
  it('is not begun again while it goes on', async () => {
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    const look = createLongLookLoop(
      () => {
        done.push('look')
        return first.promise
      },
      () => done.push('rest'),
    )
    const looked = look()
    await look()
    expect(done).toEqual(['look'])
    first.resolve()
    await looked
    await look()
    expect(done).toEqual(['look', 'rest', 'look', 'rest'])
  })

  it('is followed by the next one where it fails', async () => {
    const done: string[] = []
    let fails = true
    const look = createLongLookLoop(
      async () => {
        done.push('look')
        if (fails) throw new Error('once')
      },
      () => done.push('rest'),
    )
    await expect(look()).rejects.toThrow('once')
    fails = false
    await look()
    expect(done).toEqual(['look', 'rest', 'look', 'rest'])
  })
})
