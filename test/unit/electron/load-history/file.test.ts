import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createLoadFile,
  formatLoad,
  type LoadTable,
  loadHistoryPath,
  maxServers,
  parseLoad,
} from '../../../../electron/load-history/file.ts'
import { maxPoints } from '../../../../electron/load-history/points.ts'
import type { LoadPoint } from '../../../../shared/load-history/contract.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

const { ref } = serverView()
const table: LoadTable = new Map([
  [
    ref,
    [
      [1_768_478_400_000, 38.2, 72.5, 2 ** 31, 3 * 2 ** 30],
      [1_768_478_430_000, null, null, null, null],
    ],
  ],
])

let path: string
let log: ReturnType<typeof createTestLog>
const open = () => createLoadFile({ path, log })

beforeEach(() => {
  path = loadHistoryPath(temporaryFolder())
  log = createTestLog()
})

it('keeps what was written', () => {
  expect(open().get()).toEqual(new Map())
  open().set(table)
  expect(open().get()).toEqual(table)
})

it('keeps what it had and could not be read for a while, as of a run that ended, within what is read again', () => {
  const at = 1_768_478_400_000
  const points = (count: number, from: number) =>
    Array.from({ length: count }, (_, i): LoadPoint => [from + i * 1_000, 1, 1, 2 ** 20, 2 ** 20])
  const other = serverView({ identifier: 'b2c3d4e5' }).ref
  const [early, late] = [points(maxPoints, at), points(2, at + maxPoints * 1_000)]
  open().set(
    new Map([
      [ref, early],
      [other, early.slice(0, 2)],
    ]),
  )
  const show = makeUnreadable(path)
  const file = open()
  expect(file.get()).toEqual(new Map())
  show()
  expect(file.set(new Map([[ref, late]]))).toBe(true)
  const ended: LoadPoint = [at + (maxPoints - 1) * 1_000, null, null, null, null]
  expect(open().get().get(ref)).toEqual([...early.slice(3), ended, ...late])
  expect(open().get().get(other)?.slice(0, 2)).toEqual(early.slice(0, 2))
})

describe('the text', () => {
  it('rounds to tenths of a percent, mebibytes and seconds', () => {
    const rough: LoadTable = new Map([[ref, [[1_499, 0.04, 12.349, 1_500_000, 2_000_000]]]])
    expect(parseLoad(JSON.stringify(formatLoad(rough)))?.get(ref)).toEqual([[1_000, 0, 12.3, 2 ** 20, 2 * 2 ** 20]])
  })

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['another version', '{"version":2,"servers":{}}'],
    ['a name that is none', '{"version":1,"servers":{"../../x":[]}}'],
    ['a name of every object', '{"version":1,"servers":{"__proto__":[[1,2,3,4,5]]}}'],
    ['words for numbers', `{"version":1,"servers":{"${ref}":[["1",2,3,4,5]]}}`],
    ['endless numbers', `{"version":1,"servers":{"${ref}":[[1,1e999,3,4,5]]}}`],
    ['too many points', `{"version":1,"servers":{"${ref}":[${Array(maxPoints + 1).fill('[1,2,3,4,5]')}]}}`],
  ])('is refused, or empty, where it holds %s', (_, text) => {
    expect(parseLoad(text) ?? new Map()).toEqual(new Map())
  })

  it('brings no more servers than are kept', () => {
    const many = Object.fromEntries(Array.from({ length: maxServers + 5 }, (_, i) => [`home/${10_000_000 + i}`, []]))
    expect(parseLoad(JSON.stringify({ version: 1, servers: many }))?.size).toBe(maxServers)
  })

  it('is read whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => parseLoad(text)).not.toThrow()
      }),
    )
  })
})
