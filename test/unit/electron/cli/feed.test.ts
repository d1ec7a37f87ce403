import { expect, it } from 'vitest'
import { createFeed, maxWaitingCharacters, maxWaitingLines } from '../../../../electron/cli/feed.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

/** An output that takes one text at a time while it is `full`. */
function output() {
  const written: string[] = []
  let drained: (() => void) | null = null
  const out = { isFull: false }
  return {
    written,
    out,
    write(text: string) {
      written.push(text)
      return !out.isFull
    },
    once(_event: 'drain', run: () => void) {
      drained = run
    },
    drain() {
      const run = drained
      drained = null
      run?.()
    },
  }
}

function open() {
  const to = output()
  const told: number[] = []
  const clock = createFakeClock()
  const feed = createFeed(to, clock, (dropped) => {
    told.push(dropped)
    to.written.push(`(${dropped})`)
  })
  return { to, told, clock, feed }
}

it('writes as it comes to an output that is read', async () => {
  const { to, feed, told } = open()
  for (const text of ['a', 'b', 'c']) feed.write(text)
  await feed.end()
  expect([to.written, told]).toEqual([['a', 'b', 'c'], []])
})

it('keeps order where the reader is slow', () => {
  const { to, feed, told } = open()
  to.out.isFull = true
  for (const text of ['a', 'b', 'c', 'd']) feed.write(text)
  expect(to.written).toEqual(['a'])
  to.drain()
  expect(to.written).toEqual(['a', 'b'])
  to.out.isFull = false
  to.drain()
  feed.write('e')
  expect([to.written, told]).toEqual([['a', 'b', 'c', 'd', 'e'], []])
})

it.each([
  ['lines', 'x', maxWaitingLines],
  ['characters', 'x'.repeat(400_000), maxWaitingCharacters / 400_000],
])('keeps a bounded number of %s, the newest, and tells at their place how many are missing', (_, text, fits) => {
  const { to, feed, told } = open()
  to.out.isFull = true
  for (let i = 0; i < fits + 8; i += 1) feed.write(text)
  to.out.isFull = false
  to.drain()
  expect(told).toEqual([7])
  expect(to.written.slice(0, 3)).toEqual([text, '(7)', text])
  expect(to.written).toHaveLength(fits + 2)
})

it('ends in time where nobody reads, and tells what was not read', async () => {
  const { to, feed, told, clock } = open()
  to.out.isFull = true
  for (let i = 0; i < 4; i += 1) feed.write('x')
  let isOver = false
  void feed.end().then(() => {
    isOver = true
  })
  await clock.advance(1_000)
  expect([isOver, told]).toEqual([true, [3]])
})

it('ends as soon as all was read', async () => {
  const { to, feed, told } = open()
  to.out.isFull = true
  for (const text of ['a', 'b']) feed.write(text)
  const ended = feed.end()
  to.out.isFull = false
  to.drain()
  await ended
  expect([to.written, told]).toEqual([['a', 'b'], []])
})
