import { describe, expect, it } from 'vitest'
import { createProgress, progressLine } from '../../../build/progress.ts'
import { createFakeClock } from '../../fixtures/fake-clock.ts'

describe('the line of progress', () => {
  it.each([
    [34_000_000, 118_000_000, 2_100_000, 'Electron: 34 of 118 MB, 28 %, 2.1 MB/s'],
    [0, 118_000_000, 0, 'Electron: 0.0 of 118 MB, 0 %, 0.0 MB/s'],
    [34_000_000, undefined, 12_345_678, 'Electron: 34 MB, 12 MB/s'],
  ])('is %d of %s at %d a second', (received, total, speed, line) => {
    expect(progressLine('Electron', { received, total }, speed)).toBe(line)
  })

  it.each([
    ['over itself on a terminal', true, 250, /^\rE: .*\r/s, '\n'],
    ['now and then in a log', false, 10_000, /^E: .*\nE: /s, ''],
  ])('is written %s', async (_case, isTTY, everyMs, shape, end) => {
    const clock = createFakeClock()
    let written = ''
    const stream = { isTTY, write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream
    const progress = createProgress('E', stream, clock)
    progress.show({ received: 1_000_000, total: 9_000_000 })
    await clock.advance(everyMs - 1)
    progress.show({ received: 2_000_000, total: 9_000_000 })
    expect(written.match(/MB\/s/g)).toHaveLength(1)
    await clock.advance(1)
    progress.show({ received: 1_000_000 + everyMs * 1_000, total: undefined })
    // What was there at the beginning was downloaded before, and is no speed.
    expect(written).toMatch(/1\.0 MB\/s/)
    expect(written).toMatch(shape)
    const before = written
    progress.end()
    expect(written.slice(before.length)).toBe(end)
  })
})
