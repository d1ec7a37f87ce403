import { createRateLimits, type RateLimitVerdict } from '../http/rate-limit.ts'

const windowMs = 60_000

/** Limits the console tokens of each server in a minute, all keys together; null for no limit. */
export function createTokenLimit(now: () => number, tokensPerMinute: number | null) {
  const limitsFor = (requests: number | null) => (requests === null ? null : createRateLimits({ requests, windowMs }))
  let limits = limitsFor(tokensPerMinute)
  return {
    take: (serverUuid: string): RateLimitVerdict => limits?.take(serverUuid, now()) ?? { passed: true, headers: {} },
    /** Sets another limit; new windows begin with the next requests. */
    adjust(next: number | null) {
      limits = limitsFor(next)
    },
  }
}
