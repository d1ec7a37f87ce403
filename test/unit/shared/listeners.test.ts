import { expect, it, vi } from 'vitest'
import { createListeners } from '../../../shared/listeners.ts'

type Rig = { add(name: string): void; remove(name: string): void; notify(news: number): void }

/** `a`, `b` and `c` listen; `b` does something when it is first told. Gives who was told of 1 and then of 2. */
function run(act: (rig: Rig) => void, onFailure?: (failure: unknown) => void) {
  const listeners = createListeners<[news: number]>(onFailure)
  let told: string[] = []
  let isFirst = true
  const ends = new Map<string, () => void>()
  function add(name: string): void {
    const end = listeners.add((news) => {
      told.push(`${name}${news}`)
      if (name !== 'b' || !isFirst) return
      isFirst = false
      act({ add, remove: (one) => ends.get(one)?.(), notify: listeners.notify })
    })
    ends.set(name, end)
  }
  for (const name of ['a', 'b', 'c']) add(name)
  return [1, 2].map((news) => {
    told = []
    let thrown = ''
    try {
      listeners.notify(news)
    } catch (failure) {
      thrown = ` ${failure}`
    }
    return told.join(' ') + thrown
  })
}

function fails(): never {
  throw new Error('no')
}

it.each<[string, (rig: Rig) => void, string, string]>([
  ['removes itself', ({ remove }) => remove('b'), 'a1 b1 c1', 'a2 c2'],
  ['removes one who was told already', ({ remove }) => remove('a'), 'a1 b1 c1', 'b2 c2'],
  ['removes one who was not told yet', ({ remove }) => remove('c'), 'a1 b1', 'a2 b2'],
  ['adds another one', ({ add }) => add('d'), 'a1 b1 c1', 'a2 b2 c2 d2'],
  ['has news itself', ({ notify }) => notify(3), 'a1 b1 a3 b3 c3 c1', 'a2 b2 c2'],
  ['fails: that goes to who notified', fails, 'a1 b1 Error: no', 'a2 b2 c2'],
])('all are told in their order where one %s', (_what, act, first, second) => {
  expect(run(act)).toEqual([first, second])
})

it('all are told where one fails and its failure is asked for', () => {
  const onFailure = vi.fn()
  expect(run(fails, onFailure)).toEqual(['a1 b1 c1', 'a2 b2 c2'])
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error('no'))
})

it('one that is added twice is told once, until it is removed', () => {
  const listeners = createListeners()
  const listener = vi.fn()
  const end = listeners.add(listener)
  listeners.add(listener)
  listeners.notify()
  expect([listener.mock.calls.length, listeners.size]).toEqual([1, 1])
  end()
  listeners.notify()
  expect([listener.mock.calls.length, listeners.size]).toEqual([1, 0])
})
