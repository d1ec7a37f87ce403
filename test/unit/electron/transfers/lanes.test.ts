import { expect, it } from 'vitest'
import { createLanes } from '../../../../electron/transfers/lanes.ts'

/** Transfers that end when told, and what became of them. */
function rig() {
  const lanes = createLanes()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (id: string) =>
    lanes.add(id, (signal) => {
      begun.push(id)
      return new Promise((resolve) => {
        ends.set(id, resolve)
        signal.addEventListener('abort', () => resolve())
      })
    })
  return { lanes, begun, add, end: (id: string) => ends.get(id)?.() }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('runs two at a time, in their order', async () => {
  const { begun, add, end } = rig()
  for (const id of ['a', 'b', 'c', 'd']) add(id)
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('ends what runs, and never begins what waited', async () => {
  const { lanes, begun, add } = rig()
  for (const id of ['a', 'b', 'c']) add(id)
  expect(lanes.cancel('c')).toBe(true)
  expect(lanes.cancel('a')).toBe(false)
  expect(lanes.cancel('unknown')).toBe(false)
  await settled()
  expect(begun).toEqual(['a', 'b'])
})

it('has ended all when it is disposed of', async () => {
  const { lanes, begun, add } = rig()
  for (const id of ['a', 'b', 'c']) add(id)
  await lanes.dispose()
  expect(begun).toEqual(['a', 'b'])
})
