import { describe, expect, it } from 'vitest'
import { outputLines } from '../../../../electron/console/line-text.ts'
import { readReplay } from '../../../../electron/console/replay.ts'

/** What is new of the lines that came, with those that are known. */
function read(known: readonly string[], got: readonly string[]) {
  const keys = known.flatMap(outputLines).flatMap((line) => line.keys)
  const { kind, lines } = readReplay(keys, got.flatMap(outputLines))
  return { kind, lines: lines.map(({ text }) => text), overlaps: kind === 'caught-up' }
}

const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`)

describe('readReplay', () => {
  it.each<[string, string[], string[], { lines: string[]; overlaps: boolean }]>([
    [
      'a line that only the console had, in the middle',
      [...lines(1, 3), 'daemon says', ...lines(4, 5)],
      lines(2, 7),
      { lines: lines(6, 7), overlaps: true },
    ],
    [
      'a line that only the console had, at the end',
      [...lines(1, 5), 'daemon says'],
      lines(2, 7),
      { lines: lines(6, 7), overlaps: true },
    ],
    [
      'lines that never came live, shown late rather than never',
      [...lines(1, 3), ...lines(8, 9)],
      lines(2, 10),
      { lines: [...lines(4, 7), ...lines(10, 10)], overlaps: true },
    ],
    [
      'an empty line at the end of both, which proves nothing',
      ['x', ''],
      ['', 'y'],
      { lines: ['', 'y'], overlaps: false },
    ],
    ['a common line that was printed often', ['S', '1', 'S', '2'], ['S', '2', 'S'], { lines: ['S'], overlaps: true }],
    ['nothing known', [], lines(1, 5), { lines: lines(1, 5), overlaps: false }],
    ['all new, with lines between lost', lines(1, 5), lines(9, 12), { lines: lines(9, 12), overlaps: false }],
    [
      'a live line that came before and stands in it',
      lines(1, 5),
      ['line 8', ...lines(3, 8)],
      { lines: lines(6, 8), overlaps: true },
    ],
    [
      'a live line in the middle of what is known',
      lines(1, 5),
      ['line 3', 'line 9', ...lines(4, 8)],
      { lines: ['line 9', ...lines(6, 8)], overlaps: true },
    ],
    ['the same line again and again', ['a', 'a', 'a'], ['a', 'a', 'a', 'a'], { lines: ['a'], overlaps: true }],
    [
      'nothing known, and a live line before the replay',
      [],
      ['12:01 hi', '12:00 up', '12:01 hi'],
      { lines: ['12:00 up', '12:01 hi'], overlaps: false },
    ],
    [
      'nothing known, and a line that is printed twice',
      [],
      ['saved', 'up', 'saved'],
      { lines: ['saved', 'up', 'saved'], overlaps: false },
    ],
  ])('%s', (_, known, got, result) => {
    expect(read(known, got)).toMatchObject(result)
  })
})
