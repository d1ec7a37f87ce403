import { describe, expect, it } from 'vitest'
import { memoryLimitBytes } from '../../../../../electron/demo-panel/node/stats.ts'

describe('the memory a server may use', () => {
  it.each([
    [1024, 1_177_600_000],
    [2048, 2_355_200_000],
    [2049, 2_253_900_000],
    [4096, 4_505_600_000],
    [4097, 4_301_850_000],
    [6144, 6_451_200_000],
  ])('%i MB: %i bytes', (megabytes, bytes) => expect(memoryLimitBytes(megabytes)).toBe(bytes))
})
