import { describe, expect, it } from 'vitest'
import { tighter } from '../../../../../electron/demo-panel/http/rate-limit.ts'
import { createTokenLimit } from '../../../../../electron/demo-panel/node/token-limit.ts'

describe('limits on tokens', () => {
  it('count by server, in windows of a minute, and can be lifted', () => {
    let at = 0
    const limit = createTokenLimit(() => at, 2)
    const passed = (server: string) => limit.take(server).passed
    expect([passed('a'), passed('a'), passed('a'), passed('b')]).toEqual([true, true, false, true])
    at = 60_000
    expect([passed('a'), passed('a'), passed('a')]).toEqual([true, true, false])
    limit.adjust(null)
    expect(limit.take('a')).toEqual({ passed: true, headers: {} })
    limit.adjust(1)
    expect([passed('a'), passed('a')]).toEqual([true, false])
  })

  it('show the tighter of two', () => {
    const left = (count: string) => ({ 'x-ratelimit-remaining': count })
    expect(tighter(left('3'), left('4'))).toEqual(left('3'))
    expect(tighter(left('9'), left('4'))).toEqual(left('4'))
    expect(tighter({}, left('4'))).toEqual(left('4'))
  })
})
