import { expect, it, vi } from 'vitest'
import { createListeners, type Listeners } from '../../../shared/listeners.ts'

const broken = new Error('broken')

/** `a`, `b` and `c` listen; `b` does something when it is first told. */
function setUp(act: (rig: Rig) => void, onFailure?: (failure: unknown) => void) {
  const listeners = createListeners<[news: number]>(onFailure)
  let told: string[] = []
  let isFirst = true
  const ends = new Map<string, () => void>()
  const add = (name: string) => {
    const listen = (news: number) => {
      told.push(`${name}${news}`)
      if (name !== 'b' || !isFirst) return
      isFirst = false
      act(rig)
    }
    ends.set(name, listeners.add(listen))
  }
  const rig = { add, remove: (name: string) => ends.get(name)?.(), notify: listeners.notify }
  for (const name of ['a', 'b', 'c']) add(name)
  /** Who was told since the last look. */
  const look = () => {
    const seen = told.join(' ')
    told = []
    return seen
  }
  return { listeners, look }
}
type Rig = { add(name: string): void; remove(name: string): void; notify: Listeners<[news: number]>['notify'] }

it.each<[string, (rig: Rig) => void, string, string]>([
  ['does nothing', () => {}, 'a1 b1 c1', 'a2 b2 c2'],
  ['removes itself', ({ remove }) => remove('b'), 'a1 b1 c1', 'a2 c2'],
  ['removes one who was told already', ({ remove }) => remove('a'), 'a1 b1 c1', 'b2 c2'],
  ['removes one who was not told yet', ({ remove }) => remove('c'), 'a1 b1', 'a2 b2'],
  ['adds another one', ({ add }) => add('d'), 'a1 b1 c1', 'a2 b2 c2 d2'],
  ['has news itself', ({ notify }) => notify(3), 'a1 b1 a3 b3 c3 c1', 'a2 b2 c2'],
])('all are told where one %s', (_what, act, first, second) => {
  const { listeners, look } = setUp(act)
  listeners.notify(1)
  expect(look()).toBe(first)
  listeners.notify(2)
  expect(look()).toBe(second)
})

const fails = () => {
  throw broken
}

it('all are told where one fails, and its failure goes where it was asked for', () => {
  const onFailure = vi.fn()
  const { listeners, look } = setUp(fails, onFailure)
  listeners.notify(1)
  expect(look()).toBe('a1 b1 c1')
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(broken)
})

it('a failure that nobody asked for goes to who notified, and all are told the next time', () => {
  const { listeners, look } = setUp(fails)
  expect(() => listeners.notify(1)).toThrow(broken)
  expect(look()).toBe('a1 b1')
  listeners.notify(2)
  expect(look()).toBe('a2 b2 c2')
})

it('one that is added twice is told once, until it is removed', () => {
  const listeners = createListeners()
  const listener = vi.fn()
  const end = listeners.add(listener)
  listeners.add(listener)
  listeners.notify()
  expect([listener.mock.calls.length, listeners.size]).toEqual([1, 1])
  end()
  end()
  listeners.notify()
  expect([listener.mock.calls.length, listeners.size]).toEqual([1, 0])
})
