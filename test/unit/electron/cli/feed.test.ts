import { expect, it } from 'vitest'
import { createFeed, maxWaitingBytes } from '../../../../electron/cli/feed.ts'

it('leaves out what comes while too much waits, and tells at its place how much is missing', () => {
  const written: string[] = []
  const output = { writableLength: 0, write: (text: string) => written.push(text) }
  const feed = createFeed(output, (dropped) => written.push(`(${dropped})`))
  feed.write('a')
  output.writableLength = maxWaitingBytes
  feed.write('b')
  output.writableLength = maxWaitingBytes + 1
  for (const text of ['c', 'd']) feed.write(text)
  output.writableLength = 0
  for (const text of ['e', 'f']) feed.write(text)
  output.writableLength = maxWaitingBytes + 1
  feed.write('g')
  feed.end()
  expect(written).toEqual(['a', 'b', '(2)', 'e', 'f', '(1)'])
})
