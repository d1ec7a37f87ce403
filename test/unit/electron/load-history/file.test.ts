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
import { serverView } from '../../../fixtures/server-view.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

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
