import { describe, expect, it } from 'vitest'
import { createThrottle } from '../../../../../electron/demo-panel/node/throttle.ts'
import { type Bucket, takeToken } from '../../../../../electron/demo-panel/node/token-bucket.ts'

describe('inbound limits', () => {
  it('fill a bucket again with time, and never past its size', () => {
    const rule = { burst: 2, refillMs: 1_000 }
    let bucket: Bucket | null = null
    const passes = (at: number) => {
      const taken = takeToken(bucket, rule, at)
      bucket = taken.bucket
      return taken.passed
    }
    expect([0, 0, 0, 999, 1_000, 1_001, 90_000, 90_000, 90_000, 89_000].map(passes)).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      true,
      false,
      false,
    ])
  })

  it.each([
    ['auth', 2, 5_000],
    ['send logs', 2, 5_000],
    ['send command', 10, 1_000],
    ['set state', 4, 1_000],
    ['send stats', 4, 1_000],
    ['nonsense', 4, 1_000],
  ])('let %s pass %i times, then once every %i ms', (event, burst, refillMs) => {
    let at = 0
    const throttle = createThrottle(() => at)
    for (let index = 0; index < burst; index += 1) expect(throttle(event).passed).toBe(true)
    // The limit over everything is as large as that of commands, and is asked first.
    const notice = burst === 10 ? 'global' : event
    expect(throttle(event)).toEqual({ passed: false, notice })
    expect(throttle(event)).toEqual({ passed: false, notice: null })
    at += refillMs
    expect(throttle(event).passed).toBe(true)
    expect(throttle(event), 'a new episode').toMatchObject({ passed: false, notice: event })
  })

  it('share one bucket among all but the named ones, and one over everything', () => {
    const throttle = createThrottle(() => 0)
    for (const event of ['set state', 'send stats', 'what', 'ever']) expect(throttle(event).passed).toBe(true)
    expect(throttle('more')).toEqual({ passed: false, notice: 'more' })
    for (const event of ['auth', 'auth', 'send logs', 'send logs', 'send command']) {
      expect(throttle(event).passed).toBe(true)
    }
    expect(throttle('send command')).toEqual({ passed: false, notice: 'global' })
    expect(throttle('auth')).toEqual({ passed: false, notice: null })
  })
})
